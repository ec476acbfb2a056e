"""The League's files: read whole, refused in one line, and known by name."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.league_files import counter_text, network_text, random_network, real_players

from fourfold.errors import InputError
from fourfold.evaluators import league_files, ntuple
from fourfold.games.interface.find import find_game
from fourfold.players import specs

GAME = find_game("othello")


def write(folder, text, name="net.player"):
    (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder / name


@st.composite
def networks(draw):
    tuples = []
    for _ in range(draw(st.integers(1, 4))):
        length = draw(st.integers(1, 3))
        squares = st.lists(st.integers(0, 63), min_size=length, max_size=length)
        weights = st.lists(st.floats(-1e100, 1e100), min_size=3**length, max_size=3**length)
        tuples.append((draw(st.lists(squares, min_size=1, max_size=8)), draw(weights)))
    return tuples


@given(tuples=networks(), braces=st.booleans())
def test_what_is_written_is_read(tmp_path_factory, tuples, braces):
    path = write(tmp_path_factory.mktemp("net"), network_text(tuples, braces))
    found = league_files.read(path)
    assert [(placements.tolist(), weights.tolist()) for placements, weights in found] == tuples


@given(text=st.text("0123456789.-+eE{} \n_nainf", max_size=60), suffix=st.sampled_from([".wpc", ".player"]))
def test_any_text_is_read_or_refused_in_one_line(tmp_path_factory, text, suffix):
    path = write(tmp_path_factory.mktemp("any"), text, "any" + suffix)
    message = ""
    try:
        assert all(np.isfinite(weights).all() for _, weights in league_files.read(path))
    except InputError as error:
        message = str(error)
    assert not message or (str(path) in message and "\n" not in message)


@given(tuples=networks(), cut=st.floats(0, 1, exclude_max=True))
def test_a_file_that_was_cut_is_refused(tmp_path_factory, tuples, cut):
    words = network_text(tuples).split()
    path = write(tmp_path_factory.mktemp("cut"), " ".join(words[: int(cut * len(words))]))
    with pytest.raises(InputError, match="is too short"):
        league_files.read(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is too short: the number of tuples"),
        ("0", "number of tuples is 0,"),
        ("5000", "number of tuples is 5000"),
        ("1e90", r"number of tuples is 1e\+90"),
        ("1.5", "number of tuples is 1.5"),
        ("-1", "number of tuples is -1"),
        ("1 0", "length of tuple 1 of 1 is 0,"),
        ("1 11 1", "length of tuple 1 of 1 is 11"),
        ("1 1 65", "number of placements of tuple 1 of 1 is 65"),
        ("1 1 1 64 0 0 0", "square 64 of tuple 1"),
        ("1 1 1 -1 0 0 0", "square -1 of tuple 1"),
        ("1 1 1 0.5 0 0 0", "square 0.5 of tuple 1"),
        ("1 1 1 0 0 0", "needs 3 numbers, and 2 are left"),
        ("1 1 1 0 0 0 0 0", "is too long: 1 numbers follow"),
        ("2 1 1 0 0 0 0", "is too short: the length of tuple 2 of 2"),
        ("1 1 1 0 0 x 0", "'x' is not a number"),
        ("1 1 1 0 0 nan 0", "'nan' is not a number"),
        ("1 1 1 0 0 inf 0", "'inf' is not a number"),
        ("1 1 1 0 0 1e101 0", "'1e101' is not a number, or is beyond"),
        ("1 1 1 0 0 1_0 0", "'1_0' is not a number"),
        (b"1 1 1 0 0 \xff\xfe 0", "is not a number"),
        (b"\0" * 50, "is not a number"),
        (b" " * (league_files.MOST_BYTES + 1), "larger than 4 MB"),
    ],
)
def test_bad_networks_are_explained_in_one_line(tmp_path, text, message):
    path = write(tmp_path, text)
    with pytest.raises(InputError, match=message) as error:
        league_files.read(path)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("count", "message"), [(63, "needs 64 numbers, and 63 are left"), (65, "1 numbers follow")])
def test_a_piece_counter_has_64_weights(tmp_path, count, message):
    with pytest.raises(InputError, match=message):
        league_files.read(write(tmp_path, "0.5 " * count, "counter.wpc"))


@pytest.mark.parametrize(
    ("name", "inverts"),
    [
        ("Manning2010GECCO.player", True),
        ("RunnarsonLucas2014IPref1.player", True),
        ("CoCMAES-4+2x2.player", True),
        ("JaskowskiSzubert2015CoCMAES-2.player", True),
        ("Manning2010Nash70.player", False),
        ("mine.player", False),
    ],
)
def test_colours_are_known_by_name_and_can_be_said(tmp_path, name, inverts):
    path = write(tmp_path, network_text(random_network(1)), name)
    found = [league_files.load_evaluator(f"{path}{said}", GAME).make_weights(0) for said in ("", ":invert", ":negate")]
    assert [bool(net.numbers[ntuple.INVERTS]) for net in found] == [inverts, True, False]


@pytest.mark.parametrize(
    ("spec", "game", "message"),
    [
        ("alphabeta:depth=2,eval={}", "draughts", "is a player for othello, not for draughts"),
        ("greedy:eval={}:black", "othello", ":invert or :negate"),
        ("greedy:eval=missing/net.player", "othello", "missing/net.player cannot be read: No such file"),
        ("greedy:eval=missing.wpc", "othello", "missing.wpc cannot be read"),
    ],
)
def test_bad_specs_are_explained_in_one_line(tmp_path, spec, game, message):
    path = write(tmp_path, network_text(random_network(1)))
    with pytest.raises(InputError, match=message):
        specs.player(spec.format(path), game)


def test_a_file_is_an_evaluator_for_every_player(tmp_path):
    path = write(tmp_path, counter_text(3), "counter.wpc")
    state = GAME.parse("f5d6c3")
    for spec in ("greedy:eval={}", "alphabeta:depth=3,eval={}", "mcts:sims=20,eval={}"):
        player = specs.player(spec.format(path), GAME)
        assert player.choose(state).move in GAME.moves(state)


def test_weights_have_memory_of_their_own(tmp_path):
    evaluator = league_files.load_evaluator(str(write(tmp_path, counter_text(3), "counter.wpc")), GAME)
    one, other = evaluator.make_weights(0), evaluator.make_weights(0)
    assert one.digits is not other.digits
    assert one.weights is other.weights


def test_all_files_of_the_league_are_read():
    found = {path.name: league_files.read(path) for path in real_players().iterdir()}
    assert len(found) == 20
    shapes = {name: (len(tuples), sum(len(item.weights) for item in tuples)) for name, tuples in found.items()}
    assert shapes["JaskowskiSzubert2015CoCMAES-4+2x2.player"] == (31, 31 * 81)
    assert shapes["Manning2010GECCO.player"] == (12, 12 * 729)
    assert shapes["RunnarsonLucas2014IPref1.player"] == (64, 64 * 3)
    assert shapes["SWH.wpc"] == (64, 64 * 3)
