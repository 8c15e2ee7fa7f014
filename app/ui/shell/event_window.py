"""One open event: the rail of pages, the header, the message bar and the present page."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from msgspec import Struct
from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QFrame,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from app.engine.acts.commands import Command, Refused
from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.rounds.field import missing_results
from app.engine.state import Stage, State
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.confirm import InsistDialog
from app.ui.dialogs.leaving import LeavingDialog
from app.ui.shell.find_box import KEYS, FindBox
from app.ui.shell.message_bar import MessageBar
from app.ui.shell.needs.strip import NeedStrip
from app.ui.shell.needs.watch import PAGE_OF, NeedSettler, NeedsWatch
from app.ui.shell.place_pages import PlacePages, PlaceTabs
from app.ui.shell.rail_button import RailButton
from app.ui.widgets.basics import (
    FittingLabel,
    NameLabel,
    choose_one,
    has_keyboard,
    label,
    make_scrollable,
    make_scrollable_both_ways,
    restyle,
)
from app.ui.widgets.fields import is_digit
from app.ui.widgets.key_names import REPORT_KEYS, native_keys
from app.ui.widgets.layout import STRETCH, column_of, grow, row_of
from app.ui.widgets.page_stack import PageStack
from app.ui.widgets.theme import Margins, Space, around
from app.views.event.confirm import question
from app.views.event.finding import Find, finds
from app.views.pages import DeskPage, DeskPlace, page_name
from app.views.round.leaving import ways_to_leave
from app.views.round.needs import Need

if TYPE_CHECKING:
    from app.desk.replies import Reply
    from app.ui.shell.first_steps import FirstSteps
    from app.views.event.first_steps import FirstStep
    from app.web.online.channel import SignUpSent

STAGE_WORDS = {
    Stage.DRAWN: say("drawn, not public"),
    Stage.PUBLISHED: say("published"),
    Stage.STARTED: say("under way"),
    Stage.FINISHED: say("finished"),
}
PUT_RIGHT = say("Correct the times…")
STRIP = 34
"""The least height of the header's row, so that strips do not change it."""
NAME = 176
"""The width of the event's name that remains if the header is narrow."""


class EventHeader(QFrame):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self.name = NameLabel(role="heading")
        self.facts = FittingLabel(role="muted")
        for words in (self.name, self.facts):
            words.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.facts.setMinimumWidth(1)  # the first to disappear if the header is narrow
        self.round = label("", "pill")
        self._strips: list[QWidget] = []
        self._row = row_of(
            self.name,
            self.facts,
            STRETCH,
            self.round,
            on=self,
            gap=Space.M,
            margins=Margins(Space.L, Space.XS, Space.L, Space.XS),
        )
        self._row.addStrut(STRIP)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:  # its letters have their final size now
            self._measure()

    def hold(self, strip: QWidget) -> None:
        """Add a strip to the header. When the strip appears or disappears, nothing below it
        moves.
        """
        if strip not in self._strips:
            self._strips.append(strip)
            self._row.insertWidget(self._row.indexOf(self.round), strip, 1)

    def is_taken_beside(self, strip: QWidget) -> bool:
        """Tell whether any strip other than ``strip`` is visible."""
        return any(not other.isHidden() for other in self._strips if other is not strip)

    def offer(self, find: FindBox) -> None:
        """Add the search field at the end of the header."""
        self._row.addWidget(find)

    def show_facts(self, *, shown: bool, round_too: bool) -> None:
        """Show or hide the header's less urgent texts. The state of the round is among them only
        with ``round_too``, because the round's own page already shows that state.
        """
        self.facts.setVisible(shown)
        self.round.setVisible(shown and round_too)

    def show_event(self, state: State) -> None:
        settings, packet = state.settings, state.packet
        if settings is None or packet is None:
            return
        self.name.show_name(settings.name)
        self._measure()
        size = say("{size} points", size=settings.size) if settings.size else say("battlegroup")
        parts = (packet.name, size) if packet.sizes else (packet.name,)
        self.facts.show_any(" · ".join(parts), packet.name, "")
        self.round.setText(round_words(state))

    def _measure(self) -> None:
        self.name.setMinimumWidth(min(self.name.sizeHint().width(), NAME))


def round_words(state: State) -> str:
    """Return the state of the latest round, such as "Round 2 under way · 3 games out"."""
    latest = state.latest
    if latest is None:
        return say("No round yet")
    words = say("Round {latest} {stage}", latest=latest.number, stage=STAGE_WORDS[latest.stage])
    if latest.stage is not Stage.STARTED:
        return words
    out = len(missing_results(state, latest))
    return (
        plural(out, "{words} · {count} game out", "{words} · {count} games out", words=words)
        if out
        else say("{words} · all results in", words=words)
    )


RAIL = 124
LEAST_HIGH = 320
"""The least height of a page. With less room, the page scrolls."""
ROOMY = 620
"""The least height of a window whose rail has room for all first steps."""
LOW = 520
"""The height below which the buttons of the rail are closer together, so that all are visible."""


class PageKind(Struct, frozen=True):
    """A page in the rail."""

    page: DeskPage
    place: DeskPlace
    """The place in the rail to which the page belongs."""
    make: Callable[[DeskClient], QWidget]
    """A function that makes the page, called when the page is first shown."""
    at_head: bool = False
    """True if the pages of the place are tabs above the page instead of names in the rail."""
    mode_of: DeskPage | None = None
    """The page that shows this page as one of its modes; None if this is a page of its own."""

    @property
    def held(self) -> DeskPage:
        """The page whose widget shows this page."""
        return self.mode_of or self.page

    @property
    def name(self) -> str:
        return page_name(self.page)


@runtime_checkable
class ModePage(Protocol):
    """A page that appears under several names in the rail."""

    def show_mode(self, page: DeskPage) -> None: ...


class EventView(QWidget):
    """The open event with all its pages. ``table_wanted`` carries the number of a game whose table
    window is to be opened. ``wall_wanted`` requests the room display, and carries whether it should
    begin with the pairings.
    """

    table_wanted = Signal(int)
    wall_wanted = Signal(bool)
    backups_wanted = Signal()
    publishing_wanted = Signal()
    turned = Signal()  # to another page

    def __init__(
        self, client: DeskClient, pages: tuple[PageKind, ...], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.client = client
        self._pages = {kind.page: kind for kind in pages}
        self._places = tuple(dict.fromkeys(kind.place for kind in pages))
        self._within: list[PlacePages] = []
        self._tabbed: dict[DeskPlace, PlaceTabs] = {}
        self._last: dict[DeskPlace, DeskPage] = {}  # the page last shown of each place
        self.made: dict[DeskPage, QWidget] = {}
        """The pages that have been shown."""
        self._scrolls: dict[DeskPage, QWidget] = {}  # around each of them
        self.page_shown: DeskPage | None = None
        self.header = EventHeader()
        self.find_box = FindBox(lambda typed: finds(client.state, typed))
        self.header.offer(self.find_box)
        self.find_box.chosen.connect(self._go_to)
        for keys in KEYS:
            QShortcut(QKeySequence(keys), self).activated.connect(self.find_box.begin)
        self._report_keys = [QShortcut(QKeySequence(keys), self) for keys in REPORT_KEYS]
        for shortcut in self._report_keys:
            shortcut.activated.connect(self.enter_result)
        self.messages = MessageBar()
        self.needs = NeedsWatch(client, self)
        self._settler = NeedSettler(client, self)
        self.need_strip = NeedStrip(self._settler.settle)
        self.header.hold(self.need_strip)
        self._stack = QStackedWidget()
        self._rail = QButtonGroup(self)
        self.first_steps: FirstSteps | None = None
        """The first steps, which only the sample event has."""
        self._build()
        self._rail.idClicked.connect(lambda number: self.show_place(self._places[number]))
        self.needs.changed.connect(self._show_count)
        self.needs.changed.connect(self._show_need)
        self.need_strip.now_wanted.connect(lambda: self.show_page(DeskPage.NOW))
        self._wire_settler()
        self.turned.connect(self.messages.place_again)
        client.changed.connect(self._show_trouble)
        client.more_changed.connect(self._show_header)
        client.refused.connect(self.messages.show_message)
        client.doubted.connect(self._doubted)
        if client.snapshot is not None:
            self._show_header()

    def _show_header(self) -> None:
        self.header.show_event(self.client.state)

    def _wire_settler(self) -> None:
        self._settler.page_wanted.connect(self.show_page)
        self._settler.table_wanted.connect(self.find_game)
        self._settler.backups_wanted.connect(self.backups_wanted)
        self._settler.publishing_wanted.connect(self.publishing_wanted)

    def show_page(self, page: DeskPage) -> None:
        """Show a page. Make the page first if it was never shown."""
        kind = self._pages[page]
        tabbed = self._tabbed.get(kind.place)
        turning = self._stack if tabbed is None or not tabbed.isVisible() else tabbed.stack
        focus = QApplication.focusWidget()
        leaves = focus is not None and turning.isAncestorOf(focus)
        new = kind.held not in self.made
        if new:
            self.made[kind.held] = kind.make(self.client)
            inside = PageStack()
            inside.setMinimumHeight(LEAST_HIGH)
            self._scrolls[kind.held] = make_scrollable_both_ways(inside)
            (tabbed.stack if tabbed else self._stack).addWidget(self._scrolls[kind.held])
            inside.addWidget(self.made[kind.held])
        self.page_shown = page
        shown = self.made[kind.held]
        if isinstance(shown, ModePage):
            shown.show_mode(page)  # before it is shown, or the other mode would appear first
        if tabbed is None:
            self._stack.setCurrentWidget(self._scrolls[kind.held])
        else:
            tabbed.show_chosen(page)
            tabbed.stack.setCurrentWidget(self._scrolls[kind.held])
            self._stack.setCurrentWidget(tabbed)
            if leaves and turning is self._stack:
                tabbed.focus_page()
        begins = shown.focusProxy()
        if leaves and new and begins is not None and begins.isVisible():
            begins.setFocus()  # later, each page remembers its own focus
        for shortcut in self._report_keys:
            shortcut.setEnabled(page is not DeskPage.ROUND)  # it handles these keys itself
        self._last[kind.place] = page
        self._show_need()
        self._rail.button(self._places.index(kind.place)).setChecked(True)
        for names in self._within:
            names.show_chosen(page)
        self.turned.emit()

    def show_place(self, place: DeskPlace) -> None:
        """Show a place of the rail: the page of that place that was shown last."""
        first = next(kind.page for kind in self._pages.values() if kind.place is place)
        self.show_page(self._last.get(place, first))

    def note_mode(self, page: DeskPage) -> None:
        """Note that the present page now shows its mode ``page``."""
        self.page_shown = page
        self._last[self._pages[page].place] = page

    def focus_page_name(self) -> None:
        """Move the focus to the name of the present page in the rail, unless the focus is inside a
        page.
        """
        focus = QApplication.focusWidget()
        name = self._rail.checkedButton()
        if name is not None and (focus is None or not self._stack.isAncestorOf(focus)):
            name.setFocus()

    def take_next_step(self) -> None:
        """Take the day's next step and show its page. On the round's page, take the step that the
        page offers.
        """
        from app.ui.pages.round.page import RoundPage
        from app.views.event.event import next_step

        step, here = next_step(self.client.state), isinstance(self.page, RoundPage)
        if not here:
            self.show_page(step.page)
        if isinstance(self.page, RoundPage) and (here or step.acts):
            self.page.take_step()

    def offer_first_steps(self) -> None:
        """Show the first steps of the sample event until all are done."""
        from app.ui.shell.first_steps import FirstSteps

        steps = self.first_steps = FirstSteps()
        self._edges.insertWidget(1, steps)
        steps.wanted.connect(self._begin_step)
        self.client.changed.connect(self._mark_first_steps)
        steps.show_short(short=self.height() < ROOMY)

    def _mark_first_steps(self) -> None:
        if self.first_steps is not None:
            self.first_steps.show_state(self.client.state)

    def _begin_step(self, step: "FirstStep") -> None:
        """Show the page for a first step of the sample."""
        from app.views.event.first_steps import FirstStep, finish_games

        if step is FirstStep.RESULT:
            self.enter_result()
            return
        self.show_page(DeskPage.NOW if step is FirstStep.JUDGE else DeskPage.ROUND)
        for command in finish_games(self.client.state) if step is FirstStep.DRAW else ():
            self.client.ask(command, insist=True, then=lambda _reply: None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        closer = "true" if self.height() < LOW else "false"
        within = [name for names in self._within for name in names.names.values()]
        for name in (*self._rail.buttons(), *within):
            restyle(name, "dense", closer)
        if self.first_steps is not None:
            self.first_steps.show_short(short=self.height() < ROOMY)

    def paste_players(self) -> None:
        """Go to the players' page and add the players from the clipboard."""
        from app.ui.pages.players.page import PlayersPage

        self.show_page(DeskPage.PLAYERS)
        if isinstance(self.page, PlayersPage):
            self.page.paste.click()

    def take_sign_ups(self, sign_ups: "tuple[SignUpSent, ...]") -> None:
        """Go to the players' page and show who has signed up at the server."""
        from app.ui.pages.players.page import PlayersPage

        self.show_page(DeskPage.PLAYERS)
        if isinstance(self.page, PlayersPage):
            self.page.take_sign_ups(sign_ups)

    def find_game(self, game: int) -> None:
        """Go to the round's page and choose the table of ``game``."""
        from app.ui.pages.round.page import RoundPage

        self.show_page(DeskPage.ROUND)
        if isinstance(self.page, RoundPage):
            self.page.find_game(game)

    def show_setting(self, key: str) -> None:
        """Go to a setting of the event and move the focus to it."""
        from app.ui.pages.event.page import EventPage

        self.show_page(DeskPage.EVENT)
        if isinstance(self.page, EventPage):
            self.page.form.begin_at(key)

    def _show_count(self) -> None:
        """Show, beside the first place of the rail, how many needs wait for the organizer."""
        here = DeskPlace.NOW in self._places
        button = self._rail.button(self._places.index(DeskPlace.NOW)) if here else None
        if isinstance(button, RailButton):
            button.show_count(len(self.needs.found), alarm=self.needs.is_alarm)

    def _show_need(self) -> None:
        """Show in the header the most urgent need that has to be settled elsewhere than at the
        present place. Show none while the header shows unapplied changes.
        """
        if self.page_shown is None:
            return
        kind, strip = self._pages[self.page_shown], self.need_strip
        waits = kind.page is not DeskPage.NOW and not self.header.is_taken_beside(strip)
        needs = (need for need in self.needs.found if waits and self._leads_off(need, kind))
        need = next(needs, None)
        if need is None:
            strip.show_need(None, self.client.here)
        self.header.show_facts(shown=need is None, round_too=kind.page is not DeskPage.ROUND)
        if need is not None:  # after room was made: both together may be too wide
            strip.show_need(need, self.client.here)

    def _leads_off(self, need: Need, kind: PageKind) -> bool:
        """Tell whether a need has to be settled elsewhere than at the place of ``kind``."""
        page = PAGE_OF.get(need.place)
        return page is None or self._pages[page].place is not kind.place

    def hold_pending(self, strip: QWidget) -> None:
        """Add the strip with unapplied changes to the header, where it is visible on every page."""
        self.header.hold(strip)
        self._show_need()

    def show_table(self, game: int) -> None:
        """Request the table window of ``game``."""
        self.table_wanted.emit(game)

    def show_wall(self, *, pairings: bool) -> None:
        """Request the room display. It begins with the pairings if ``pairings``, otherwise with its
        present slide.
        """
        self.wall_wanted.emit(pairings)

    @property
    def page_keys(self) -> dict[DeskPage, str]:
        """The pages in the order of the rail, each with the shortcut of its place."""
        return {
            kind.page: f"Ctrl+{self._places.index(kind.place) + 1}" for kind in self._pages.values()
        }

    @property
    def name_shown(self) -> str:
        """The name of the present page; empty before a page is shown."""
        return "" if self.page_shown is None else page_name(self.page_shown)

    def enter_result(self) -> None:
        """Go to the round's page. If a round is under way, also move the focus to the field for a
        result.
        """
        from app.ui.pages.round.page import RoundPage

        self.show_page(DeskPage.ROUND)
        if isinstance(self.page, RoundPage):
            self.page.enter_result()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Begin to enter a result when a digit is pressed that no page uses. The digit is part of a
        table's number. This also works with the focus in the rail. The keys of a number pad may be
        a table's plungers, so its digits count only on the round's page.
        """
        from app.ui.pages.round.page import RoundPage

        pad = bool(event.modifiers() & Qt.KeyboardModifier.KeypadModifier)
        under_way = self.client.state.round_under_way is not None
        here = self.page_shown is DeskPage.ROUND
        if is_digit(event) and under_way and (here or not pad):
            self.show_page(DeskPage.ROUND)
            if isinstance(self.page, RoundPage) and not has_keyboard(self.page):
                self.page.desk.begin_with(event)
        else:
            super().keyPressEvent(event)

    def set_number(self, key: str, number: Any) -> None:
        """Change a numeric setting of the event."""
        from app.engine.acts.setup import ChangeSettings

        settings, packet = self.client.state.settings, self.client.state.packet
        if settings is not None and packet is not None:
            changed = replace(settings, **{key: number})
            self.client.ask(ChangeSettings(changed, packet, (settings, packet)))

    def _go_to(self, place: Find) -> None:
        """Go to a table of the latest round, or to a player who has no table."""
        from app.ui.pages.players.page import PlayersPage
        from app.ui.pages.round.page import RoundPage

        if place.game is not None:
            self.show_page(DeskPage.ROUND)
        else:
            self.show_place(DeskPlace.PLAYERS)
        page = self.page
        if isinstance(page, RoundPage) and place.game is not None:
            page.find_game(place.game)
        elif isinstance(page, PlayersPage) and place.player is not None:
            page.find_player(place.player)

    @property
    def page(self) -> QWidget | None:
        """The widget of the present page; None before a page is shown."""
        if self.page_shown is None:
            return None
        return self.made[self._pages[self.page_shown].held]

    def _show_trouble(self) -> None:
        snapshot = self.client.snapshot
        if snapshot is None or not snapshot.trouble:
            return
        if snapshot.apart_ms:
            self.messages.show_message(snapshot.trouble, PUT_RIGHT, self.put_times_right)
        else:
            self.messages.show_message(snapshot.trouble)

    def put_times_right(self) -> None:
        """Show the dialog that corrects the event's times."""
        from app.ui.pages.event.times_dialog import TimesDialog

        TimesDialog.show_for(self.client, self)

    def _doubted(
        self, command: Command, doubt: Refused, then: "Callable[[Reply], None] | None"
    ) -> None:
        if ways := ways_to_leave(self.client.state, command):
            drops, settled = LeavingDialog.ask(doubt.sentence, ways, self)
            if drops:
                self.client.ask(settled or command, insist=settled is None, then=then)
            return
        texts = question(self.client.state, command)
        words = (texts.leave, texts.do)
        consequences = doubt.consequences
        if InsistDialog.ask(
            doubt.sentence, self, consequences=consequences, note=texts.note, words=words
        ):
            self.client.ask(command, insist=True, then=then)

    def _build(self) -> None:
        rail = QFrame()
        rail.setObjectName("rail")
        rail.setAccessibleName(say("Pages"))
        rail.setFixedWidth(RAIL)
        inside = QWidget()
        buttons = column_of(
            on=inside, gap=Space.XS, margins=Margins(Space.S, Space.M, Space.S, Space.M)
        )
        names = [RailButton(page_name(place)) for place in self._places]
        choose_one(self._rail, *names)
        for index, (place, button) in enumerate(zip(self._places, names, strict=True)):
            key = f"Ctrl+{index + 1}"
            button.setShortcut(key)
            button.setToolTip(native_keys(key))
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            buttons.addWidget(button)
            kinds = [kind for kind in self._pages.values() if kind.place is place]
            within = [kind.page for kind in kinds if kind.mode_of is None]
            if any(kind.at_head for kind in kinds):
                self._tabbed[place] = PlaceTabs(within, self.show_page)
                self._stack.addWidget(self._tabbed[place])
            elif len(within) > 1:
                self._within.append(PlacePages(within, self.show_page, inside))
                self._within[-1].hide()
                buttons.addWidget(self._within[-1])
        buttons.addStretch()
        edges = self._edges = column_of(grow(make_scrollable(inside)), on=rail, gap=Space.NONE)
        if self.client.stations is not None:
            from app.ui.shell.station_button import StationButton

            self.station = StationButton(self.client)
            edges.addLayout(row_of(self.station, margins=around(Space.S)))
        row_of(
            rail,
            grow(column_of(self.header, grow(self._stack), gap=Space.NONE)),
            on=self,
            gap=Space.NONE,
        )
        self.messages.attach_to(self)
        self.messages.set_room(self._room_in_header)

    def _room_in_header(self) -> QRect:
        """Return the part of the header to the left of the search field. A message there covers no
        field.
        """
        left = self.header.mapTo(self, QPoint(0, 0)).x()
        right = self.find_box.mapTo(self, QPoint(0, 0)).x() - Space.S
        return QRect(left, 0, right - left, self.header.height())

    def make_room(self, bar: MessageBar) -> None:
        """Place ``bar`` in the header as well. While the view's own message bar is visible, ``bar``
        is below it.
        """

        def room() -> QRect:
            here, own = self._room_in_header(), self.messages
            if own.isHidden():
                return here
            below = own.geometry().bottom() + 1 + Space.XXS
            return QRect(here.left(), below, here.width(), 0)

        bar.set_room(room)
        for signal in (self.turned, self.messages.moved):
            signal.connect(bar.place_again)
