"""Positions, records and exports: what the page needs to draw a board, for every game."""

import pytest
from support.paths import DOTS_AND_BOXES, PAWNS

from fourfold.games.interface.cell import even_rows
from fourfold.games.interface.find import find_game, game_names

FILES = {"pawns": PAWNS, "dots_and_boxes": DOTS_AND_BOXES}
GAMES = [*game_names(), *FILES]


def position(api, game, *moves, start=""):
    status, found = api.post("/api/position", {"game": game, "start": start, "moves": list(moves)})
    assert status == 200, found
    return found


def test_all_games_and_players_are_listed(api):
    status, found = api.get("/api/games")
    assert status == 200
    assert sorted(game["name"] for game in found["games"]) == sorted(GAMES)
    for game in found["games"]:
        names = [player["name"] for player in game["players"]]
        assert len(names) == len(set(names))
        assert {"search", "mcts", "greedy", "random"} <= set(names)
        assert all(player["words"] for player in game["players"])
    players = {game["name"]: [player["name"] for player in game["players"]] for game in found["games"]}
    assert players["connect_four"][0] == "perfect"
    assert "sorter" in players["connect_four"]
    assert {"wthor", "wthor-policy"} < set(players["othello"])
    assert all(len(names) == len(set(names)) for names in players.values())
    assert players["draughts"][0] == "outcome"


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_can_be_played_by_squares(api, name):
    """Every legal move that changes the board has a square to click on, and leads to the state of the rules."""
    game = find_game(FILES.get(name, name))
    state, moves, sides, place = game.init_state(), [], [0], 7
    while True:
        found = position(api, name, *moves)
        assert found["rows"] == [row if isinstance(row, str) else list(row) for row in even_rows(game.board(state))]
        assert (found["ply"], found["turns"]) == (len(moves), sides[:-1])
        if found["outcome"] or len(moves) == 200:
            break
        assert found["turn"] == (0 if state.player == 1 else 1)
        choices = found["legal"] + found["chances"]
        assert {each["move"] for each in choices} == set(game.legal_texts(state))
        assert sum(each["probability"] for each in found["chances"]) == (pytest.approx(1) if found["chances"] else 0)
        for each in found["legal"]:
            assert each["to"] == (each["path"][-1] if each["path"] else None)
            assert each["path"] or each["move"] in ("pass", "no play")
        place = place * 31 + 11
        move = choices[place % len(choices)]["move"]
        sides[-1] = None if found["chances"] else found["turn"]
        state = game.apply(state, game.parse_move(state, move))
        sides.append(None)
        moves.append(move)
    assert found["outcome"] or name in ("draughts", "backgammon")


def test_who_has_won_is_said(api):
    found = position(api, "connect_four", *"1212121")
    assert found["outcome"] == {"winner": 0, "words": "Yellow wins"}
    assert found["turn"] is None
    assert found["legal"] == []
    assert found["last"] == [[2, 0]]
    found = position(api, "tic_tac_toe", *"012435768")
    assert found["outcome"]["winner"] is None


def test_a_repeated_position_is_a_draw(api):
    start = "B:WK32:BK1"
    shuffle = ["1-5", "32-27", "5-1", "27-32"] * 2
    found = position(api, "draughts", *shuffle, start=start)
    assert found["outcome"] == {"winner": None, "words": "a draw: this position has stood 3 times"}
    status, found = api.post("/api/position", {"game": "draughts", "start": start, "moves": [*shuffle, "1-5"]})
    assert status == 422
    assert found["error"].startswith("move 9: the game is over")


def test_a_jump_sequence_is_one_move_with_all_its_squares(api):
    found = position(api, "draughts", start="B:W6,7,14,15:BK1")
    (first, *rest) = sorted(found["legal"], key=lambda each: each["path"])
    assert rest
    assert first["forced"]
    assert len(first["path"]) > 2
    assert first["path"][0] == [0, 1]
    assert len(first["captures"]) == len(first["path"]) - 1


def test_a_pass_has_no_square(api):
    passing = "." + "o" * 6 + "x" * 57
    found = position(api, "othello", start=f"{passing} o")
    assert [(each["move"], each["to"]) for each in found["legal"]] == [("pass", None)]
    assert found["turn"] == 1


def test_a_drop_is_where_the_stone_falls(api):
    found = position(api, "connect_four", "4", "4")
    move = next(each for each in found["legal"] if each["move"] == "4")
    assert move["path"] == [[3, 3]]


def test_othello_moves_name_the_discs_they_turn(api):
    move = next(each for each in position(api, "othello")["legal"] if each["move"] == "f5")
    assert move["path"] == [[4, 5]]
    assert move["captures"] == [[4, 4]]


@pytest.mark.parametrize(
    ("game", "text", "moves", "start"),
    [
        ("connect_four", "4435", ["4", "4", "3", "5"], ""),
        ("connect_four", "44 35\n", ["4", "4", "3", "5"], ""),
        ("connect_four", "." * 41 + "x o", [], "." * 41 + "x o"),
        ("othello", "f5d6c3", ["f5", "d6", "c3"], ""),
        ("othello", "F5 D6, C3", ["f5", "d6", "c3"], ""),
        ("draughts", '[Event "x"]\n1. 11-15 23-19 2. 8-11 *', ["11-15", "23-19", "8-11"], ""),
        ("draughts", "11-15 23-19", ["11-15", "23-19"], ""),
        ("draughts", "W:W21,K22:B1,2", [], "W:W21,K22:B1,2"),
        ("draughts", '[FEN "W:WK22:B1,2"] 1. 22-17 *', ["22-17"], "W:WK22:B1,2"),
        ("tic_tac_toe", "4 0 8", ["4", "0", "8"], ""),
    ],
)
def test_records_are_read(api, game, text, moves, start):
    status, found = api.post("/api/record", {"game": game, "text": text})
    assert status == 200, found
    assert (found["moves"], found["start"]) == (moves, start)


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        ("connect_four", "4444444", "move 7: column 4 is full"),
        ("connect_four", "hello", "digits"),
        ("connect_four", "x" * 42 + " x", "cannot be to move"),
        ("othello", "f5f5", "move 2: f5 flips no disc"),
        ("othello", "zz", "is not a square"),
        ("draughts", "1. 11-16 11-16", "move 2:"),
        ("draughts", "hello", "is not PDN"),
        ("draughts", "1. 11-15 * 1. 11-16 *", "paste one game"),
        ("draughts", "B:W99:B1", "is not a square"),
        ("tic_tac_toe", "0 0", "move 2:"),
    ],
)
def test_bad_records_get_a_reason(api, game, text, reason):
    status, found = api.post("/api/record", {"game": game, "text": text})
    assert status == 422
    assert reason in found["error"]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_exported_leads_back(api, name):
    status, listed = api.get("/api/games")
    game = next(game for game in listed["games"] if game["name"] == name)
    moves = []
    for _ in range(6):
        found = position(api, name, *moves)
        moves.append((found["legal"] or found["chances"])[0]["move"])
    there = position(api, name, *moves)
    for how in game["formats"]:
        status, text = api.post("/api/export", {"game": name, "moves": moves, "format": how})
        assert status == 200
        assert text["filename"].endswith((".txt", ".pdn"))
        status, again = api.post("/api/record", {"game": name, "text": text["text"]})
        assert status == 200, again
        assert (again["rows"], again["turn"]) == (there["rows"], there["turn"])


def test_the_position_leads_back(api):
    there = position(api, "draughts", "11-15", "23-19")
    again = position(api, "draughts", start=there["position"])
    assert again["rows"] == there["rows"]
    assert again["turn"] == there["turn"]
