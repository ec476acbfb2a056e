"""A server that is killed and comes back: what was played, typed and learned goes on by itself."""

import random
import re

import pytest
from support.browser_table import Table
from support.killed_server import KilledServer

from fourfold.games.interface.find import find_game

LEARNER = "tests/support/patient_learner.py"
MOMENTS = [1, pytest.param(20, marks=pytest.mark.slow)]
POINTS = "Number(document.querySelector('.run-detail .curve')?.dataset.points ?? 0)"
BANNER = "() => !document.querySelector('#banner').hidden"
NO_BANNER = "() => document.querySelector('#banner').hidden"


@pytest.fixture
def server(browser, tmp_path):
    with KilledServer(tmp_path / "runs", LEARNER) as server:
        yield server


@pytest.fixture
def table(browser, server):
    """A page that may complain of the network, and of nothing else."""
    context = browser.new_context(viewport={"width": 1000, "height": 700}, reduced_motion="reduce")
    with Table(context, server.address) as table:
        yield table
        table.complaints[:] = [each for each in table.complaints if "net::" not in each]


def test_a_search_begins_again_and_nothing_typed_is_lost(table, server):
    table.open("game=connect_four&player=search&person=first&seconds=1")
    table.click((0, 3))
    table.wait("() => document.querySelector('#thinking.busy .figures')")
    server.kill()
    table.wait(BANNER)
    assert table.page.inner_text("#banner").startswith("The server does not answer.")
    assert table.moves() == ["4"]
    server.start()
    table.wait_for_turn(0)
    table.wait(NO_BANNER)
    server.kill()
    table.click((0, 0))
    table.wait(BANNER)
    assert table.moves()[2] == "1", "a move is in the address before the server knows of it"
    table.page.click("#paste")
    table.page.fill("#paste-text", "4435")
    table.page.click("#paste-go")
    server.start()
    table.page.wait_for_selector("#paste-dialog", state="hidden")
    table.wait("() => document.querySelector('.table').dataset.ply === '4'")
    assert table.moves() == ["4", "4", "3", "5"]


@pytest.mark.parametrize("moments", MOMENTS)
def test_games_go_on(table, server, moments):
    """Every move that the person made is in the record, in its order, whenever the server was killed."""
    chance, made = random.Random(moments), []
    table.open("game=connect_four&player=search&person=first&seconds=0.5")
    for _ in range(moments):
        if table.state == "over":
            check_record(table, made)
            made = []
            table.page.click("#new")
            table.page.wait_for_selector('.table[data-state="yours"][data-ply="0"]')
        is_killed_first, before = chance.random() < 0.3, table.ply
        if is_killed_first:
            server.kill()
        column = chance.choice(table.squares("legal"))[1]
        table.click((0, column))
        made.append(str(column + 1))
        assert re.search(rf"moves=(\w,){{{before}}}{made[-1]}", table.page.evaluate("location.hash")), "at once"
        table.page.wait_for_timeout(chance.uniform(0, 1000))
        if not is_killed_first:
            server.kill()
        server.start()
        table.wait_for_turn(before)
    check_record(table, made)


def check_record(table, made):
    moves = table.moves()
    assert moves[::2] == made
    game = find_game("connect_four")
    assert len(game.replay(moves)) == len(moves) + 1


@pytest.mark.parametrize("moments", MOMENTS)
def test_a_training_goes_on(table, server, moments):
    """It is started once, although the server is killed meanwhile, and its curve grows after every kill."""
    page = table.page
    page.goto(f"{table.address}#runs")
    page.select_option("#run-game", "tic_tac_toe")
    page.select_option("#run-learner", "patient_learner")
    server.kill()
    page.click("#run-start")
    table.wait(BANNER)
    server.start()
    table.wait(f"() => {POINTS} > 0")
    chance = random.Random(moments)
    for _ in range(moments):
        seen = page.evaluate(POINTS)
        page.wait_for_timeout(chance.uniform(0, 1500))
        server.kill()
        server.start()
        table.wait(f"() => {POINTS} > {seen}")
    table.wait(NO_BANNER)
    assert [path.name for path in server.runs.iterdir()] == ["patient_learner-tic_tac_toe"]
    assert page.inner_text(".run-detail .chip") == "learning"
    page.click("text=Stop")
    page.wait_for_selector(".run-detail .chip.stopped")
