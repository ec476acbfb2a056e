"""What is to be seen of a player's thinking."""

import json

from support.judged_page import LOOSE


def test_depth_speed_and_line_are_shown_while_a_player_thinks(table):
    table.open("game=connect_four&player=search&person=both&seconds=1")
    table.page.click("#person input[value=second] + span")
    table.wait('() => document.querySelector("#thinking.busy .figures")')
    table.wait_for_turn(0)
    value, depth, positions, rate = table.page.eval_on_selector_all(
        "#thinking .figures dd", "all => all.map(each => each.textContent)"
    )
    assert float(value.replace("\u2212", "-")) < 1
    assert int(depth) > 1
    assert positions[0].isdigit()
    assert rate[0].isdigit()
    assert table.page.query_selector_all(".line .step")


def test_every_legal_move_has_its_value_on_the_board(table):
    table.open("game=tic_tac_toe&person=both&seconds=0.2&moves=0,3,1,4")
    table.page.click("#show-values")
    table.wait("() => document.querySelectorAll('.value').length === 5")
    assert table.page.get_attribute(".value.best", "data-move") == "2"
    assert table.page.eval_on_selector_all(".value.best text", "all => all.map(each => each.textContent)") == [
        "win",
        "in 1",
    ]


def test_a_ranking_is_shown_as_a_heat_map(table):
    table.open("game=connect_four&player=sorter&person=both&seconds=0.2&moves=4,4,4")
    table.page.click("#show-values")
    table.wait("() => document.querySelectorAll('.heat').length === 7")
    shares = table.page.eval_on_selector_all(".value text", "all => all.map(each => parseFloat(each.textContent))")
    assert 97 < sum(shares) < 103


def test_exact_scores_stand_beside_the_players_values(table):
    table.open("game=connect_four&player=search&person=both&seconds=0.2&moves=4,4,4,4,4,2,2,3,3,3,2,6,6,2,2,6")
    table.page.click("#show-values")
    table.page.click("#show-exact")
    table.wait("() => document.querySelectorAll('.truth').length > 2")
    table.wait("() => /agrees|differs/.test(document.querySelector('#verdict').textContent)")
    assert table.page.query_selector(".truth.best")


def test_the_course_of_the_game_leads_back(table):
    table.open("game=tic_tac_toe&person=both&moves=0,3,1,4,2")
    assert table.state == "over"
    table.wait("() => document.querySelectorAll('.course .bar span').length === 6")
    assert table.page.eval_on_selector_all(".course .up", "all => all.length") >= 3
    table.page.click('.course [data-ply="2"]')
    table.wait("() => document.querySelector('.table').dataset.ply === '2'")
    assert table.pieces() == {"o": 1, "x": 1}
    assert table.moves() == ["0", "3", "1", "4", "2"]
    table.page.click("#to-end")
    table.wait("() => document.querySelector('.table').dataset.ply === '5'")


def test_playing_from_an_earlier_position_replaces_what_followed(table):
    table.open("game=tic_tac_toe&person=both&moves=0,3,1,4&at=2")
    table.click((2, 2))
    table.wait_for_turn(2)
    assert table.moves() == ["0", "3", "8"]


def test_a_course_has_one_judge(table):
    """Another opponent is another judge: its values take the place of all those before, which are kept."""
    table.open("game=connect_four&player=search&person=both&seconds=0.2&moves=4,4,3")
    judged = "() => document.querySelectorAll('.course .bar span').length === 4"
    table.wait(judged)
    first = course(table)
    assert table.page.inner_text("#course-value").startswith("Plain search: ")
    asked = []
    table.page.on("request", lambda request: "choose" in request.url and asked.append(request.post_data_json["player"]))
    table.page.select_option("#player", "mcts")
    table.wait("() => document.querySelector('#course-value').textContent.startsWith('Monte Carlo: ')")
    table.wait(judged)
    assert asked == ["mcts"] * 4
    asked.clear()
    table.page.select_option("#player", "search")
    table.wait("() => document.querySelector('#course-value').textContent.startsWith('Plain search: ')")
    assert course(table) == first
    assert asked == []


def course(table):
    return table.page.eval_on_selector_all(".course .bar", "all => all.map(each => each.title)")


def test_thoughts_are_those_of_this_search(table):
    """What is shown while a player thinks comes from the answer to this question, never from the one before."""
    table.open("game=connect_four&player=search&person=first&seconds=0.2")
    table.click((0, 3))
    table.wait_for_turn(0)
    assert table.page.query_selector("#thinking .figures")
    table.page.route("**/api/choose", lambda route: None)  # an answer that never comes
    table.click((0, 3))
    table.wait("() => document.querySelector('.table').dataset.state === 'thinking'")
    assert table.page.query_selector("#thinking .figures") is None
    table.page.unroute("**/api/choose")


def test_an_exact_score_is_said_in_words(table):
    """Of the best columns, of the one that the mouse or the focus is on, and to those who listen."""
    table.open("game=connect_four&player=search&person=both&seconds=0.2&moves=4,4,4,4,4,2,2,3,3,3,2,6,6,2,2,6")
    assert table.page.inner_text("#pointed") == ""
    table.page.click("#show-exact")
    table.wait("() => /moves/.test(document.querySelector('.truth.best')?.getAttribute('aria-label'))")
    table.wait("() => !/at work/.test(document.querySelector('#verdict').textContent)")
    assert table.page.inner_text("#verdict") == "Exact: 5 loses in 5 moves (the winner's)."
    assert table.page.inner_text("#pointed") == "Point at a column to read its score in words."
    assert table.page.get_attribute(".truth.best", "aria-label") == "5 loses in 5 moves"
    assert table.page.get_attribute('[data-square="0,4"]', "aria-label").endswith("empty, legal, loses in 5 moves")
    table.page.hover('[data-square="5,0"]')
    assert table.page.inner_text("#pointed") == "1 loses in 1 move (the winner's)."
    table.page.focus('[data-square="0,4"]')
    assert table.page.inner_text("#pointed") == "5 loses in 5 moves (the winner's)."
    table.page.click("#show-exact")
    assert table.page.inner_text("#pointed") == ""
    assert "loses" not in table.page.get_attribute('[data-square="0,4"]', "aria-label")


def test_bounds_are_shown_where_scores_are_not_known(table):
    """What the solver says is made up here: it takes seconds, and ever fewer positions too long."""
    table.open("game=connect_four&player=search&person=both&seconds=0.2&moves=4,4")
    nothing = {"score": None, "low": -20, "high": 19, "words": "may win, draw or lose"}
    moves = [{"move": move, **nothing} for move in "1234567"]
    moves[3] |= {"low": -19, "high": 12, "words": "at best wins in 9 moves"}
    moves[4] |= {"low": 2, "high": 5, "words": "wins in 16 to 19 moves"}
    begun = {"kind": "thinking", "moves": moves, "value": None, "words": ""}
    ended = {**begun, "kind": "scores", "words": "not every score is known within 10 s"}
    body = "".join(json.dumps(line) + "\n" for line in (begun, ended))
    table.page.route("**/api/solve", lambda route: route.fulfill(content_type="application/x-ndjson", body=body))
    table.page.click("#show-exact")
    table.wait("() => /10 s/.test(document.querySelector('#verdict').textContent)")
    texts = table.page.eval_on_selector_all(".truth text", "all => all.map(each => each.textContent)")
    assert texts == ["?", "?", "?", "\u221219…+12", "+2…+5", "?", "?"]
    assert table.page.evaluate(LOOSE) == []
    said = "So far: 5 wins in 16 to 19 moves (the winner's). Not every score is known within 10 s."
    assert table.page.inner_text("#verdict") == said
    assert table.page.get_attribute('[data-square="0,3"]', "aria-label").endswith("legal, at best wins in 9 moves")
    assert not table.page.query_selector(".truth.best")
    table.page.unroute("**/api/solve")
