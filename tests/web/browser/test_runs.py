"""Learning, watched in a real browser."""

from fourfold.learn.curves import Curve, Point, write_curve
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
