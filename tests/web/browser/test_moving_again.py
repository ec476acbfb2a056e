"""Kalah: a side that moves again, and the score as it grows."""


def test_the_person_moves_again(table):
    table.open("game=kalah&player=random&person=first&seed=2")
    assert table.squares("legal") == [(1, column) for column in range(1, 7)]
    table.click((1, 3))
    table.wait_for_turn(0)
    assert table.moves() == ["3"], "the opponent has not moved in between"
    assert "Your turn" in table.status
    assert "You move again" in table.status
    assert "South leads by 1" in table.status
    table.click((1, 2))
    table.wait_for_turn(1)
    assert table.moves()[:2] == ["3", "2"]
    assert len(table.moves()) > 2
    assert "You move again" not in table.status


def test_undo_takes_back_one_choice(table):
    table.open("game=kalah&player=random&person=first&seed=2")
    table.click((1, 3))
    table.wait_for_turn(0)
    table.page.click("#undo")
    table.wait("() => document.querySelector('.table').dataset.ply === '0'")
    assert table.moves() == []


def test_the_second_side_after_a_reload(table):
    table.open("game=kalah&player=random&person=second&moves=3,2")
    assert "Your turn" in table.status
    assert table.page.get_attribute(".board", "data-flipped") == "true"
    assert {row for row, _ in table.squares("legal")} == {0}
    table.page.click("#undo")
    assert table.page.wait_for_selector("#notice.shown").inner_text() == "There is no move to undo."


def test_pits_are_told_by_their_numbers(table):
    table.open("game=kalah&person=both&moves=3")
    label = table.page.get_attribute('[data-square="1,1"]', "aria-label")
    assert label == "pit 1, South, 4, legal"
    store = table.page.locator('[data-square="1,7"]').bounding_box()
    pit = table.page.locator('[data-square="1,6"]').bounding_box()
    assert store["height"] > 1.9 * pit["height"]


def test_the_margin_is_said_at_the_end(table):
    table.open("game=kalah&player=random&person=first&seed=4")
    table.play_to_the_end()
    assert " by " in table.status or "draw" in table.status
    assert table.page.locator("#course .bar").count() == len(table.moves()) + 1
