"""The row of an act: everything that the program knows about it.

An `Act` is a row for a request together with its record. A `Request` is a row for a request whose
records have rows of their own, and a `Recorded` is a row for such a record.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from enum import Enum
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

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
    """The data that a sentence of the history needs in addition to its event."""

    @property
    def state(self) -> State:
        """The present state."""
        ...

    def name(self, number: int) -> str:
        """Return a player's name, shortened."""
        ...

    def names(self, numbers: Iterable[int]) -> str:
        """Return the names of the first few players, and how many others there are."""
        ...

    def scenario(self, number: int) -> str:
        """Return a scenario's name."""
        ...

    def seating(self, game: int) -> Game | Seating | None:
        """Return a game, or the game's seating if the game is no longer in the event; None for an
        unknown game.
        """
        ...

    def act(self, act: int) -> str:
        """Return the name of the act whose first row has this number."""
        ...

    def changes(self, event: SettingsChanged) -> str:
        """Return the settings that the row changed, each with its old and new value."""
        ...


class Decide(Protocol[C_contra]):
    """A function that returns the events of a command, or a refusal. ``insist`` is true if the
    organizer wants the command carried out in spite of a doubt.
    """

    def __call__(
        self, state: State, command: C_contra, at_ms: int, /, *, insist: bool
    ) -> Decision: ...


Apply: TypeAlias = Callable[[State, E], State]
"""Returns the state after an event. It never fails, whatever the log contains."""


class Reach(Enum):
    """The part of the state that an event reads and changes."""

    ONE_GAME = "one game"  # which the event names
    NO_GAME = "no game"  # everything else
    ALL = "all"


Words: TypeAlias = str | Callable[[E, Context], str]
"""The sentence of an event in the history, without a full stop. The fields of a template are the
event's own, and those of `app.engine.subjects.words`.
"""

Name: TypeAlias = str | Callable[[E, State], str]
"""The name of an act after "Undo". A template is filled as in `Words`."""

Insist: TypeAlias = str | Callable[[C, State], str]
"""The text of the button that does the act in spite of a doubt."""


class Remembered(Struct, frozen=True):
    """The parts of a row's context that the history remembers, because the state may no longer hold
    them.
    """

    seatings: tuple[Seating, ...] = ()
    """The seatings of games."""
    names: tuple[tuple[int, str], ...] = ()
    """The names of players, with their numbers."""
    settings: CreateEvent | SettingsChanged | None = None
    """The settings from this row on."""


class Sets(Struct, Generic[E_contra], frozen=True):
    """The values that an act sets, in a form in which the history can show the earlier values
    too.
    """

    values: Callable[[E_contra], Mapping[Hashable, Any]]
    """Returns the new values by key. Acts of different kinds that set the same value share its
    key.
    """
    words: Callable[[Any, Context], str]
    """Returns a value in words; empty if there is none."""
    before: Callable[[Hashable, Context], str] | None = None
    """Returns the earlier value in words, for a key that no earlier row of the history has set."""


def _no_doubt(_state: State, _event: Event) -> str:
    return ""


def _no_refusal(_state: State, _event: Event) -> Refused | None:
    return None


def _no_records(_state: State, _event: Event, _at_ms: int) -> tuple[Event, ...]:
    return ()


class Undoing(Struct, Generic[E_contra], frozen=True, kw_only=True):
    """The effects of undoing an act, in addition to leaving the act out."""

    refuse: Callable[[State, E_contra], Refused | None] = _no_refusal
    """Returns the refusal if the act cannot be undone, or else None."""
    doubt: Callable[[State, E_contra], str] = _no_doubt
    """Returns sentences about effects of the undo that the organizer may not expect; empty if there
    are none.
    """
    asks: bool = True
    """True if the question whether to undo the act follows the doubt."""
    records: Callable[[State, E_contra, int], tuple[Event, ...]] = _no_records
    """Returns the events that are recorded together with the undo, at this instant."""
    can_be_redone: bool = True
    """True if redo can do the act again. If not, the act's own button must be used."""


class _OfClasses(Struct, Generic[C, E], frozen=True):
    """The fields of an `Act` that may be given by position; all others are keyword-only."""

    command: type[C]
    event: type[E]


class Act(_OfClasses[C, E], Generic[C, E], frozen=True, kw_only=True):
    """A request and its record, which are often one class."""

    kind: str
    """The kind of the act's rows in files. The kind stays the same even if the class is renamed."""
    by: Role
    """The role with the fewest rights among those that may record the act."""
    decide: Decide[C]
    apply: Apply[E]
    words: Words[E]
    undo: Name[E] | None
    """The name of the act after "Undo"; None if undo passes over it."""
    insist: Insist[C] | None
    """The text of the button that does the act in spite of a doubt; None if the act is never in
    doubt.
    """
    reach: Reach = Reach.ALL
    takes_back: Callable[[E], bool] | None = None
    """Tells whether undo takes an event back; None if it always does."""
    always: Apply[E] | None = None
    """The effect on the state that remains even if the act is undone."""
    undoing: Undoing[E] | None = None
    remembers: Callable[[E], Remembered] | None = None
    sets: Sets[E] | None = None
    passed_over: TableActKind | None = None
    """The kind of the act at a table, if undo does not take the act back; None for any other
    act.
    """
    passed_over_if: Callable[[E], bool] | None = None
    """Tells whether the organizer did the act, and not a player or the program; None if only the
    organizer can do it.
    """
    stops_games: bool = False
    """True if the act can end a game, or remove it from the screens, while the game's clock has
    time left.
    """


class _OfCommand(Struct, Generic[C], frozen=True):
    """The field of a `Request` that may be given by position; all others are keyword-only."""

    command: type[C]


class Request(_OfCommand[C], Generic[C], frozen=True, kw_only=True):
    """A request whose records have rows of their own."""

    decide: Decide[C]
    insist: Insist[C] | None
    stops_games: bool = False
    for_good: bool = False
    """True if undo takes back no part of what the request did."""


class _OfEvent(Struct, Generic[E], frozen=True):
    """The field of a `Recorded` that may be given by position; all others are keyword-only."""

    event: type[E]


class Recorded(_OfEvent[E], Generic[E], frozen=True, kw_only=True):
    """A record that requests in other rows lead to, or that the program makes by itself."""

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
