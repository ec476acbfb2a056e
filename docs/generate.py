"""Write docs/command-line.md from the help texts of the commands, and the pictures of the README.

A test checks that the page is up to date.
"""

import re
from pathlib import Path
from typing import Any

import typer

import fourfold
from fourfold.cli.cli import app
from fourfold.cli.train_options import Methods, method_command
from fourfold.games.interface.board_svg import svg

PAGE = Path(__file__).parent / "command-line.md"
IMAGES = Path(__file__).parent / "images"
POSITIONS = {
    "connect_four": "44444353323",
    "othello": "f5d6c3d3c4f4c5b3c2e6",
    "draughts": "W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29",
}
HEAD = """\
# The command line

*Made by `make docs` from the help texts of the commands: change those, not this page.*

What holds for all commands:

- GAME is a name from `fourfold games`, or the path of your own game file, such as `./my_game.py`.
- Positions are written as each game does it: Connect Four as column digits (`4435`), Othello as a transcript
  (`f5d6c3`) or 64 characters and the side to move, draughts as FEN (`B:W21,K22:B1,2`), any other game as its moves.
- Players are named by a spec: `random`, `alphabeta:depth=6,eval=positional`, `alphabeta:nodes=5000,eval=runs/mine`,
  `alphabeta:seconds=2`, `greedy:eval=positional` (the move after which the position is judged best, lots among equals),
  `mcts:sims=10000` (tree search with random playouts; also `seconds=`, `c=`, `by=visits|value`),
  `mcts:seconds=1,eval=nhb,cut=6` (playouts judged by an evaluator after so many plies; with `skew=2` each move of
  them is the better of two random ones); another program as
  `engine:cmd='PROGRAM ARGUMENTS',protocol=gtp,seconds=1` ([how](engines.md)).
  `hybrid:moves=46-60,inside='alphabeta:depth=5,eval=nhb',outside='greedy:eval=positional'` is one player from the 46th
  to the 60th move of the game and another in the rest; moves are counted from the beginning of the game, in Othello and
  Connect Four by what stands on the board (a pass has no number), in other games as far as the moves are known.
  `./my_player.py` is a player of your own ([how](add-a-player.md)).
  A value in quotes may hold commas. In Connect Four `perfect` never errs, and `policy:model=sorter` does not search.
- An evaluator (`eval=`) is a name from `fourfold games`, a run folder or model file; in Othello also a player of the
  Othello League, a `.wpc` or `.player` file ([how](othello.md#players-by-file)).
- Openings are a file with a position or a line of moves on each line, a .pdn file
  ([both](draughts-formats.md#openings-and-ballots)), `random:K` (K random moves) or `none`.
- `--json` prints exactly one JSON object on standard output; everything else goes to standard error.
- The exit code is 0; 2 after one line on standard error that says what is wrong with the input; 130 after Ctrl-C.
- The same `--seed` gives the same result, if players are limited by depth, nodes or sims and not by seconds.
"""


def page() -> str:
    """Return the whole page."""
    group: Any = typer.main.get_command(app)
    return "\n".join([HEAD, *sections(group, "")])


def sections(group: Any, prefix: str) -> list[str]:
    """Return what the page says about the commands of a group, those of groups in it among them."""
    found = []
    for name in group.list_commands(None):
        command = method_command(name) if isinstance(group, Methods) else group.commands[name]
        if hasattr(command, "commands"):
            found += [f"## {prefix}{name}\n\n{markdown(command.help)}\n", *sections(command, f"{prefix}{name} ")]
        else:
            found.append(section(prefix + name, command))
    return found


def section(name: str, command: Any) -> str:
    """Return what the page says about one command."""
    arguments = [param for param in command.params if param.param_type_name == "argument"]
    options = [param for param in command.params if param.param_type_name == "option" and not param.hidden]
    usage = " ".join(["fourfold", name, *(param.metavar for param in arguments), "[OPTIONS]"])
    rows = [f"| `{names(param)}` | {meaning(param)} |" for param in [*arguments, *options]]
    return "\n".join([f"## {name}\n", markdown(command.help), f"\n```\n{usage}\n```\n", "| | |\n|---|---|", *rows, ""])


def names(param: Any) -> str:
    """Return the names of an option with what it takes, or that of an argument."""
    if param.param_type_name == "argument":
        return param.metavar
    text = ", ".join(param.opts) + "".join(f" / {name}" for name in param.secondary_opts)
    value = "" if param.is_flag else f" {param.metavar}"
    return (text + value).replace("|", "\\|")


def meaning(param: Any) -> str:
    default = "" if param.default in (None, False, "", True) or param.required else f" Default: `{param.default}`."
    required = " Required." if param.required and param.param_type_name == "option" else ""
    return param.help + default + required


def markdown(text: str) -> str:
    """Return a help text with its commands as code."""
    return re.sub(r"\[cyan\](.*?)\[/\]", r"`\1`", text.strip())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    IMAGES.mkdir(exist_ok=True)
    for name, position in POSITIONS.items():
        game = fourfold.game(name)
        (IMAGES / f"{name}.svg").write_text(svg(game, game.parse(position)), encoding="utf-8")
