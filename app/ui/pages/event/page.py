"""The event's setup: its basic facts, the consequences of the packet, the schedule and the
settings.
"""

from collections.abc import Collection

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QWidget

from app.desk.computer_clock import APART_MS, apart_words
from app.engine.acts.setup import ChangeSettings
from app.engine.formats.settings import Settings
from app.engine.language import plural, say
from app.engine.packet.packet import Packet
from app.engine.state import State
from app.store.packets.files import shelf
from app.ui.clients.desk import DeskClient
from app.ui.pages.event.schedule_card import DayPlanCard
from app.ui.pages.event.settings_form import CAPTIONS, SettingsForm
from app.ui.pages.event.times_dialog import TimesDialog
from app.ui.pages.event.what_follows import WhatFollows
from app.ui.shell.pending_changes import PendingChanges
from app.ui.widgets.basics import Scroll, button, label
from app.ui.widgets.layout import STRETCH, column_of, grid_of, grow, row_of
from app.ui.widgets.theme import CARD, Margins, Space
from app.views.event.event import Figures, NextStep, figures, next_step
from app.views.event.setup import find_settings, reset_settings, setup_lines
from app.views.pages import DeskPage

MINUTE_MS = 60_000
NEVER = object()
FIELDS = {"clocks": "timing", "victory": "lead"}
"""The names of the fields for the subjects that have other names than their fields."""
DAY = ("day", "starts", "turnaround", "breaks")
WIDEST, BESIDE = 1280, 1600
"""``WIDEST`` is the greatest width of the form in pixels, because longer lines could not be read at
a glance. ``BESIDE`` is the width of the page, in pixels, from which on the figures and the day
stand beside the form instead of below it.
"""
UNLIMITED = 16777215  # QWIDGETSIZE_MAX of Qt


class EventPage(QWidget):
    """The setup page. ``page_wanted`` carries the page of the next step. ``pending`` is the strip
    above every page that names the unapplied changes, and ``pending_shown`` is emitted whenever
    this strip has been updated.
    """

    page_wanted = Signal(object)
    pending_shown = Signal()

    def __init__(self, client: DeskClient, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._state: State | None = None
        self._settings: Settings | None = None
        self._packet: Packet | None = None
        self._next: NextStep | None = None
        self.sentence = label("", "heading", wraps=True)
        self._about_changes = label(
            say("Games already drawn keep their settings."), "muted", wraps=True
        )
        self.next_button = button("", self._go, kind="primary")
        known = shelf()
        own = client.state.packet
        offered = {**known.packets, **({own.key: own} if own else {})}
        self.form = SettingsForm(offered, basics_apart=True, faults=known.faults)
        self.follows = WhatFollows()
        self.apply = button(say("&Apply changes"), self._apply, kind="primary")
        self.revert = button(say("Discard &changes"), self._revert)
        self.pending = PendingChanges(self)
        self._older: dict[str, object] = {}  # changes not applied when the page was left
        self._figures = {key: _Figure(words) for key, words in FIGURE_WORDS.items()}
        self.plan = DayPlanCard()
        self.apart = label("", "warning", wraps=True)
        self.put_right = button(say("Correct the times…"), self._put_right)
        self._apart_card = _card()
        self._build()
        self.form.changed.connect(self._compare)
        self.pending.apply_wanted.connect(lambda: self._ask(self._changes))
        self.pending.discard_wanted.connect(self._revert)
        self.follows.searched.connect(self._show_follows)
        self.follows.put_back_wanted.connect(self._put_back)
        self.follows.setting_wanted.connect(self._show_setting)
        self.plan.wanted.connect(self._plan)
        self.plan.times_wanted.connect(self._put_right)
        client.changed.connect(self._changed)
        self._refresh = QTimer(self, singleShot=True)
        self._refresh.timeout.connect(self._show_plan)
        self.show_event()
        self._state = None  # again when it is shown, because the strip then gets its place

    def show_event(self) -> None:
        self._state = state = self._client.state
        if state.settings is None or state.packet is None:
            return
        if state.packet is not self._packet:
            self._packet = state.packet
            self.form.show_packet(state.packet)
        if state.settings != self._settings:
            self.form.show_changed(state.settings, self._settings)
            self._settings = state.settings
        self._next = next_step(state)
        self.sentence.setText(self._next.sentence)
        self.next_button.setText(self._next.button)
        self._show_figures(figures(state))
        self._show_follows()
        self._show_plan()
        self._compare()

    def _show_follows(self) -> None:
        """Show the lines that follow from the packet, or the settings that match the search."""
        words, state = self.follows.search.text(), self._client.state
        if words.strip() and state.packet is not None and state.settings is not None:
            self.follows.show_found(find_settings(state.packet, state.settings, words))
        else:
            self.follows.show_lines(setup_lines(state))

    def _put_back(self, names: tuple[str, ...]) -> None:
        if self._settings is not None:
            self._plan(reset_settings(self._settings, names))

    def _show_setting(self, key: str) -> None:
        """Move the focus to a setting, which may be on this page or on the page *Format*."""
        if key in DAY:
            self.plan.starts.setFocus()
        elif not self.form.show_field(FIELDS.get(key, key)):
            self.page_wanted.emit(DeskPage.FORMAT)

    def _changed(self) -> None:
        """Show the event if the page is visible, or if its settings were changed elsewhere. After a
        change elsewhere, the strip of unapplied changes may need an update even on a hidden page.
        """
        state = self._client.state
        if self.isVisible() or (state.settings, state.packet) != (self._settings, self._packet):
            self.show_event()

    @property
    def not_applied(self) -> list[str]:
        """The names of the settings that are changed in the form but not yet applied to the
        event.
        """
        return [CAPTIONS[key] for key in self._changes]

    @property
    def _changes(self) -> dict[str, object]:
        return self.form.changes(self._settings) if self._settings is not None else {}

    def _show_plan(self) -> None:
        apart_ms = self._client.apart_ms
        if abs(apart_ms) >= APART_MS:
            self.apart.setText(apart_words(apart_ms))
        self._apart_card.setVisible(abs(apart_ms) >= APART_MS)
        now_ms = self._client.now_ms()
        self.plan.show_plan(self._client.state, now_ms)
        if self.isVisible():  # the plan shows minutes
            self._refresh.start(MINUTE_MS - self._client.state.shown_ms(now_ms) % MINUTE_MS)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.pending.offer_acts(offered=False)
        if self._client.state is self._state:
            self._show_plan()  # only the time has changed
        else:
            self.show_event()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._refresh.stop()
        self._older = self._changes
        self.pending.offer_acts(offered=True)

    def _show_figures(self, values: Figures) -> None:
        self._figures["players"].show_value(str(values.checked_in), _players_words(values))
        self._figures["rounds"].show_value(str(values.rounds), _rounds_words(values))
        hours, minutes = divmod(values.round_minutes, 60)
        length = f"{hours}:{minutes:02}" if values.round_minutes else "–"
        self._figures["length"].show_value(length, values.round_ends)

    def _compare(self) -> None:
        changes = self._changes
        for part in (self.apply, self.revert):
            part.setEnabled(bool(changes))
            part.setVisible(bool(changes))
        self.next_button.setVisible(not changes)
        self.sentence.setVisible(not changes)
        self._about_changes.setVisible(bool(changes))
        self.pending.show_changes(
            [f"{CAPTIONS[key]} ({self.form.value_words(key)})" for key in changes]
        )
        self.pending_shown.emit()

    def _apply(self) -> None:
        """Apply the changes made since the page was last left. Apply older changes only if there
        are no newer ones. The strip that names older changes has its own button for them.
        """
        changes = self._changes
        fresh = {key for key, value in changes.items() if self._older.get(key, NEVER) != value}
        self._ask(fresh or changes)

    def _ask(self, keys: Collection[str]) -> None:
        packet, current = self._client.state.packet, self._settings
        if packet is not None and current is not None:
            settings, wanted = self.form.only(keys, current, packet)
            self._client.ask(ChangeSettings(settings, wanted, (current, packet)))

    def _plan(self, settings: Settings) -> None:
        packet, current = self._client.state.packet, self._settings
        if packet is not None and current is not None:
            self._client.ask(ChangeSettings(settings, packet, (current, packet)), insist=True)

    def _revert(self) -> None:
        if self._settings is not None:
            self.form.show_settings(self._settings)

    def _put_right(self) -> None:
        TimesDialog.show_for(self._client, self)

    def _go(self) -> None:
        if self._next is not None:
            self.page_wanted.emit(self._next.page)

    def _build(self) -> None:
        page = QWidget()
        page.setObjectName("page")
        row_of(grow(self.apart), self.put_right, on=self._apart_card, gap=Space.L, margins=CARD)
        figures_ = tuple(self._figures.values())
        self._more = self._settings_card()
        self._left = column_of(self._basics_card(), self.follows, STRETCH, gap=Space.L)
        right = column_of(
            grid_of(figures_, gap=Space.L, shares=(1,) * len(figures_)),
            self.plan,
            STRETCH,
            gap=Space.L,
        )
        self._both = row_of(grow(self._left, 8), grow(right, 5), gap=Space.L)
        self._page = page
        self._column = column_of(
            self._apart_card,
            self._both,
            self._more,
            STRETCH,
            on=page,
            gap=Space.L,
            margins=Margins(Space.L, Space.M, Space.XS, Space.L),
        )
        scroll = Scroll(page)
        scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._foot = self._apply_card()
        column_of(
            grow(scroll),
            row_of(
                grow(self._foot),
                STRETCH,
                margins=Margins(Space.L, Space.NONE, Space.L, Space.L),
            ),
            on=self,
            gap=Space.NONE,
        )
        self._turn()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._turn()

    def _turn(self) -> None:
        """Place the figures and the day beside the form if the page is wide, otherwise below it."""
        ways, wide = QBoxLayout.Direction, self.width() >= BESIDE
        self._both.setDirection(ways.LeftToRight if wide else ways.TopToBottom)
        if wide is (self._left.indexOf(self._more) < 0):
            for layout in (self._left, self._column):
                layout.removeWidget(self._more)
            (self._left if wide else self._column).insertWidget(2, self._more)
        self._page.setMaximumWidth(UNLIMITED if wide else WIDEST)
        self._foot.setMaximumWidth(UNLIMITED if wide else WIDEST - Space.L - Space.XS)

    def _basics_card(self) -> QFrame:
        card = _card()
        row_of(grow(self.form.basics), on=card, margins=CARD)
        return card

    def _settings_card(self) -> QFrame:
        card = _card()
        column_of(
            label(say("More settings"), "heading"),
            self.form,
            on=card,
            gap=Space.L,
            margins=CARD,
        )
        return card

    def _apply_card(self) -> QFrame:
        card = _card()
        row_of(
            grow(self.sentence),
            grow(self._about_changes),
            self.next_button,
            self.revert,
            self.apply,
            on=card,
            gap=Space.L,
            margins=CARD,
        )
        return card


FIGURE_WORDS = {
    "players": say("Players checked in"),
    "rounds": say("Rounds"),
    "length": say("Longest round"),
}


def _players_words(values: Figures) -> str:
    if not values.registered:
        return say("nobody is registered yet")
    if not values.left:
        return say("of {registered} registered", registered=values.registered)
    return plural(
        values.left,
        "of {registered} registered; {count} player left the event",
        "of {registered} registered; {count} players left the event",
        registered=values.registered,
    )


def _rounds_words(values: Figures) -> str:
    if values.rounds_set:
        return say("set by you")
    if values.field < 2:
        return say("from the packet; grows with the field")
    if values.beyond:
        return say("Flagfall’s estimate, beyond {beyond} players", beyond=values.beyond)
    if values.of_teams:
        return say("from the packet, for {field} teams", field=values.field)
    return say("from the packet, for {field} players", field=values.field)


class _Figure(QFrame):
    """A number with a caption and a note."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._value, self._note = label("", "figure"), label("", "muted", wraps=True)
        column_of(
            label(words, "muted"),
            self._value,
            self._note,
            on=self,
            gap=Space.XXS,
            margins=CARD,
        )

    def show_value(self, value: str, note: str) -> None:
        self._value.setText(value)
        self._note.setText(note)


def _card() -> QFrame:
    card = QFrame()
    card.setProperty("role", "card")
    return card
