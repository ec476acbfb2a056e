"""Engines that crash, hang, talk nonsense or cheat lose the game, with the reason in the record; the match goes on."""

import re

import pytest

from fourfold.errors import InputError
from fourfold.matches.match import match
from fourfold.spec import quote

ENGINE = """
import sys, time
number = 0
for line in sys.stdin:
    command = line.split()[0] if line.split() else ""
    if command == "genmove":
        number += 1
        if number % 3 == 0:
            {fault}
        print("= " + ["4", "3", "5", "2", "6", "1", "7"][number % 7] + "\\n", flush=True)
    elif command == "list_commands":
        print("= genmove\\nplay\\nclear_board\\nsetboard\\n", flush=True)
    elif command == "quit":
        break
    else:
        print("=\\n", flush=True)
"""
FAULTS = {
    "crashes": ("sys.exit('out of ideas')", r"has ended \(exit code 1\): out of ideas"),
    "is killed": ("import os; os.kill(os.getpid(), 9)", r"has ended \(exit code -9\)"),
    "hangs": ("time.sleep(60)", "did not answer 'genmove"),
    "talks nonsense": ("print('= \\x00\\xff the best move\\n', flush=True); continue", "played '"),
    "cheats": ("print('= 9\\n', flush=True); continue", "played '9'"),
    "refuses": ("print('? no\\n', flush=True); continue", "rejected 'genmove"),
    "never ends": ("[print('= ' + 'x' * 50) for _ in range(300000)]", "never finished its answer|has ended|played"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_an_engine_that_fails_loses_and_the_match_goes_on(script, fault, tmp_path):
    code, reason = FAULTS[fault]
    timeout = 2 if fault == "hangs" else 30
    engine = f"engine:cmd={quote(script(ENGINE.format(fault=code)))},protocol=gtp,timeout={timeout}"
    with pytest.warns(UserWarning, match="4 games were lost by forfeit"):
        result = match(engine, "random", "connect_four", games=4, seed=3, workers=1, out=tmp_path / "run")
    assert result.games == 4
    lost = [record for record in result.records if record.reason.startswith("forfeit: engine")]
    assert len(lost) == 4  # it fails at its third move, in every game: it was started again each time
    for record in lost:
        assert record.outcome == (-1 if record.first == engine else 1)
    assert result.losses == 4
    assert re.search(reason, lost[0].reason), lost[0].reason


def test_an_engine_that_cannot_be_started_is_bad_input():
    with pytest.raises(InputError, match="cannot be started"):
        match("engine:cmd=/nowhere/engine,protocol=gtp", "random", "connect_four", games=2, workers=1)
