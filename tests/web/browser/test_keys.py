"""The page without a mouse: real presses of keys, from wherever the focus is."""

import pytest

GAMES = ["connect_four", "othello", "draughts", "tic_tac_toe", "pawns", "hex", "kalah"]
ROLE = "document.activeElement.getAttribute('role')"
SQUARE = "document.activeElement.dataset.square"


def tab_to_the_board(page):
    """Press Tab until a square has the focus."""
    for _ in range(25):
        page.keyboard.press("Tab")
        if page.evaluate(f"Boolean(document.activeElement.closest('.board')) || {ROLE} === 'grid'"):
            return
    pytest.fail("Tab never comes to the board")


@pytest.mark.parametrize("game", GAMES)
def test_tab_leads_to_a_square_and_arrows_go_on(table, game):
    table.open(f"game={game}&person=both")
    tab_to_the_board(table.page)
    assert table.page.evaluate(ROLE) == "gridcell"
    begun = table.page.evaluate(SQUARE)
    for away, back in (("ArrowLeft", "ArrowRight"), ("ArrowUp", "ArrowDown")):
        table.page.keyboard.press(away)
        assert table.page.evaluate(SQUARE) != begun
        table.page.keyboard.press(back)
        assert table.page.evaluate(SQUARE) == begun
    table.page.keyboard.press("Tab")
    assert not table.page.evaluate("Boolean(document.activeElement.closest('.board'))"), "one square takes Tab, not all"
    table.page.keyboard.press("Shift+Tab")
    assert table.page.evaluate(SQUARE) == begun


def test_a_game_is_played_from_the_first_tab_on(table):
    table.open("game=tic_tac_toe&person=both")
    tab_to_the_board(table.page)
    for ply, key in enumerate(("Enter", "ArrowLeft", " ", "ArrowUp", "Enter")):
        table.page.keyboard.press(key)
        if not key.startswith("Arrow"):
            table.wait_for_turn(ply // 2)
    assert table.moves() == ["4", "3", "0"]


def test_the_focus_stays_on_the_board_when_it_is_flipped(table):
    table.open("game=draughts&person=both")
    tab_to_the_board(table.page)
    table.page.keyboard.press("f")
    assert table.page.evaluate(ROLE) == "gridcell"


def test_digits_drop_discs_wherever_the_focus_is(table):
    table.open("game=connect_four&person=both")
    for ply, key in enumerate("4435"):
        focused = ("body", "#undo", "#show-values", "#person input:checked")[ply]
        table.page.eval_on_selector(focused, "element => element.focus()")
        table.page.keyboard.press(key)
        table.wait_for_turn(ply)
    assert table.moves() == ["4", "4", "3", "5"]


def test_digits_that_are_typed_are_no_moves(table):
    table.open("game=connect_four&person=both")
    table.page.click("#paste")
    table.page.keyboard.type("44")
    assert table.page.input_value("#paste-text") == "44"
    table.page.keyboard.press("Escape")
    assert table.moves() == []


def test_caps_lock_changes_nothing(table):
    table.open("game=connect_four&person=both&moves=4,4")
    table.page.keyboard.press("U")
    table.wait("() => document.querySelector('.table').dataset.ply === '1'")
    table.page.keyboard.press("V")
    assert table.page.is_checked("#show-values")
