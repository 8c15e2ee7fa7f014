"""The page *Now*: the needs of the organizer, three figures, and the latest acts."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QFrame, QProgressBar, QWidget

from app.engine.language import say
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.photos_dialog import PhotosDialog
from app.ui.pages.now.need_row import NeedRow
from app.ui.shell.needs.watch import NeedSettler, NeedsWatch
from app.ui.widgets import basics
from app.ui.widgets.basics import NameLabel, button, card, label, make_scrollable_both_ways, restyle
from app.ui.widgets.layout import STRETCH, Stretch, clear, column_of, grid_of, grow, row_of
from app.ui.widgets.theme import CARD, PAGE, Margins, Space
from app.views.event.event import next_step
from app.views.history.memory import HistoryMemory
from app.views.history.rows import Wanted, describe, happened_ms, is_wanted
from app.views.round.needs import Need, NeedKey, title_of_needs
from app.views.round.now import NowCard, last_card, next_card, round_card
from app.views.time_of_day import minute_of_day

REFRESH_MS = 10_000
PASSED_OVER = Qt.WidgetAttribute.WA_TransparentForMouseEvents
RECENT = 4
FEW = 3
TALL, SHORT = 48, 32
"""The page's height in lines of text from which on the latest acts are shown, and the one that
suffices beside few needs.
"""
LOOKED_BACK = 60
ORGANIZER_ONLY = Wanted(organizer=True)


class NowPage(QWidget):
    """The page *Now*. ``page_wanted`` names the page on which a need is settled, ``table_wanted``
    carries a game, ``step_wanted`` requests the day's next step, and ``paste_wanted`` requests to
    paste players. ``first_shown`` is emitted before the page first shows anything.
    """

    page_wanted = Signal(str)
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
        self._memory, self._learned = HistoryMemory(), 0
        self.title = label("", "heading")
        self.rows: dict[NeedKey, NeedRow] = {}
        self._inside = QWidget()
        self._list = column_of(Stretch(1), on=self._inside, gap=Space.NONE)
        self.quiet = label("", "empty", wraps=True)
        self._empty = QWidget()
        row_of(self.quiet, on=self._empty, margins=Margins(Space.L, Space.NONE, Space.L, Space.L))
        self.next_button = button("", self.step_wanted.emit, kind="primary")
        self.cards = tuple(FigureCard() for _ in range(3))
        self._happened = card("recent")
        self._recent = grid_of(gap=Space.XS, gap_across=Space.L, shares=(0, 1))
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
        watch.changed.connect(self._changed)

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

    def show_now(self) -> None:
        """Show everything in its present state."""
        found = self._watch.found if self._watch is not None else ()
        step = next_step(self._client.state)
        self.next_button.setText(step.button)
        restyle(self.next_button, "kind", "" if found else "primary")
        self.title.setText(title_of_needs(len(found)))
        self._show_rows(found)
        self._inside.setVisible(bool(found))
        self._empty.setVisible(not found)
        self._make_room()
        self._show_recent()
        self._show_times()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Hide the latest acts if the needs leave too little room."""
        lines = self.height() // self.fontMetrics().height()
        few, some = len(self.rows) <= FEW, bool(self.rows)
        self._happened.setVisible(lines >= TALL or (few and (lines >= SHORT or not some)))

    def _show_rows(self, found: tuple[Need, ...]) -> None:
        """Show the needs. A need that stays keeps its widget, so that no press is lost."""
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
        shown = (round_card(state), coming, last_card(state, now_ms))
        for figure, values in zip(self.cards, shown, strict=True):
            figure.show_card(values)
        self.quiet.setText(say("Next: {figure}. {note}", figure=coming.figure, note=coming.note))

    def _show_recent(self) -> None:
        """Show the latest acts, newest first."""
        records, state = self._client.records, self._client.state
        self._memory.learn(records[self._learned :])
        self._learned = len(records)
        recent = [
            record
            for record in records[: -LOOKED_BACK - 1 : -1]
            if is_wanted(record, ORGANIZER_ONLY, state, self._memory, "")
        ][:RECENT]
        clear(self._recent)
        for place, record in enumerate(recent):
            minute = minute_of_day(state.shown_ms(happened_ms(record)))
            words = label(describe(record, state, self._memory), wraps=True)
            self._recent.addWidget(label(f"{minute // 60}:{minute % 60:02}", "muted"), place, 0)
            self._recent.addWidget(words, place, 1)

    def _lay_out(self) -> None:
        waiting, recent = card("needs"), self._happened
        column_of(
            row_of(
                self.title,
                STRETCH,
                self.next_button,
                margins=Margins(Space.L, Space.S, Space.L, Space.S),
            ),
            self._empty,
            grow(make_scrollable_both_ways(self._inside)),
            on=waiting,
            gap=Space.NONE,
        )
        column_of(
            label(say("Just now"), "muted"), self._recent, on=recent, gap=Space.S, margins=CARD
        )
        column_of(
            grow(waiting),
            row_of(*(grow(figure) for figure in self.cards), gap=Space.M),
            recent,
            on=self,
            gap=Space.M,
            margins=PAGE,
        )


class FigureCard(QFrame):
    """A card with a figure, its caption, a note, and a bar if something is counted."""

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

    def show_card(self, values: NowCard) -> None:
        """Show the present values."""
        self.caption.setText(values.caption)
        self.figure.show_name(values.figure)
        self.note.setText(values.note)
        self.bar.setVisible(values.share is not None)
        self.bar.setAccessibleName(values.caption)
        self.bar.setValue(values.share or 0)
