"""What an act of the EO is called in a menu: "Undo result of table 3"."""

from collections.abc import Callable
from typing import assert_never

from app.engine.acts.awards import (
    AwardChange,
    AwardGiven,
    BallotCast,
    TieBroken,
    VoteClosed,
    VoteOpened,
)
from app.engine.acts.draw import DrawChange
from app.engine.acts.events import Event
from app.engine.acts.late import LateChange, PressesCounted, PressesLeftOut, TabletsLeftOut
from app.engine.acts.players import (
    ArmyEntered,
    Entry,
    ListChosen,
    PlayerChange,
    PlayerDisqualified,
    PlayerDropped,
    PlayerEdited,
    PlayerReadmitted,
    PlayersAdded,
    PlayersCheckedIn,
    PlayersCheckedOut,
    PlayerWarned,
    TickedOff,
)
from app.engine.acts.results import ResultReported
from app.engine.acts.room import RoomAct, RoomActed
from app.engine.acts.rounds import (
    RoundDrawn,
    RoundFinished,
    RoundLengthSet,
    RoundPublished,
    RoundStarted,
    ScenarioChosen,
)
from app.engine.acts.setup import SettingsChanged, TerrainSet, TerrainsSet
from app.engine.acts.table import ResultWithdrawn, Ruled
from app.engine.formats.settings import CheckInItem
from app.engine.state import State
from app.engine.table.game import Game
from app.engine.text import join_words, plural
from app.views.history.draw_words import draw_act_words


def award_words(event: AwardChange, name: Callable[[int], str]) -> str:
    """A row of the history."""
    match event:
        case TieBroken():
            return (
                f"Tie broken: {join_words(map(name, event.numbers))}, in this order: {event.reason}"
            )
        case AwardGiven():
            if event.number is None:
                return f"{event.award}: taken back"
            return f"{event.award}: {name(event.number)}, by the organizer's choice"
        case VoteOpened():
            among = (
                f" between {join_words(map(name, event.candidates))}" if event.candidates else ""
            )
            return f"{event.award}: ballot {event.ballot} opened{among}"
        case BallotCast():
            return f"{event.award}: {name(event.voter)} voted"
        case VoteClosed():
            return f"{event.award}: vote closed"
        case _:
            assert_never(event)


def award_act_words(event: AwardChange) -> str:
    """A few words to stand after "Undo" and "Redo"."""
    match event:
        case TieBroken():
            return "order of level players"
        case AwardGiven():
            return f"award of {event.award}"
        case VoteOpened():
            return f"opening the vote on {event.award}"
        case BallotCast():
            return f"ballot for {event.award}"
        case VoteClosed():
            return f"closing the vote on {event.award}"
        case _:
            assert_never(event)


# At many tables: what was done, and what it is called after "Undo".
ROOM_ACTS = {
    RoomAct.PAUSE: ("Clocks paused", "pause"),
    RoomAct.RESUME: ("Clocks resumed", "resuming"),
    RoomAct.COUNT_GAP: ("Gap counted as played", "counted gap"),
    RoomAct.IGNORE_GAP: ("Gap ignored", "ignored gap"),
    RoomAct.TAKE_BACK_FLAGS: ("Flags taken back and games reopened", "flags taken back"),
    RoomAct.ACCEPT: ("Results accepted for both players", "accepted results"),
}


def room_act_words(acted: RoomActed) -> str:
    """ "Clocks paused at 32 tables: fire alarm"."""
    why = f": {acted.reason}" if acted.reason else ""
    return f"{ROOM_ACTS[acted.act][0]} at {plural(len(acted.games), 'table')}{why}"


def act_words(state: State, event: Event) -> str:
    """A few words for ``event``, to stand after "Undo" and "Redo"."""
    if isinstance(event, DrawChange):
        return draw_act_words(event, state.name)
    if isinstance(event, AwardChange):
        return award_act_words(event)
    if isinstance(event, PlayerChange):
        return _player_words(state, event)
    match event:
        case SettingsChanged():
            return "change of settings"
        case TerrainSet():
            return f"terrain of table {event.table}"
        case TerrainsSet():
            return f"terrain of {plural(len(event.layouts), 'table')}"
        case PlayersAdded():
            return f"adding {plural(len(event.players), 'player')}"
        case PlayersCheckedIn() | PlayersCheckedOut():
            return f"check-in of {plural(len(event.numbers), 'player')}"
        case ListChosen():
            return f"choice of list of {state.name(event.player)}"
        case TickedOff():
            return f"tick for {plural(len(event.numbers), 'player')}"
        case (
            RoundDrawn()
            | ScenarioChosen()
            | RoundPublished()
            | RoundStarted()
            | RoundLengthSet()
            | RoundFinished()
        ):
            return _round_words(event)
        case RoomActed():
            return f"{ROOM_ACTS[event.act][1]} at {plural(len(event.games), 'table')}"
        case ResultReported() | Ruled() | ResultWithdrawn():
            return _game_words(state, event)
        case PressesCounted() | PressesLeftOut() | TabletsLeftOut():
            return _game_words(state, event)
        case _:
            return "last step"


def _player_words(state: State, event: PlayerChange) -> str:
    words = {
        PlayerEdited: "edit of",
        ArmyEntered: "lists of",
        PlayerDropped: "drop of",
        PlayerReadmitted: "return of",
        PlayerDisqualified: "disqualification of",
        PlayerWarned: "warning to",
    }
    return f"{words[type(event)]} {state.name(event.number)}"


def _round_words(
    event: RoundDrawn
    | ScenarioChosen
    | RoundPublished
    | RoundStarted
    | RoundLengthSet
    | RoundFinished,
) -> str:
    words = {
        RoundDrawn: "draw of round",
        ScenarioChosen: "scenario of round",
        RoundPublished: "publishing round",
        RoundStarted: "start of round",
        RoundLengthSet: "length of round",
        RoundFinished: "end of round",
    }
    return f"{words[type(event)]} {event.round_number}"


def _game_words(state: State, event: ResultReported | Ruled | ResultWithdrawn | LateChange) -> str:
    words = {
        ResultReported: "result of",
        Ruled: "ruling at",
        ResultWithdrawn: "withdrawal at",
        PressesCounted: "counting the late presses at",
        PressesLeftOut: "leaving out the late presses at",
        TabletsLeftOut: "going on without tablets at",
    }
    game = state.games.get(event.game)
    where = table_words(state, game) if game else "a table no longer there"
    return f"{words[type(event)]} {where}"


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
}


def player_words(event: PlayerChange, name: str) -> str:
    match event:
        case PlayerEdited():
            return f"Number {event.number} is now {entry_words(event.entry)}"
        case ArmyEntered():
            if not event.lists:
                return f"Lists of {name} taken away"
            passed = f", {plural(len(event.accepted), 'doubt')} accepted" if event.accepted else ""
            return f"{plural(len(event.lists), 'list')} of {name} entered{passed}"
        case PlayerDropped():
            when = f"after round {event.after_round}" if event.after_round else "before round 1"
            return f"{name} dropped {when}"
        case PlayerReadmitted():
            return f"{name} is in the event again"
        case PlayerDisqualified():
            return f"{name} was disqualified: {event.reason}"
        case PlayerWarned():
            when = f" in round {event.round_number}" if event.round_number else ""
            return f"{name} was warned{when}: {event.reason}"
        case _:
            assert_never(event)


def entry_words(entry: Entry) -> str:
    return ", ".join(word for word in (entry.name, entry.club, entry.faction, entry.team) if word)
