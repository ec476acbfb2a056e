"""A folder of data with made games and players that know nothing, and a predictor that has learned from these games."""

import pytest
from support.league_files import counter_text, network_text, random_network
from support.othello_games import make_base

from fourfold.data.othello.expert_moves import BASE, FIRST, read_folder
from fourfold.evaluators import weights_file
from fourfold.evaluators.othello_patterns import pattern_net
from fourfold.experiments.expert_moves.league import FILES, OPENINGS
from fourfold.games.interface.find import find_game
from fourfold.learn.policy.learner import PolicyLearner
from fourfold.learn.policy.pattern_course import NET
from fourfold.matches.openings import openings
from fourfold.records import wthor
from fourfold.storage.array_files import MODEL

SMALL = {"width": 8, "units": 4, "heads": 2}


@pytest.fixture(scope="session")
def othello_data(tmp_path_factory):
    folder, othello = tmp_path_factory.mktemp("othello-data"), find_game("othello")
    (folder / "othello" / "players").mkdir(parents=True)
    (folder / BASE).mkdir(parents=True)
    states = [opening.state for opening in openings(othello, "random:6", 10)]
    (folder / OPENINGS).write_text("".join(othello.text(state) + "\n" for state in states))
    for seed, name in enumerate(FILES.values()):
        text = counter_text(seed) if name.endswith(".wpc") else network_text(random_network(seed, 12))
        (folder / name).write_text(text)
    wthor.write(folder / BASE / FIRST, make_base(range(60), 1977))
    return folder


@pytest.fixture(scope="session")
def predictor(othello_data, tmp_path_factory):
    """A model that has learned from games but those held out, and says so."""
    path = tmp_path_factory.mktemp("predictor") / MODEL
    learner = PolicyLearner(data=read_folder(othello_data / BASE), workers=1, passes=2.0, **SMALL)
    packed = pattern_net.pack(learner.fit(find_game("othello")).weights_)
    notes = {"config": {"test": True, "seed": 0, "examples": 2500}}
    weights_file.save(path, packed, evaluator=NET, game="othello", notes=notes)
    return path.parent
