"""Many games at once: nobody gets an error, and pages are answered while searches run."""

import statistics
import threading
import time

import pytest
from support.web_server import running_server

from fourfold.web.limits import Limits

GAMES = ["connect_four", "othello", "draughts", "tic_tac_toe"]
MOVES = 2
"""Of either side, in every game."""


class Visitor(threading.Thread):
    """Plays a game as the page does: asks for the position after each move, and for the answer of a player."""

    def __init__(self, api, number):
        super().__init__()
        self.api, self.number, self.game = api, number, GAMES[number % len(GAMES)]
        self.moves, self.page_seconds, self.errors = [], [], []

    def run(self):
        try:
            for _ in range(MOVES):
                legal = self.position()["legal"]
                self.moves.append(legal[self.number % len(legal)]["move"])
                player = "search" if self.game == "tic_tac_toe" else "nhb"
                question = {"game": self.game, "moves": self.moves, "player": player, "seconds": 0.2}
                self.moves.append(self.api.lines("/api/choose", question)[-1]["move"])
            self.position()
        except Exception as error:
            self.errors.append(repr(error))

    def position(self):
        begun = time.perf_counter()
        status, found = self.api.post("/api/position", {"game": self.game, "moves": self.moves})
        self.page_seconds.append(time.perf_counter() - begun)
        assert status == 200, found
        return found


def play(api, count):
    """Let so many visitors play at once; return them, and how long the page took to be sent meanwhile."""
    for game in GAMES:  # compiled once, which is not what is measured
        player = "search" if game == "tic_tac_toe" else "nhb"
        api.lines("/api/choose", {"game": game, "player": player, "seconds": 0.05})
    visitors = [Visitor(api, number) for number in range(count)]
    for visitor in visitors:
        visitor.start()
    pages = []
    while any(visitor.is_alive() for visitor in visitors):
        begun = time.perf_counter()
        assert api.send("GET", "/")[0] == 200
        pages.append(time.perf_counter() - begun)
        time.sleep(0.05)
    return visitors, pages


def check(api, count):
    visitors, pages = play(api, count)
    assert [error for visitor in visitors for error in visitor.errors] == []
    assert all(len(visitor.moves) == 2 * MOVES for visitor in visitors)
    positions = [seconds for visitor in visitors for seconds in visitor.page_seconds]
    print(
        f"{count} games: the page in {1000 * statistics.median(pages):.1f} ms ({len(pages)} times),"
        f" positions in {1000 * statistics.median(positions):.1f} ms (medians)"
    )
    assert statistics.median(pages) < 0.1
    assert statistics.median(positions) < 0.1


def test_eight_games_at_once(tmp_path):
    with running_server(tmp_path) as api:
        check(api, 8)


@pytest.mark.slow
def test_fifty_games_at_once(tmp_path):
    with running_server(tmp_path, Limits()) as api:
        check(api, 50)
