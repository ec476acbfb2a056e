"""What the page offers besides the moves: undo, hints, records, keys; words for listeners."""

import pytest
from support.browser_table import Table

LIMIT_OF_DRAWING = 50
DELAY_OF_SERVER = 1000
PHONE = {"width": 360, "height": 740}


def test_undo_goes_back_to_the_persons_turn(table):
    table.open("game=connect_four&player=random&person=first&seed=1")
    table.click((0, 3))
    table.wait_for_turn(0)
    assert table.ply == 2
    table.page.click("#undo")
    table.wait("() => document.querySelector('.table').dataset.ply === '0'")
    assert table.pieces() == {}
    assert table.moves() == []


def test_a_hint_is_shown_on_the_board(table):
    table.open("game=tic_tac_toe&person=first&seconds=0.2&moves=0,3,1,4")
    table.page.click("#hint")
    table.page.wait_for_selector(".hint-ring")
    assert table.page.get_attribute(".hint-ring", "data-at") == "0,2"
    assert "Hint: 2" in table.page.text_content("#spoken")
    assert table.ply == 4


def test_illegal_clicks_change_nothing(table):
    table.open("game=othello&person=both")
    before = table.page.inner_html(".pieces")
    for square in ((0, 0), (3, 3), (7, 7)):
        table.click(square)
    assert table.page.inner_html(".pieces") == before
    assert (table.ply, table.state, table.moves()) == (0, "yours", [])
    assert "No legal move" in table.page.text_content("#spoken")


def test_clicks_while_the_player_thinks_change_nothing(table):
    table.open("game=connect_four&player=search&person=first&seconds=2&seed=1")
    table.click((1, 1))
    for square in ((0, 0), (0, 1), (0, 2), (2, 2)):
        table.click(square)
    table.wait_for_turn(0)
    assert table.ply == 2


def test_a_record_is_pasted(table):
    table.open("game=connect_four&person=both")
    table.page.click("#paste")
    table.page.fill("#paste-text", "4435")
    table.page.click("#paste-go")
    table.wait_for_turn(0)
    assert table.moves() == ["4", "4", "3", "5"]
    assert table.pieces() == {"o": 2, "x": 2}


def test_a_game_in_pdn_and_a_position_in_fen_are_pasted(table):
    table.open("game=draughts&person=both")
    for text, pieces in (("1. 11-15 23-18 2. 8-11 *", {"o": 12, "x": 12}), ("W:W18,K27:B9", {"O": 1, "o": 1, "x": 1})):
        table.page.click("#paste")
        table.page.fill("#paste-text", text)
        table.page.click("#paste-go")
        table.page.wait_for_selector("#paste-dialog", state="hidden")
        table.wait(f"() => document.querySelectorAll('.piece').length === {sum(pieces.values())}")
        assert table.pieces() == pieces


def test_a_wrong_record_is_refused_in_a_sentence(table):
    table.open("game=connect_four&person=both&moves=4")
    table.page.click("#paste")
    table.page.fill("#paste-text", "44x")
    table.page.click("#paste-go")
    table.wait("() => document.querySelector('#paste-error').textContent.length > 10")
    assert table.moves() == ["4"]
    assert all("422" in complaint for complaint in table.complaints)
    table.complaints.clear()


def test_the_record_is_copied_and_downloaded(table):
    table.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.open("game=draughts&person=both&moves=11-15,23-18")
    table.page.select_option("#format", "pdn")
    table.page.click("#copy")
    table.wait("() => document.querySelector('#notice').classList.contains('shown')")
    assert "11-15 23-18" in table.page.evaluate("navigator.clipboard.readText()")
    with table.page.expect_download() as download:
        table.page.click("#save")
    assert download.value.suggested_filename.endswith(".pdn")
    assert "11-15 23-18" in download.value.path().read_text()


def test_a_reload_restores_the_game(table):
    table.open("game=othello&player=random&person=first&seed=1")
    for _ in range(2):
        before = table.ply
        table.move(0)
        table.wait_for_turn(before)
    moves, pieces = table.moves(), table.pieces()
    table.page.reload()
    table.page.wait_for_selector('.table[data-state="yours"]')
    assert (table.moves(), table.pieces()) == (moves, pieces)
    assert len(moves) == 4


def test_an_address_with_an_illegal_move_begins_anew(table):
    table.open("game=connect_four&person=both&moves=4,9")
    assert table.moves() == []
    assert "column" in table.page.inner_text("#notice")
    assert all("422" in complaint for complaint in table.complaints)
    table.complaints.clear()


def test_resigning_ends_the_game(table):
    table.open("game=draughts&player=random&person=second&seed=1")
    table.page.click("#resign")
    table.page.wait_for_selector('.table[data-state="over"]')
    assert "Black wins by resignation" in table.status
    assert table.squares("legal") == []
    table.page.click("#new")
    table.page.wait_for_selector('.table[data-state="yours"]')


def test_the_board_is_flipped(table):
    table.open("game=draughts&person=second&player=random&seed=1")
    above = table.centre((0, 1))
    table.page.click("#flip")
    assert table.centre((0, 1))[1] > above[1]
    assert table.squares("movable")


def test_keys_play_a_game(table):
    table.open("game=tic_tac_toe&person=both")
    table.page.focus('.cell[tabindex="0"]')
    for key in ("Enter", "ArrowLeft", "Enter", "ArrowUp", "Enter"):
        table.page.keyboard.press(key)
        table.page.wait_for_selector('.table[data-state="yours"]')
    assert table.moves() == ["4", "3", "0"]
    table.page.keyboard.press("u")
    table.wait("() => document.querySelector('.table').dataset.ply === '2'")


def test_digits_drop_discs(table):
    table.open("game=connect_four&person=both")
    table.page.focus('.cell[tabindex="0"]')
    for ply, key in enumerate("4435"):
        table.page.keyboard.press(key)
        table.wait_for_turn(ply)
    assert table.moves() == ["4", "4", "3", "5"]


def test_squares_and_moves_are_said(table):
    table.open("game=othello&person=both")
    assert table.page.get_attribute('[data-square="2,3"]', "aria-label") == "d3, empty, legal"
    assert table.page.get_attribute('[data-square="3,3"]', "aria-label") == "d4, White"
    table.click((2, 3))
    assert table.page.text_content("#spoken") == "Black: d3, turns 1"
    assert table.page.locator("[role=grid] [role=row] [role=gridcell]").count() == 64


def test_everything_that_can_be_used_has_a_name(table):
    table.open("game=connect_four&person=both")
    nameless = """all => all.filter(each => !each.labels?.length && !each.getAttribute('aria-label')
      && !each.getAttribute('aria-labelledby') && !each.textContent.trim()).map(each => each.id)"""
    assert table.page.eval_on_selector_all("button, select, input, textarea, a", nameless) == []


def test_a_move_is_drawn_at_once(lively_table):
    """The fastest of five counts, for the others wait for the machine; none waits for the server, slow as it is."""
    lively_table.open("game=othello&person=both")
    lively_table.page.evaluate(
        """delay => {
        const { fetch } = window;
        window.fetch = async (...request) => {
          await new Promise((resolve) => setTimeout(resolve, delay));
          return fetch(...request);
        };
        window.drawn = [];
        addEventListener('pointerdown', () => { window.pressed = performance.now(); }, true);
        new MutationObserver(() => {
          const pressed = window.pressed;
          window.pressed = null;
          if (pressed) requestAnimationFrame(() => window.drawn.push(performance.now() - pressed));
        }).observe(document.querySelector('.pieces'), { childList: true });
      }""",
        DELAY_OF_SERVER,
    )
    for ply in range(5):
        lively_table.move(ply)
        lively_table.wait_for_turn(ply)
    drawn = lively_table.page.evaluate("window.drawn")
    assert len(drawn) == 5
    assert max(drawn) < DELAY_OF_SERVER, drawn
    assert min(drawn) < LIMIT_OF_DRAWING, drawn


def test_flips_are_animated(lively_table):
    lively_table.open("game=othello&person=both")
    lively_table.page.evaluate(
        """() => {
        const animate = Element.prototype.animate;
        window.animated = [];
        Element.prototype.animate = function (frames, options) {
          window.animated.push(JSON.stringify(frames));
          return animate.call(this, frames, options);
        };
      }"""
    )
    lively_table.click((2, 3))
    lively_table.wait("() => document.querySelectorAll('.piece').length === 5")
    lively_table.wait("() => window.animated.filter(each => each.includes('scaleX')).length === 2")
    assert lively_table.pieces() == {"o": 1, "x": 4}


@pytest.mark.parametrize("wish", ["game=connect_four&person=both", "game=draughts&person=both", "runs"])
def test_a_phone_needs_no_scrolling_sideways(table, wish):
    table.page.set_viewport_size(PHONE)
    table.page.goto(f"{table.address}#{wish}")
    table.page.wait_for_selector(".board, .starter")
    table.page.wait_for_load_state("networkidle")
    assert table.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_theme_is_switched_and_kept(table):
    table.open("game=tic_tac_toe&person=both")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = table.page.evaluate(paper)
    table.page.click("#theme")
    dark = table.page.evaluate(paper)
    assert light != dark
    table.page.reload()
    table.page.wait_for_selector('.table[data-state="yours"]')
    assert table.page.evaluate(paper) == dark


def test_a_finger_that_scrolls_plays_nothing(browser, address):
    with Table(browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True), address) as table:
        table.open("game=connect_four&person=both")
        x, y = table.centre((3, 3))
        touch = table.context.new_cdp_session(table.page)
        moves = [("touchMove", [up]) for up in (60, 120, 121)]
        for kind, way in (("touchStart", [0]), *moves, ("touchEnd", [])):
            if way == [121]:  # the finger rests: a fling would swallow the next tap
                table.page.wait_for_timeout(300)
            points = [{"x": x, "y": y - up} for up in way]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        table.wait("() => scrollY > 50")
        assert table.ply == 0
        table.wait("() => { scrollTo(0, 0); return new Promise(still => setTimeout(() => still(!scrollY), 300)); }")
        table.page.touchscreen.tap(*table.centre((3, 3)))
        table.wait_for_turn(0)
        assert table.moves() == ["4"]


def test_the_board_does_not_turn_in_the_middle_of_a_game(table):
    table.open("game=draughts&person=both&start=B:WK1,K2,K3:BK30,K31,K32")
    assert table.centre((0, 1))[1] > table.centre((7, 0))[1]


def test_a_link_to_the_board_moves_only_the_focus(table):
    table.open("game=othello&person=both&moves=f5")
    table.page.focus("#skip")
    table.page.keyboard.press("Enter")
    assert table.page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    table.page.click("#brand")
    assert table.moves() == ["f5"]
