"""No game is lost: neither by a new one, nor by another game's tab, nor by what is pasted."""

import pytest


def ply_is(table, ply):
    table.wait(f"() => document.querySelector('.table').dataset.ply === '{ply}'")


@pytest.mark.parametrize("how", ["n", "#new"])
def test_a_game_that_was_left_for_a_new_one_comes_back(table, how):
    table.open("game=connect_four&person=both&moves=4,4,3")
    table.page.keyboard.press(how) if len(how) == 1 else table.page.click(how)
    ply_is(table, 0)
    table.click((0, 0))
    table.wait_for_turn(0)
    assert table.moves() == ["1"]
    table.page.go_back()
    ply_is(table, 3)
    assert table.moves() == ["4", "4", "3"]
    table.page.go_forward()
    ply_is(table, 1)
    assert table.moves() == ["1"]


def test_the_game_before_is_offered(table):
    table.open("game=connect_four&person=both&moves=4,4,3")
    table.page.click("#new")
    ply_is(table, 0)
    table.page.click("#notice button")
    ply_is(table, 3)
    assert table.moves() == ["4", "4", "3"]


def test_a_finished_game_is_not_offered(table):
    table.open("game=tic_tac_toe&person=both&moves=0,3,1,4,2")
    table.page.click("#new")
    ply_is(table, 0)
    assert table.page.query_selector("#notice button") is None
    table.page.go_back()
    ply_is(table, 5)


def test_a_tab_leads_back_to_its_game_and_opponent(table):
    table.open("game=connect_four&person=both&player=mcts&moves=4,4")
    table.page.click('[data-game="othello"]')
    table.wait("() => location.hash.includes('game=othello')")
    table.page.wait_for_selector('.table[data-state="yours"]')
    table.page.select_option("#player", "random")
    table.wait("() => location.hash.includes('player=random')")
    table.click((2, 3))
    table.wait_for_turn(0)
    table.page.reload()
    table.page.wait_for_selector('.table[data-state="yours"]')
    table.page.click('[data-game="connect_four"]')
    ply_is(table, 2)
    assert (table.moves(), table.page.input_value("#player")) == (["4", "4"], "mcts")
    table.page.click('[data-game="othello"]')
    ply_is(table, 1)
    assert (table.moves(), table.page.input_value("#player")) == (["d3"], "random")
    table.page.go_back()
    ply_is(table, 2)
    assert table.moves() == ["4", "4"]


def test_the_tab_of_the_game_on_the_board_changes_nothing(table):
    table.open("game=connect_four&person=both&moves=4,4")
    table.page.click('[data-game="connect_four"]')
    assert table.moves() == ["4", "4"]


def test_an_empty_paste_is_refused(table):
    table.open("game=connect_four&person=both&moves=4,4")
    table.page.click("#paste")
    table.page.fill("#paste-text", " \n")
    table.page.click("#paste-go")
    assert "nothing" in table.page.inner_text("#paste-error")
    assert table.moves() == ["4", "4"]


def test_a_game_that_was_left_for_a_pasted_one_comes_back(table):
    table.open("game=connect_four&person=both&moves=4,4")
    table.page.click("#paste")
    table.page.fill("#paste-text", "1212")
    table.page.click("#paste-go")
    ply_is(table, 4)
    table.page.click("#notice button")
    ply_is(table, 2)
    assert table.moves() == ["4", "4"]


def test_a_game_that_went_on_otherwise_comes_back(table):
    table.open("game=tic_tac_toe&person=both&moves=0,3,1,4&at=2")
    table.click((2, 2))
    table.wait_for_turn(2)
    assert table.moves() == ["0", "3", "8"]
    table.page.go_back()
    table.wait("() => location.hash.includes('moves=0,3,1,4')")
    ply_is(table, 2)


def test_who_resigns_in_both_loses(table):
    table.open("game=connect_four&person=both&moves=4")
    table.page.click("#resign")
    table.page.wait_for_selector('.table[data-state="over"]')
    first, second = table.page.eval_on_selector_all("#person span", "all => all.map(each => each.textContent)")[:2]
    assert f"{first} wins by resignation" in table.status
    assert second not in table.status
    table.page.click("#undo")
    table.page.wait_for_selector('.table[data-state="yours"]')
    assert table.moves() == ["4"]


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("seconds=1000", "may think 60 s"),
        ("seconds=-3", "means nothing"),
        ("seed=x", "means nothing"),
        ("at=2.5", "means"),
    ],
)
def test_nonsense_in_the_address_is_said_and_left_out(table, part, said):
    table.open(f"game=connect_four&person=first&player=random&moves=4,4&{part}")
    assert said in table.page.inner_text("#notice")
    table.click((0, 0))
    table.wait_for_turn(2)
    assert table.ply == 4
