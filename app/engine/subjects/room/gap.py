"""A gap in which the program did not run or the machine slept: every clock is paused from the
beginning of the gap.
"""

from app.engine.acts.commands import LearnGap, NoticeGap
from app.engine.acts.decision import Decision
from app.engine.acts.events import Event
from app.engine.acts.table import ClockPaused, PauseCause
from app.engine.state import Stage, State
from app.engine.subjects.act import Request
from app.engine.table.game import Game
from app.engine.table.marks import list_fallen_flags


def _gap(state: State, command: NoticeGap, _at_ms: int, *, insist: bool) -> Decision:
    """Pause every running clock from the beginning of the gap until the organizer makes a ruling.
    Clocks of a finished round are left alone, because they no longer decide anything.
    """
    events: list[Event] = []
    over = {round_.number for round_ in state.rounds if round_.stage is Stage.FINISHED}
    for before in state.games.values():
        if before.round_number in over or _went_on(before, command):
            continue
        known_ms = max(command.from_ms, before.marks[-1].at_ms) if before.marks else 0
        game, flags = list_fallen_flags(before, known_ms)
        events += flags
        gap_ms, known = max(command.to_ms - known_ms, 0), command.known
        if game.play.ticking and not (known and not gap_ms) and not game.play.clock_holds:
            events.append(ClockPaused(game.number, known_ms, PauseCause.GAP, "", gap_ms, known))
    return tuple(events)


def _learn_gap(state: State, command: LearnGap, _at_ms: int, *, insist: bool) -> Decision:
    """Record the length of the gap for every clock that is paused for a gap of unknown length."""
    paused = [(game.number, game.play.pause) for game in state.games.values()]
    return tuple(
        ClockPaused(number, pause.since_ms, PauseCause.GAP, "", command.now_ms - pause.since_ms)
        for number, pause in paused
        if pause is not None and not pause.gap_known and command.now_ms > pause.since_ms
    )


def _went_on(game: Game, command: NoticeGap) -> bool:
    """Tell whether the gap does not concern this game, or the game was touched after the gap
    began.
    """
    if command.games is None:
        return False
    touched_ms = game.marks[-1].at_ms if game.marks else 0
    return game.number not in command.games or touched_ms > command.from_ms


ACTS = (
    Request(NoticeGap, decide=_gap, insist=None),
    Request(LearnGap, decide=_learn_gap, insist=None),
)
