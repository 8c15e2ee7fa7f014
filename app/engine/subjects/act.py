"""The row of an act: all that the program knows of it.

An act whose record has a request of its own is an `Act`. A `Request` leads to records that stand in
other rows, and a `Recorded` is recorded by requests of other rows.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from app.engine.acts.commands import Command, Refused
from app.engine.acts.decision import Decision
from app.engine.acts.events import Event
from app.engine.acts.rounds import Seating
from app.engine.acts.setup import CreateEvent, SettingsChanged
from app.engine.acts.stations.roles import Role
from app.engine.state import State, TableActKind
from app.engine.table.game import Game

C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)
E_contra = TypeVar("E_contra", bound=Event, contravariant=True)
C_contra = TypeVar("C_contra", bound=Command, contravariant=True)


class Context(Protocol):
    """The rest of an event, for a sentence of its history."""

    @property
    def state(self) -> State:
        """Return the state now."""
        ...

    def name(self, number: int) -> str:
        """Return a player's name, shortened."""
        ...

    def names(self, numbers: Iterable[int]) -> str:
        """Return the names of a few players, and the count of the others."""
        ...

    def scenario(self, number: int) -> str:
        """Return a scenario's name."""
        ...

    def seating(self, game: int) -> Game | Seating | None:
        """Return a game, or where it was drawn to if it is no longer in the event."""
        ...

    def act(self, act: int) -> str:
        """Return the name of an act by the number of its first row."""
        ...

    def changes(self, event: SettingsChanged) -> str:
        """Return each setting that the row changed, as it was and as it is."""
        ...


class Decide(Protocol[C_contra]):
    """Returns the events of a command, or a refusal. ``insist``: the organizer was warned."""

    def __call__(
        self, state: State, command: C_contra, at_ms: int, /, *, insist: bool
    ) -> Decision: ...


Apply: TypeAlias = Callable[[State, E], State]
"""Returns the state after an event. Never fails, whatever the log contains."""


class Reach(Enum):
    """The part of the state that an event reads and changes."""

    ONE_GAME = "one game"  # which the event names
    NO_GAME = "no game"  # everything else
    ALL = "all"


Words: TypeAlias = str | Callable[[E, Context], str]
"""The sentence of an event in the history, without a full stop. A template's fields are those of
the event and of `app.engine.subjects.words`.
"""

Name: TypeAlias = str | Callable[[E, State], str]
"""The name of an act after "Undo"; a template as in `Words`."""

Insist: TypeAlias = str | Callable[[C, State], str]
"""The words of the button that does it in spite of a doubt."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """What the history keeps of a row, although the state may no longer hold it."""

    seatings: tuple[Seating, ...] = ()
    """Where games were seated."""
    names: tuple[tuple[int, str], ...] = ()
    """Players' names by their numbers."""
    settings: CreateEvent | SettingsChanged | None = None
    """The settings from now on."""


@dataclass(frozen=True, slots=True)
class Sets(Generic[E_contra]):
    """The values that an act replaces, so that the history says what they were."""

    values: Callable[[E_contra], Mapping[Hashable, Any]]
    """Returns the new ones, by the keys that name them in rows of every kind."""
    words: Callable[[Any, Context], str]
    """Returns a value in words; empty for none."""
    before: Callable[[Hashable, Context], str] | None = None
    """Returns what it was where no row says it."""


def _no_doubt(_state: State, _event: Event) -> str:
    return ""


def _no_refusal(_state: State, _event: Event) -> Refused | None:
    return None


def _no_records(_state: State, _event: Event, _at_ms: int) -> tuple[Event, ...]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Undoing(Generic[E_contra]):
    """What undo of an act takes beside leaving the act out."""

    refuse: Callable[[State, E_contra], Refused | None] = _no_refusal
    """Returns why the act stays, if it does."""
    doubt: Callable[[State, E_contra], str] = _no_doubt
    """Returns what the organizer may not expect of it, as sentences; empty for nothing."""
    asks: bool = True
    """Whether a question follows that sentence."""
    records: Callable[[State, E_contra, int], tuple[Event, ...]] = _no_records
    """Returns what is recorded beside the undo, at this instant."""
    can_be_redone: bool = True
    """Whether redo does it again, and not its own button."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Generic[C, E]):
    """What is asked for and what is recorded of it, often as one class."""

    command: type[C] = field(kw_only=False)
    event: type[E] = field(kw_only=False)
    kind: str
    """The kind of its rows in files. It stays, whatever the class is called."""
    by: Role
    """The role with the fewest rights that may record it."""
    decide: Decide[C]
    apply: Apply[E]
    words: Words[E]
    undo: Name[E] | None
    """None for what undo passes over."""
    insist: Insist[C] | None
    """None for what is never doubted."""
    reach: Reach = Reach.ALL
    takes_back: Callable[[E], bool] | None = None
    """Tells whether undo takes it back; None if it always does."""
    always: Apply[E] | None = None
    """What happens to the state even if the act is undone."""
    undoing: Undoing[E] | None = None
    remembers: Callable[[E], Remembered] | None = None
    sets: Sets[E] | None = None
    passed_over: TableActKind | None = None
    """What the organizer did by it at a table where undo does not take it back."""
    passed_over_if: Callable[[E], bool] | None = None
    """Tells whether the organizer did it there, and not a player or the program; None where nobody
    else can.
    """
    stops_games: bool = False
    """Whether it can end a game or take it off the screens, with the time on its clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request(Generic[C]):
    """What is asked for; its records stand in rows of their own."""

    command: type[C] = field(kw_only=False)
    decide: Decide[C]
    insist: Insist[C] | None
    stops_games: bool = False
    for_good: bool = False
    """Whether undo takes nothing of it back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded(Generic[E]):
    """What is recorded by the requests of other rows, or by the program itself."""

    event: type[E] = field(kw_only=False)
    kind: str
    by: Role
    apply: Apply[E]
    words: Words[E]
    undo: Name[E] | None
    reach: Reach = Reach.ALL
    takes_back: Callable[[E], bool] | None = None
    always: Apply[E] | None = None
    undoing: Undoing[E] | None = None
    remembers: Callable[[E], Remembered] | None = None
    sets: Sets[E] | None = None
    passed_over: TableActKind | None = None
    passed_over_if: Callable[[E], bool] | None = None


def leave_state(state: State, _event: Event) -> State:
    """Return the state as it is: only the history shows the event."""
    return state


AnyAct: TypeAlias = Act[Any, Any] | Request[Any] | Recorded[Any]
