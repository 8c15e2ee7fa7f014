"""What an act of the EO is called in a menu: "Undo result of table 3"."""

from app.engine.acts.awards import AwardChange
from app.engine.acts.draw import DrawChange
from app.engine.acts.events import (
    ArmyEntered,
    Event,
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
    ResultReported,
    RoundDrawn,
    RoundFinished,
    RoundLengthSet,
    RoundPublished,
    RoundStarted,
    ScenarioChosen,
    SettingsChanged,
    TerrainSet,
    TerrainsSet,
    TickedOff,
)
from app.engine.acts.late_events import LateChange, PressesCounted, PressesLeftOut, TabletsLeftOut
from app.engine.acts.room import RoomAct, RoomActed
from app.engine.acts.table import ResultWithdrawn, Ruled
from app.engine.state import State
from app.engine.table.game import Game
from app.engine.text import counted
from app.views.history.award_words import award_act_words
from app.views.history.draw_words import draw_act_words

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
    return f"{ROOM_ACTS[acted.act][0]} at {counted(len(acted.games), 'table')}{why}"


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
            return f"terrain of {counted(len(event.layouts), 'table')}"
        case PlayersAdded():
            return f"adding {counted(len(event.players), 'player')}"
        case PlayersCheckedIn() | PlayersCheckedOut():
            return f"check-in of {counted(len(event.numbers), 'player')}"
        case ListChosen():
            return f"choice of list of {state.name(event.player)}"
        case TickedOff():
            return f"tick for {counted(len(event.numbers), 'player')}"
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
            return f"{ROOM_ACTS[event.act][1]} at {counted(len(event.games), 'table')}"
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
