"""Predictors of expert moves: the one under study, and nets trained on a part of the data."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from ...data.othello.expert_moves import Archive, ExpertMoves, read_folder
from ...data.othello.splits import MoveSet, Split, games_split, some_of
from ...evaluators import weights_file
from ...evaluators.othello_patterns import pattern_net
from ...games.interface.find import find_game
from ...learn.network.learner import STRICT
from ...learn.policy.learner import PolicyLearner
from ...learn.policy.pattern_course import NET, measured
from ...parallel.ordered_map import Workers
from ...players import policy as policies
from ...spec import quote
from ...storage.array_files import MODEL as MODEL_FILE
from ...storage.run_folder import read_json, write_json
from ..framework.study import Report

MODEL = "wthor"
"""The predictor that comes with Fourfold."""
SEARCH = "alphabeta:depth={depth},eval=nhb"
"""The search it is measured against."""
SPLIT = 0
"""The seed of the split whose held-out games measure accuracy: that of `fourfold train policy` if none is given."""
GRADE = "grade.json"
LESSON = "lesson"
"""What the notes of nets that are trained here call their training set."""


class Training(NamedTuple):
    """The training set of a net."""

    net: str
    """Its name."""
    data: str
    """One of the expert-moves paper's sets."""
    moves: int | None
    """How many of the set; None: all."""
    examples: int
    """How many it sees, repetitions included."""


class Grade(NamedTuple):
    """How many moves of unseen games a predictor finds."""

    moves: int | None
    """How many it was trained on; None if unknown."""
    positions: int
    accuracy: float
    is_held_out: bool
    """Whether it is known not to have been trained on these games."""


def spec(model: str | Path) -> str:
    """Return the spec of a predictor as a player."""
    return f"policy:model={quote(str(model))}"


def searcher(opponent: str, depth: int) -> str:
    """Return the player that searches to this depth."""
    return opponent.replace("{depth}", str(depth))


def folder_of(folder: Path, net: str) -> Path:
    """Return the folder of a net of an experiment."""
    return folder / "nets" / net.replace(" ", "-").replace(",", "").replace("/", "%2F")


def grade_all(
    base: Path, model: str, trainings: Sequence[Training], folder: Path, seed: int, workers: Workers,
    report: Report, **settings: Any,
) -> None:  # fmt: skip
    """Measure the accuracy of model, and of a net for each training set; finished ones are not repeated."""
    left = [training for training in trainings if not (folder_of(folder, training.net) / GRADE).exists()]
    is_known = (folder_of(folder, MODEL) / GRADE).exists()
    if is_known and not left:
        return
    archive = read_folder(base)
    if not is_known:
        report(0.0, f"accuracy of {model}")
        grade_model(model, held_out(archive).take(), folder_of(folder, MODEL))
    for data, same in groupby(left, key=lambda training: training.data):
        split = games_split(archive, data, SPLIT)
        for training in same:
            report(0.0, f"{training.net}: learning")
            learn(training, split, folder_of(folder, training.net), seed, workers, **settings)


def held_out(archive: Archive) -> MoveSet:
    """Return the moves on unseen boards of the held-out games."""
    return games_split(archive, "original", SPLIT).tests["games"]


def grade_model(model: str, test: ExpertMoves, folder: Path) -> None:
    """Measure how often a model finds the move of a test of held-out games."""
    policy = policies.load(model, find_game("othello"))
    found = float((policies.played_ranks(policy, test) == 0).mean())
    config = policy.notes.get("config", {})
    write_grade(folder, Grade(config.get("examples"), test.size, found, has_held_out(policy.notes)))


def has_held_out(notes: dict[str, Any]) -> bool:
    """Return whether a model, of either learner or trained here, says that it never saw the held-out games."""
    config = notes.get("config", {})
    is_kept = config.get("test") is True or config.get("set") == STRICT
    return LESSON in notes or (is_kept and config.get("seed") == SPLIT)


def learn(training: Training, split: Split, folder: Path, seed: int, workers: Workers, **settings: Any) -> None:
    """Train a net and measure it; everything is in folder at the end."""
    train = drawn(split.train, training.moves, seed)
    passes = training.examples / train.size
    # without the test, which a learner takes after every part of its run
    learner = PolicyLearner(
        data=Split(train, {}), seed=seed, workers=workers, passes=passes, teachers=0, members=1, **settings
    )
    weights = learner.fit(find_game("othello")).weights_
    folder.mkdir(parents=True, exist_ok=True)
    notes = {LESSON: training._asdict()}
    weights_file.save(folder / MODEL_FILE, pattern_net.pack(weights), evaluator=NET, game="othello", notes=notes)
    test = split.tests["games"].take()
    write_grade(folder, Grade(train.size, test.size, measured(weights, test), True))


def drawn(moves: MoveSet, count: int | None, seed: int) -> MoveSet:
    """Return this many moves, no two of them symmetric copies, which the net cannot tell apart."""
    return some_of(moves, moves.triples.size if count is None else count, seed)


def write_grade(folder: Path, grade: Grade) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    write_json(folder / GRADE, grade._asdict())


def read_grade(folder: Path, net: str) -> Grade:
    return Grade(**read_json(folder_of(folder, net) / GRADE))
