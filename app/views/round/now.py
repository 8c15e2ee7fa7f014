"""The cards on the page *Now*: the state of the round, the next step, and who finishes last."""

from collections.abc import Callable
from itertools import zip_longest

from msgspec import Struct

from app.engine.language import plural, say
from app.engine.packet.timing import MINUTE_MS, TimingKind
from app.engine.rounds.schedule import (
    ON_TIME,
    PlanRow,
    clock,
    day_plan,
    expected_words,
    late_words,
)
from app.engine.state import Stage, State
from app.engine.table.game import Game
from app.engine.table.verdict import final_result
from app.views.event.event import next_step
from app.views.round.round import overtime, results_out
from app.views.table.table import TableCondition, stands

MORE = 2
"""The number of tables that are named besides the one that finishes last."""


class NowCard(Struct, frozen=True):
    """A card: a figure with its caption and a note."""

    caption: str
    figure: str
    note: str
    share: int | None = None
    """The percentage that is done; None if nothing is counted."""


class DayStep(Struct, frozen=True):
    """A round of the day, a break, or the end."""

    time: str
    name: str
    note: str = ""
    is_over: bool = False
    is_now: bool = False


def round_card(state: State) -> NowCard:
    """Return the card about the round. Before the first round, the card says how many players are
    here.
    """
    latest = state.latest
    if latest is None:
        here = sum(player.plays for player in state.players.values())
        registered = len(state.players)
        return NowCard(
            say("Players"),
            say("{here} of {registered} here", here=here, registered=registered),
            "",
            _share(here, registered),
        )
    games = state.games_of(latest)
    results = sum(final_result(game) is not None for game in games)
    return NowCard(
        say("Round {number}", number=latest.number),
        say("{results} of {games} results in", results=results, games=len(games)),
        _counts(games) if latest.stage is Stage.STARTED else "",
        _share(results, len(games)),
    )


def _share(part: int, whole: int) -> int:
    return 100 * part // whole if whole else 0


def _counts(games: tuple[Game, ...]) -> str:
    """Return counts such as "5 playing · 1 paused · 2 not started"."""
    found = [stands(game) for game in games]
    words = (
        plural(found.count(TableCondition.PLAYING), "{count} playing", "{count} playing"),
        plural(found.count(TableCondition.PAUSED), "{count} paused", "{count} paused"),
        plural(found.count(TableCondition.COUNT), "{count} counting", "{count} counting"),
        plural(found.count(TableCondition.WAITING), "{count} not started", "{count} not started"),
    )
    return " · ".join(part for part in words if not part.startswith("0 "))


def next_card(state: State, minute_of: Callable[[int], int], now_ms: int) -> NowCard:
    """Return the card with the next step of the day, and its time if the schedule has one."""
    row = next(
        (row for row in day_plan(state, minute_of, now_ms) if row.began is None and not row.waits),
        None,
    )
    step, latest = next_step(state), state.latest
    figure = say("Standings and awards")
    if row is None and latest is not None and latest.stage is Stage.FINISHED and step.acts:
        figure = say("Round {number}", number=latest.number + 1)
    elif row is not None and row.unplanned:
        figure = say("Round {number}", number=row.number)
    elif row is not None:
        figure = say("Round {number} at {time}", number=row.number, time=clock(row.expected))
    return NowCard(say("Next"), figure, step.sentence)


def day_steps(state: State, minute_of: Callable[[int], int], now_ms: int) -> tuple[DayStep, ...]:
    """Return the past and the expected rounds of the day, the breaks and the end; empty without a
    plan. A delay is noted at the first round that it concerns.
    """
    rows = day_plan(state, minute_of, now_ms)
    breaks = state.settings.breaks if state.settings else ()
    minutes = {break_.after_round: break_.minutes for break_ in breaks}
    steps: list[DayStep] = []
    late = ""
    for row, following in zip_longest(rows, rows[1:]):
        before, late = late, _late_words(row)
        steps.append(_round_step(row, late if late != before else ""))
        end = _end_of(row)
        at = "" if end is None else clock(end)
        if following is None:
            steps.append(DayStep(at, say("Standings and awards")))
        elif lasts := minutes.get(row.number, 0):
            note = plural(lasts, "{count} minute", "{count} minutes")
            is_over = following.began is not None
            steps.append(DayStep(at, say("Long break"), note, is_over=is_over))
    return tuple(steps)


def _late_words(row: PlanRow) -> str:
    """Return how far a coming round is from its planned time; empty if it is on time."""
    return late_words(row) if row.began is None and abs(row.late) > ON_TIME else ""


def _round_step(row: PlanRow, late: str) -> DayStep:
    """Return the step of a round. ``late`` is the note for a round that has not begun."""
    name = say("Round {number}", number=row.number)
    if row.began is None:
        return DayStep(expected_words(row), name, late)
    if row.ended is None:
        return DayStep(expected_words(row), name, say("under way"), is_now=True)
    lasted = f"{clock(row.began)}–{clock(row.ended)}"
    return DayStep(lasted, name, say("finished"), is_over=True)


def _end_of(row: PlanRow) -> int | None:
    """Return when a round ended or is expected to end; None if that is unknown."""
    if row.ended is not None:
        return row.ended
    if row.waits or row.unplanned or not row.length:
        return None
    return (row.expected if row.began is None else row.began) + row.length + row.over


def last_card(state: State, now_ms: int) -> NowCard | None:
    """Return the card with the tables that have the most time left, the longest first; None while
    no clock counts down.
    """
    under_way = state.round_under_way
    going = results_out(state, under_way) if under_way else ()
    timed = [
        (overtime(game, now_ms, game.players.map(state.name)).left_ms, game.table)
        for game in going
        if game.play.ending is None and game.terms.time.kind is TimingKind.DEATHCLOCK
    ]
    timed.sort(key=lambda left: (-left[0], left[1]))
    if not timed:
        return None
    words = [
        say("Table {table} · {minutes} min", table=table, minutes=-(-left_ms // MINUTE_MS))
        for left_ms, table in timed[: MORE + 1]
    ]
    note = " · ".join(words[1:]) or say("Left on both clocks together")
    return NowCard(say("Likely last to finish"), words[0], note)
