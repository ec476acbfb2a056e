"""The first load: few requests, few bytes, soon there on a slow line, and nothing jumps."""

import time

import pytest

MOST_REQUESTS = 12
MOST_BYTES = 100_000
SLOW = {"offline": False, "latency": 1000, "downloadThroughput": -1, "uploadThroughput": -1}
MOST_SECONDS = 5
READY = '.table[data-state="yours"], .starter'


@pytest.mark.parametrize("wish", ["", "game=draughts&moves=11-15,23-18", "runs"])
def test_few_requests_and_bytes(table, wish):
    table.page.goto("about:blank")
    table.requests.clear()
    network, sizes = table.context.new_cdp_session(table.page), []
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    table.page.goto(f"{table.address}#{wish}")
    table.page.wait_for_selector(READY)
    table.page.wait_for_load_state("networkidle")
    assert 4 <= len(table.requests) <= MOST_REQUESTS, table.requests
    assert 20_000 < sum(sizes) < MOST_BYTES


def test_a_slow_line_is_no_long_wait(table):
    """Each request takes a second more; the better of two counts, for a busy machine may be slow as well."""
    assert any(seconds_until_ready(table) < MOST_SECONDS for _ in range(2))


def seconds_until_ready(table):
    page = table.context.new_page()
    table.context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
    begun = time.monotonic()
    page.goto(table.address, wait_until="commit")
    page.wait_for_selector(READY, timeout=30_000)
    return time.monotonic() - begun
