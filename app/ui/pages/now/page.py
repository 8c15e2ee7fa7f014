"""The page *Now*: the needs of the organizer, three figures, the day, and the latest acts."""

from itertools import islice

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QProgressBar, QSizePolicy, QWidget

from app.engine.acts.events import Record
from app.engine.language import say
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.photos_dialog import PhotosDialog
from app.ui.pages.now.need_row import NeedRow
from app.ui.pages.now.recent import MOST, RecentActs
from app.ui.shell.needs.watch import NeedSettler, NeedsWatch
from app.ui.table.paint import keep_in_line
from app.ui.widgets import basics
from app.ui.widgets.basics import NameLabel, ScrollDown, button, card, label, restyle
from app.ui.widgets.font import even_figures
from app.ui.widgets.layout import STRETCH, Stretch, column_of, grid_of, grow, refill, row_of
from app.ui.widgets.theme import CARD, PAGE, Margins, Space
from app.views.event.event import next_step
from app.views.history.memory import HistoryMemory
from app.views.history.rows import Wanted, describe, happened_ms, is_wanted
from app.views.round.needs import Need, NeedKey, title_of_needs
from app.views.round.now import (
    DayStep,
    NowCard,
    day_steps,
    last_card,
    next_card,
    round_card,
)
from app.views.time_of_day import clock_time, minute_of_day

REFRESH_MS = 10_000
PASSED_OVER = Qt.WidgetAttribute.WA_TransparentForMouseEvents
TOP, AS_HIGH = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag(0)
WIDE = 1400
"""The width of the page from which on the figures and the day are beside the needs instead of below
them.
"""
MIDDLE = 36
"""The height of the page, in lines of text, from which on the day is shown when there are no
needs.
"""
TALL, SHORT, EACH = 48, 18, 5
"""Heights of the page in lines of text. From ``TALL`` on, the latest acts are shown beside any
number of needs. A lower page shows them if it has ``SHORT`` lines and another ``EACH`` for every
need.
"""
LOOKED_BACK = 120
"""The number of latest records that are searched for acts to show."""
ORGANIZER_ONLY = Wanted(organizer=True)


class NowPage(QWidget):
    """The page *Now*. ``page_wanted`` carries the page on which a need is settled, ``table_wanted``
    the game whose table is to be shown. ``step_wanted`` requests the day's next step, and
    ``paste_wanted`` requests that players be pasted. ``first_shown`` is emitted before the page
    first shows anything.
    """

    page_wanted = Signal(object)
    table_wanted = Signal(int)
    step_wanted = Signal()
    paste_wanted = Signal()
    backups_wanted = Signal()
    publishing_wanted = Signal()
    first_shown = Signal()

    def __init__(self, client: DeskClient, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self._client = client
        self._watch: NeedsWatch | None = None
        self._settler = NeedSettler(client, self)
        self._settler.page_wanted.connect(self.page_wanted)
        self._settler.table_wanted.connect(self.table_wanted)
        self._settler.backups_wanted.connect(self.backups_wanted)
        self._settler.publishing_wanted.connect(self.publishing_wanted)
        self.title = label("", "heading")
        self.rows: dict[NeedKey, NeedRow] = {}
        self._inside = QWidget()
        self._list = column_of(Stretch(1), on=self._inside, gap=Space.NONE)
        self._waiting = FittedHeight(ScrollDown(self._inside), self._inside)
        self.quiet = label("", "empty", wraps=True)
        self._empty = QWidget()
        row_of(self.quiet, on=self._empty, margins=Margins(Space.L, Space.NONE, Space.L, Space.L))
        self.next_button = button("", self.step_wanted.emit, kind="primary")
        self.cards = tuple(FigureCard() for _ in range(3))
        self.day, in_a_row = DayCard(), QWidget()
        self._figures = FittedHeight(in_a_row, in_a_row)
        self._in_figures = row_of(
            *(grow(figure) for figure in (*self.cards, self.day)), on=in_a_row, gap=Space.M
        )
        self.recent = RecentActs()
        self._happened = card("recent")
        self._lay_out()
        self._fresh = QTimer(self, singleShot=True)
        self._fresh.timeout.connect(lambda: self._inside.setAttribute(PASSED_OVER, False))
        self._refresh = QTimer(self, interval=REFRESH_MS)
        self._refresh.timeout.connect(self._show_times)
        client.changed.connect(self._changed)
        paste = QShortcut(QKeySequence(QKeySequence.StandardKey.Paste), self)
        paste.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        paste.activated.connect(self.paste_wanted)

    def follow(self, watch: NeedsWatch) -> None:
        """Show the needs that ``watch`` finds from now on."""
        self._watch = watch
        watch.changed.connect(self._needs_changed)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._watch is None:
            self.first_shown.emit()
        if self._watch is not None:
            self._watch.look()
        self.show_now()
        self._refresh.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._refresh.stop()

    def _changed(self) -> None:
        """Show the needs if the page is visible; a hidden page catches up when it is shown."""
        if self.isVisible():
            self.show_now()

    def _needs_changed(self) -> None:
        """Show the needs if the page is visible. The latest acts are left alone, because they
        change only with the event's state.
        """
        if self.isVisible():
            self._show_needs()

    def show_now(self) -> None:
        """Show everything as it is now."""
        self._show_recent()
        self._show_needs()

    def _show_needs(self) -> None:
        """Show what waits for the organizer, what comes next and the figures beside it."""
        found = self._watch.found if self._watch is not None else ()
        step = next_step(self._client.state)
        self.next_button.setText(step.button)
        restyle(self.next_button, "kind", "" if found else "primary")
        self.title.setText(title_of_needs(len(found)))
        self._show_rows(found)
        self._waiting.setVisible(bool(found))
        self._empty.setVisible(not found)
        self._show_times()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Hide the latest acts if the needs leave too little room. Put the figures beside the needs
        if the page is wide.
        """
        ways, wide = QBoxLayout.Direction, self.width() >= WIDE
        if wide is self._beside.isHidden():
            for part in (self._figures, self.day):
                for layout in (self._left, self._right, self._in_figures):
                    layout.removeWidget(part)
            (self._right if wide else self._left).insertWidget(0 if wide else 1, self._figures)
            if wide:
                self._right.insertWidget(1, self.day)
            else:
                self._in_figures.addWidget(self.day, 1)
            self._in_figures.setDirection(ways.TopToBottom if wide else ways.LeftToRight)
            self._beside.setVisible(wide)
        lines, some = self.height() // self.fontMetrics().height(), bool(self.rows)
        beside = not wide and not some and lines >= MIDDLE
        self.day.setVisible(self.day.has_steps and (wide or beside))
        for figure in self.cards:
            self._in_figures.setAlignment(figure, TOP if beside else AS_HIGH)
        needed = min(TALL, SHORT + EACH * len(self.rows)) if some else 0
        self._happened.setVisible(lines >= needed)

    def _show_rows(self, found: tuple[Need, ...]) -> None:
        """Show the needs. A need that is still there keeps its widget, so that no press is lost."""
        now_ms, keys = self._client.now_ms(), {need.key for need in found}
        if self.rows and list(self.rows) != [need.key for need in found]:
            self._hold()
        for key in [key for key in self.rows if key not in keys]:
            row = self.rows.pop(key)
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        known, self.rows = self.rows, {}
        for place, need in enumerate(found):
            row = known.get(need.key) or NeedRow(
                need, self._settler.settle, self._settler.look, self._show_photos
            )
            self.rows[need.key] = row
            if self._list.indexOf(row) != place:
                self._list.insertWidget(place, row)
            row.show_need(need, now_ms, self._client.here, first=place == 0)

    def _show_photos(self, need: Need) -> None:
        if need.game is not None:
            PhotosDialog.show_for(self._client, need.game, self)

    def _hold(self) -> None:
        """Ignore clicks for a moment, because another row may have moved under the mouse."""
        if basics.HELD_MS:
            self._inside.setAttribute(PASSED_OVER)
            self._fresh.start(basics.HELD_MS)

    def _show_times(self) -> None:
        state, now_ms = self._client.state, self._client.now_ms()
        for row in self.rows.values():
            row.show_age(now_ms)
        coming = next_card(state, lambda at_ms: minute_of_day(state.shown_ms(at_ms)), now_ms)
        # When nothing is needed, the sentence above says what comes next.
        shown = (round_card(state), coming if self.rows else None, last_card(state, now_ms))
        self.day.show_day(
            day_steps(state, lambda at_ms: minute_of_day(state.shown_ms(at_ms)), now_ms)
        )
        for figure, values in zip(self.cards, shown, strict=True):
            figure.show_card(values)
        self._make_room()
        self.quiet.setText(say("Next: {figure}. {note}", figure=coming.figure, note=coming.note))

    def _show_recent(self) -> None:
        """Show the latest acts, newest first."""
        records, state = self._client.records, self._client.state
        memory = self._client.learn_history()
        wanted = (
            self._act(record, memory)
            for record in records[: -LOOKED_BACK - 1 : -1]
            if is_wanted(record, ORGANIZER_ONLY, state, memory, "")
        )
        self.recent.show_acts([*islice(wanted, MOST)])

    def _act(self, record: Record, memory: HistoryMemory) -> tuple[str, str]:
        """Return the time of an act and its description."""
        state = self._client.state
        at_ms = state.shown_ms(happened_ms(record))
        return clock_time(at_ms), describe(record, state, memory)

    def _lay_out(self) -> None:
        waiting, recent = card("needs"), self._happened
        recent.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        column_of(
            row_of(
                self.title,
                STRETCH,
                self.next_button,
                margins=Margins(Space.L, Space.S, Space.L, Space.S),
            ),
            self._empty,
            self._waiting,
            on=waiting,
            gap=Space.NONE,
        )
        column_of(
            label(say("Just now"), "muted"), grow(self.recent), on=recent, gap=Space.S, margins=CARD
        )
        self._beside = QWidget()
        self._right = column_of(STRETCH, on=self._beside, gap=Space.M)
        self._beside.hide()
        self._left = column_of(waiting, self._figures, grow(recent), STRETCH, gap=Space.M)
        row_of(grow(self._left, 5), grow(self._beside, 2), on=self, gap=Space.M, margins=PAGE)


class FittedHeight(QWidget):
    """A widget that shows ``part``, no higher than ``contents`` needs at this width. ``contents``
    is ``part`` itself or the widget that it scrolls.
    """

    def __init__(self, part: QWidget, contents: QWidget) -> None:
        super().__init__()
        self._contents = contents
        contents.installEventFilter(self)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        column_of(part, on=self)

    def sizeHint(self) -> QSize:
        usual, high = super().sizeHint(), self._contents.heightForWidth(self.width())
        return QSize(usual.width(), high if high >= 0 else usual.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Adjust the height when the layout of the contents has changed."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)


class DayCard(QFrame):
    """The rounds of the day with their times and states."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("day")
        self.setProperty("role", "card")
        self._steps: tuple[DayStep, ...] | None = None
        self._rows = grid_of(gap=Space.XS, gap_across=Space.L, shares=(0, 0, 1))
        column_of(label(say("The day"), "muted"), self._rows, on=self, gap=Space.S, margins=CARD)

    def show_day(self, steps: tuple[DayStep, ...]) -> None:
        """Show the steps of the day."""
        if steps != self._steps:
            self._steps = steps
            refill(self._rows, *(_line(step) for step in steps))

    @property
    def has_steps(self) -> bool:
        """Tell whether the day has a plan."""
        return bool(self._steps)


def _line(step: DayStep) -> tuple[QWidget, ...]:
    """Return the labels of a step: its time, its name and its state."""
    name = label(step.name, "muted" if step.is_over else "waiting" if step.is_now else "")
    time = label(step.time, "muted")
    time.setFont(even_figures())
    return time, name, label(step.note, "muted")


class FigureCard(QFrame):
    """A card with a figure, its caption and a note. If the figure counts parts of a whole, the card
    also has a bar.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.caption, self.figure = label("", "muted"), NameLabel(role="heading")
        self.note = label("", "muted", wraps=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        column_of(
            self.caption,
            self.figure,
            self.bar,
            self.note,
            STRETCH,
            on=self,
            gap=Space.XS,
            margins=CARD,
        )

    def show_card(self, values: NowCard | None) -> None:
        """Show the present values; None hides the card."""
        self.setVisible(values is not None)
        if values is None:
            return
        self.caption.setText(values.caption)
        self.figure.show_name(values.figure)
        parts = values.note.split(" · ")
        self.note.setText(" · ".join(map(keep_in_line, parts)) if parts[1:] else values.note)
        self.note.setVisible(bool(values.note))
        self.bar.setVisible(values.share is not None)
        self.bar.setAccessibleName(values.caption)
        self.bar.setValue(values.share or 0)
