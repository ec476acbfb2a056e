"""Which names of a contract a module defines: `rules.py` for a game, `evaluation.py` for an evaluator."""

from types import ModuleType
from typing import Any


class Definition:
    """A module's own constants and functions of a contract, and the contract's defaults for the others."""

    def __init__(self, module: ModuleType, contract: ModuleType):
        self.module, self.contract = module, contract

    def defines(self, *names: str) -> bool:
        """Return whether the module itself defines all these names of the contract."""
        return all(self.get(name) is not self.default(name) for name in names)

    def get(self, name: str) -> Any:
        """Return the module's own constant or function of this name, or the contract's."""
        return vars(self.module).get(name, self.default(name))

    def default(self, name: str) -> Any:
        return vars(self.contract)[name]
