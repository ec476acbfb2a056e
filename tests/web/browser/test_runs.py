"""Learning, watched in a real browser."""

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
