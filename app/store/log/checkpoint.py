"""The state of an event as bytes that stand beside its rows, so that a long log opens without being
folded. No database here.

The rows are the event; a checkpoint only saves time. Its seal is made on this computer
(`app.store.log.seals`), so whatever else wrote or changed a checkpoint, it is not believed. What
the program itself got wrong is found by folding the rows
(`app.engine.evolve.running_fold.Proof`).

What a row says is not written again. A game's marks, its scoring and the acts that can be undone
are the numbers of their rows. The rest is MessagePack of the dataclasses, read by their types.
"""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from hashlib import blake2b
from typing import Any, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

import msgspec

from app import VERSION
from app.engine.acts.events import Event, Record
from app.engine.evolve.running_fold import FoldedRows
from app.engine.packet.packet import GameRules
from app.engine.state import State, UndoStep
from app.engine.table.game import Game, Play
from app.store.errors import StoreError
from app.store.log import codec
from app.store.log.packed_rows import PackedRows
from app.store.log.seals import rows_seal, seal

Ref: TypeAlias = int | tuple[str, int, str]
"""The event of a row, by the row's number less one; or kind, version and payload of one that is in
no row of its own, such as a late press that the organizer counted.
"""


class Stored(NamedTuple):
    """A checkpoint as a file holds it."""

    rows: int
    rows_seal: bytes
    made_by: str
    state: bytes
    seal: bytes

    def is_whole(self, event: str) -> bool:
        """Whether it was written here, by this Flagfall. Raises OSError."""
        said = f"{event}|{self.rows}|{self.rows_seal.hex()}|{self.made_by}"
        return self.made_by == made_by() and self.seal == seal(said, [self.state])


def stored(event: str, rows: PackedRows, count: int, state: bytes) -> Stored:
    """What the first so many rows amount to, as a file is to hold it. Raises OSError."""
    unsealed = Stored(count, rows_seal(event, rows, count), made_by(), state, b"")
    said = f"{event}|{unsealed.rows}|{unsealed.rows_seal.hex()}|{unsealed.made_by}"
    return unsealed._replace(seal=seal(said, [state]))


def made_by() -> str:
    """This Flagfall, and what its state consists of."""
    return f"{VERSION} {_shape()}"


class StateBytes:
    """Turns the states of one event into bytes and back. A game that has not changed since is not
    encoded again.
    """

    def __init__(self) -> None:
        self._terms: list[GameRules] = []
        self._games: dict[int, tuple[Game, bytes]] = {}

    def encode(self, folded: FoldedRows, records: Sequence[Record]) -> bytes:
        """``records``: at least the rows that were folded."""
        numbers = {id(row.event): row.seq - 1 for row in records}
        known: dict[int, int] = {}
        games = {
            number: self._encoded(game, numbers, known)
            for number, game in folded.state.games.items()
        }
        self._games = games
        state = folded.state
        steps = [
            [(step.seq, _ref(step.event, numbers)) for step in acts]
            for acts in (state.done, state.undone)
        ]
        rest = {name: getattr(state, name) for name in REST}
        hidden = sorted(folded.hidden)
        encoded = [msgspec.Raw(game) for _, game in games.values()]
        return _encoder.encode([rest, self._terms, encoded, *steps, hidden])

    def decode(self, rows: int, encoded: bytes, records: Sequence[Record]) -> FoldedRows:
        """Raises one of `UNREADABLE` for what was not encoded here."""
        whole = _decoders().whole.decode(encoded)
        self._terms = whole.terms
        games = {}
        for raw in whole.games:
            game = self._game(_decoders().game.decode(raw), records)
            games[game.number] = game
            self._games[game.number] = (game, bytes(raw))
        done, undone = (
            tuple(UndoStep(act, _event(ref, records)) for act, ref in steps)
            for steps in (whole.done, whole.undone)
        )
        rest = {name: getattr(whole.rest, name) for name in REST}
        state = State(games=games, done=done, undone=undone, **rest)
        return FoldedRows(rows, state, frozenset(whole.hidden))

    def _encoded(
        self, game: Game, numbers: Mapping[int, int], known: dict[int, int]
    ) -> tuple[Game, bytes]:
        before = self._games.get(game.number)
        if before is not None and before[0] is game:
            return before
        play = {
            name: value
            for name, usual in USUAL.items()
            if (value := getattr(game.play, name)) != usual
        }
        scores = play.pop("scores", {})
        other: dict[str, Any] = {
            "terms": self._number_of(game.terms, known),
            "play": play,
            "marks": [_ref(mark, numbers) for mark in game.marks],
            "aside": [_ref(press, numbers) for press in game.aside],
        }
        values = [other[name] if name in other else getattr(game, name) for name in OF_GAME]
        values.append({step: _ref(score, numbers) for step, score in scores.items()})
        return game, _encoder.encode(values)

    def _number_of(self, terms: GameRules, known: dict[int, int]) -> int:
        """The rules of a round's games are one value, written once."""
        number = known.get(id(terms))
        if number is None:
            if terms not in self._terms:
                self._terms.append(terms)
            number = known[id(terms)] = self._terms.index(terms)
        return number

    def _game(self, stored: Any, records: Sequence[Record]) -> Game:
        values = {name: getattr(stored, name) for name in OF_GAME}
        values["terms"] = self._terms[stored.terms]
        for name in ("marks", "aside"):
            values[name] = tuple(
                records[ref].event if type(ref) is int else _event(ref, records)
                for ref in values[name]
            )
        play: Play = stored.play
        if stored.scores:
            scores = {step: _event(ref, records) for step, ref in stored.scores.items()}
            object.__setattr__(play, "scores", scores)
        return Game(**values)


UNREADABLE = (msgspec.MsgspecError, LookupError, TypeError, ValueError, StoreError)


def _ref(event: Event, numbers: Mapping[int, int]) -> Ref:
    number = numbers.get(id(event))
    if number is not None:
        return number
    kind, version, payload = codec.encode(event)
    return kind, version, payload


def _event(ref: Ref, records: Sequence[Record]) -> Any:
    return records[ref].event if isinstance(ref, int) else codec.decode(0, *ref)


def _usual(part: "Field[Any]") -> Any:
    return part.default if part.default_factory is MISSING else part.default_factory()


USUAL = {part.name: _usual(part) for part in fields(Play)}
"""What each field of a game's play is before the first mark. It is not written."""
OF_GAME = tuple(part.name for part in fields(Game))
REST = tuple(part.name for part in fields(State) if part.name not in {"games", "done", "undone"})

_encoder = msgspec.msgpack.Encoder()


class _Decoders(NamedTuple):
    whole: "msgspec.msgpack.Decoder[Any]"
    game: "msgspec.msgpack.Decoder[Any]"


@cache
def _decoders() -> _Decoders:
    of_state, of_game = get_type_hints(State), get_type_hints(Game)
    written: dict[str, Any] = {"terms": int, "marks": list[Ref], "aside": list[Ref]}
    rest = msgspec.defstruct("Rest", [(name, of_state[name]) for name in REST])
    game = msgspec.defstruct(
        "StoredGame",
        [*((name, written.get(name, of_game[name])) for name in OF_GAME),
         ("scores", dict[int, Ref])],
        array_like=True,
    )  # fmt: skip
    steps = list[tuple[int, Ref]]
    whole = msgspec.defstruct(
        "Whole",
        [("rest", rest), ("terms", list[GameRules]), ("games", list[msgspec.Raw]),
         ("done", steps), ("undone", steps), ("hidden", list[int])],
        array_like=True,
    )  # fmt: skip
    return _Decoders(msgspec.msgpack.Decoder(whole), msgspec.msgpack.Decoder(game))


@cache
def _shape() -> str:
    """Changes with every class and field of the state."""
    seen: set[type] = set()
    classes: list[Any] = [State]
    while classes:
        kind = classes.pop()
        if not is_dataclass(kind):
            classes += (part for part in (get_origin(kind), *get_args(kind)) if part is not None)
        elif isinstance(kind, type) and kind not in seen:
            seen.add(kind)
            classes += get_type_hints(kind).values()
    words = sorted(
        f"{kind.__qualname__}:{[(part.name, str(part.type)) for part in fields(kind)]}"
        for kind in seen
    )
    return blake2b("\n".join(words).encode(), digest_size=8).hexdigest()
