"""The grammar of specs."""

import pytest

from fourfold import spec
from fourfold.errors import InputError
from fourfold.games.interface.find import find_game


@pytest.mark.parametrize(
    ("text", "name", "options"),
    [
        ("random", "random", {}),
        ("random:", "random", {}),
        ("hex:size=7", "hex", {"size": "7"}),
        ("alphabeta:depth=6,eval=positional", "alphabeta", {"depth": "6", "eval": "positional"}),
        ("./my_player.py", "./my_player.py", {}),
        ("my_player.py:level=3", "my_player.py", {"level": "3"}),
        ("./a:b/my_game.py:size=7", "./a:b/my_game.py", {"size": "7"}),
        (r"C:\games\my_game.py:size=7", r"C:\games\my_game.py", {"size": "7"}),
        ("alphabeta:eval=./my_eval.py,nodes=9", "alphabeta", {"eval": "./my_eval.py", "nodes": "9"}),
        ("x:a='b, \"c\"',d=\"e='f'\"", "x", {"a": 'b, "c"', "d": "e='f'"}),
        ("x:a='it's',b=", "x", {"a": "it's", "b": ""}),
    ],
)
def test_a_spec_has_a_name_and_options(text, name, options):
    assert spec.parse(text) == (name, options)


@pytest.mark.parametrize("text", ["x:depth", "x:a=1,a=2", "x:a=1,b"])
def test_what_is_no_spec(text):
    with pytest.raises(InputError, match="is not valid; an option is NAME=VALUE, each name once"):
        spec.parse(text)


def test_options_are_those_known():
    assert spec.parse("x:a=1", "player", ["a"]).options == {"a": "1"}
    with pytest.raises(InputError) as error:
        spec.parse("x:b=1,a=2", "player", ["a", "c"])
    assert str(error.value) == "'b=1' in player 'x:b=1,a=2' is not valid; options of x: a=, c="


def test_whatever_is_quoted_is_read_again():
    inner = spec.parse(f"hybrid:inside={spec.quote('a:b=1,c=2')},outside=random").options["inside"]
    assert spec.parse(inner) == ("a", {"b": "1", "c": "2"})


@pytest.mark.parametrize(
    ("text", "files"),
    [
        ("othello", []),
        ("./g.py", ["./g.py"]),
        ("g.py:size=7", ["g.py"]),
        ("alphabeta:eval=./x.py,nodes=9", ["./x.py"]),
        ("./p.py:eval=./x.py", ["./p.py", "./x.py"]),
        ("hybrid:moves=1-5,inside='./p.py',outside=random", ["./p.py"]),
        ("hybrid:moves=1-5,inside='alphabeta:eval=./x.py,nodes=9',outside=\"./q.py:level='3'\"", ["./x.py", "./q.py"]),
        ("a,b.py", ["a,b.py"]),
        ("./a:b.py", ["./a:b.py"]),
        ("x:y.py", ["x:y.py"]),
        ("alphabeta:eval=x.py,nodes", ["alphabeta:eval=x.py,nodes"]),
        ("runs/x.pyc", []),
        ("my.python", []),
    ],
)
def test_every_python_file_of_a_spec_is_found(text, files):
    assert spec.source_files(text) == files


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("othello:size=7", "othello has no option 'size'; its options: none"),
        ("hex:size=99", "hex:size=99 is not valid: size is a whole number from 2 to 11"),
        ("./my_game.py:size=7", "there is no game file ./my_game.py"),
    ],
)
def test_an_option_that_a_game_does_not_have_is_refused(text, fault):
    with pytest.raises(InputError) as error:
        find_game(text)
    assert str(error.value) == fault


@pytest.mark.parametrize("name", ["game.pyc", "game.so", "game.txt"])
def test_only_python_source_is_loaded(tmp_path, name):
    (tmp_path / name).write_bytes(b"")
    with pytest.raises(InputError, match="is not a Python file"):
        find_game(str(tmp_path / name))
