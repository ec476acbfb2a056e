"""The learners that can be started from the page: those that need only the rules, and the user's own."""

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

from ..games.interface.game import Game
from ..learn.find import find_learner
from ..learn.learner import Learner
from ..learn.methods import method_names, method_summary
from ..learn.settings import option_words


class Learners:
    """The learners by the names that clients use; a client never names a file."""

    def __init__(self, files: Iterable[str] = ()):
        self.files = list(files)
        """The user's own."""

    @cached_property
    def specs(self) -> dict[str, str]:
        """The name of each on the command line."""
        shipped = {name: name for name in method_names() if find_learner(name).sizes}
        return {**shipped, **{Path(file).stem: file for file in self.files}}

    def kind(self, name: str) -> type[Learner]:
        return find_learner(self.specs[name])

    def names(self, game: Game) -> list[str]:
        """Return the names of those that can learn a game."""
        return [name for name in self.specs if self.kind(name).fits(game)]

    def options(self, name: str, size: str) -> list[str]:
        """Return the options of a training run of this size."""
        kind = self.kind(name)
        return option_words(kind.Settings, kind.sizes.get(size, {}))

    def to_json(self) -> dict[str, Any]:
        return {
            name: {
                "title": self.kind(name).title or name.replace("_", " ").capitalize(),
                "words": self.kind(name).about or method_summary(spec),
            }
            for name, spec in self.specs.items()
        }
