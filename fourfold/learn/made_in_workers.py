"""What plays games for a learner in threads here, and on a cluster in a copy that each worker makes for itself."""

from functools import lru_cache, partial
from typing import Any

from ..games.interface.find import find_game
from ..games.interface.game import Game


class MadeInWorkers:
    """Pickled as its class, its game and a few settings, since kernels and memory cannot be sent.

    A subclass takes the game, workers and those settings when it is made.
    """

    game: Game

    @property
    def _settings(self) -> dict[str, Any]:
        raise NotImplementedError

    def __reduce__(self) -> Any:
        return self._maker.func, self._maker.args

    @property
    def _maker(self) -> partial["MadeInWorkers"]:
        """Makes a copy, or returns the one that this process has made before."""
        kind: Any = type(self)
        return partial(_made_in_worker, kind, self.game.spec, tuple(self._settings.items()))


@lru_cache(maxsize=8)
def _made_in_worker(kind: Any, game: str, settings: tuple[tuple[str, Any], ...]) -> MadeInWorkers:
    made: MadeInWorkers = kind(find_game(game), workers=1, **dict(settings))
    return made
