"""Learning, watched in a real browser."""

import pytest

from fourfold.learn.curves import Curve, Point, write_curve
from fourfold.storage.progress import ProgressWriter
from fourfold.storage.run_folder import open_run

POINTS = "Number(document.querySelector('.run-detail .curve')?.dataset.points ?? 0)"


def test_a_run_is_started_watched_stopped_resumed_and_played(table):
    page = table.page
    page.goto(f"{table.address}#runs")
    page.select_option("#run-game", "connect_four")
    page.select_option("#run-learner", "nhb")
    page.select_option("#run-size", "short")
    page.click("#run-start")
    table.wait(f"() => {POINTS} > 0")
    seen = page.evaluate(POINTS)
    table.wait(f"() => {POINTS} > {seen}")
    assert page.query_selector(".run-detail .interval")
    assert page.inner_text(".run-detail .chip") == "learning"
    assert page.inner_text(".run-item") != ""

    page.click("text=Stop")
    page.wait_for_selector(".run-detail .chip.stopped")
    seen = page.evaluate(POINTS)
    page.click("text=Resume")
    page.wait_for_selector(".run-detail .chip.running")
    table.wait(f"() => {POINTS} > {seen}")
    page.click("text=Stop")
    page.wait_for_selector(".run-detail .chip.stopped")

    page.click("text=Play against it")
    page.wait_for_selector('.table[data-state="yours"]')
    assert page.input_value("#player") == "run:nhb-connect_four"
    page.click("#seconds input[value='0.2'] + span")
    table.click((0, 3))
    table.wait_for_turn(0)
    assert table.ply == 2


def test_runs_are_left_and_come_back_by_the_address(table):
    table.open("game=connect_four&person=both&moves=4")
    table.page.click("#to-runs")
    table.page.wait_for_selector(".starter")
    table.page.click("#to-play")
    table.page.wait_for_selector('.table[data-state="yours"]')
    assert table.moves() == ["4"]


def test_a_curve_says_what_it_measures_and_shows_its_test_apart(table, runs_folder):
    points = [Point(0, 0.5, 0.5, 0.5), Point(100, 0.7, 0.6, 0.79), Point(200, 0.85, 0.77, 0.91)]
    tests = [Point(200, 0.8, 0.74, 0.85)]
    curve = Curve("matches", "score against the net it began with", points, "100 games", 0.5, tests, "final test")
    with open_run(runs_folder / "measured", {"method": "nhb", "game": "connect_four"}) as run:
        write_curve(run.folder, curve)
    page = table.page
    page.goto(f"{table.address}#run=measured")
    page.wait_for_selector(".run-detail .curve .test")
    assert "too early to say: 3 of at least 4 points" in page.inner_text(".verdict")
    words = page.inner_text(".curve-words")
    for text in ("score against the net it began with", "100 games", "95 % interval", "baseline 0.5"):
        assert text in words
    assert "final test: 0.8 (0.74 to 0.85)" in words
    place = "node => { const { x, width } = node.getBoundingClientRect(); return x + width / 2; }"
    line_end, test = (page.eval_on_selector(f".run-detail .curve {each}", place) for each in (".tip", ".test"))
    assert test > line_end + 10, "it is no point of the line"
    assert page.eval_on_selector(".baseline", "node => getComputedStyle(node).strokeDasharray") != "none"
    assert page.query_selector(".run-detail .interval")


def write_pair(folder):
    """Write two runs of a game that have learned for one minute and for four."""
    for name, seconds, high in (("quick", 60.0, 0.7), ("slow", 240.0, 0.9)):
        points = [Point(0, 0.5, 0.5, 0.5), Point(100, high, high - 0.1, high + 0.05)]
        with open_run(folder / name, {"method": "nhb", "game": "hex"}) as run:
            write_curve(run.folder, Curve("matches", "score", points, "100 games", 0.5))
            progress = ProgressWriter(run.folder, 100, "matches")
            progress.note(100, "", seconds)
            progress.finish(seconds)


def test_two_runs_are_drawn_on_the_same_axes(table, runs_folder):
    write_pair(runs_folder)
    page = table.page
    page.goto(f"{table.address}#run=quick")
    page.select_option("#compare-with", "slow")
    page.wait_for_selector(".run-detail .rival .interval")
    assert page.inner_text(".curve-words .keys").split("\n")[:2] == ["quick", "slow"]
    ends = "() => [...document.querySelectorAll('.run-detail .course-line')].map((line) => line.getBBox().width)"
    slow, quick = page.evaluate(ends)
    assert slow == pytest.approx(quick), "both have made 100 matches"
    page.select_option("#compare-by", "minutes")
    table.wait("() => document.querySelector('.run-detail .curve').textContent.includes('minutes of learning')")
    slow, quick = page.evaluate(ends)
    assert slow == pytest.approx(4 * quick, rel=0.01)
    page.reload()
    page.wait_for_selector(".run-detail .rival .interval")
    assert page.evaluate(ends) == pytest.approx([slow, quick], rel=0.01), "the address has the comparison"
    page.select_option("#compare-with", "")
    table.wait("() => !document.querySelector('.run-detail .rival')")


def test_what_nets_think_of_positions_leads_to_the_board(table, long_run):
    page = table.page
    page.goto(f"{table.address}#run=long")
    page.focus("summary:has-text('What it thinks')")
    page.keyboard.press("Enter")
    page.wait_for_selector(".opinions tbody tr")
    assert page.inner_text(".opinions thead").split() == ["position", "10", "%", "now"]
    assert page.locator(".opinions tbody tr").count() == 5
    assert page.eval_on_selector(".opinions img", "image => image.decode().then(() => image.naturalWidth)") > 0
    page.click(".opinions tbody tr:nth-child(2) a")
    page.wait_for_selector('.table[data-state="yours"]')
    assert len(table.moves()) == 2


def test_an_earlier_net_is_an_opponent(table, long_run):
    page = table.page
    page.goto(f"{table.address}#run=long")
    page.click("button:has-text('10 %')")
    page.wait_for_selector('.table[data-state="yours"]')
    assert page.input_value("#player") == "run:long@10"
    assert page.inner_text("#player-words") == "what long was after 120 matches"
    page.click("#seconds input[value='0.2'] + span")
    table.click((0, 3))
    table.wait_for_turn(0)
    assert table.ply == 2


def test_a_game_of_the_net_with_itself_is_stepped_through(table, long_run):
    page = table.page
    page.goto(f"{table.address}#run=long")
    page.click("text=Look at a game with itself")
    page.wait_for_selector('.table[data-state="yours"]')
    assert table.moves() == ["4", "4", "3"]
    assert page.inner_text("#ply").startswith("0")
    page.click("#forth")
    table.wait("() => document.getElementById('ply').textContent.startsWith('1')")
