"""The race: who trains next, who meets whom, and who drops out. All of it follows from what has happened so far.

Round 0 lets every learner make one step, which compiles what it needs. In each heat, the rounds that follow, all who
are left train equally long and meet in matches, and a player that learned nothing, too; then half of them drop out.
The final gives the last one the rest of the time. At the end matches choose among the players that can use its model.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from ...matches.statistics import PairScores, effective_games
from ..curves import Point, share_point

TRAINING, MATCH = "training", "match"
HEATS, MATCHES, CHOICE = 0.25, 0.09, 0.05
"""Shares of the time after round 0: for training in all heats, for their matches, and for the last matches."""
MOST_CYCLES = 12
"""Matches between the same two in a round, at most."""
WORTHWHILE = 0.05
"""The share of the time from which another learner is worth training, when the last one has nothing left to learn."""


class Event(NamedTuple):
    """What happened: a learner trained, or two players met."""

    round: int
    what: str
    """TRAINING or MATCH."""
    name: str
    """Of the learner or the first player."""
    seconds: float
    """How long it took."""
    trained: float = 0.0
    """The seconds that the learner has trained in all."""
    is_done: bool = False
    """Whether the learner has nothing left to learn."""
    fault: str = ""
    """Why it cannot learn the game."""
    other: str = ""
    """The second player."""
    scores: Sequence[float] = ()
    """Of the first player, in each pair of games."""
    distinct: int = 0
    """Games that differ."""


class Contestant(NamedTuple):
    """A player: a learner's model after a round, and the kind of player that uses it."""

    method: str
    round: int
    kind: str

    def __str__(self) -> str:
        return f"{self.method}-{self.round} {self.kind}" if self.kind else self.method


UNTRAINED = Contestant("untrained", 0, "")
"""The player that learned nothing."""


class Training(NamedTuple):
    """A learner has to train until its own clock shows so many seconds."""

    round: int
    method: str
    until: float


class Match(NamedTuple):
    """Two players have to meet."""

    round: int
    cycle: int
    one: Contestant
    other: Contestant


class Standing(NamedTuple):
    """What a player has reached in a round."""

    player: Contestant
    score: float
    """Its share of the points."""
    games: int
    is_out: bool


class Race:
    """A race of learners for so many seconds, after these events; when something has happened, it is another one."""

    def __init__(self, methods: list[str], seconds: float, kinds: Callable[[str], list[str]], events: Sequence[Event]):
        """Take the kinds of players that can use a learner's model, the usual one first, as a function."""
        self.methods, self.seconds, self.kinds, self.events = methods, seconds, kinds, tuple(events)
        self._known_ranks: dict[int, list[tuple[Contestant, PairScores]]] = {}

    @cached_property
    def field(self) -> list[str]:
        """Those that can learn the game, as far as known."""
        faulty = {event.name for event in self.events if event.fault}
        return [method for method in self.methods if method not in faulty]

    @cached_property
    def heats(self) -> int:
        """How many rounds it takes until one is left, if half of them, rounded down, drop out of each."""
        return (len(self.field) - 1).bit_length()

    @property
    def final(self) -> int:
        return self.heats + 1

    @property
    def choice(self) -> int:
        return self.heats + 2

    @cached_property
    def spent(self) -> float:
        return sum(event.seconds for event in self.events)

    @cached_property
    def task(self) -> Training | Match | None:
        """What is to be done; None if the race is over."""
        unknown = set(self.methods) - {event.name for event in self._trainings(0)}
        if unknown:
            return Training(0, next(method for method in self.methods if method in unknown), 0.0)
        for number in range(1, self.heats + 1):
            task = self._training(number) or self._match(number, MATCHES * self._budget / self.heats)
            if task:
                return task
        return self._last_training() or self._match(self.choice, CHOICE * self._budget)

    @cached_property
    def _budget(self) -> float:
        """The seconds after round 0."""
        return max(self.seconds - sum(event.seconds for event in self.events if event.round == 0), 0.0)

    def runners(self, number: int) -> list[str]:
        """Return the learners that take part in a heat: the better half of the one before, the best first."""
        if number == 1:
            return self.field
        ranked = [player.method for player, _ in self._ranked(number - 1)]
        return ranked[: (len(ranked) + 1) // 2]

    def players(self, number: int) -> list[Contestant]:
        """Return those who meet in a round, apart from the one that learned nothing."""
        if number == self.choice:
            return self._last_players()
        return [Contestant(each, self._model(each, number), self.kinds(each)[0]) for each in self.runners(number)]

    def _last_players(self) -> list[Contestant]:
        """Return what there is to choose from: the last models in players of all kinds, and the best heat's model."""
        best, *others = self.ranking()
        after, before = self._model(best, self.final), self._model(best, self.heats)
        found = [Contestant(best, after, kind) for kind in self.kinds(best)]
        found += [Contestant(best, before, self.kinds(best)[0])] if before != after else []
        late = {event.name for event in self._trainings(self.final)}
        return found + [Contestant(each, self.final, self.kinds(each)[0]) for each in others if each in late]

    def ranking(self) -> list[str]:
        """Return all learners after the heats, the best first: by how far they came, then by their last standings."""
        ranked = self.field
        for number in range(1, self.heats + 1):
            own = [player.method for player, _ in self._ranked(number)]
            ranked = own + [method for method in ranked if method not in own]
        return ranked

    def standings(self, number: int) -> list[Standing]:
        """Return who has how much of the points in a round, the best first."""
        found, is_over = self._ranked(number), self._is_over(number)
        stay = (len(found) + 1) // 2 if number < self.final else 1
        return [
            Standing(player, scores.mean, 2 * scores.pairs, is_over and place >= stay)
            for place, (player, scores) in enumerate(found)
        ]

    def _ranked(self, number: int) -> list[tuple[Contestant, PairScores]]:
        """Return the players of a round and their scores, the best first; equals stay in their order."""
        if number not in self._known_ranks:
            found = [(each, self._scores(number, each)) for each in self.players(number)]
            self._known_ranks[number] = sorted(found, key=lambda pair: -pair[1].mean)
        return self._known_ranks[number]

    def decided(self) -> list[int]:
        """Return the rounds with matches that are over."""
        return [number for number in (*range(1, self.heats + 1), self.choice)
                if self._matches(number) and self._is_over(number)]  # fmt: skip

    def _is_over(self, number: int) -> bool:
        """Return whether a round has been decided: something later has happened, or nothing is left to do."""
        return self.task is None or self.task.round > number

    def champion(self) -> Contestant | None:
        """Return the best player so far: of the last round that is over, or else the latest; None before the first."""
        decided = self.decided()
        if decided:
            return self._ranked(decided[-1])[0][0]
        able = [event for event in self.events if event.what == TRAINING and not event.fault]
        return Contestant(able[-1].name, able[-1].round, self.kinds(able[-1].name)[0]) if able else None

    def points(self, method: str) -> list[Point]:
        """Return what a learner has scored against the player that learned nothing, by the seconds that it trained."""
        found = list[Point]()
        for number in (*range(1, self.heats + 1), self.choice):
            own = [each for each in self._known(number) if each.method == method]
            tested = [each for each in own if self.against_untrained(number, each)]
            if tested:
                best = max(tested, key=lambda each: (each.round, self._scores(number, each).mean))
                point = self.against_untrained(number, best)
                found += [point] if point and point.x not in [each.x for each in found] else []
        return found

    def against_untrained(self, number: int, player: Contestant) -> Point | None:
        """Return what a player scored against the one that learned nothing in a round; None if they have not met."""
        met = [each for each in self._matches(number) if (each.name, each.other) == (str(player), str(UNTRAINED))]
        if not met:
            return None
        scores = pair_scores([score for each in met for score in each.scores])
        games = effective_games(scores, sum(each.distinct for each in met))
        return share_point(round(self.trained(player.method, player.round), 1), scores.mean, games)

    def trained(self, method: str, until: int | None = None) -> float:
        """Return how many seconds a learner has trained, until the end of a round if given."""
        own = [event for event in self._trainings(until=until) if event.name == method]
        return own[-1].trained if own else 0.0

    def _known(self, number: int) -> list[Contestant]:
        """Return those who have met in a round."""
        return self.players(number) if self._matches(number) else []

    def _training(self, number: int) -> Training | None:
        """Return the next training of a heat."""
        runners = self.runners(number)
        seconds = HEATS * self._budget / self.heats / len(runners)
        trained = {event.name for event in self._trainings(number)}
        for method in runners:
            if method not in trained and not self._is_done(method):
                return Training(number, method, self.trained(method) + seconds)
        return None

    def _last_training(self) -> Training | None:
        """Return the training of the last learner, or of the next best if that has nothing left to learn."""
        left = self.seconds - self.spent - CHOICE * self._budget
        late = {event.name for event in self._trainings(self.final)}
        if self._matches(self.choice) or left <= (WORTHWHILE * self.seconds if late else 0.0):
            return None
        able = [method for method in self.ranking() if method not in late and not self._is_done(method)]
        return Training(self.final, able[0], self.trained(able[0]) + left) if able else None

    def _match(self, number: int, seconds: float) -> Match | None:
        """Return the next match of a round: all players meet equally often, at least once, as the time allows.

        The first time is not counted, since players may have to be compiled.
        """
        pairings = list(combinations([*self.players(number), UNTRAINED], 2))
        played = self._matches(number)
        cycle, place = divmod(len(played), len(pairings))
        last = sum(each.seconds for each in played[-len(pairings) :]) if cycle > 1 else 0.0
        is_late = cycle > 0 and sum(each.seconds for each in played[len(pairings) :]) + last >= seconds
        if place == 0 and (is_late or cycle >= MOST_CYCLES):
            return None
        return Match(number, cycle, *pairings[place])

    def _scores(self, number: int, player: Contestant) -> PairScores:
        own, name = list[float](), str(player)
        for each in self._matches(number):
            own += each.scores if each.name == name else [1.0 - score for score in each.scores if each.other == name]
        return pair_scores(own)

    def _model(self, method: str, number: int) -> int:
        """Return the round in which a learner trained last, until one."""
        return max((event.round for event in self._trainings(until=number) if event.name == method), default=0)

    def _is_done(self, method: str) -> bool:
        return any(event.name == method and event.is_done for event in self._trainings())

    def _trainings(self, number: int | None = None, until: int | None = None) -> list[Event]:
        return [
            event
            for event in self.events
            if event.what == TRAINING
            and (number is None or event.round == number)
            and (until is None or event.round <= until)
        ]

    def _matches(self, number: int) -> list[Event]:
        return [event for event in self.events if event.what == MATCH and event.round == number]


def pair_scores(values: Sequence[float]) -> PairScores:
    scores = PairScores()
    for value in values:
        scores.add(value)
    return scores
