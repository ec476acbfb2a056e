"""Contrast as the Web Content Accessibility Guidelines have it: of text at least 4.5 to 1, of marks 3 to 1."""

import pytest
from support.browser_table import Table
from support.judged_page import GAMES, open_judged

VIEW = {"width": 1000, "height": 700}
FAINT = r"""() => {
  const numbers = (colour) => {
    const [red, green, blue, alpha = 1] = colour.match(/[\d.]+/g).map(Number);
    return { parts: [red, green, blue], alpha };
  };
  const over = (upper, lower) => upper.parts.map((part, at) => part * upper.alpha + lower[at] * (1 - upper.alpha));
  const luminance = (parts) => {
    const shares = parts.map((part) => part / 255);
    const linear = shares.map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const contrast = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const style = (node) => getComputedStyle(node);
  const byId = (id) => document.getElementById(id);
  const page = (node) => {
    if (!node) return [255, 255, 255];
    const ground = numbers(style(node).backgroundColor);
    return ground.alpha === 1 ? ground.parts : over(ground, page(node.parentElement));
  };
  const painted = [...document.querySelectorAll(".board :is(rect, circle, path, polyline)")];
  const ground = (node, x, y) => {
    const below = painted.filter((each) => {
      const isBefore = each.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (!isBefore || each.closest(".cells") || style(each).fill === "none" || each.parentNode === node) return false;
      const point = new DOMPoint(x, y).matrixTransform(each.getScreenCTM().inverse());
      return each.isPointInFill(point);
    });
    return below.reduce((under, each) => over(numbers(style(each).fill), under), page(byId("board")));
  };
  const found = [];
  const check = (name, ratio, least) => ratio >= least || found.push(`${name} ${ratio.toFixed(2)}`);

  for (const text of document.querySelectorAll(".board text")) {
    const { x, y, width, height } = text.getBoundingClientRect();
    const under = ground(text, x + width / 2, y + height / 2);
    const ratio = contrast(over(numbers(style(text).fill), under), under);
    check(`${text.getAttribute("class")} ${text.textContent}`, ratio, 4.5);
  }
  for (const line of document.querySelectorAll(".board .line")) {
    const casing = line.previousElementSibling;
    const at = line.getPointAtLength(1).matrixTransform(line.getScreenCTM());
    const under = ground(line.parentNode, at.x, at.y);
    const best = [line, casing].filter(Boolean).map((each) => contrast(numbers(style(each).stroke).parts, under));
    check(line.parentNode.getAttribute("class"), Math.max(...best), 3);
  }
  for (const dot of document.querySelectorAll(".board .dot")) {
    const { x, y, width, height } = dot.getBoundingClientRect();
    const under = ground(dot, x + width / 2, y + height / 2);
    check("dot", contrast(numbers(style(dot).fill).parts, under), 3);
  }
  for (const bars of document.querySelectorAll(".board.mark .bars")) {
    check("bars", contrast(numbers(style(bars).stroke).parts, page(byId("board"))), 3);
  }
  for (const mark of document.querySelectorAll(".board.mark .piece [stroke]")) {
    check("piece", contrast(numbers(style(mark).stroke).parts, page(byId("board"))), 3);
  }
  for (const bar of document.querySelectorAll(".bar span")) {
    check("bar", contrast(numbers(style(bar).borderTopColor).parts, page(bar.closest(".course"))), 3);
  }
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode.parentElement;
    const isSeen = node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!isSeen || !walk.currentNode.textContent.trim()) continue;
    if (node.closest("svg, :disabled, script, option, .notice, .unseen")) continue;
    const under = page(node);
    check(walk.currentNode.textContent.trim(), contrast(over(numbers(style(node).color), under), under), 4.5);
  }
  for (const input of document.querySelectorAll(".switch input")) {
    check("switch", contrast(numbers(style(input).backgroundColor).parts, page(input.parentElement)), 3);
  }
  return [...new Set(found)];
}"""
"""Returns what cannot be seen well."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", GAMES)
def test_everything_on_the_board_is_seen(browser, address, name, scheme):
    options = {"viewport": VIEW, "reduced_motion": "reduce", "color_scheme": scheme}
    with Table(browser.new_context(**options), address) as table:
        open_judged(table, name)
        assert table.page.evaluate(FAINT) == []
        table.page.uncheck("#show-values")
        table.page.click("#hint")
        table.page.wait_for_selector(".hint-ring")
        assert table.page.evaluate(FAINT) == []


def test_a_man_that_must_capture_is_seen(table):
    table.open("game=draughts&person=both&start=B:W18,19,27,28:BK15,6")
    assert table.page.evaluate(FAINT) == []
    table.click((3, 4))
    table.page.wait_for_selector(".mark.chosen")
    assert table.page.evaluate(FAINT) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_of_runs_is_seen(browser, address, long_run, scheme):
    with Table(browser.new_context(viewport=VIEW, color_scheme=scheme), address) as table:
        table.page.goto(f"{address}{long_run}")
        table.page.wait_for_selector(".rival")
        table.page.click("summary:has-text('What it thinks')")
        table.page.wait_for_selector(".opinions td")
        assert table.page.evaluate(FAINT) == []
