"""Undo and redo: what can be asked and what is recorded."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the latest act of the EO that counts."""


@dataclass(frozen=True, slots=True)
class Undone:
    """The act whose first row is ``act`` no longer counts."""

    act: int


@dataclass(frozen=True, slots=True)
class Redo:
    """Bring back the act that was undone last."""


@dataclass(frozen=True, slots=True)
class Redone:
    """The act whose first row is ``act`` counts again."""

    act: int
