"""Board and evaluation fit into the window, from a small phone to a large screen, zoomed and held sideways."""

import pytest
from support.judged_page import GAMES, LOOSE, open_judged

SIZES = [
    (320, 568), (360, 640), (390, 844), (768, 1024),  # upright
    (568, 320), (667, 375), (844, 390),  # phones held sideways
    (640, 360), (640, 400), (683, 384), (960, 540), (512, 384),  # screens at 200 %
    (800, 600), (1024, 768), (1280, 800), (1366, 650), (1920, 1080), (3840, 2160),
]  # fmt: skip
PLACES = """() => {
  const place = (name) => {
    const { left, top, right, bottom } = document.querySelector(name).getBoundingClientRect();
    return [left, top, right, bottom];
  };
  const width = document.documentElement.scrollWidth;
  return { width, board: place("#board > *"), value: place("#thinking .figures") };
}"""
SHIFT = """() => {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}"""
MOST_SHIFT = 0.05


@pytest.mark.parametrize("name", GAMES)
def test_board_and_evaluation_fit(table, name):
    open_judged(table, name)
    assert table.page.evaluate(LOOSE) == []
    wrong = []
    for width, height in SIZES:
        table.page.set_viewport_size({"width": width, "height": height})
        table.page.evaluate("scrollTo(0, 0)")
        places = table.page.evaluate(PLACES)
        (left, top, right, bottom), value = places["board"], places["value"]
        fits = left >= 0 and top >= 0 and right <= width and bottom <= height and value[3] <= height
        if not fits or places["width"] > width:
            wrong.append(((width, height), places))
    assert wrong == []


@pytest.mark.parametrize("size", [(1280, 800), (360, 740), (844, 390)])
@pytest.mark.parametrize("wish", ["game=connect_four", "game=draughts&moves=11-15,23-18&person=both", "runs"])
def test_nothing_jumps_when_the_page_is_loaded(table, wish, size):
    table.page.set_viewport_size({"width": size[0], "height": size[1]})
    table.page.add_init_script(f"({SHIFT})()")
    table.page.route("**/api/position", lambda route: (table.page.wait_for_timeout(100), route.continue_()))
    table.page.goto(f"{table.address}#{wish}")
    table.page.wait_for_selector('.table[data-state="yours"], .starter')
    table.page.wait_for_timeout(200)
    assert table.page.evaluate("window.shift") < MOST_SHIFT


@pytest.mark.parametrize("size", [(320, 568), (568, 320)])
def test_the_page_of_runs_needs_no_scrolling_sideways(table, long_run, size):
    table.page.set_viewport_size({"width": size[0], "height": size[1]})
    table.page.goto(f"{table.address}{long_run}")
    table.page.wait_for_selector(".rival")
    table.page.click("summary:has-text('What it thinks')")
    table.page.wait_for_selector(".opinions td")
    assert table.page.evaluate("document.documentElement.scrollWidth") <= size[0]
