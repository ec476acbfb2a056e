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

Every command with its options, and the conventions that all of them share. *`make docs` writes this page from the help
texts: edit those, not this page.*

- GAME is a name from `fourfold games`, or the path of your own game file, such as `./my_game.py`; an option follows it:
  `hex:size=7`.
- Positions use each game's own notation: Connect Four column digits (`4435`), Othello a transcript (`f5d6c3`) or 64
  characters and the side to move, draughts FEN (`B:W21,K22:B1,2`), any other game its moves.
- A spec names a player and its options:

  | spec | player |
  |---|---|
  | `random` | random moves |
  | `alphabeta:depth=6,eval=positional` | alpha-beta, limited by `depth=`, `nodes=`, `seconds=` or several of them |
  | `alphabeta:nodes=5000,eval=runs/mine` | the same, with the net of a training run |
  | `alphabeta:depth=6,aim=points` | the same, playing for points instead of a win, in games that have them |
  | `greedy:eval=positional` | the move with the best position after it; ties are broken at random |
  | `mcts:sims=10000` | tree search with random playouts; also `seconds=`, `c=`, `by=visits` or `by=value` |
  | `mcts:seconds=1,eval=nhb,cut=6` | playouts of 6 plies, then `eval`; `skew=2`: the better of two random moves |
  | `best-first:nodes=10000,eval=nhb` | unbounded best-first minimax ([Descent](descent.md)); also `seconds=` |
  | `alphazero:sims=64,model=runs/zero` | tree search with a net of [`train alphazero`](from-zero.md); also `seconds=` |
  | `policy:model=sorter` | a net that ranks moves, without search |
  | `perfect` | Connect Four without a mistake; lots decide among equally good moves, `ties=centre`: the centre |
  | `perfect:seconds=10` | the same, but after this time the move with the best guaranteed score |
  | `perfect:mistakes=0.2` | `perfect`, but each move is with this probability not a best one, if there is another |
  | `hybrid:moves=46-60,inside='alphabeta:depth=5,eval=nhb',outside=random` | one player in a stage, another elsewhere |
  | `engine:cmd='PROGRAM ARGUMENTS',protocol=gtp,seconds=1` | [another program](engines.md) |
  | `./my_player.py:option=value` | [your own player](add-a-player.md) |

  A value in quotes may contain commas. A hybrid counts moves from the start of the game: in Othello and Connect Four by
  the pieces on the board (a pass does not count), in other games as far as the moves are known.
- An evaluator (`eval=`) is a name from `fourfold games`, a run folder, a model file, or
  [your own file](add-an-evaluator.md); in Othello also a `.wpc` or `.player` file of the
  [Othello League](othello.md#player-files), in backgammon a `.json` file of [pubeval](games.md#backgammon)'s weights.
- Openings are a file with a position or a line of moves on each line, a
  [.pdn file](draughts-formats.md#openings-and-ballots), `random:K` (K random moves, and the rolls around
  them) or `none`.
- `--json` prints exactly one JSON object on standard output; everything else goes to standard error.
- The exit code is 0; 2 after one line on standard error that says what is wrong with the input; 130 after
  Ctrl-C, unless a search then answers with what it has found.
- The same `--seed` gives the same result, if players are limited by depth, nodes or sims rather than seconds.
"""


def page() -> str:
    """Return the whole page."""
    group: Any = typer.main.get_command(app)
    return "\n".join([HEAD, *sections(group, "")])


def sections(group: Any, prefix: str) -> list[str]:
    """Return the sections of the commands in a group and in its subgroups."""
    found = []
    for name in group.list_commands(None):
        command = method_command(name) if isinstance(group, Methods) else group.commands[name]
        if hasattr(command, "commands"):
            found += [f"## {prefix}{name}\n\n{markdown(command.help)}\n", *sections(command, f"{prefix}{name} ")]
        else:
            found.append(section(prefix + name, command))
    return found


def section(name: str, command: Any) -> str:
    """Return the section of one command."""
    arguments = [param for param in command.params if param.param_type_name == "argument"]
    options = [param for param in command.params if param.param_type_name == "option" and not param.hidden]
    usage = " ".join(["fourfold", name, *(param.metavar for param in arguments), "[OPTIONS]"])
    rows = [f"| `{names(param)}` | {meaning(param)} |" for param in [*arguments, *options]]
    return "\n".join([f"## {name}\n", markdown(command.help), f"\n```\n{usage}\n```\n", "| | |\n|---|---|", *rows, ""])


def names(param: Any) -> str:
    """Return the name of an argument, or the names of an option with its value."""
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
    """Return a help text with its commands as Markdown code."""
    return re.sub(r"\[cyan\](.*?)\[/\]", r"`\1`", text.strip())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    IMAGES.mkdir(exist_ok=True)
    for name, position in POSITIONS.items():
        game = fourfold.game(name)
        (IMAGES / f"{name}.svg").write_text(svg(game, game.parse(position)), encoding="utf-8")
