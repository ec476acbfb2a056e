import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.draughts_strategies import DRAUGHTS, games
from support.paths import DATA

from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.records import pdn, record

TWO_GAMES = """[Event "Test"]
[Black "A \\"Ace\\" B"]
[White "C"]
[Result "1-0"]
1. 11-15 {a comment
over two lines 1-0} 23-18! 2.8-11 (2. 9-14 18x9 (2... 18x11 3. 8x15) 3. 5x14) 27:23? $4 1-0

[FEN "W:W18:BK10"] ; the rest of this line is a remark 9-13
1... 18-14 10x17x26 *
"""


def parse(text: str) -> list[pdn.PdnGame]:
    return list(pdn.parse(text.splitlines(keepends=True), "test.pdn"))


def test_tags_and_moves_without_comments_and_variations():
    first, second = parse(TWO_GAMES)
    assert first.tags == {"Event": "Test", "Black": 'A "Ace" B', "White": "C", "Result": "1-0"}
    assert first.moves == ["11-15", "23-18", "8-11", "27:23"]
    assert second.tags == {"FEN": "W:W18:BK10", "Result": "*"}
    assert second.moves == ["18-14", "10x17x26"]


def test_the_tags_of_the_next_game_end_one_without_result():
    games = parse('[Event "a"]\n1. 11-15\n[Event "b"]\n1. 9-14')
    assert [(tags["Event"], tags["Result"], moves) for tags, moves in games] == [
        ("a", "*", ["11-15"]),
        ("b", "*", ["9-14"]),
    ]


def test_a_remark_glued_to_a_move():
    assert parse("1. 11-15Overstepped.the.time 23-19 0-1")[0].moves == ["11-15", "23-19"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. 11-15\n{never ends\n\n", "line 2: this comment never ends"),
        ("1. 11-15\n(\n(2. 9-14)\n", "line 2: this variation never ends"),
        ("\n1. 11-15 )", "line 2: a variation ends that never started"),
        ('[Event "a"]\n[Result 1-0]', "line 2: '[Result' is not PDN"),
        ("1. e2-e4", "line 1: 'e2-e4' is not PDN"),
    ],
)
def test_malformed_input_names_the_line(text, message):
    with pytest.raises(InputError) as error:
        parse(text)
    assert str(error.value) == f"test.pdn, {message}"


def test_a_missing_file():
    with pytest.raises(InputError, match="cannot be read"):
        list(pdn.read("no/such.pdn"))


@given(st.text() | st.text(alphabet='[]{}();%*"\\ \n0123456789-x/.aF'))
def test_any_text_is_read_or_refused_in_one_line(text):
    message, games = "", []
    try:
        games = parse(text)
    except InputError as error:
        message = str(error)
    assert message.startswith("test.pdn, line ") or not message
    assert all(move[0].isdigit() and game.tags["Result"] is not None for game in games for move in game.moves)


LINE = st.text(st.characters(codec="utf-8", exclude_characters="\r\n"))
TAGS = st.dictionaries(st.text(alphabet="ABCdef_1", min_size=1), LINE)
RESULTS = st.sampled_from([*pdn.OUTCOMES, "*", "0-0"])


@settings(deadline=None)
@given(st.lists(st.tuples(TAGS, RESULTS, games()), max_size=3))
def test_what_is_written_is_read_again(tmp_path_factory, stored):
    path = tmp_path_factory.getbasetemp() / "games.pdn"
    wanted = []
    for tags, result, (fen, moves, _) in stored:
        wanted.append(({**tags, "Result": result, **({"FEN": fen, "SetUp": "1"} if fen else {})}, moves))
    pdn.write(path, [(tags, DRAUGHTS.join_moves(moves)) for tags, moves in wanted])
    assert list(pdn.read(path)) == wanted


@settings(deadline=None)
@given(games(), st.booleans())
def test_a_game_that_is_written_replays_to_the_same_states(game, every_square):
    """Captures are written by their ends where these are enough, or with every square: both must be read."""
    fen, texts, states = game
    if every_square:
        texts = [whole_route(state, text) for state, text in zip(states, texts, strict=False)]
    tags = {"Result": "*", **({"FEN": fen} if fen else {})}
    ((tags, moves),) = parse(pdn.text(tags, DRAUGHTS.join_moves(texts)))
    start = DRAUGHTS.parse(tags.get("FEN", ""))
    assert DRAUGHTS.replay(moves, start) == states
    assert DRAUGHTS.rewrite(moves, start) == game[1]


def whole_route(state, text):
    move = DRAUGHTS.parse_move(state, text)
    route = next(route for route, number in DRAUGHTS.module.routes(state) if number == move)
    return ("x" if move >> 35 else "-").join(map(str, route))


@settings(deadline=None)
@given(games(), LINE, LINE)
def test_a_record_survives_as_pdn(tmp_path_factory, game, first, second):
    path = tmp_path_factory.getbasetemp() / "record.pdn"
    fen, texts, states = game
    opening = DRAUGHTS.text(states[0]) if fen else ""
    record.write(path, [record.Record("draughts", first, second, opening, [], texts, -1, "agreement", [1, 2])])
    ((tags, moves),) = pdn.read(path)
    assert (tags["Black"], tags["White"], tags["Result"]) == (first, second, "0-1")
    assert DRAUGHTS.replay(moves, DRAUGHTS.parse(tags.get("FEN", ""))) == states


@pytest.mark.parametrize(
    ("text", "moves", "outcome"),
    [
        ("1. 11-15 23-18 2-0", ["11-15", "23-18"], 1),
        ("1. 11-15 0-2", ["11-15"], -1),
        ("1. 11-15 1-1", ["11-15"], 0),
        ("1. 11-15 0-0", ["11-15"], None),
        ('[Result "2-0"] 1. 11-15 *', ["11-15"], 1),
        ('[Result "*"] 1. 11-15 1/2-1/2', ["11-15"], 0),
        ('[Result "Black resigned"] 1. 11-15 *', ["11-15"], None),
        ('[Result "1/2 - 1/2"] 1. 11-15', ["11-15"], 0),
        ("\ufeff1. 11-15 {[%clock w0:01:00]} 23-18 $1 $139 *", ["11-15", "23-18"], None),
        ("1. ... 23-18 2. 9X14X18 1-15 1-0", ["23-18", "9x14x18", "1-15"], 1),
        ("1... 23:18?! 2. 12x19!! 0-1", ["23:18", "12x19"], -1),
    ],
)
def test_what_other_programs_write(tmp_path, text, moves, outcome):
    path = tmp_path / "other.pdn"
    path.write_text(text, encoding="utf-8")
    (game,) = pdn.read(path)
    assert game.moves == moves
    assert pdn.outcome(game.tags) == outcome


def test_lines_are_at_most_80_long():
    text = pdn.text({"Result": "1-0"}, " ".join(["11-15"] * 100))
    assert max(map(len, text.splitlines())) <= 80
    assert parse(text)[0].moves == ["11-15"] * 100


def test_tinsley_collection_replays():
    """All but one of the 724 games: Long against Tinsley 1981 says 32-28 when that king stands on 28, for 28-32."""
    path = DATA / "draughts" / "tinsley.pdn"
    if not path.is_file():
        pytest.skip("tinsley.pdn is not there; FOURFOLD_DATA names the folder of data")
    draughts = find_game("draughts")
    illegal = {}
    games = list(pdn.read(path))
    for number, (_, moves) in enumerate(games, 1):
        try:
            draughts.replay(moves)
        except InputError as error:
            illegal[number] = str(error)
    assert len(games) == 724
    assert list(illegal) == [541]
    assert illegal[541].startswith("move 123: 32-28")
    moves = games[540].moves
    assert draughts.replay([*moves[:122], "28-32", *moves[123:]])
