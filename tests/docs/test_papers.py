"""docs/papers.md is true: it has a row for everything in the four papers, and its links, commands and figures hold."""

import re
import shlex
from typing import NamedTuple

import pytest
from support import paths
from support.pages import links, parse

from fourfold.experiments.find import EXPERIMENTS, GAMES, find_experiment
from fourfold.games.interface.find import find_game
from fourfold.learn.find import find_learner

PAGE = paths.DOCS / "papers.md"
ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
CELL = re.compile(r"(?<!\\)\|")
NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?"


class Paper(NamedTuple):
    """What a paper has: facts, counted in its text."""

    tables: int
    figures: int
    equations: int
    """With a number."""
    formulas: int
    """Without one."""
    sections: str
    """Their numbers, or names where they have none."""
    postulates: int = 0
    roman_tables: bool = False

    def labels(self):
        """Return what the rows of everything with a number begin with."""
        tables = ROMAN if self.roman_tables else range(1, 10)
        return [
            *(f"Table {tables[number]}" for number in range(self.tables)),
            *(f"Figure {number + 1}" for number in range(self.figures)),
            *(f"Equation {number + 1}" for number in range(self.equations)),
            *(f"Postulate P{number + 1}" for number in range(self.postulates)),
            *(f"Section {section}" for section in self.sections.split("; ")),
        ]


PAPERS = {
    "nhb": Paper(2, 2, 3, 4, "1; 2; 3; 3.1; 4; 4.1; 4.2; 5; 5.1; 5.2; 6"),
    "evolved-draughts": Paper(
        0, 5, 1, 2,
        "I; I, Draughts; I, Genetic Algorithms; I, Neural Networks; I, Aims; I, Minimum Objective;"
        " I, Intermediate Objective; I, Advanced Objective; II; II.A; II.B; II.C; II.D; II.E; III; III.A; III.B; III.C;"
        " III.C.1; III.C.2; III.C.3; III.C.4; III.D; III.D, Evaluation Method; III.E; IV; IV.A; IV.B; IV.C; IV.D;"
        " IV.D.1; IV.D.2; IV.D.3; V; V.A; V.B; V.C; VI",
    ),
    "context": Paper(
        5, 9, 2, 0,
        "I; II; III; III.A; III.B; IV; IV.A; IV.B; IV.B.1; IV.B.2; IV.B.3; IV.B.4; IV.C; IV.C.1; IV.C.2; IV.C.3; IV.D;"
        " V; V.A; V.B; V.C; V.D",
        postulates=7,
    ),
    "expert-moves": Paper(
        9, 5, 0, 5,
        "I; II; III; IV; IV.A; IV.B; V; V.A; V.A.1; V.A.2; V.B; V.B.1; V.B.2; V.B.3; V.B.4; V.B.5; VI; VI.A; VI.B;"
        " VI.C; VI.D; VI.E; VII; VIII",
        roman_tables=True,
    ),
}  # fmt: skip
BESIDE = ("Formula", "Addition", "Future work")
"""What rows begin with that are of nothing with a number."""


class Row(NamedTuple):
    paper: str
    what: str
    files: str
    command: str
    published: str
    ours: str
    difference: str

    @property
    def label(self):
        return self.what.partition(":")[0]

    @property
    def commands(self):
        return [shlex.split(text)[1:] for text in re.findall(r"`(fourfold .*?)`", self.command)]


def rows_of(paper):
    """Return the rows of a paper's table."""
    section = PAGE.read_text(encoding="utf-8").partition(f"\n## The {paper.replace('nhb', 'NHB')} paper\n")[2]
    lines = [line for line in section.partition("\n## ")[0].splitlines() if line.startswith("|")][2:]
    return [Row(paper, *(cell.strip() for cell in CELL.split(line)[1:-1])) for line in lines]


ROWS = [row for paper in PAPERS for row in rows_of(paper)]
COMMANDS = {shlex.join(words): words for row in ROWS for words in row.commands}


@pytest.mark.parametrize("paper", PAPERS)
def test_everything_with_a_number_has_one_row(paper):
    labels = [row.label for row in rows_of(paper)]
    assert sorted(label for label in labels if label not in BESIDE) == sorted(PAPERS[paper].labels())
    assert labels.count("Formula") == PAPERS[paper].formulas
    assert "Future work" in labels


@pytest.mark.parametrize("paper", PAPERS)
def test_every_experiment_has_a_row(paper):
    named = {words[1] for row in rows_of(paper) for words in row.commands if words[0] == "reproduce"}
    assert {entry.name for entry in EXPERIMENTS if entry.paper == paper} <= named
    assert named <= {entry.name for entry in EXPERIMENTS if entry.paper in (paper, GAMES)}


def test_rows_are_complete():
    """A row has a file and a command, or says that there is none; no cell is empty."""
    for row in ROWS:
        assert all(row), row.what
        assert row.files == "none" or links(row.files), row.what
        assert row.command == "none" or row.commands, row.what


@pytest.mark.parametrize("text", COMMANDS)
def test_a_command_takes_what_it_is_given(text):
    name, given = parse(COMMANDS[text])
    if name == "reproduce":
        entry = find_experiment(given["experiment"])
        assert entry.name == given["experiment"]
        assert given["scale"] in entry.load().SCALES
    if name.startswith("train "):
        check_settings(name.removeprefix("train "), given)
    if given.get("game") and given["game"] != "GAME":
        find_game(given["game"])


def check_settings(method, given):
    """Raise an exception for a recipe, system or other choice that a learner does not have."""
    kind = find_learner(method)
    known = {name: given[name] for name in kind.Settings.__dataclass_fields__ if given.get(name) is not None}
    assert kind(**known).settings


def visible(text):
    """Return a cell without its code and the targets of its links."""
    return re.sub(r"\]\([^)]*\)", "]", re.sub(r"`[^`]*`", "", text))


def percents(text):
    return [float(number) for number in re.findall(rf"({NUMBER}) %", visible(text))]


def test_our_figures_are_on_the_pages_they_link_to():
    unknown = {row.what: missing for row in ROWS if (missing := missing_figures(row))}
    assert unknown == {}


def missing_figures(row):
    """Return those of our figures that no page has to which the cell links."""
    pages = [paths.DOCS / path for path, _ in links(row.ours) if path.endswith(".md")]
    known = {number for page in pages for number in re.findall(NUMBER, page.read_text(encoding="utf-8"))}
    figures = re.findall(NUMBER, visible(row.ours)) if pages else percents(row.ours)
    return [figure for figure in figures if figure not in known]


def test_a_lower_figure_is_called_so():
    """Figures of a row stand in the same order on both sides; where there are fewer of ours, the rest has none."""
    lower = [row for row in ROWS if any(theirs > ours for theirs, ours in pairs(row))]
    assert len(lower) >= 10
    assert [row.what for row in lower if "**Lower**" not in row.difference] == []


def pairs(row):
    return zip(percents(row.published), percents(row.ours), strict=False)


@pytest.mark.parametrize("name", ["nhb.md", "draughts.md", "context.md", "othello.md", "othello-networks.md"])
def test_the_page_of_each_paper_links_here(name):
    assert any(path == PAGE.name for path, _ in links((paths.DOCS / name).read_text(encoding="utf-8")))
