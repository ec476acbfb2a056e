"""Everything that reads what strangers have written, each with samples of what it is meant to read."""

import json
import re
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from support.expert_games import write_games
from support.league_files import counter_text, network_text, random_network

from fourfold.data import proven_positions
from fourfold.data.connect_four import labelled_positions
from fourfold.data.othello import expert_moves
from fourfold.engines.gnubg.client import GnubgClient
from fourfold.engines.gtp import protocol as gtp
from fourfold.engines.gtp.client import GtpClient
from fourfold.engines.hub import protocol as hub
from fourfold.engines.hub.client import HubClient
from fourfold.engines.limits import Level
from fourfold.engines.nboard import protocol as nboard
from fourfold.engines.nboard.client import NBoardClient
from fourfold.errors import Forfeit, InputError
from fourfold.evaluators import league_files, slfn, weights_file
from fourfold.evaluators.backgammon import pubeval_file
from fourfold.games.interface.find import find_game, game_names
from fourfold.learn.exam import marks, questions
from fourfold.matches import openings
from fourfold.matches.ratings import rate
from fourfold.matches.statistics import Sprt
from fourfold.players import policy, specs
from fourfold.players.base import Budget, parse_budget
from fourfold.records import detect, ggf, legality, record, wthor
from fourfold.solve import book
from fourfold.storage import run_folder
from fourfold.storage.array_files import load_arrays, save_arrays
from fourfold.storage.integrity import find_faults
from fourfold.storage.json_lines import read_lines

GAMES = {name: find_game(name) for name in game_names()}


NEWEST = "checkpoints/000002.safetensors"


class Reader(NamedTuple):
    """Something that reads; it may raise InputError and nothing else."""

    name: str
    samples: list[bytes]
    read: Callable[[bytes, Path], object]
    """Reads an input; there is a folder to put it into."""


def in_file(name: str, read: Callable[[Path], object]) -> Callable[[bytes, Path], object]:
    """Return what reads an input from a file of this name."""

    def read_bytes(content: bytes, folder: Path) -> object:
        path = folder / name
        path.write_bytes(content)
        return read(path)

    return read_bytes


def as_text(read: Callable[[str], object]) -> Callable[[bytes, Path], object]:
    return lambda content, _: read(content.decode("utf-8", "replace"))


def read_collection(path: Path) -> object:
    return legality.inspect(detect.read(path))


def read_records(path: Path) -> object:
    return rate(record.read(path).records, bootstrap=2)


def read_exam(path: Path) -> object:
    game = GAMES["tic_tac_toe"]
    asked = questions.read(game, path)
    return questions.coverage(game, asked), marks.report(asked, [each.position.moves[0] for each in asked])


def first_openings(game: Any, path: Path) -> object:
    return openings.openings(game, str(path), 3)


def load_model(path: Path) -> object:
    return [weights_file.load_for(str(path), GAMES["connect_four"]), policy.games_of(str(path))]


def parse_spec(text: str) -> object:
    kind, options = specs.parse_spec(text)
    return kind, parse_budget({key: value for key, value in options.items() if key in ("depth", "nodes")})


def open_folder(name: str, pristine: dict[str, bytes], content: bytes, folder: Path) -> object:
    """Take up a run folder one of whose files is the input."""
    run = folder / "run"
    (run / "checkpoints").mkdir(parents=True, exist_ok=True)
    for path, whole in {**pristine, name: content}.items():
        (run / path).write_bytes(whole)
    find_faults(run)
    with run_folder.open_run(run, {"a": 1}) as opened:
        return opened.checkpoint


def make_run(run: Path) -> None:
    with run_folder.open_run(run, {"a": 1}) as opened:
        for number in (1, 2):
            opened.write_metrics([{"part": number}])
            opened.save(number, {"part": number}, {"w": np.zeros(4, np.float32)})


class FakeProgram:
    """An engine that has said all it says, before it is asked."""

    def __init__(self, lines: Iterable[str]):
        self.lines = iter(list(lines))  # of a list: who stops listening must not end what is still to be said

    def send(self, line: str) -> None:
        pass

    def answer(self, question: str, seconds: float = 0.0) -> Iterable[str]:
        yield from self.lines
        raise Forfeit("has ended")

    def failure(self, what: str) -> Forfeit:
        return Forfeit(what)

    def close(self) -> None:
        pass


def listen(kind: Any, game: str, content: bytes, _: Path) -> object:
    """Play a move with an engine that says the lines of the input."""
    client = kind.__new__(kind)
    client.game = GAMES[game]
    lines = content.decode("utf-8", "replace").splitlines()[:1000]
    client.program = FakeProgram(line.strip()[:10_000] for line in lines)
    client.parameters, client.commands, client.pings, client.depth = {}, {"setboard", "time_settings"}, 0, 0
    client.start, client.moves, client.budget, client.questions = client.game.init_state(), [], None, 0
    if hasattr(client, "_greet"):
        client._greet()
    state = client.game.init_state()
    for outcome, _ in client.game.chances(state)[1:2]:
        state = client.game.apply(state, outcome)
    return client.choose([state], Budget(depth=3) if kind is NBoardClient else None)


def parse_hub(text: str) -> object:
    line = hub.parse_line(text)
    game, arguments = GAMES["draughts"], line.arguments
    found: list[Any] = [hub.parse_score(arguments.get("score", ""))]
    if "pos" in arguments:
        found.append(hub.parse_position(game, arguments["pos"]))
    found.append(Level().and_also(arguments).budget(None))
    return [*found, hub.parse_move(game, game.init_state(), arguments.get("move", ""))]


def parse_positions(game: Any, text: str) -> object:
    state = game.parse(text)
    return game.text(state), game.outcome(state), game.moves(state)


def replay(game: Any, text: str) -> object:
    return game.replay(game.split_moves(text))


def read_match(path: Path) -> object:
    return [record.from_json(value, "x") for value in read_lines(path).values]


TRANSCRIPTS = {
    "connect_four": ["4 4 3 5 1", "1 1 1 1 1 1"],
    "othello": ["f5 d6 c3 d3 c4", "F5 f6 E6"],
    "draughts": ["11-15 23-19 8-11", "9-13 24-20"],
    "tic_tac_toe": ["0 4 8", "4 0"],
    "backgammon": ["31: 8/5 6/5 66: 24/18(2) 13/7(2)", "1. 21: 24/23 13/11"],
}
POSITIONS = {
    "connect_four": ["4435", "x" * 3 + "." * 39 + " o", ""],
    "othello": ["f5d6c3", "-" * 27 + "OX------XO" + "-" * 27 + " X"],
    "draughts": ["B:W21,K22:B1,2", "W:WK15:B10,11,18,19", "11-15 23-19"],
    "tic_tac_toe": ["0 4", ""],
    "kalah": ["4,4,4,4,4,4,0 4,4,4,4,4,4,0 x", "3 6 1"],
    "backgammon": [
        "4HPwATDgc/ABMA:cIkFAAAAAAAA", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "31: 8/5 6/5 22: no play",
    ],
}  # fmt: skip
PDN = """[Event "A"]
[Black "B"]
[White "W"]
[Result "1-0"]
[GameType "21"]

1. 11-15 23-19 2. 8-11 22-17 {a comment} (2. 9-13 3. 24-20) 3. 4-8 $1 1-0

[FEN "W:WK15:B10,11,18,19"]
1. 15x22x15 *
"""
PROVEN = {
    "game": "tic_tac_toe", "position": "0 4 8 3",
    "scores": dict.fromkeys("12567", 0), "plies": dict.fromkeys("12567", 5),
}  # fmt: skip
RECORD = {
    "game": "connect_four", "first": "a", "second": "b", "opening": "", "opening_moves": ["4"], "moves": ["4", "3"],
    "outcome": 1, "reason": "rules", "seeds": [1, 2],
}  # fmt: skip
SPECS = ["alphabeta:depth=6,eval=positional", "mcts:sims=100", "engine:cmd='a b, c',protocol=gtp,seconds=1", "random"]
HUB = [
    "done move=11-15",
    "info depth=3 nodes=10 score=0.5",
    f'pos pos=B{"e" * 31}w moves="1-5"',
    "level time=3 moves=2",
]
GTP = ["=\n\n= f5\n\n", "=\n\n? unknown\n\n", "=\n\n= PASS\n\n"]
GNUBG = ["a banner\nfourfold 1 [[[[8, 5], [6, 5]], 0.5]]\n", "fourfold 1 [[[[24, 23]], NaN]]\n"]
PUBEVAL = {"contact": [0.5] * 122, "race": [-0.5] * 122}
NBOARD = ["pong 1\n=== F5/0.5/1\n", "nodestats 5 1\n=== PA\n"]


def make_readers(folder: Path) -> list[Reader]:
    """Return all readers; samples of binary files are made in folder."""
    folder.mkdir(parents=True, exist_ok=True)
    of_games = [reader for name in GAMES for reader in game_readers(name)]
    return [*base_readers(folder), *model_readers(folder), *file_readers(), *line_readers(), *of_games,
            *run_readers(folder / "run")]  # fmt: skip


def base_readers(folder: Path) -> list[Reader]:
    base = next(write_games(folder / "wthor", 4).glob("*.wtb")).read_bytes()
    wthor.write_names(folder / "x.jou", ["one", "two"])
    return [
        Reader("wthor", [base], in_file("x.wtb", read_collection)),
        Reader("wthor-folder", [base], in_file("WTH_2001.wtb", lambda path: expert_moves.read_folder(path.parent))),
        Reader("wthor-names", [(folder / "x.jou").read_bytes()], in_file("x.jou", wthor.read_names)),
    ]


def model_readers(folder: Path) -> list[Reader]:
    model, of_book = folder / "model.safetensors", folder / "book.safetensors"
    game = GAMES["connect_four"]
    weights_file.save(model, slfn.random_weights(game.variables, 0, units=2), evaluator="slfn", game=game.name)
    book_arrays = {"keys": np.arange(3, dtype=np.uint64), "scores": np.zeros(3, np.int8)}
    save_arrays(of_book, book_arrays, {"plies": 2})
    return [
        Reader("model", [model.read_bytes(), unsigned(model)], in_file("m.safetensors", load_model)),
        Reader("book", [of_book.read_bytes(), unsigned(of_book)], in_file("b.safetensors", book.load)),
    ]


def file_readers() -> list[Reader]:
    """Return readers of files of text."""
    return [
        Reader("pdn", [PDN.encode()], in_file("x.pdn", read_collection)),
        Reader("acf", [acf_line(TRANSCRIPTS["draughts"][0]).encode()], in_file("x.txt", read_collection)),
        Reader("records", [(json.dumps(RECORD) + "\n").encode() * 2], in_file("x.jsonl", read_collection)),
        Reader("rated-records", [(json.dumps(RECORD) + "\n").encode()], in_file("y.jsonl", read_records)),
        Reader("json-lines", [(json.dumps(RECORD) + "\n").encode()], in_file("z.jsonl", read_match)),
        Reader("json-positions", [json.dumps({"position": "4435", "scores": [0] * 7}).encode()],
               in_file("p.jsonl", labelled_positions.read)),
        Reader("proven-positions", [json.dumps(PROVEN).encode()],
               in_file("q.jsonl", lambda path: proven_positions.read(GAMES["tic_tac_toe"], path))),
        Reader("exam", [json.dumps(PROVEN | {"ply": 4, "nodes": 9, "length": 9, "proven_from": 2}).encode()],
               in_file("e.jsonl", read_exam)),
        Reader("league-network", [network_text(random_network(1)).encode()], in_file("n.txt", league_files.read)),
        Reader("league-counter", [counter_text(1).encode()],
               in_file("c.wpc", lambda path: league_files.load_evaluator(str(path), GAMES["othello"]))),
        Reader("pubeval", [json.dumps(PUBEVAL).encode()],
               in_file("p.json", lambda path: pubeval_file.load_evaluator(str(path), GAMES["backgammon"]))),
    ]  # fmt: skip


def line_readers() -> list[Reader]:
    """Return readers of what people type and engines say."""
    return [
        Reader("specs", [spec.encode() for spec in SPECS], as_text(parse_spec)),
        Reader("sprt", [b"0,20"], as_text(lambda text: Sprt(*map(_number, (text + ",").split(",")[:2])))),
        Reader("ggf", [ggf_game().encode()], as_text(partial(ggf.parse, GAMES["othello"]))),
        Reader("hub-lines", [line.encode() for line in HUB], as_text(parse_hub)),
        Reader("gtp-lines", [b"1 play black f5", b"# x", b"genmove w"], as_text(gtp.parse_line)),
        Reader("nboard-lines", [b"=== F5/0.5/1"], as_text(nboard.parse_choice)),
        Reader("gtp-engine", [text.encode() for text in GTP], partial(listen, GtpClient, "othello")),
        Reader("hub-engine", [("wait\nready\n" + line).encode() for line in HUB],
               partial(listen, HubClient, "draughts")),
        Reader("nboard-engine", [text.encode() for text in NBOARD], partial(listen, NBoardClient, "othello")),
        Reader("gnubg-engine", [text.encode() for text in GNUBG], partial(listen, GnubgClient, "backgammon")),
    ]  # fmt: skip


def game_readers(name: str) -> list[Reader]:
    rules = GAMES[name]
    positions = POSITIONS.get(name) or [rules.text(rules.init_state())]
    transcripts = TRANSCRIPTS.get(name) or [first_moves(rules)]
    return [
        Reader(f"{name}-position", _bytes(positions), as_text(partial(parse_positions, rules))),
        Reader(f"{name}-transcript", _bytes(transcripts), as_text(partial(replay, rules))),
        Reader(f"{name}-openings", ["\n".join(transcripts).encode()],
               in_file("o.txt", partial(first_openings, rules))),
    ]  # fmt: skip


def first_moves(rules: Any, plies: int = 4) -> str:
    """Return the first legal moves of a game, those of one word."""
    state, texts = rules.init_state(), list[str]()
    for _ in range(plies):
        words = {rules.move_text(state, move): move for move in rules.moves(state)}
        text = next((word for word in words if " " not in word), None)
        if text is None:
            break
        texts.append(text)
        state = rules.apply(state, words[text])
    return " ".join(texts)


def run_readers(run: Path) -> list[Reader]:
    """Return a reader for each file of a run folder that is changed; the checkpoint before the newest never is."""
    make_run(run)
    changed = ("config.json", "manifest.json", "metrics.jsonl", NEWEST)
    pristine = {name: (run / name).read_bytes() for name in (*changed, "checkpoints/000001.safetensors")}
    return [Reader(f"run {name}", [pristine[name]], partial(open_folder, name, pristine)) for name in changed]


def unsigned(model: Path) -> bytes:
    """Return a model without a checksum: changes of its numbers reach whoever looks at them."""
    from safetensors.numpy import save

    arrays, metadata = load_arrays(model)
    return save(arrays, {**metadata, "notes": json.dumps(metadata["notes"])})


def _bytes(texts: list[str]) -> list[bytes]:
    return [text.encode() for text in texts]


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError("no number") from None


def ggf_game() -> str:
    return ggf.text(GAMES["othello"], GAMES["othello"].replay(["f5", "d6", "c3"]))


def acf_line(moves: str) -> str:
    """Return a game as the ACF writes it: squares from 0 on, every row from the other side."""
    squares = (str(4 * ((square - 1) // 4) + 3 - (square - 1) % 4) for square in map(int, re.findall(r"\d+", moves)))
    return re.sub(r"\d+", lambda _: next(squares), moves) + "\t1-0\n"
