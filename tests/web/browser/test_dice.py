"""Backgammon by clicks: dice that fall or are entered, plays of several checkers, and what stays after a reload."""

import re

import pytest

from fourfold.games.interface.find import find_game
from fourfold.matches.session import Session

GAME = find_game("backgammon")


def replayed(moves):
    session = Session(GAME, GAME.init_state(), "", None)
    for text in moves:
        session.move(GAME.parse_move(session.state, text))
    return session


def faces(table):
    return table.page.get_attribute("#roll", "data-roll")


def test_a_play_is_two_checkers_led_one_after_the_other(table):
    table.open("game=backgammon&person=both&moves=31")
    assert faces(table) == "31"
    assert len(table.page.query_selector_all("#roll .dice circle")) == 4
    assert set(table.squares("movable")) == {(0, 0), (0, 12), (1, 4), (1, 7)}
    table.click((1, 4))
    assert set(table.squares("legal")) == {(1, 5), (1, 8), (1, 9)}
    table.click((1, 8))
    assert table.ply == 1
    assert table.pieces()["x1"] == 1, "the checker stands where it was led, before the play is whole"
    table.click((1, 7))
    table.click((1, 8))
    table.wait_for_turn(2)
    assert table.moves()[:2] == ["31", "8/5 6/5"]
    assert re.fullmatch("[1-6][1-6]", table.moves()[2]), "the next roll fell by itself"


def test_one_checker_may_take_both_dice_at_once_or_stop_on_either_way(table):
    for clicks in ([(0, 12), (0, 8)], [(0, 12), (0, 9), (0, 8)], [(0, 12), (0, 11), (0, 8)]):
        table.open("game=backgammon&person=both&moves=31")
        for square in clicks:
            table.click(square)
        table.wait_for_turn(1)
        assert table.moves()[1] == "24/20"


def test_what_was_led_is_taken_back(table):
    table.open("game=backgammon&person=both&moves=31")
    before = table.pieces()
    for undo in (lambda: table.page.click("#undo"), lambda: table.page.keyboard.press("Escape")):
        table.click((1, 4))
        table.click((1, 8))
        assert table.pieces() != before
        undo()
        assert (table.pieces(), table.ply) == (before, 1)


def test_a_play_may_be_chosen_from_a_list(table):
    table.open("game=backgammon&person=both&moves=31")
    table.page.click("#plays-title")
    buttons = table.page.locator("#plays-list button")
    buttons.first.wait_for()
    assert buttons.count() == len(replayed(["31"]).game.moves(replayed(["31"]).state)) == 16
    buttons.filter(has_text="24/20").click()
    table.wait_for_turn(1)
    assert table.moves()[1] == "24/20"


def test_the_list_shrinks_with_every_checker(table):
    table.open("game=backgammon&person=both&moves=31")
    table.page.click("#plays-title")
    table.page.locator("#plays-list button").first.wait_for()
    table.click((1, 4))
    table.click((1, 8))
    left = table.page.eval_on_selector_all("#plays-list button", "all => all.map(each => each.dataset.loose)")
    assert left
    assert all("8/5" in text or text == "8/4" for text in left)
    assert table.page.locator("#buttons button").count() == len(left), "few are left: they are offered at once"


@pytest.mark.parametrize("person", ["first", "second"])
def test_a_whole_game_with_dice_that_fall(table, person):
    table.open(f"game=backgammon&player=random&person={person}&seed=5")
    for _ in range(12):
        ply = table.ply
        table.move(ply)
        table.wait_for_turn(ply)
    moves = table.moves()
    session = replayed(moves)
    turns = [None if fell else side for side, fell in zip(session.referee.sides, session.referee.rolls, strict=False)]
    assert None in turns
    assert len(moves) > 24
    assert session.referee.sides[-1] == (1 if person == "first" else -1)


def test_a_reload_keeps_the_dice(table):
    table.open("game=backgammon&player=random&person=first")
    rolled = table.moves()
    assert len(rolled) == 1
    assert faces(table) == rolled[0]
    for _ in range(3):
        table.page.reload()
        table.page.wait_for_selector('.table[data-state="yours"]')
        assert (table.moves(), faces(table)) == (rolled, rolled[0])


def test_a_seed_rolls_the_same_dice(table):
    seen = set()
    for _ in range(2):
        table.open("game=backgammon&player=random&person=first&seed=11")
        seen.add(tuple(table.moves()))
    assert len(seen) == 1


def test_real_dice_are_entered(table):
    table.open("game=backgammon&player=random&person=first&seed=5&dice=enter")
    assert table.status.startswith("What does White roll?")
    names = table.page.eval_on_selector_all("#buttons button", "all => all.map(each => each.dataset.loose)")
    assert len(names) == 15, "the opening roll is no double"
    table.page.click('#buttons [data-loose="31"]')
    table.page.wait_for_selector('.table[data-state="yours"]')
    for square in ((1, 4), (1, 8), (1, 7), (1, 8)):
        table.click(square)
    table.page.wait_for_selector('.table[data-state="entering"]')
    assert table.status.startswith("What does Red roll?")
    assert table.page.locator("#buttons button").count() == 21
    table.page.get_by_role("button", name="6 and 6").click()
    table.page.wait_for_selector('.table[data-state="entering"][data-ply="4"]')
    assert table.moves()[2] == "66"
    assert replayed(table.moves()).chances(), "the opponent played its roll, and White rolls next"
    table.page.reload()
    table.page.wait_for_selector('.table[data-state="entering"]')
    assert table.ply == 4


def test_who_rolls_can_be_changed_in_the_middle_of_a_game(table):
    table.open("game=backgammon&person=both&dice=enter")
    table.page.click("#dice label:has-text('Roll for me')")
    table.wait_for_turn(0)
    assert "dice=" not in table.page.url
    assert len(table.moves()) == 1
    table.open("game=othello&person=both&dice=enter")
    assert table.page.is_hidden("#dice-field")


def test_undo_goes_back_to_the_persons_last_choice(table):
    table.open("game=backgammon&player=random&person=first&seed=5&moves=31")
    for square in ((1, 4), (1, 8), (1, 7), (1, 8)):
        table.click(square)
    table.wait_for_turn(2)
    assert table.ply == 5
    table.page.click("#undo")
    table.wait("() => document.querySelector('.table').dataset.ply === '1'")
    assert (table.moves(), table.state, faces(table)) == (["31"], "yours", "31")


def test_the_last_checker_off_wins_by_points(table):
    """Red has borne off nothing, and two of its checkers are still in White's home: a backgammon."""
    table.open("game=backgammon&person=both&start=XGID=-Ab---------e----c-e------:0:0:1:21")
    assert "leads" not in table.status
    table.click((1, 12))
    table.click((1, 13))
    table.wait_for_turn(0)
    assert table.status.startswith("White wins by 3 points")
