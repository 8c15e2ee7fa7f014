"""What can be done at all tables of the round at once, and whether clocks stand in the hall."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.engine.acts.commands import Refused
from app.engine.acts.room import ActAtTables, RoomAct, RoomActed
from app.engine.acts.table import PauseCause
from app.engine.decide.room import decide_room
from app.engine.state import Stage, State
from app.engine.table.game import Game
from app.engine.text import clock_words, plural


@dataclass(frozen=True, slots=True)
class HallView:
    """``tables``: at how many tables each act would do something; missing where at none.

    ``standing``: which clocks the organizer has paused, in a sentence; empty while none stands.
    ``gap``: the question about lost time that waits at two tables or more; else empty.
    """

    tables: dict[RoomAct, int]
    standing: str = ""
    gap: str = ""


NO_HALL = HallView({})


def hall_view(state: State, at_ms: int) -> HallView:
    """Of the round under way; nothing can be done in any other."""
    latest = state.latest
    if latest is None or latest.stage is not Stage.STARTED:
        return NO_HALL
    tables: dict[RoomAct, int] = {}
    for act in RoomAct:
        decision = decide_room(state, ActAtTables(act, reason="?"), at_ms)
        if not isinstance(decision, Refused) and isinstance(decision[0], RoomActed):
            tables[act] = len(decision[0].games)
    games = state.games_of(latest)
    return HallView(tables, standing_words(games), _gap_words(games))


def standing_words(games: Sequence[Game]) -> str:
    """ "Clocks are paused at 32 tables: fire alarm"; of two tables or more."""
    paused = [game.play.pause for game in games if game.play.pause is not None]
    by_you = [pause for pause in paused if pause.cause is PauseCause.EO]
    if len(by_you) < 2:
        return ""
    reasons = {pause.reason for pause in by_you} - {""}
    why = f": {reasons.pop()}" if len(reasons) == 1 else ""
    return f"Clocks are paused at {plural(len(by_you), 'table')}{why}"


def _gap_words(games: Sequence[Game]) -> str:
    pauses = [game.play.pause for game in games if game.play.pause is not None]
    gaps = [pause.gap_ms for pause in pauses if pause.cause is PauseCause.GAP]
    if len(gaps) < 2:
        return ""
    least, most = clock_words(min(gaps)), clock_words(max(gaps))
    lasted = most if least == most else f"{least} to {most}"
    return f"Nobody kept the time at {plural(len(gaps), 'table')} for {lasted}. Does it count?"
