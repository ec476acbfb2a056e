"""A stranger's game that says nothing of how it looks: its moves are buttons, and all that is said of them is there."""

import pytest
from support.browser_table import Table
from support.web_server import running_server

from fourfold.games.interface.find import find_game

pytestmark = pytest.mark.filterwarnings("ignore::fourfold.binding.bind.PlainPythonWarning")


@pytest.fixture(scope="module")
def address(browser, tmp_path_factory):
    """The address of a server with a game that has no board and cannot be compiled."""
    game = find_game("tests/support/countdown.py")
    with running_server(tmp_path_factory.mktemp("runs"), games=[game]) as api:
        yield f"http://localhost:{api.port}/"


@pytest.fixture
def table(browser, address):
    with Table(browser.new_context(viewport={"width": 1000, "height": 700}, reduced_motion="reduce"), address) as table:
        yield table


def test_values_and_a_hint_are_seen_on_the_moves(table):
    table.open("game=countdown&person=both&seconds=5")
    assert table.page.eval_on_selector_all("#buttons button", "all => all.map(each => each.textContent)") == ["1", "2"]
    table.page.click("#show-values")
    table.wait("() => document.querySelectorAll('#buttons .worth').length === 2")
    assert table.page.get_attribute("#buttons .best", "data-loose") == "1"
    assert "win in 5" in table.page.inner_text("#buttons .best")
    table.page.keyboard.press("h")
    table.page.wait_for_selector("#buttons .advised")
    assert table.page.get_attribute("#buttons .advised", "data-loose") == "1"


def test_the_end_says_who_has_won(table):
    table.open("game=countdown&person=both&player=random")
    for ply, key in enumerate("2212"):
        table.page.keyboard.press(key)
        table.wait_for_turn(ply)
    assert table.status.startswith("Orange wins")


def test_the_first_opponent_is_a_strong_one(table):
    table.page.goto(f"{table.address}#game=countdown")
    table.page.wait_for_selector('.table[data-state="yours"]')
    assert table.page.input_value("#player") == "mcts"
