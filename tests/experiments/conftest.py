"""A folder of data with made games and players that know nothing, and a predictor that has learned from these games."""

import pytest
from league_files import counter_text, network_text, random_network
from othello_games import make_base

from fourfold import models, registry
from fourfold.data import wthor
from fourfold.data.expert_moves import BASE, FIRST, read_folder
from fourfold.experiments.othello_league import FILES, OPENINGS
from fourfold.learn import policy
from fourfold.nets import pattern_net
from fourfold.openings import openings

SMALL = {"width": 8, "units": 4, "heads": 2}


@pytest.fixture(scope="session")
def othello_data(tmp_path_factory):
    folder, othello = tmp_path_factory.mktemp("othello-data"), registry.game("othello")
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
    path = tmp_path_factory.mktemp("predictor") / models.FILE
    learner = policy.Learner(read_folder(othello_data / BASE), workers=1, passes=2.0, **SMALL)
    packed = pattern_net.pack(learner.fit(registry.game("othello")).weights_)
    notes = {"config": {"test": True, "seed": 0, "examples": 2500}}
    models.save(path, packed, evaluator=policy.NET, game="othello", notes=notes)
    return path.parent
