"""The experiments by name: which paper each is from, if any, and what it measures.

To add one, write its module in the folder of its paper, or in games/ (framework/study.py has the contract), and list it
here.
"""

from importlib import import_module
from types import ModuleType
from typing import NamedTuple

from ..errors import InputError

PAPERS = {
    "nhb": "L. Ghignone and R. Cancelliere, Neural Learning of Heuristic Functions for General Game Playing",
    "evolved-draughts": "T. P. Nguyen, Playing Draughts using Neural Networks and Genetic Algorithms",
    "context": "J. Mańdziuk, Towards Cognitively-Plausible Game Playing Systems",
    "expert-moves": "P. Liskowski, W. Jaśkowski and K. Krawiec, Learning to Play Othello with Deep Neural Networks",
}
"""The title of each paper by its short name, which is also the name of its folder."""
GAMES = "games"
"""The folder of experiments that are of no paper."""
SECTIONS = {**PAPERS, GAMES: "Included games"}


class Entry(NamedTuple):
    """An experiment; its name combines those of its paper, if it is of one, and its module."""

    paper: str
    module: str
    help: str
    old_name: str | None = None
    """Its name in version 0.1.0."""

    @property
    def name(self) -> str:
        name = self.module if self.paper == GAMES else f"{self.paper}-{self.module}"
        return name.replace("_", "-")

    def load(self) -> ModuleType:
        return import_module(f"fourfold.experiments.{self.paper.replace('-', '_')}.{self.module}")


EXPERIMENTS = (
    Entry("nhb", "table_1", "Connect Four against untrained nets, by budget per move", "nhb-connect-four"),
    Entry("nhb", "table_2", "Reversi against a random heuristic", "nhb-reversi"),
    Entry("nhb", "table_2_sweep", "Reversi by budget and kind of random heuristic, and what nets learn from"),
    Entry("nhb", "reversi_budgets", "the best budget per move for a fixed total of training in Reversi"),
    Entry("nhb", "value_keeping", "how often Connect Four players keep the value of a position"),
    Entry("evolved-draughts", "champions", "two evolutions, and how well their champions play", "draughts-evolution"),
    Entry("evolved-draughts", "inheritance", "evolution without crossover, without mutation and without both"),
    Entry("context", "tables_1_to_5", "which move nets rank first in Connect Four", "context-table-1-2"),
    Entry("context", "detectors", "other detectors and targets in Connect Four, at equal numbers of weights"),
    Entry(
        "context",
        "growth",
        "a net that grows while it learns, against fixed ones, at equal weights and time",
    ),
    Entry("context", "games", "contexts and plain nets of as many weights on several games"),
    Entry("context", "levels", "contexts of one and two levels, found by the rules, and the hand-made ones"),
    Entry("context", "labelling_cost", "the cost of scoring all moves of a position, by its stones"),
    Entry("context", "move_ordering", "what move orderings save the solver, and what they cost"),
    Entry("expert-moves", "tables_2_to_6", "how well networks predict expert moves", "othello-tables"),
    Entry("expert-moves", "figure_3", "how well a policy predicts expert moves, by stage of the game"),
    Entry("expert-moves", "tables_7_and_8", "whether better predictors play better", "othello-strength"),
    Entry("expert-moves", "figure_4", "winning rates by accuracy, of predictors that have been trained"),
    Entry("expert-moves", "table_9", "a predictor against search, and helped by it", "othello-search"),
    Entry("expert-moves", "league", "a round robin of the Othello League's one-ply players", "othello-league"),
    Entry("expert-moves", "extensions", "section VIII: full layers, stages, the side to move, and values of moves"),
    Entry("expert-moves", "learning_curve", "the learning curve of a predictor's run folder"),
    Entry("expert-moves", "network_cost", "the cost of the networks, and of the published schedule"),
    Entry(GAMES, "untrained", "the best player that learned nothing, on every game and example"),
    Entry(GAMES, "perfect_answers", "how long Connect Four's perfect player takes for every position of whole games"),
    Entry(GAMES, "learners", "how strong a player is after so many minutes, by the way it learned"),
    Entry(GAMES, "every_game", "every learner on every game, against the best untrained player"),
    Entry(GAMES, "score", "what the score is worth to a learner, as input and as target, on Kalah and Othello"),
)


def experiment_names() -> list[str]:
    """Return the names of the experiments, without importing their modules, which is slow."""
    return [entry.name for entry in EXPERIMENTS]


def find_experiment(name: str) -> Entry:
    """Return the experiment of that name, or of that old name."""
    for entry in EXPERIMENTS:
        if name in (entry.name, entry.old_name):
            return entry
    raise InputError(f"no experiment named {name!r}; choose from {', '.join(experiment_names())}")
