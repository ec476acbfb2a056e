"""The race: who trains, who meets whom and who drops out follows from what has happened."""

import pytest

from fourfold.learn.auto.race import CHOICE, MATCH, TRAINING, UNTRAINED, Event, Race, Training

STRENGTHS = {"a": 1, "b": 5, "c": 3, "d": 4, "e": 2}
KINDS = ["search", "policy"]
SECONDS = 1000.0


def strength(player, strengths):
    """Return the strength of a player by its name; with its policy alone every learner is weaker."""
    model, _, kind = player.partition(" ")
    method, _, number = model.partition("-")
    found = strengths.get(method, 0)
    return (found(int(number)) if callable(found) else found) - 0.5 * (kind == "policy")


def meet(task, strengths, seconds=1.0):
    difference = strength(str(task.one), strengths) - strength(str(task.other), strengths)
    score = 0.5 + 0.5 * (difference > 0) - 0.5 * (difference < 0)
    scores = [score, score]
    return Event(task.round, MATCH, str(task.one), seconds, other=str(task.other), scores=scores, distinct=4)


def run(strengths, enough=None, first=2.0, faults=()):
    """Return the race of learners of these strengths, and its tasks; enough is when each has nothing left to learn."""
    race, tasks = race_of(strengths, ()), []
    while race.task:
        tasks.append(race.task)
        event = (
            learn(race, enough or {}, first, faults) if isinstance(race.task, Training) else meet(race.task, strengths)
        )
        race = race_of(strengths, (*race.events, event))
    return race, tasks


def race_of(methods, events):
    return Race(list(methods), SECONDS, lambda method: KINDS, events)


def learn(race, enough, first, faults):
    task, before = race.task, race.trained(race.task.method)
    end = min(task.until or first, enough.get(task.method, SECONDS))
    fault = "no" if task.method in faults else ""
    is_done = bool(fault) or end < (task.until or first)
    return Event(task.round, TRAINING, task.method, end - before, end, is_done, fault)


def test_half_drop_out_of_each_heat_and_the_best_is_left():
    race, _ = run(STRENGTHS)
    fields = [{standing.player.method for standing in race.standings(number)} for number in (1, 2, 3)]
    assert fields == [{"a", "b", "c", "d", "e"}, {"b", "c", "d"}, {"b", "d"}]
    assert [standing.is_out for standing in race.standings(1)] == [False, False, False, True, True]
    assert race.champion() == ("b", race.final, "search")
    assert race.ranking() == ["b", "d", "c", "e", "a"]


def test_a_heat_is_equally_long_for_all_and_the_last_has_most_of_the_time():
    race, _ = run(STRENGTHS)
    for number in (1, 2, 3):
        seconds = {round(event.seconds, 6) for event in race.events if (event.round, event.what) == (number, TRAINING)}
        assert len(seconds) == 1
    assert race.trained("b") > 0.5 * SECONDS
    assert race.spent == pytest.approx(SECONDS, rel=CHOICE)


def test_all_meet_equally_often():
    race, tasks = run(STRENGTHS)
    for number in (1, 2, 3, race.choice):
        met = [frozenset((task.one, task.other)) for task in tasks if task.round == number
               and not isinstance(task, Training)]  # fmt: skip
        players = {*race.players(number), UNTRAINED}
        assert len(set(met)) == len(players) * (len(players) - 1) / 2
        assert len({met.count(pair) for pair in met}) == 1
        assert len(met) > len(set(met))


def test_what_is_next_follows_from_what_has_happened():
    race, tasks = run(STRENGTHS, enough={"b": 200.0})
    for done, task in enumerate(tasks):
        assert race_of(race.methods, race.events[:done]).task == task


def test_a_model_of_a_heat_is_kept_if_the_last_one_is_worse():
    race, _ = run({"a": 1, "b": lambda number: 5 if number < 2 else 0.8})
    assert race.champion() == ("b", 1, "search")
    assert [standing.player.round for standing in race.standings(race.choice)] == [1, 2, 2]


def test_the_next_best_trains_when_the_best_has_nothing_left_to_learn():
    race, _ = run({"a": lambda number: 1 if number < 3 else 9, "b": 5, "c": 0}, enough={"b": 20.0})
    late = [event.name for event in race.events if (event.round, event.what) == (race.final, TRAINING)]
    assert late == ["a"]
    assert race.spent > 0.9 * SECONDS
    assert race.champion() == ("a", race.final, "search")


def test_a_race_of_one_is_its_training_and_a_choice():
    race, tasks = run({"a": 1})
    assert [task.round for task in tasks if isinstance(task, Training)] == [0, 1]
    assert race.champion() == ("a", 1, "search")


def test_who_cannot_learn_the_game_does_not_race():
    race, _ = run({"a": 9, "b": 2, "c": 1}, faults=("a",))
    assert race.field == ["b", "c"]
    assert {standing.player.method for standing in race.standings(1)} == {"b", "c"}
    assert race.champion().method == "b"


def test_without_time_each_task_is_still_done_once():
    race, tasks = run(STRENGTHS, first=2 * SECONDS)
    assert race.champion().method == "b"
    assert not [task for task in tasks if task.round == race.final]
    assert len([task for task in tasks if task.round == 3 and not isinstance(task, Training)]) == 3


def test_the_points_of_a_learner_are_its_scores_against_the_untrained():
    race, _ = run({"a": -1, "b": 5})
    assert [point.y for point in race.points("a")] == [0.0]
    assert [(point.x, point.y) for point in race.points("b")] == [
        (round(race.trained("b", 1), 1), 1.0),
        (round(race.trained("b"), 1), 1.0),
    ]
    assert race.points("b")[0].low > 0.5
