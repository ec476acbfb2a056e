"""Games with options: in the address, in a control, with players and games of their own."""


def test_a_game_of_hex_on_7x7_by_clicks(table):
    table.open("game=hex:size=7&player=random&person=first&seed=4")
    assert table.page.locator(".cell").count() == 49
    plies = table.play_to_the_end()
    assert plies >= 13
    assert "wins" in table.status
    assert "game=hex:size=7&" in table.page.url
    table.page.reload()
    table.page.wait_for_selector('.table[data-state="over"]')
    assert table.ply == plies


def test_rows_stand_half_a_cell_to_the_right_and_edges_have_colours(table):
    table.open("game=hex:size=5&person=both")
    (left, top), (below, bottom) = table.centre((0, 0)), table.centre((1, 0))
    right, _ = table.centre((0, 1))
    assert abs((below - left) - (right - left) / 2) < 1
    assert bottom - top < right - left
    edges = table.page.eval_on_selector_all(".edge", "all => all.map(each => each.getAttribute('stroke'))")
    assert edges == ["#d1383d", "#2f6db5", "#d1383d", "#2f6db5"]


def test_the_control_begins_a_game_of_another_size(table):
    table.open("game=hex&player=random&person=both&moves=a1,b2")
    table.page.focus("[name=option-size]")
    table.page.select_option("[name=option-size]", "4")
    table.wait("() => document.querySelectorAll('.cell').length === 16")
    assert "game=hex:size=4&" in table.page.url
    assert "player=random" in table.page.url
    assert table.page.evaluate("document.activeElement.name") == "option-size"
    table.page.get_by_role("button", name="Back to the previous game").click()
    table.wait("() => document.querySelectorAll('.cell').length === 121")
    assert table.moves() == ["a1", "b2"]


def test_a_switch_is_an_option_with_two_values(table):
    table.open("game=hex:size=4&person=both")
    table.page.check("[name=option-swap]")
    table.wait("() => location.hash.includes('swap=1')")
    table.click((0, 1))
    table.wait_for_turn(0)
    table.page.click("#buttons [data-loose=swap]")
    table.wait_for_turn(1)
    assert table.moves() == ["b1", "swap"]
    assert table.pieces() == {"o": 1}


def test_an_option_out_of_range_is_said_and_left_out(table):
    table.page.goto(f"{table.address}#game=hex:size=99&player=random")
    notice = table.page.wait_for_selector("#notice.shown").inner_text()
    assert "size is a whole number from" in notice
    table.page.wait_for_selector('.table[data-state="yours"]')
    assert table.page.locator(".cell").count() == 121
    table.complaints.clear()  # the browser's own note about a refused request


def test_a_game_from_a_file_has_its_options_too(table):
    table.open("game=pawns&player=random&person=both")
    assert table.page.locator(".cell").count() == 16
    table.page.select_option("[name=option-size]", "6")
    table.wait("() => document.querySelectorAll('.cell').length === 36")
    assert "game=pawns:size=6&" in table.page.url
    table.move(0)
    table.wait_for_turn(0)


def test_the_tab_of_a_game_leads_back_to_its_options(table):
    table.open("game=hex:size=5&player=random&person=both&moves=c3")
    table.page.click("[data-game=tic_tac_toe]")
    table.wait("() => document.querySelectorAll('.cell').length === 9")
    assert table.page.is_hidden("#options")
    table.page.click("[data-game=hex]")
    table.wait("() => document.querySelectorAll('.cell').length === 25")
    assert table.moves() == ["c3"]
