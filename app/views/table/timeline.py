"""A game as a timeline: the time used by each player in each turn, the events, and what
decided it.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

from msgspec import Struct

from app.engine.acts.chess_clock import AdoptTimes
from app.engine.acts.phones import ReportedByPhone
from app.engine.acts.presses import PRESSED
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.table import (
    ChangeLosses,
    ChooseObjective,
    ChooseSpells,
    CountLosses,
    HandBack,
    Mark,
    ReopenGame,
    ScoreTurn,
    SwapSpecialists,
    TurnEnded,
    TurnStarted,
    WithdrawResult,
)
from app.engine.language import say
from app.engine.packet.packet import ClockOut
from app.engine.side import Pair, Side
from app.engine.state import State
from app.engine.subjects.table.rows import mark_words
from app.engine.table import scoring, turns
from app.engine.table.deathclock import DeathClock
from app.engine.table.game import Game, Play
from app.engine.table.marks import advance, as_read
from app.engine.table.sentences import (
    NameOf,
    phoned_words,
    result_words,
    standing_result,
    step_words,
    why,
)
from app.engine.table.verdict import BY_TIEBREAK, final_result, verdict
from app.engine.text import format_used, sentence
from app.views.history.reports import Report
from app.views.history.rows import station_words, who
from app.views.table.game_ends import ending_lines

LEFT_OUT = (TurnStarted, CountLosses, ChangeLosses, SwapSpecialists, ChooseObjective, ChooseSpells)
"""The marks without an entry in the timeline, because they do not affect time or the result."""
MINUTE_MS = 60_000
SHOWN_UNCERTAIN_MS = 100
"""The uncertainty below which a press is drawn without a bar, because the bar would be too short to
see.
"""
SAME_MS = 1000
"""The difference below which a chess clock's times count as equal to the program's."""


class Stretch(Struct, frozen=True):
    """A span of time in which one clock ran, or none."""

    side: Side | None
    """The side whose clock ran; None while both stood still."""
    start_ms: int
    end_ms: int

    @property
    def length_ms(self) -> int:
        return self.end_ms - self.start_ms


class TurnRow(Struct, frozen=True):
    """A turn, or a phase of deployment."""

    step: int
    owner: Side
    name: str
    """The name, such as "Red's turn 4"."""
    stretches: tuple[Stretch, ...]
    score: Pair[int] | None
    """The control points after the turn; None until the turn is over, and in deployment."""
    left_ms: Pair[int]
    """The time on each side's clock at the end of the turn."""

    def used_ms(self, side: Side | None) -> int:
        """Return how long the clock of ``side`` ran in this turn; for None, how long both clocks
        stood still.
        """
        return sum(stretch.length_ms for stretch in self.stretches if stretch.side is side)


class TimelineMark(Struct, frozen=True):
    """An event of the game, numbered by time."""

    number: int
    at_ms: int
    shown_ms: int
    """The instant as it is shown in the time of day."""
    words: str
    step: int | None
    """The turn in which the event happened; None before the clock was started and after the end."""


class UncertainPress(Struct, frozen=True):
    """A press whose instant is uncertain by a number of milliseconds, earlier or later."""

    at_ms: int
    step: int
    """The phase or turn in which the press was made."""
    uncertain_ms: int


class GameTimeline(Struct, frozen=True):
    """The contents of a game's timeline."""

    title: str
    names: Pair[str]
    began_ms: int | None
    """The start of the clock as it is shown in the time of day; None for a game without a clock."""
    rows: tuple[TurnRow, ...]
    marks: tuple[TimelineMark, ...]
    uncertain: tuple[UncertainPress, ...]
    """The presses whose instants are less exact than the drawing."""
    decided: tuple[str, ...]
    """Sentences about who won and why, and the rule behind that."""

    def used_ms(self, side: Side | None) -> int:
        return sum(row.used_ms(side) for row in self.rows)

    @property
    def uncertain_words(self) -> str:
        """Return a sentence that explains the bars for uncertain presses in the drawing; empty if
        there are none.
        """
        most_ms = max((press.uncertain_ms for press in self.uncertain), default=0)
        if not most_ms:
            return ""
        return say(
            "Presses with ± are uncertain, by {most} at worst: each was made between the ends of"
            " its bar.",
            most=uncertain_words(most_ms),
        )


class _Run(Struct):
    """The spans of time so far, each with its step."""

    stretches: list[tuple[int, Stretch]]

    def take(self, step: int, before: DeathClock | None, after: DeathClock | None) -> None:
        """Add a mark. It may have restarted the clock, or moved it back to the instant of a claim,
        or moved it on to the end of a gap that counts as played.
        """
        if after is None:
            return
        if before is None or before.started_ms != after.started_ms:
            self.stretches.clear()
            return
        self._cut(after.since_ms)
        end_ms = self.stretches[-1][1].end_ms if self.stretches else after.started_ms
        if end_ms < after.since_ms:
            self.stretches.append((step, Stretch(before.running, end_ms, after.since_ms)))
        wanted = {None: after.paused_ms, Side.RED: after.used_ms.red, Side.BLUE: after.used_ms.blue}
        for (less, least), (more, most) in product(wanted.items(), repeat=2):
            over = min(self._sum(less) - least, most - self._sum(more))
            if over > 0:
                self._shift(less, more, over)

    def go_back_to(self, step: int) -> None:
        """Go back to a turn whose end was taken back. The time since then belongs to that turn, and
        the turn that began meanwhile gets none.
        """
        self.stretches = [(min(at, step), stretch) for at, stretch in self.stretches]

    def _cut(self, at_ms: int) -> None:
        while self.stretches and self.stretches[-1][1].end_ms > at_ms:
            step, last = self.stretches.pop()
            if last.start_ms < at_ms:
                self.stretches.append((step, Stretch(last.side, last.start_ms, at_ms)))

    def _sum(self, side: Side | None) -> int:
        return sum(each.length_ms for _, each in self.stretches if each.side is side)

    def _shift(self, less: Side | None, more: Side | None, ms: int) -> None:
        """Move ``ms`` milliseconds of the latest time in which the clock of ``less`` ran to
        ``more``; None stands for both clocks standing still.
        """
        for place in range(len(self.stretches) - 1, -1, -1):
            step, stretch = self.stretches[place]
            if stretch.side is less and ms:
                middle = stretch.start_ms + min(ms, stretch.length_ms)
                ms -= middle - stretch.start_ms
                parts = [(step, Stretch(more, stretch.start_ms, middle))]
                if middle < stretch.end_ms:
                    parts.append((step, Stretch(less, middle, stretch.end_ms)))
                self.stretches[place : place + 1] = parts


def timeline(state: State, game: Game, now_ms: int, reports: Sequence[Report] = ()) -> GameTimeline:
    """Return the timeline of a game up to its last mark, or up to ``now_ms`` while its clock runs,
    with the ``reports`` of its result. After a result the clock no longer matters, even if nobody
    has stopped it.
    """
    if final_result(game) is not None:
        now_ms = 0

    def name(side: Side) -> str:
        return state.name(game.players.of(side))

    clock = game.play.clock
    title = say("Table {table}, round {round}", table=game.table, round=game.round_number)
    return GameTimeline(
        title=title,
        names=Pair(name(Side.RED), name(Side.BLUE)),
        began_ms=state.shown_ms(clock.started_ms) if clock else None,
        rows=_rows(game, now_ms),
        marks=tuple(
            TimelineMark(number, at_ms, state.shown_ms(at_ms), words, step)
            for number, (at_ms, words, step) in enumerate(
                sorted(
                    [*_of_marks(game, name), *_list_reports(state, game, reports, name)],
                    key=_instant,
                ),
                start=1,
            )
        ),
        uncertain=tuple(_uncertain(game)),
        decided=tuple(_explain_result(game, name)),
    )


def _rows(game: Game, now_ms: int) -> tuple[TurnRow, ...]:
    play, run, left = Play(), _Run([]), dict[int, Pair[int]]()
    for mark in as_read(game):
        before, play = play, advance(game.terms, play, mark)
        run.take(before.step, before.clock, play.clock)
        if play.step < before.step:
            run.go_back_to(play.step)
        if before.clock and play.clock:
            left[before.step] = _measure_left(before.clock, play.clock.since_ms)
    if play.clock is None:
        return ()
    clock, last = play.clock, play.step
    if play.ticking:
        run.take(last, clock, clock.run(clock.running, now_ms))
    by_step: dict[int, list[Stretch]] = {}
    for step, stretch in run.stretches:
        by_step.setdefault(step, []).append(stretch)
    if by_step:
        left[max(by_step)] = _measure_left(
            clock, max(clock.since_ms, now_ms if play.ticking else 0)
        )
    return tuple(
        TurnRow(
            step=step,
            owner=turns.owner(play.first, step),
            name=step_words(game, step),
            stretches=tuple(stretches),
            score=_score(game, play, step),
            left_ms=left[step],
        )
        for step, stretches in sorted(by_step.items())
    )


def _measure_left(clock: DeathClock, at_ms: int) -> Pair[int]:
    return Pair(clock.remaining(Side.RED, at_ms), clock.remaining(Side.BLUE, at_ms))


def _score(game: Game, play: Play, step: int) -> Pair[int] | None:
    over = step < play.step or play.ending is not None or step in play.scores
    if step < turns.FIRST_TURN_STEP or not over:
        return None
    return scoring.control_points(game.terms, play.first, play.scores, step + 1)


Entry: TypeAlias = tuple[int, str, int | None]
"""The instant, the text and the turn of a numbered event."""


def _instant(entry: Entry) -> int:
    return entry[0]


def _of_marks(game: Game, name: NameOf) -> Iterator[Entry]:
    """Yield an entry for each mark that deserves one, and for late presses."""
    play = Play()
    for mark in as_read(game):
        before, play = play, advance(game.terms, play, mark)
        if _is_entry(mark, before, play):
            held = before if before.clock is not None else play
            during = held.clock is not None and held.ending is None
            step = held.step if during else None
            yield (mark.at_ms, _add_uncertainty(mark, mark_words(mark, name, game)), step)
    for press in game.aside:
        for late in press.marks:
            if late.mark is not None:
                words = _add_uncertainty(late.mark, mark_words(late.mark, name, game))
                late_words = say("waits for you, not counted: {words}", words=words)
                yield (late.mark.at_ms, late_words, None)


def _add_uncertainty(mark: Mark, words: str) -> str:
    """Return the text of a mark, with the uncertainty of a press."""
    if not isinstance(mark, PRESSED) or mark.uncertain_ms < SHOWN_UNCERTAIN_MS:
        return words
    return f"{words} ({uncertain_words(mark.uncertain_ms)})"


def uncertain_words(uncertain_ms: int) -> str:
    """Return an uncertainty such as "±1.5 s"."""
    if uncertain_ms >= MINUTE_MS:
        return f"±{format_used(uncertain_ms)}"
    seconds, tenth = divmod(-(-uncertain_ms // 100), 10)
    return say("±{seconds}.{tenth} s", seconds=seconds, tenth=tenth)


def _uncertain(game: Game) -> Iterator[UncertainPress]:
    """Yield each press that changed the game and whose uncertainty can be seen."""
    play = Play()
    for mark in as_read(game):
        before, play = play, advance(game.terms, play, mark)
        if not isinstance(mark, PRESSED) or play is before or before.clock is None:
            continue
        if mark.uncertain_ms >= SHOWN_UNCERTAIN_MS:
            yield UncertainPress(mark.at_ms, before.step, mark.uncertain_ms)


def _list_reports(
    state: State, game: Game, reports: Sequence[Report], name: NameOf
) -> Iterator[Entry]:
    """Yield each reported result with its author, and whether it was withdrawn."""
    counts = False
    since_ms = 0
    by_phone: dict[Side, Result] = {}
    withdrawn = [mark.at_ms for mark in game.marks if isinstance(mark, WithdrawResult | ReopenGame)]
    for report in reports:
        record, event = report.record, report.event
        if any(since_ms <= at_ms <= record.at_ms for at_ms in withdrawn):
            counts, by_phone = False, {}
        words = result_words(event.result, name, armies=game.armies)
        if isinstance(event, ReportResult):
            by, where = who(record, state), station_words(record.station)
            words = REPORTED[counts].format(result=words, who=by, where=where)
        else:
            by = name(event.side)
            words = say("{name} reported by phone: {words}", name=by, words=words)
        if report.undone:
            words = say("{words}, undone", words=words)
        else:
            if isinstance(event, ReportedByPhone):
                by_phone[event.side] = event.result
            agreed = len(by_phone) == len(Side) and len({*by_phone.values()}) == 1
            counts = counts or agreed or isinstance(event, ReportResult)
            since_ms = record.at_ms
        yield (record.at_ms, words, None)


REPORTED = {
    False: say("result entered: {result} ({who}, {where})"),
    True: say("result corrected: {result} ({who}, {where})"),
}
"""The texts for a report of a result; the key tells whether an earlier report already counted."""


def _is_entry(mark: Mark, before: Play, play: Play) -> bool:
    """Tell whether a mark has an entry in the timeline. The end of a turn is visible in the drawing
    itself, so such a mark has an entry only if it had no effect.
    """
    if isinstance(mark, LEFT_OUT):
        return False
    if isinstance(mark, TurnEnded | HandBack):
        return play is before
    if isinstance(mark, ScoreTurn):
        return mark.by is None or mark.step in before.scores
    if isinstance(mark, AdoptTimes):
        shown = _measure_left(before.clock, mark.at_ms) if before.clock else mark.left_ms
        return any(abs(shown.of(side) - mark.left_ms.of(side)) >= SAME_MS for side in Side)
    return True


CLOCK_OUT_RULES = {
    ClockOut.LOSE: say("Rule of this event: a player whose clock runs out loses."),
    ClockOut.LAST_TURN: say("Rule of this event: when a clock runs out, the last turn is played."),
    ClockOut.WARN: say("Rule of this event: a clock that runs out is only a warning."),
}


def _explain_result(game: Game, name: NameOf) -> Iterator[str]:
    """Yield the result that counts, the table's own ending if another result was reported, and the
    rule behind it.
    """
    standing, reason = standing_result(game, name), why(game, name)
    if standing:
        yield sentence(standing)
        if reason and reason != standing:
            yield say("At the table: {reason}", reason=sentence(reason))
    elif reason:
        yield sentence(reason)
        yield say("The players have not both confirmed it.")
    else:
        yield sentence(phoned_words(game, name) or say("The game has no result yet"))
    yield from _rule(game)


def _rule(game: Game) -> Iterator[str]:
    """Yield the rule that decided the game, if it was won on the clock, by scenario or by a
    tiebreak. Yield nothing for other endings, or if the organizer ruled and no result is reported.
    """
    ending = game.play.ending
    at_table = None if ending is None or ending.ruled else verdict(game)
    decided = game.reported or at_table
    if decided is None:
        return
    if decided.how is How.CLOCK_OUT:
        packet = say("Rule of the packet: a player whose clock runs out loses the game.")
        yield CLOCK_OUT_RULES.get(game.terms.clock_out, packet)
    elif decided.how is How.SCENARIO or decided.how in BY_TIEBREAK.values():
        rules = " ".join(ending_lines(game.terms))
        yield say("How the packet decides: {rules}", rules=rules)
