"""The pattern net: what it sees of a move is the board after it, however the board is turned."""

import numpy as np
import pytest

from fourfold.binding.bind import bind, field_types, typed
from fourfold.binding.square_symmetry import image, image_square
from fourfold.binding.state_columns import columns_of
from fourfold.errors import InputError
from fourfold.evaluators import weights_file
from fourfold.evaluators.move_ranking import MoveRanker
from fourfold.evaluators.othello_patterns import afterstate_values, features, pattern_net
from fourfold.evaluators.othello_patterns.patterns import PATTERNS, make_tables, shared_rows
from fourfold.games import othello
from fourfold.games.interface.find import find_game

TABLES = make_tables()
LAYOUT = features.make_layout(TABLES)
WIDTH, UNITS, HEADS = 8, 4, 3


def random_weights(seed=0):
    rng = np.random.default_rng(seed)
    sizes = (
        (LAYOUT.total, WIDTH), WIDTH, (HEADS, WIDTH, UNITS), (HEADS, UNITS), (HEADS, UNITS), (HEADS, WIDTH),
        (afterstate_values.VALUE_STAGES, TABLES.pattern_rows),
    )  # fmt: skip
    weights = pattern_net.Weights(*(rng.normal(size=size).astype(np.float32) for size in sizes))
    weights.embeddings[-1] = 0.0
    weights.values[...] *= 0.01
    return weights


WORTH = pattern_net.make_ranker(random_weights(1)).values.worth


def random_states(count, seed=0):
    """Return positions of random games in which there is a move that is no pass."""
    game, rng, found = find_game("othello"), np.random.default_rng(seed), []
    while len(found) < count:
        state = game.init_state()
        for _ in range(rng.integers(60)):
            if not game.moves(state):
                break
            state = game.apply(state, int(rng.choice(game.moves(state))))
        if game.moves(state) and game.moves(state) != [othello.PASS]:
            found.append(state)
    return found


def boards(states):
    return np.array([state.own for state in states]), np.array([state.opponent for state in states])


def preferences(states, weights, jit=True):
    ranker = MoveRanker(pattern_net, pattern_net.make_ranker(weights), find_game("othello"), jit=jit)
    return ranker.rank(columns_of(states, field_types(othello.State))).table(64)


def test_the_tables_have_all_places_of_all_patterns():
    assert len(TABLES.first) == afterstate_values.PLACES
    assert TABLES.counts.sum() == sum(
        len(squares) * len({frozenset(image[square] for square in squares) for image in othello.SYMMETRIES})
        for squares in PATTERNS
    )
    assert set(range(TABLES.pattern_rows)) == set(TABLES.rows.tolist())


def test_fillings_that_a_mirror_exchanges_share_a_row():
    rows = shared_rows([[0, 1, 2], [2, 1, 0]])
    for filling in range(27):
        digits = [filling // 3**place % 3 for place in range(3)]
        mirror = sum(digit * 3**place for place, digit in enumerate(reversed(digits)))
        assert rows[filling] == rows[mirror]
    assert len(set(rows)) == 18


def test_rows_of_a_move_are_those_of_the_board_after_it():
    buffer, after = features.make_features(LAYOUT), features.make_features(LAYOUT)
    for state in random_states(30):
        n = features.read_position(state.own, state.opponent, TABLES, WORTH, buffer)
        assert [int(square) for square in buffer.squares[:n]] == find_game("othello").moves(state)
        for move in range(n):
            child = othello.apply(state, int(buffer.squares[move]))
            features.read_board(child.opponent, child.own, TABLES, after)
            rows = buffer.rows.copy()
            rows[buffer.places[move, : buffer.counts[move]]] = buffer.new_rows[move, : buffer.counts[move]]
            assert np.array_equal(rows, after.rows)


def beside(square):
    row, column = divmod(square, 8)
    near = {(row + up, column + right) for up in (-1, 0, 1) for right in (-1, 0, 1)} - {(row, column)}
    return {8 * r + c for r, c in near if 0 <= r < 8 and 0 <= c < 8}


def squares_of(board):
    return [at for at in range(64) if board >> at & 1]


def regions(squares, neighbours):
    """Return the connected parts of a set of squares."""
    parts = []
    while squares:
        part, border = set(), {next(iter(squares))}
        while border:
            part |= border
            border = {at for square in border for at in neighbours[square]} & squares - part
        parts.append(part)
        squares = squares - part
    return parts


def test_facts_of_a_move_by_their_definitions():
    buffer = features.make_features(LAYOUT)
    for state in random_states(40, seed=1):
        for move in range(features.read_position(state.own, state.opponent, TABLES, WORTH, buffer)):
            square = int(buffer.squares[move])
            child = othello.apply(state, square)
            facts = buffer.facts[move] - buffer.starts
            empty = 64 - int(state.own | state.opponent).bit_count()
            phase = min((60 - empty) // 20, 2)
            replies, again = othello.legal(child.own, child.opponent), othello.legal(child.opponent, child.own)
            flips = int(child.opponent).bit_count() - int(state.own).bit_count() - 1
            assert facts[features.THEIR_MOVES] == int(replies).bit_count() * 3 + phase
            assert facts[features.OWN_MOVES] == int(again).bit_count() * 3 + phase
            assert facts[features.FLIPS] == flips * 3 + phase
            neighbours = [beside(at) for at in range(64)]
            left = ~int(child.own | child.opponent) & (1 << 64) - 1
            edge = {at for gap in squares_of(left) for at in neighbours[gap]}
            for fact, discs in (
                (features.THEIR_FRONTIER, child.own),
                (features.OWN_FRONTIER, child.opponent),
            ):
                assert facts[fact] == len(edge & set(squares_of(int(discs)))) * 3 + phase
            if empty > features.COUNTED:
                assert facts[features.DISCS] == facts[features.REGION] == 0
            else:
                difference = int(child.opponent).bit_count() - int(child.own).bit_count()
                assert facts[features.DISCS] == 1 + (empty - 1) * 129 + difference + 64
                parts = regions(set(squares_of(left)), neighbours)
                own = [part for part in parts if part & neighbours[square]]
                odd = sum(len(part) % 2 for part in parts if part not in own)
                wanted = min(sum(map(len, own)), 7) * 5 + min(odd, 4)
                assert facts[features.REGION] == 1 + (empty - 1) * 40 + wanted
            for quadrant, (rows, columns) in enumerate(((0, 0), (1, 0), (0, 1), (1, 1))):
                grid = np.array([left >> at & 1 for at in range(64)]).reshape(8, 8)
                grid = grid[:: -1 if rows else 1, :: -1 if columns else 1][:4, :4]
                numbers = [int(sum(view.ravel() << np.arange(16))) for view in (grid, grid.T)]
                assert facts[features.EMPTY_MAP + quadrant] == min(numbers)


def check_comparison(values, facts, stage):
    """Facts tell the level, the gap to the best, the lead before the second, and the rank."""
    order = np.sort(values)[::-1]
    ranks = np.array([(values > value).sum() for value in values])
    assert (facts[:, 3] == np.minimum(ranks, 15) * 6 + stage).all()
    gaps = np.minimum(np.sqrt(order[0] - values) * 32, 31).astype(int) * 6 + stage
    assert np.abs(facts[:, 1] - gaps).max() <= 6
    assert (facts[ranks > 0, 2] == stage).all()
    if len(values) > 1:
        lead = min(int(np.sqrt(order[0] - order[1]) * 32), 31) * 6 + stage
        assert abs(facts[np.argmax(values), 2] - lead) <= 6


def seen(state, buffer):
    """Return the children of a state by moves that were seen, their facts, and the stage."""
    n = features.read_position(state.own, state.opponent, TABLES, WORTH, buffer)
    stage = min((int(state.own | state.opponent).bit_count() - 4) // 10, 5)
    return [othello.apply(state, int(square)) for square in buffer.squares[:n]], buffer.facts[:n] - buffer.starts, stage


def test_values_of_moves_are_compared():
    """A move's value is what the board after it costs the opponent."""
    ranker, buffer = pattern_net.make_ranker(random_weights(1)), features.make_features(LAYOUT)
    for state in random_states(30, seed=7):
        children, facts, stage = seen(state, buffer)
        found = buffer.values[: len(children)]
        wanted = np.array([-pattern_net.evaluate(ranker, child) for child in children])
        inside = np.abs(wanted) < 0.98  # where a value is not cut off
        assert np.allclose(found[inside], wanted[inside], atol=1e-4)
        check_comparison(found, facts[:, features.VALUES :], stage)


def test_values_after_replies_are_those_of_two_plies():
    """The least value that a reply leaves to those who have moved; at the end of the game, discs are counted."""
    game, buffer = find_game("othello"), features.make_features(LAYOUT)
    ranker, passes, ends = pattern_net.make_ranker(random_weights(1)), 0, 0
    for state in random_states(150, seed=8):
        children, facts, stage = seen(state, buffer)
        found = buffer.values_of_replies[: len(children)]
        check_comparison(found, facts[:, features.VALUES_OF_REPLIES :], stage)
        for child, value in zip(children, found, strict=True):
            later = [othello.apply(child, move) for move in game.moves(child)]
            passes += game.moves(child) == [othello.PASS]
            if not later or all(is_full(each) for each in later):
                ends += 1
                discs = [(each.own, each.opponent) for each in later] or [(child.opponent, child.own)]
                wanted = min(int(own).bit_count() - int(other).bit_count() for own, other in discs) / 64
            else:
                wanted = min(pattern_net.evaluate(ranker, each) for each in later)
            assert value == pytest.approx(wanted, abs=1e-4) or abs(wanted) >= 0.98
    assert passes
    assert ends


def is_full(state):
    return int(state.own | state.opponent).bit_count() == 64


def test_taking_all_discs_is_preferred():
    """The shortest game there is."""
    game = find_game("othello")
    state = game.parse("e6f4e3f6g5d6e7f5")
    move = game.parse_move(state, "c5")
    assert not othello.apply(state, move).own
    assert preferences([state], random_weights())[0, move] > 0.99


def test_a_reply_that_takes_all_discs_is_avoided():
    game = find_game("othello")
    state = game.parse("e6f4e3f6g5d6e7")
    children = {move: othello.apply(state, move) for move in game.moves(state)}
    ends = {
        move
        for move, child in children.items()
        if any(not othello.apply(child, reply).own for reply in game.moves(child))
    }
    assert game.parse_move(state, "f5") in ends
    liked = preferences([state], random_weights())[0]
    assert liked[list(ends)].max() < 1e-6 < 0.1 < liked[list(children.keys() - ends)].max()


def test_a_net_that_knows_nothing_of_replies_does_not_look_at_them():
    weights = random_weights()
    weights.embeddings[LAYOUT.facts[features.VALUES_OF_REPLIES] : LAYOUT.facts[features.LINE]] = 0.0
    states, ranker = random_states(20, seed=9), pattern_net.make_ranker(weights)
    assert not ranker.features.replies
    assert pattern_net.make_ranker(random_weights()).features.replies
    without = preferences(states, weights)
    weights.embeddings[LAYOUT.facts[features.LINE] - 1, 0] = 1e-30
    assert pattern_net.make_ranker(weights).features.replies
    assert np.allclose(preferences(states, weights), without, atol=1e-5)


def test_it_does_not_see_how_the_board_is_turned():
    states, weights = random_states(40, seed=2), random_weights()
    states = [state for state in states if state != othello.init_state()]  # for which there is a convention
    straight = preferences(states, weights)
    assert np.allclose(straight.sum(axis=1), 1.0, atol=1e-5)
    for symmetry in range(1, 8):
        turned = [othello.State(image(s.own, symmetry), image(s.opponent, symmetry), 1) for s in states]
        squares = [image_square(square, symmetry) for square in range(64)]
        assert np.allclose(preferences(turned, weights)[:, squares], straight, atol=1e-4)


def test_of_the_first_moves_it_likes_that_of_convention():
    """All four are the same when the board is turned."""
    liked = preferences([othello.init_state()], random_weights())[0]
    assert np.argmax(liked) == othello_square("f5")
    assert liked[othello_square("d3")] == pytest.approx(liked[othello_square("e6")], rel=1e-4)
    assert liked.sum() == pytest.approx(1.0, abs=1e-5)


def othello_square(text):
    return find_game("othello").parse_move(othello.init_state(), text)


def test_a_joined_net_says_what_its_members_say_on_average():
    members, states = [random_weights(seed) for seed in (1, 2, 3)], random_states(10, seed=4)
    joined = pattern_net.make_ranker(pattern_net.join(members))
    rankers = [pattern_net.make_ranker(member._replace(values=members[0].values)) for member in members]
    for state in states:
        n = pattern_net.score_legal_moves(joined, state.own, state.opponent)
        for ranker in rankers:
            assert pattern_net.score_legal_moves(ranker, state.own, state.opponent) == n
        wanted = np.mean([ranker.scores[:n] for ranker in rankers], axis=0)
        assert np.allclose(joined.scores[:n], wanted, rtol=1e-3, atol=1e-2)


def test_a_value_is_the_sum_of_what_the_patterns_are_worth():
    weights, evaluate = random_weights(), bind(pattern_net, game=othello, evaluator=pattern_net).evaluate
    ranker, buffer = pattern_net.make_ranker(weights), features.make_features(LAYOUT)
    for state in random_states(20, seed=5):
        features.read_board(state.own, state.opponent, TABLES, buffer)
        stage = (int(state.own | state.opponent).bit_count() - 4) // 4
        wanted = weights.values[stage, buffer.rows].sum()
        assert evaluate(ranker, typed(state)) == pytest.approx(min(max(wanted, -0.98), 0.98), abs=1e-4)


def test_plain_and_compiled_agree():
    states, weights = random_states(15, seed=3), random_weights()
    assert np.allclose(preferences(states, weights), preferences(states, weights, jit=False), atol=1e-5)


def test_what_is_packed_is_nearly_the_same_and_a_file_of_it_is_a_policy(tmp_path):
    weights, states = random_weights(), random_states(100, seed=4)
    weights.embeddings[1000:] = 0.0
    packed = pattern_net.pack(weights)
    assert len(packed.rows) == 1000
    again = pattern_net.unpack(packed)
    assert np.abs(again.embeddings - weights.embeddings).max() < 0.02
    assert np.abs(again.values - weights.values).max() < 1e-5
    weights_file.save(tmp_path / "model.safetensors", packed, evaluator="pattern_net", game="othello")
    from fourfold.players import specs

    player = specs.player(f"policy:model={tmp_path}", "othello")
    for state, row in zip(states, preferences(states, again), strict=True):
        ranked = player.rank(state)
        assert ranked[0].move == row.argmax()
        wanted = sorted((float(share) for share in row[row > 0]), reverse=True)
        assert [each.share for each in ranked] == pytest.approx(wanted, abs=1e-6)
    passing = find_game("othello").parse("ox" + "." * 62 + "x")
    assert find_game("othello").moves(passing) == [othello.PASS]
    assert player.choose(passing).move == othello.PASS


@pytest.mark.parametrize("fault", ["rows", "numbers", "shape", "nan"])
def test_damaged_files_are_refused(tmp_path, fault):
    packed = pattern_net.pack(random_weights())
    if fault == "rows":
        packed = packed._replace(rows=packed.rows + 1)
    elif fault == "numbers":
        packed = packed._replace(embeddings=packed.embeddings[1:])
    elif fault == "shape":
        packed = packed._replace(direct=packed.direct[:, 1:])
    else:
        packed = packed._replace(biases=packed.biases * np.nan)
    weights_file.save(tmp_path / "model.safetensors", packed, evaluator="pattern_net", game="othello")
    from fourfold.players import specs

    with pytest.raises(InputError) as error:
        specs.player(f"policy:model={tmp_path}", "othello")
    assert "\n" not in str(error.value)


def test_values_followed_along_a_line_are_those_of_its_boards():
    """As a search does: begin, then a move at a time, and a look at every child on the way."""
    game, rng = find_game("othello"), np.random.default_rng(6)
    ranker, other = (pattern_net.make_ranker(random_weights()) for _ in range(2))
    state, ply = game.init_state(), 0
    pattern_net.begin(ranker, state)
    while game.moves(state) and ply < 60:
        children = [game.apply(state, move) for move in game.moves(state)]
        for child in children:
            wanted = pattern_net.evaluate(other, child)
            assert pattern_net.evaluate_next(ranker, state, child, ply + 1) == wanted
        child = children[rng.integers(len(children))]
        ply += 1
        pattern_net.follow(ranker, state, child, ply)
        state = child
    assert ply > 40
