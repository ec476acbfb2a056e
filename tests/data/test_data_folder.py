"""The folder of data: given, or named by the environment; what is missing is said in one line."""

import pytest

from fourfold.data import data_folder
from fourfold.errors import InputError


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.delenv(data_folder.VARIABLE, raising=False)
    for place in ("given", "named"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "one.txt").touch()
    return tmp_path


def test_what_is_given_comes_before_what_is_named(data, monkeypatch):
    assert data_folder.find(["one.txt"], str(data / "given")) == data / "given"
    monkeypatch.setenv(data_folder.VARIABLE, str(data / "named"))
    assert data_folder.find(["one.txt"]) == data / "named"
    assert data_folder.find(["one.txt"], str(data / "given")) == data / "given"


def test_missing_files_are_named(data):
    with pytest.raises(InputError, match=r"given has no two.txt: --data DIR or FOURFOLD_DATA names the folder$"):
        data_folder.find(["one.txt", "two.txt"], str(data / "given"))
    with pytest.raises(InputError, match=r"has no 2.txt, 3.txt and 2 more: .*; published at example.org$"):
        data_folder.find(["2.txt", "3.txt", "4.txt", "5.txt"], str(data / "given"), "example.org")


def test_a_folder_must_be_named(data):
    with pytest.raises(InputError, match=r"no folder of data is named that has one.txt: --data DIR or FOURFOLD_DATA"):
        data_folder.find(["one.txt"])
