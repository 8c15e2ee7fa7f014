"""Awards, players and rooms in the history, and the name of each act: "Undo result of table 3"."""

from collections.abc import Callable, Mapping
from dataclasses import astuple
from typing import Any, TypeAlias

from app.engine.acts.awards import (
    AwardChange,
    CastBallot,
    CloseVote,
    GiveAward,
    TieBroken,
    VoteOpened,
)
from app.engine.acts.events import Event
from app.engine.acts.late import LateChange, LeaveOutPresses, LeaveOutTablets, PressesCounted
from app.engine.acts.players import (
    ArmyEntered,
    ChooseList,
    DisqualifyPlayer,
    EditPlayer,
    Entry,
    PlayerChange,
    PlayerDropped,
    PlayersAdded,
    PlayersCheckedIn,
    PlayersCheckedOut,
    PlayerWarned,
    ReadmitPlayer,
    TickOff,
)
from app.engine.acts.results import ReportResult
from app.engine.acts.room import RoomAct, RoomActed
from app.engine.acts.rounds import (
    RoundChange,
    RoundDrawn,
    RoundFinished,
    RoundLengthSet,
    RoundPublished,
    RoundStarted,
    ScenarioChosen,
)
from app.engine.acts.setup import SetTerrain, SetTerrains, SettingsChanged, ShiftTimes
from app.engine.acts.table import Ruled, RuleOnStop, WithdrawResult
from app.engine.formats.settings import CheckInItem
from app.engine.state import State
from app.engine.table.game import Game
from app.engine.text import join_words, long_time, plural
from app.views.history.draw_words import DRAW_ACT_WORDS, Name, draw_act_words

Words: TypeAlias = Callable[[State, Any], str]


def award_words(event: AwardChange, name: Name) -> str:
    """A row of the history."""
    return AWARD_WORDS[type(event)](event, name)


def _award_given(event: GiveAward, name: Name) -> str:
    if event.number is None:
        return f"{event.award}: taken back"
    return f"{event.award}: {name(event.number)}, by the organizer's choice"


def _vote_opened(event: VoteOpened, name: Name) -> str:
    among = f" between {join_words(map(name, event.candidates))}" if event.candidates else ""
    return f"{event.award}: ballot {event.ballot} opened{among}"


AWARD_WORDS: Mapping[type, Callable[[Any, Name], str]] = {
    TieBroken: lambda event, name: (
        f"Tie broken: {join_words(map(name, event.numbers))}, in this order: {event.reason}"
    ),
    GiveAward: _award_given,
    VoteOpened: _vote_opened,
    CastBallot: lambda event, name: f"{event.award}: {name(event.voter)} voted",
    CloseVote: lambda event, _name: f"{event.award}: vote closed",
}


# At many tables: what was done, and what it is called after "Undo".
ROOM_ACTS = {
    RoomAct.PAUSE: ("Clocks paused", "pause"),
    RoomAct.RESUME: ("Clocks resumed", "resuming"),
    RoomAct.COUNT_GAP: ("Gap counted as played", "counted gap"),
    RoomAct.IGNORE_GAP: ("Gap ignored", "ignored gap"),
    RoomAct.TAKE_BACK_FLAGS: ("Flags taken back and games reopened", "flags taken back"),
    RoomAct.ACCEPT: ("Results accepted for both players", "accepted results"),
    RoomAct.START: ("Clocks started", "start"),
    RoomAct.GIVE_TIME: ("Time given to both players", "time given"),
}


def room_act_words(acted: RoomActed) -> str:
    """ "Clocks paused at 32 tables: fire alarm"."""
    why = f": {acted.reason}" if acted.reason else ""
    return f"{ROOM_ACTS[acted.act][0]} at {plural(len(acted.games), 'table')}{why}"


def shift_words(by_ms: int) -> str:
    """ "26 h 3 min earlier"."""
    return f"{long_time(abs(by_ms))} {'later' if by_ms > 0 else 'earlier'}"


def act_words(state: State, event: Event) -> str:
    """A few words for ``event``, to stand after "Undo" and "Redo"."""
    words = ACT_WORDS.get(type(event))
    return words(state, event) if words else "last step"


def _at(what: str) -> Words:
    """ "result of table 3"."""

    def words(state: State, event: ReportResult | Ruled | WithdrawResult | LateChange) -> str:
        game = state.games.get(event.game)
        where = table_words(state, game) if game else "a table no longer there"
        return f"{what} {where}"

    return words


def _of(what: str) -> Words:
    """ "drop of Anna"."""

    def words(state: State, event: PlayerChange) -> str:
        return f"{what} {state.name(event.number)}"

    return words


def _round(what: str) -> Words:
    """ "start of round 2"."""

    def words(_state: State, event: RoundDrawn | RoundChange) -> str:
        return f"{what} {event.round_number}"

    return words


def _players(what: str) -> Words:
    """ "check-in of 12 players"."""

    def words(_state: State, event: PlayersCheckedIn | PlayersCheckedOut | TickOff) -> str:
        return f"{what} {plural(len(event.numbers), 'player')}"

    return words


def table_words(state: State, game: Game) -> str:
    """Which table, and of which round where that is not the latest."""
    latest = state.latest
    now = latest is not None and latest.number == game.round_number
    return f"table {game.table}" if now else f"table {game.table} of round {game.round_number}"


ITEM_WORDS = {
    CheckInItem.PAID: "Paid",
    CheckInItem.PAINTED: "Painting looked at",
    CheckInItem.LISTS: "Lists handed in",
    CheckInItem.OBJECTIVE: "Objective handed in",
    CheckInItem.OWN_PAINTING: "Painted by themselves",
}


def _army_entered(event: ArmyEntered, name: Name) -> str:
    if not event.lists:
        return f"Lists of {name(event.number)} removed"
    accepted = f", {plural(len(event.accepted), 'doubt')} accepted" if event.accepted else ""
    return f"{plural(len(event.lists), 'list')} of {name(event.number)} entered{accepted}"


def _dropped(event: PlayerDropped, name: Name) -> str:
    when = f"after round {event.after_round}" if event.after_round else "before round 1"
    return f"{name(event.number)} dropped {when}"


def _warned(event: PlayerWarned, name: Name) -> str:
    when = f" in round {event.round_number}" if event.round_number else ""
    return f"{name(event.number)} was warned{when}: {event.reason}"


PLAYER_WORDS: Mapping[type, Callable[[Any, Name], str]] = {
    EditPlayer: lambda event, _name: f"Number {event.number} is now {entry_words(event.entry)}",
    ArmyEntered: _army_entered,
    PlayerDropped: _dropped,
    ReadmitPlayer: lambda event, name: f"{name(event.number)} is in the event again",
    DisqualifyPlayer: lambda event, name: f"{name(event.number)} was disqualified: {event.reason}",
    PlayerWarned: _warned,
}
"""Rows of the history about one player."""


def entry_words(entry: Entry) -> str:
    return ", ".join(filter(None, astuple(entry)))


ACT_WORDS: Mapping[type, Words] = {
    SettingsChanged: lambda _state, _event: "change of settings",
    SetTerrain: lambda _state, event: f"terrain of table {event.table}",
    SetTerrains: lambda _state, event: f"terrain of {plural(len(event.layouts), 'table')}",
    ShiftTimes: lambda _state, _event: "correcting the times",
    PlayersAdded: lambda _state, event: f"adding {plural(len(event.players), 'player')}",
    PlayersCheckedIn: _players("check-in of"),
    PlayersCheckedOut: _players("check-in of"),
    TickOff: _players("tick for"),
    EditPlayer: _of("edit of"),
    ArmyEntered: _of("lists of"),
    PlayerDropped: _of("drop of"),
    ReadmitPlayer: _of("return of"),
    DisqualifyPlayer: _of("disqualification of"),
    PlayerWarned: _of("warning to"),
    ChooseList: lambda state, event: f"choice of list of {state.name(event.player)}",
    RoundDrawn: _round("draw of round"),
    ScenarioChosen: _round("scenario of round"),
    RoundPublished: _round("publishing round"),
    RoundStarted: _round("start of round"),
    RoundLengthSet: _round("length of round"),
    RoundFinished: _round("end of round"),
    **dict.fromkeys(DRAW_ACT_WORDS, lambda state, event: draw_act_words(event, state.name)),
    TieBroken: lambda _state, _event: "order of level players",
    GiveAward: lambda _state, event: f"award of {event.award}",
    VoteOpened: lambda _state, event: f"opening the vote on {event.award}",
    CastBallot: lambda _state, event: f"ballot for {event.award}",
    CloseVote: lambda _state, event: f"closing the vote on {event.award}",
    ReportResult: _at("result of"),
    Ruled: _at("ruling at"),
    RuleOnStop: _at("ruling on a stopped clock at"),
    WithdrawResult: _at("withdrawal at"),
    PressesCounted: _at("counting the late presses at"),
    LeaveOutPresses: _at("leaving out the late presses at"),
    LeaveOutTablets: _at("going on without tablets at"),
    RoomActed: lambda _state, event: (
        f"{ROOM_ACTS[event.act][1]} at {plural(len(event.games), 'table')}"
    ),
}
"""What every act that undo takes back is called."""
