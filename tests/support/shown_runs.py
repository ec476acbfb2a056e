"""A run with all that the page can show of one."""

import numpy as np

from fourfold.evaluators import slfn, weights_file
from fourfold.evaluators.weights_file import Model
from fourfold.games.interface.find import find_game
from fourfold.learn.curves import Curve, Point, write_curve
from fourfold.learn.earlier import Work, keep
from fourfold.learn.shown_game import ShownGame, write_game
from fourfold.storage.array_files import MODEL
from fourfold.storage.run_folder import open_run

POINTS = [Point(0, 0.5, 0.5, 0.5), Point(600, 0.7, 0.6, 0.79), Point(1200, 0.85, 0.77, 0.91)]


def write_run(folder):
    """Write a run of Connect Four with a curve, a model, an earlier net, and a game of three moves."""
    game = find_game("connect_four")
    inputs = np.zeros((game.variables, 1), np.float32)
    model = Model(game.name, "slfn", {}, slfn.Weights(inputs, np.zeros(1, np.float32), np.ones(1, np.float32)))
    with open_run(folder, {"method": "nhb", "game": game.spec}):
        write_curve(folder, Curve("matches", "score", POINTS, "100 games", 0.5))
        weights_file.save_model(folder / MODEL, model)
        keep(folder, 10, Work(120, 1200, "matches"), model)
        write_game(folder, ShownGame(["4", "4", "3"], 1200.0))
