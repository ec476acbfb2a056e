"""What tests of several rooms need."""

import importlib
import io
import os
import signal
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

# a shell lets what runs in its background ignore Ctrl-C, and so would all that tests start
signal.signal(signal.SIGINT, signal.default_int_handler)


LONG = (
    "bench", "binding/test_bind.py", "cli/test_interrupts.py", "cli/test_othello_commands.py",
    "cli/test_play_terminal.py", "cli/test_reproduce.py", "cli/test_runs.py", "cli/test_train.py", "docs",
    "engines/gtp/test_client.py", "engines/gtp/test_server.py", "engines/hub/test_client.py",
    "engines/nboard/test_client.py", "engines/test_failing_engines.py", "evaluators/test_evaluator_file.py",
    "evaluators/test_frame_net.py", "evaluators/torch_othello", "experiments", "learn/context", "learn/evolve",
    "learn/network", "learn/nhb", "learn/outcome", "learn/policy", "learn/test_kills.py",
    "learn/test_proven_positions.py", "learn/test_runs_of_0_1_0.py", "parallel/test_dask_workers.py",
    "records/test_wthor.py", "search/test_backward.py", "search/test_example_table.py", "web",
)  # fmt: skip
"""Files and folders of tests that start processes, learn or drive a browser: more than a few seconds each."""


SLOW = (
    "engines/gtp/test_client.py::test_two_engines_of_every_game[gomoku]",
    "learn/nhb/test_learner.py::test_any_game_can_be_learned[breakthrough-",
    "learn/nhb/test_learner.py::test_any_game_can_be_learned[draughts-",
    "learn/nhb/test_winning_patterns.py::test_any_game_has_a_supported_layer[breakthrough]",
    "learn/nhb/test_winning_patterns.py::test_any_game_has_a_supported_layer[draughts]",
    "learn/policy/test_learner.py::test_a_stopped_run_goes_on_to_the_same_net[30-0.0]",
    "learn/policy/test_move_course.py::test_a_game_is_learned_from_records_and_played[tic_tac_toe]",
    "search/test_chance.py::test_equals_full_width_expectimax[points-compiled-star1]",
    "search/test_chance.py::test_equals_full_width_expectimax[win-compiled-star1]",
    "search/test_mcts.py::test_a_visit_of_a_node_is_its_first_or_a_childs[breakthrough-",
    "search/test_mcts.py::test_a_visit_of_a_node_is_its_first_or_a_childs[draughts-500.0]",
    "search/test_mcts.py::test_a_visit_of_a_node_is_its_first_or_a_childs[kalah-500.0]",
    "search/test_mcts.py::test_a_visit_of_a_node_is_its_first_or_a_childs[othello-500.0]",
    "search/test_tree.py::test_small_games_are_proven_as_brute_force_has_them[hex:size=3-plies2-win-100]",
    "search/test_tree.py::test_small_games_are_proven_as_brute_force_has_them[kalah:pits=2,seeds=2-plies7-points-100]",
    "web/browser/test_games.py::test_a_whole_game_is_played_by_clicks[breakthrough-second]",
    "web/browser/test_games.py::test_a_whole_game_is_played_by_clicks[gomoku:size=6-second]",
    "web/browser/test_games.py::test_a_whole_game_is_played_by_clicks[hex:size=5-second]",
)  # fmt: skip
"""Cases that other cases of the same test stand for in `make test`; each compiles kernels or drives a browser."""


def pytest_collection_modifyitems(items):
    for item in items:
        if any(item.path.is_relative_to(TESTS / path) for path in LONG):
            item.add_marker("long")
        if item.nodeid.removeprefix("tests/").startswith(SLOW):
            item.add_marker("slow")


@pytest.fixture
def torch():
    """The library torch; without it a test is skipped, unless nothing may be skipped."""
    if os.environ.get("FOURFOLD_SKIP_NOTHING"):
        return importlib.import_module("torch")
    return pytest.importorskip("torch", reason="torch is not installed: make setup-deep")


@pytest.fixture
def run(capsys, monkeypatch):
    """Return a function that runs a command in this process: it returns (exit code, stdout, stderr)."""
    from fourfold.cli.cli import main

    def run_command(*arguments, stdin=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        code = main(list(arguments))
        return code, *capsys.readouterr()

    return run_command
