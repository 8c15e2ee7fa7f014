"""The wire table: requests of devices and orders of the organizer, each with its command.

A message has the fields of its command, except for those that the server knows: the game, the
instant and, for an order, who gives it. The classes of the messages are made from the rows of the
table.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial, reduce
from operator import or_
from types import MappingProxyType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import NODEFAULT, Struct, structs

from app.engine.acts import table as ask
from app.engine.acts.chess_clock import RelabelPress
from app.engine.acts.commands import Command
from app.engine.acts.late import (
    CountPresses,
    LeaveOutPresses,
    LeaveOutTablets,
    PutTimeBack,
)
from app.engine.acts.players import ChooseList
from app.engine.acts.table import Holding, TableCommand
from app.engine.frozen import default_values
from app.engine.language import Template, mark_text, say, template
from app.engine.side import Pair, Side
from app.engine.table.game import Game
from app.views.table.organizer_acts import correct_turn
from app.web.protocol.limits import Few, Instant, Key, Number, Span, Text

PLAYERS = Pair(1, 2)  # as a window elsewhere numbers the two at its table
NONE: Mapping[str, Any] = MappingProxyType({})
LIMITS: Mapping[Any, Any] = {
    "key": Key,
    "device": Key,
    "switch_ms": Instant,
    "moved_ms": Instant,
    "ended_ms": Instant,
    "delta_ms": Span,
    "left_ms": Span,
    int: Number,
    str: Text,
}
"""The limits on a field, by its name or else by its type."""
SERVERS = frozenset({"game", "at_ms", "uncertain_ms"})
"""The fields that a message omits: the server knows the game, and the mark has the instant."""
UNLIMITED = frozenset({Holding})
"""The classes that are read without limits; the scoring's rules check them."""


class DeviceRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A device's request to its table."""


class OrganizerOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """An organizer's order to a table."""


M = TypeVar("M", DeviceRequest, OrganizerOrder)


class GameNumbers(Struct, frozen=True):
    """The numbers of a game that are needed to make a command from a request before the server has
    sent the game.
    """

    number: int
    round_number: int
    players: Pair[int]


class WireRow(Struct, Generic[M], frozen=True):
    """One kind of message and its command."""

    message: type[M]
    command: type[Any] | None
    """The command's class; None for an order that is not recorded in the log."""
    by: str
    """The field that names the acting side; empty if the request is the whole table's."""
    words: str | Template
    """The request in words that the organizer reads."""
    read: Callable[[Any, Any], Any]
    """Makes the command from the message and its game."""
    write: Callable[[Any], M | None]
    """Makes the message from a command; returns None if no message can be sent for this command."""


def _row(
    base: type[M],
    tag: str,
    command: type[Any] | None,
    *,
    by: str = "",
    words: str | Template = "",
    omitted: tuple[str, ...] = (),
    defaults: Mapping[str, Any] = NONE,
    read: Callable[[Any, Any], Any] | None = None,
    write: Callable[[Any], tuple[object, ...]] | None = None,
    extra: Mapping[str, Any] = NONE,
) -> WireRow[M]:
    """Return the row of a request or an order. ``omitted`` are fields of the command, besides the
    game, that are not sent; ``extra`` and ``defaults`` are fields and defaults that only the
    message has.
    """
    hints = dict[str, Any]()
    if command is not None:
        hints = {
            name: hint for name, hint in get_type_hints(command).items() if name not in SERVERS
        }
    ordered = base is OrganizerOrder
    has_by = "by" in hints
    if has_by and ordered:
        omitted = (*omitted, "by")
    elif has_by:
        hints["by"] = Side
    hints = {**extra, **{name: hint for name, hint in hints.items() if name not in omitted}}
    defaults = {**(default_values(command) if command else {}), **defaults}
    made = msgspec.defstruct(
        "".join(map(str.capitalize, tag.split("_"))),
        _fields(hints, defaults),
        bases=(base,),
        tag=tag,
    )
    message = cast(type[M], made)
    fixed = {"by": None} if has_by and ordered else {}

    def read_any(request: M, game: Game | GameNumbers) -> object:
        assert command is not None
        values = {name: _engine(getattr(request, name)) for name in hints}
        return command(game=game.number, **fixed, **values)

    def write_any(given: Any) -> M | None:
        if has_by and (given.by is None) is not ordered:
            return None
        values = write(given) if write else [getattr(given, name) for name in hints]
        return message(*values)

    return WireRow(message, command, by, words, read or read_any, write_any)


def _fields(hints: Mapping[str, Any], defaults: Mapping[str, Any]) -> list[tuple[str, Any, Any]]:
    return [
        (name, _limit(name, hint), defaults.get(name, NODEFAULT)) for name, hint in hints.items()
    ]


def _limit(name: str, hint: Any) -> Any:
    """Return the type of a command's field in a message, with its limits."""
    origin, args = get_origin(hint), get_args(hint)
    kind = origin or hint
    if isinstance(kind, type) and issubclass(kind, Struct) and hint not in UNLIMITED:
        return _strict(hint)
    if origin is tuple:
        few: Any = Few
        return few[_limit(name, args[0])]
    if origin in {Union, UnionType}:
        return reduce(or_, (_limit(name, arg) for arg in args))
    return LIMITS.get(name) or LIMITS.get(hint, hint)


_ORIGINS: dict[type, type] = {}


@cache
def _strict(hint: Any) -> type[msgspec.Struct]:
    """Return the message's version of a class of the engine: its numbers are limited, and unknown
    fields are refused.
    """
    origin, args = get_origin(hint) or hint, get_args(hint)
    hints = {
        name: args[0] if isinstance(of, TypeVar) else of
        for name, of in get_type_hints(origin).items()
    }
    strict = msgspec.defstruct(
        origin.__name__,
        _fields(hints, default_values(origin)),
        frozen=True,
        forbid_unknown_fields=True,
    )
    _ORIGINS[strict] = origin
    return strict


def _engine(value: Any) -> Any:
    """Return a value from a message as a value of the engine."""
    if isinstance(value, tuple):
        return tuple(map(_engine, value))
    origin = _ORIGINS.get(type(value))
    return origin(*map(_engine, structs.astuple(value))) if origin else value


_request = partial(_row, DeviceRequest)
_order = partial(_row, OrganizerOrder)

REQUESTS: tuple[WireRow[DeviceRequest], ...] = (
    _request(
        "start_clock",
        ask.StartClock,
        by="first",
        words=say("start of the clock"),
        omitted=("by_lever",),
    ),
    _request("tap", ask.Tap, by="side", words=say("tap")),
    _request("interrupt", ask.Interrupt, words=say("interrupt")),
    _request("hand_back", ask.HandBack, words=say("end of an interrupt")),
    _request("take_extension", ask.TakeExtension, by="side", words=say("extension")),
    _request("score_turn", ask.ScoreTurn, by="by", words=say("scoring")),
    _request(
        "remove_element", ask.RemoveElement, by="by", words=say("choice of what left the table")
    ),
    _request("swap_specialists", ask.SwapSpecialists, by="by", words=say("choice of specialists")),
    _request("choose_objective", ask.ChooseObjective, by="by", words=say("choice of an objective")),
    _request("choose_spells", ask.ChooseSpells, by="by", words=say("choice of spells")),
    _request(
        "bring_reinforcements",
        ask.BringReinforcements,
        by="by",
        words=say("reinforcements that came"),
    ),
    _request("make_claim", ask.MakeClaim, by="by", words=say("claim")),
    _request("answer", ask.Answer, by="side", words=say("answer")),
    _request("call_judge", ask.CallJudge, by="side", words=template("call for the judge")),
    _request("enter_tally", ask.EnterTally, by="by", words=say("count")),
    _request("count_losses", ask.CountLosses, by="by", words=say("count of losses")),
    _request("change_losses", ask.ChangeLosses, by="by", words=say("count of losses")),
    _request("read_switch", RelabelPress, by="by", words=say("reading of a switch")),
    _request(
        "choose_list",
        ChooseList,
        by="by",
        words=say("choice of a list"),
        omitted=("round_number", "player", "at_table"),
        extra={"by": Side},
        read=lambda request, game: ChooseList(
            game.round_number, game.players.of(request.by), request.chosen, at_table=True
        ),
        write=lambda command: (
            next(side for side in Side if PLAYERS.of(side) == command.player),
            command.chosen,
        ),
    ),
)
"""The requests that a device may send."""

ORDERS: tuple[WireRow[OrganizerOrder], ...] = (
    _order("start_clock", ask.StartClock, omitted=("by_lever",)),
    _order("pause", ask.PauseClock, omitted=("cause",), defaults={"reason": ""}),
    _order("resume", ask.ResumeClock),
    _order("adjust", ask.AdjustClock),
    _order("set_time", ask.SetTime),
    _order("count_gap", ask.CountGap),
    _order("dismiss_judge", ask.DismissJudge),
    _order("rule", ask.Rule),
    _order("rule_on_stop", ask.RuleOnStop),
    _order("reopen", ask.ReopenGame),
    _order("withdraw_result", ask.WithdrawResult),
    _order("take_back_turn", ask.TakeBackTurn),
    _order("read_switch", RelabelPress),
    _order("dice_down", ask.PutDiceDown),
    _order(
        "correct_points",
        ask.ScoreTurn,
        omitted=("holdings", "kill_box", "caster_left"),
        defaults={"points": NODEFAULT},
        read=lambda order, game: correct_turn(
            game,
            order.step,
            _engine(order.points),
            order.reason,
        ),
    ),
    _order("let_go", LeaveOutTablets),
    _order("wait_on", None, read=lambda _order, _game: None),
    _order("count_presses", CountPresses),
    _order("leave_out_presses", LeaveOutPresses),
    _order("put_time_back", PutTimeBack),
)
"""The orders that the organizer may give."""

_REQUEST_ROWS = {row.message: row for row in REQUESTS}
_ORDER_ROWS = {row.message: row for row in ORDERS}
_REQUESTED = {row.command: row for row in REQUESTS}
_ORDERED = {row.command: row for row in ORDERS}

if TYPE_CHECKING:
    AnyRequest: TypeAlias = DeviceRequest
    AnyOrder: TypeAlias = OrganizerOrder
else:
    AnyRequest = reduce(or_, _REQUEST_ROWS)
    AnyOrder = reduce(or_, _ORDER_ROWS)


def command_for_request(
    request: DeviceRequest, game: Game | GameNumbers
) -> tuple[TableCommand | ChooseList, str]:
    """Return the command for a request, and the actor for the history."""
    row = _REQUEST_ROWS[type(request)]
    side: Side | None = getattr(request, row.by) if row.by else None
    return row.read(request, game), side.actor if side else mark_text("Table")


def request_for(command: Command) -> DeviceRequest | None:
    """Return the request for a table's command; None if no device may send it."""
    row = _REQUESTED.get(type(command))
    return row.write(command) if row else None


def words_for(request: DeviceRequest) -> str:
    """Return a request in words that the organizer reads."""
    return str(_REQUEST_ROWS[type(request)].words)


def command_for_order(order: OrganizerOrder, game: Game) -> Command | None:
    """Return the command for an order; None if it is not recorded in the log."""
    command: Command | None = _ORDER_ROWS[type(order)].read(order, game)
    return command


def order_for(command: Command) -> OrganizerOrder | None:
    """Return the order for a command; None if the organizer cannot give it at a table."""
    row = _ORDERED.get(type(command))
    return row.write(command) if row else None
