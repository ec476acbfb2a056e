import json

PDN = """[Black "a"] [White "b"] 1. 11-15 23-18 1-0
[Black "c"] [White "d"] 1. 11-15 23-17 *
"""


def test_data(run, tmp_path):
    path = tmp_path / "games.pdn"
    path.write_text(PDN)
    code, out, err = run("data", str(path), "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["illegal"] == [{"game": 2, "move": 2, "reason": "23-17 is not a legal move"}]
    wanted = {"format": "PDN", "games": 2, "legal": 1, "moves": 2, "set_up": 0, "written": None}
    assert {name: found[name] for name in wanted} == wanted
    code, out, _ = run("data", str(path))
    assert code == 0
    assert "game 2, move 2: 23-17 is not a legal move" in out


def test_data_are_converted(run, tmp_path):
    path, out = tmp_path / "games.pdn", tmp_path / "games.jsonl"
    path.write_text(PDN)
    assert json.loads(run("data", str(path), "--out", str(out), "--json")[1])["written"] == 1
    (record,) = map(json.loads, out.read_text().splitlines())
    assert (record["first"], record["moves"], record["outcome"]) == ("a", ["11-15", "23-18"], 1)


def test_many_illegal_games_are_not_all_shown(run, tmp_path):
    path = tmp_path / "games.pdn"
    path.write_text("1. 1-2 *\n" * 30)
    out = run("data", str(path))[1]
    assert "... and 10 more" in out


def test_bad_data_end_with_one_line(run, tmp_path):
    path = tmp_path / "games.pdn"
    path.write_text("1. e2-e4 *")
    text = tmp_path / "a.txt"
    text.write_text("hello")
    good = tmp_path / "good.pdn"
    good.write_text("*")
    for arguments in (
        [str(path)],
        [str(text)],
        ["no/such.pdn"],
        [str(tmp_path)],
        [str(good), "--out", "games.xyz"],
        [str(good), "--out", "no/such/folder/games.pdn"],
        [str(good), "--game", "chess"],
    ):
        code, out, err = run("data", *arguments)
        assert (code, out) == (2, "")
        assert len(err.splitlines()) == 1
