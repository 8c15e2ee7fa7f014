"""Questions that only the organizer can decide: late presses, and flags that wait for a tablet."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QDateTime, Signal
from PySide6.QtWidgets import QWidget

from app.engine import wording
from app.engine.acts.late import CountPresses, LeaveOutPresses, LeaveOutTablets
from app.engine.language import plural, say
from app.ui.pages.round.live.banners import CallBanner
from app.ui.widgets.basics import button, label
from app.views.table.late_presses import LateRow, describe_late_row
from app.views.table.table import TableView

TALLEST = 168


@dataclass(frozen=True, slots=True)
class Waiting:
    """One question for the organizer."""

    game: int
    where: str
    """The table, and its round if that is not the one on the screen."""
    sentence: str
    device: str = ""
    flag_ms: int | None = None
    """The instant at which a flag was due; None for late presses."""


def waiting(
    views: Sequence[TableView], flags: Mapping[int, int], round_number: int
) -> tuple[Waiting, ...]:
    """Return late presses and ``flags`` (due by game) that wait for the organizer, by table; those
    of other rounds than ``round_number`` first.
    """
    rows: list[Waiting] = []
    order = sorted(views, key=lambda view: (view.round_number == round_number, view.table))
    for view in order:
        where = say("Table {table}", table=view.table)
        if view.round_number != round_number:
            where = say(
                "{where}, round {round_number}", where=where, round_number=view.round_number
            )
        for late in view.late:
            words = f"{_times(late, view.shift_ms)}: {describe_late_row(late)}"
            rows.append(Waiting(view.game, where, words, late.device))
        flag_ms = flags.get(view.game)
        if flag_ms is not None and view.clock is not None and view.clock.running is not None:
            name = view.names.of(view.clock.running)
            due = _hours(flag_ms + view.shift_ms)
            words = say(
                "{name}’s time ran out at {due}. The tablet is out of touch and may know of a"
                " press before that.",
                name=name,
                due=due,
            )
            rows.append(Waiting(view.game, where, words, flag_ms=flag_ms))
    return tuple(rows)


class WaitingBanner(CallBanner):
    """Late presses and flags that wait for the organizer. ``asked`` carries a command,
    ``wait_wanted`` a game whose flag waits once more.
    """

    wait_wanted = Signal(int)

    def __init__(self) -> None:
        super().__init__(TALLEST)
        self._rows: tuple[Waiting, ...] = ()
        self.fill(())

    def show_rows(self, rows: tuple[Waiting, ...]) -> None:
        """Show the questions. Rows are built anew only where one comes, goes or changes."""
        self.show_waiting((row.game, row.device, row.flag_ms) for row in rows)
        if rows == self._rows:
            return
        self._rows = rows
        self.title.setText(
            plural(len(rows), "{count} decision for you", "{count} decisions for you")
        )
        self.fill(tuple(self._row(row)) for row in rows)

    def _row(self, row: Waiting) -> Iterator[QWidget]:
        yield label(row.where)
        yield label(row.sentence, wraps=True)
        if row.flag_ms is None:
            count, leave = (
                CountPresses(row.game, row.device),
                LeaveOutPresses(row.game, row.device),
            )
            yield button(say("Count them"), partial(self.requested.emit, count))
            yield button(say("Leave them out"), partial(self.requested.emit, leave), kind="quiet")
        else:
            alone = LeaveOutTablets(row.game)
            yield button(wording.LET_FLAG_FALL, partial(self.requested.emit, alone))
            yield button(say("Wait again"), partial(self.wait_wanted.emit, row.game), kind="quiet")


def _times(late: LateRow, shift_ms: int) -> str:
    first, last = _hours(late.first_ms + shift_ms), _hours(late.last_ms + shift_ms)
    return first if first == last else say("{first} to {last}", first=first, last=last)


def _hours(at_ms: int) -> str:
    return QDateTime.fromMSecsSinceEpoch(at_ms).toString("HH:mm")
