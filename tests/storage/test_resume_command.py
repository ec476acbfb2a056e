"""Which commands of run folders are run again."""

import pytest

from fourfold.errors import InputError
from fourfold.storage.resume_command import check_trust

TRAIN = ["train", "nhb", "./mine.py:size=7", "--player=alphabeta:eval=./eval.py,nodes=9", "--out", "runs/mine"]


@pytest.mark.parametrize("trusted", [(), ("./mine.py",), ("eval.py",), ("mine.py", "other/eval.py")])
def test_every_file_must_be_named(trusted):
    with pytest.raises(InputError, match=r"type fourfold runs resume runs/mine \./") as error:
        check_trust(TRAIN, trusted)
    assert ("./mine.py" in str(error.value)) == (not {"./mine.py", "mine.py"} & set(trusted))


def test_files_are_the_same_by_whichever_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    check_trust(TRAIN, ["mine.py", str(tmp_path / "eval.py")])
    (tmp_path / "link.py").symlink_to(tmp_path / "mine.py")
    (tmp_path / "mine.py").write_text("")
    check_trust(TRAIN, ["link.py", "./eval.py"])


@pytest.mark.parametrize("word", ["engine:cmd=./mine.py", "tcp://192.0.2.1:8786"])
def test_engines_and_clusters_are_typed_again(word):
    command = ["match", word, "random", "--out", "runs/mine"]
    with pytest.raises(InputError, match=r"type fourfold match '?(engine|tcp):"):
        check_trust(command, ["./mine.py", word])


def test_what_makes_no_run_is_not_resumed():
    with pytest.raises(InputError, match="serve makes no run"):
        check_trust(["serve", "--out", "x"])
