"""The pages of the documentation: their links, headings and commands."""

import re
import shlex
from functools import cache, partial

import typer
from support.paths import DOCS, ROOT
from typer.core import TyperGroup

from fourfold.cli.cli import app
from fourfold.cli.train_options import Methods, method_command

PAGES = sorted([*DOCS.glob("*.md"), *ROOT.glob("*.md")], key=str)
FENCED = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)


def links(text):
    """Return the relative links of a text, and its pictures: a path, empty for the page itself, and an anchor or ''."""
    prose = FENCED.sub("", text)
    targets = re.findall(r"\]\(([^)\s]+)\)", prose) + re.findall(r'(?:src|href)="([^"]+)"', prose)
    return [target.partition("#")[::2] for target in targets if not re.match(r"\w+:", target)]


@cache
def anchors(page):
    """Return the anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", FENCED.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def is_alive(page, path, anchor):
    """Return whether a link of a page leads to a file and, if it has an anchor, to a heading of it."""
    target = page.parent / path if path else page
    return target.exists() and (not anchor or anchor in anchors(target.resolve()))


def shown_commands(text):
    """Return the commands in the blocks of a page, as words without `fourfold`."""
    lines = [line for block in FENCED.findall(text) for line in block.replace("\\\n", " ").splitlines()]
    return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("fourfold ")]


def parse(words):
    """Return the name of a command and its arguments and options; raise an exception if it does not take these."""
    command, name, rest = commands(), [], list(words)
    while isinstance(command, TyperGroup):
        name.append(rest.pop(0))
        command = learner_command(name[-1]) if isinstance(command, Methods) else command.commands[name[-1]]
    if "--help" in rest:
        return " ".join(name), {}  # parsing it would print the help and end the process
    return " ".join(name), command.make_context(name[-1], rest).params


commands, learner_command = cache(partial(typer.main.get_command, app)), cache(method_command)
