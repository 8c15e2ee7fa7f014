"""The schedule of the day: when each round should begin and end, and when it really did so."""

from PySide6.QtCore import Qt, QTime, Signal
from PySide6.QtWidgets import (
    QFrame,
    QSpinBox,
    QWidget,
)

from app.engine.formats.settings import Break, Settings
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.rounds.schedule import (
    PlanRow,
    clock,
    day_plan,
    expected_words,
    late_words,
    planned_words,
)
from app.engine.state import State
from app.ui.widgets.basics import align_link, button, label
from app.ui.widgets.fields import SpinBox, TimeEdit
from app.ui.widgets.layout import STRETCH, column_of, grid_of, place_part, refill, row_of
from app.ui.widgets.theme import CARD, Space
from app.views.time_of_day import minute_of_day

HEADINGS = (
    say("Round"),
    say("Planned"),
    say("Began"),
    say("Ended"),
    say("Now expected"),
    say("Against the plan"),
)


class DayPlanCard(QFrame):
    """The schedule of the day. ``wanted`` carries the settings with another start, turnaround or
    break. ``times_wanted`` requests the dialog that corrects wrong times.
    """

    wanted = Signal(object)
    times_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("dayPlan")
        self.setProperty("role", "card")
        self._settings: Settings | None = None
        self._rows: tuple[PlanRow, ...] | None = None
        self.starts = TimeEdit()
        self.starts.setDisplayFormat("HH:mm")
        self.starts.setKeyboardTracking(False)
        self.turnaround = _spin(180, say("none"), f" {say('min')}")
        self.after = _spin(20, say("no round"), "")
        self.after.setMinimumWidth(152)
        self.minutes = _spin(240, say("none"), f" {say('min')}")
        self.rows = grid_of(
            gap=Space.XS, gap_across=Space.XL, shares=(*(0 for _ in HEADINGS[1:]), 1)
        )
        self.times = align_link(
            button(say("Correct the times…"), self.times_wanted.emit, kind="quiet")
        )
        self.times.setToolTip(say("If this computer’s clock was wrong when rounds were played."))
        self._lay_out()
        self.starts.timeChanged.connect(lambda _time: self._want())
        for spin in (self.turnaround, self.after, self.minutes):
            spin.valueChanged.connect(lambda _value: self._want())

    def show_plan(self, state: State, now_ms: int) -> None:
        settings = state.settings
        if settings is None:
            return
        self._settings = settings
        self._show_fields(settings)
        self._show_rows(day_plan(state, lambda at_ms: minute_of_day(state.shown_ms(at_ms)), now_ms))

    def _show_fields(self, settings: Settings) -> None:
        """Show the settings in their fields. A field that already shows its value is left alone,
        because somebody may be typing in it.
        """
        pause = settings.breaks[0] if settings.breaks else Break(0, 0)
        for field, value in (
            (self.turnaround, settings.turnaround),
            (self.after, pause.after_round),
            (self.minutes, pause.minutes),
        ):
            if field.value() != value:
                field.blockSignals(True)
                field.setValue(value)
                field.blockSignals(False)
        time = QTime(settings.starts // 60 % 24, settings.starts % 60)
        if self.starts.time() != time:
            self.starts.blockSignals(True)
            self.starts.setTime(time)
            self.starts.blockSignals(False)

    def _want(self) -> None:
        if self._settings is None:
            return
        time, pause = self.starts.time(), Break(self.after.value(), self.minutes.value())
        changed = replace(
            self._settings,
            starts=time.hour() * 60 + time.minute(),
            turnaround=self.turnaround.value(),
            breaks=(pause,) if pause.after_round or pause.minutes else (),
        )
        if changed != self._settings:
            self.wanted.emit(changed)

    def _show_rows(self, rows: tuple[PlanRow, ...]) -> None:
        if rows == self._rows:
            return
        self._rows = rows
        started = any(row.began is not None for row in rows)
        refill(
            self.rows,
            [label(words, "muted") for words in HEADINGS],
            *(
                [
                    place_part(label(words), Qt.AlignmentFlag.AlignLeft)
                    for words in cells(row, started=started)
                ]
                for row in rows
            ),
        )

    def _lay_out(self) -> None:
        first, turnaround, long_break = say("Round 1 at"), say("Between rounds"), say("Long break")
        self.starts.setAccessibleName(first)
        self.turnaround.setAccessibleName(turnaround)
        self.minutes.setAccessibleName(long_break)
        self.after.setAccessibleName(say("Round before the long break"))
        fields = grid_of(
            (label(first, "muted"), self.starts, label(turnaround, "muted"), self.turnaround),
            (
                label(long_break, "muted"),
                self.minutes,
                label(say("After round"), "muted"),
                self.after,
            ),
            gap_across=Space.M,
            shares=(0, 0, 0, 0, 1),
        )
        column_of(
            row_of(label(say("Day plan"), "heading"), STRETCH, self.times, gap=Space.M),
            fields,
            self.rows,
            on=self,
            gap=Space.M,
            margins=CARD,
        )


def cells(row: PlanRow, *, started: bool) -> tuple[str, ...]:
    """Return the cells of a row. Unless the event has ``started``, there is no delay to show."""
    began = clock(row.began) if row.began is not None else "–"
    ended = clock(row.ended) if row.ended is not None else "–"
    return (
        str(row.number), planned_words(row), began, ended, expected_words(row),
        late_words(row) if started else "–",
    )  # fmt: skip


def _spin(most: int, zero: str, suffix: str) -> QSpinBox:
    spin = SpinBox()
    spin.setRange(0, most)
    spin.setSpecialValueText(zero)
    spin.setSuffix(suffix)
    spin.setKeyboardTracking(False)
    return spin
