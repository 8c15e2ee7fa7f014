"""The start page, which is shown while no event is open."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStyledItemDelegate,
    QWidget,
)

from app.engine.language import language_code, say
from app.store.errors import StoreError
from app.store.languages import ENGLISH, languages
from app.store.server.address import ServerEvent, is_database, place
from app.ui.deliveries import deliver_to
from app.ui.dialogs.progress import WorkProgress
from app.ui.widgets.basics import Button, align_link, label
from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.layout import STRETCH, LayoutGap, Stretch, column_of, grow, row_of
from app.ui.widgets.locale import format_date, language_name
from app.ui.widgets.theme import Space, around

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex, QPersistentModelIndex
    from PySide6.QtWidgets import QStyleOptionViewItem  # slow to load

    from app.ui.shell.opening.ways_out import Ways, WaysOut

LOOK_AFTER_MS = 150
"""The time to wait before disks are read, so that the window appears first."""
LOOK_AGAIN_MS = 10_000
"""The interval at which the server is asked for its events while the page is visible."""
LONGEST = 64  # characters of a recent file that fit its line
SERVER_HEIGHT = 120
NO_EVENTS = say("There are no events on the server yet.")
RECENT, FIRST = say("Recent events"), say("Before your first event")
NO_COPIES = say("A USB stick can hold second copies: choose it in the settings.")
NAME, NAME_WIDTH = say("Name of a new event, then Enter"), 240
AS_USUAL = say(
    "Press Enter to create the event for today with the latest packet; you can change both in"
    " Setup. “New event…” asks for everything first."
)
CLOCKS = say(
    "Chess clocks: plug them in once an event is open. They appear on the Clocks page and are"
    " bound to their tables there."
)
TABLETS = say(
    "Tablets and phones need nothing but the room’s Wi-Fi: the Tablets page lets them in and shows"
    " the codes to scan."
)


class StartPage(QWidget):
    """The start page. ``named`` carries the name of a new event with the usual settings.
    ``new_wanted`` requests the dialog for a new event and carries the name to begin with.
    """

    new_wanted = Signal(str)
    named = Signal(str)
    open_wanted = Signal()
    sample_wanted = Signal()
    server_wanted = Signal()
    settings_wanted = Signal()
    language_wanted = Signal(str)
    recent_wanted = Signal(str)
    repair_wanted = Signal()
    read_only_wanted = Signal()
    as_it_is_wanted = Signal()
    restore_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self._make_name()
        self.new_event = _button(say("&New event…"), "primary", self._ask_for_event)
        self.open_event = _button(say("&Open event…"), "", self.open_wanted)
        self.sample = _button(say("Look at a &sample event"), "quiet", self.sample_wanted)
        self.server = _button(say("Even&ts on a server…"), "quiet", self.server_wanted)
        self._make_recent()
        self._files: tuple[str, ...] = ()
        self._names: tuple[str, ...] = ()
        self._unseen = 0  # files not yet read
        self._looking: object = None  # identifies the present reading of them
        self._server = ""  # the database's address
        self._is_asking = False
        self._again = QTimer(self, interval=LOOK_AGAIN_MS)
        self._again.timeout.connect(self._ask_server)
        self.on_server = QListWidget()
        self.on_server.setItemDelegate(_LinesThatFit(self.on_server))
        self.on_server.setAccessibleName(say("Events on the server"))
        self.on_server.setMaximumHeight(SERVER_HEIGHT)
        self.on_server.itemActivated.connect(self._server_activated)
        self.on_server.itemClicked.connect(self._server_activated)
        self._server_heading = label("", "heading")
        self.server_words = label("", "muted", wraps=True)
        self._after = QTimer(self, singleShot=True, interval=LOOK_AFTER_MS)
        self._after.timeout.connect(self._look)
        self._deliver_glance = deliver_to(self._take_glance)
        self._deliver_found = deliver_to(self._take_found)
        self._heading = label(RECENT, "heading")
        self.first_steps = label("", wraps=True)
        self.languages = [
            _button(language_name(code), "quiet", partial(self.language_wanted.emit, code))
            for code in (ENGLISH, *languages())
            if code != language_code()
        ]
        self.settings = _button(say("Settin&gs…"), "quiet", self.settings_wanted)
        self.progress = WorkProgress()
        for part in (self.server, *self.languages, self.settings):
            align_link(part)
        self._build()

    @cached_property
    def ways_out(self) -> "WaysOut":
        """The buttons that help with a file that was not opened. They are made when they are first
        needed.
        """
        from app.ui.shell.opening.ways_out import WaysOut

        ways = WaysOut()
        ways.repair_wanted.connect(self.repair_wanted)
        ways.read_only_wanted.connect(self.read_only_wanted)
        ways.as_it_is_wanted.connect(self.as_it_is_wanted)
        ways.restore_wanted.connect(self.restore_wanted)
        self._below.addWidget(ways)
        for before, after in pairwise((self.sample, *ways.buttons)):
            QWidget.setTabOrder(before, after)
        return ways

    def show_ways_out(self, file: str, ways: "Ways") -> None:
        """Show what can be done about a file that was not opened."""
        self.ways_out.show_for(_beginning(file), ways)

    def show_recent(self, files: Sequence[str]) -> None:
        self.recent.clear()
        self._files = tuple(files)
        for file in files:
            item = QListWidgetItem(_lines(file, ""))
            item.setToolTip(escape_tooltip(file))
            self.recent.addItem(item)
        self._looking, self._unseen = None, len(files)
        self.look_at_recent()
        self.recent.setVisible(bool(files))
        self._heading.setText(RECENT if files else FIRST)
        for part in (self.first_steps, *self.languages):
            part.setVisible(not files)

    def show_server(self, address: str) -> None:
        """Show the events of this database, which is queried in the background. With an empty
        address, show none.
        """
        self._server = address
        self.on_server.clear()
        self.server_words.clear()
        self._server_heading.setText(
            say("On the server {server}", server=ServerEvent(address, "").server) if address else ""
        )
        for part in (self._server_heading, self.on_server, self.server_words):
            part.hide()
        self._server_heading.setVisible(bool(address))
        self.look_at_recent()

    def show_folders(self, events: Path, second: Path | None) -> None:
        """Show where new events and their copies are saved. People who have not opened an event yet
        see this.
        """
        copies = NO_COPIES if second is None else say("Copies also go to {folder}.", folder=second)
        kept = say("New events are saved in {folder}. {copies}", folder=events, copies=copies)
        self.first_steps.setText("\n\n".join((kept, CLOCKS, TABLETS)))

    def look_at_recent(self) -> None:
        """Read the recent events a moment later if the page is visible, otherwise when it is
        shown.
        """
        if self._unseen or self._server:
            self._after.start()

    def _look(self) -> None:
        """Read the states of the recent events in a thread, because a distant disk may be slow."""
        import threading

        if not self.isVisible():
            return
        self._ask_server()
        if not self._unseen or self._looking is not None:
            return
        looking = self._looking = object()
        given = (self._files, partial(self._deliver_glance, looking))
        threading.Thread(target=_look_at, args=given, name="recent events", daemon=True).start()

    def _ask_server(self) -> None:
        import threading

        if not self._server or not self.isVisible():
            self._again.stop()
            return
        self._again.start()
        if self._is_asking:
            return
        self._is_asking = True
        given = (self._server, self._deliver_found)
        threading.Thread(target=_ask, args=given, name="server’s events", daemon=True).start()

    def _show_found(self, names: Sequence[str], fault: str) -> None:
        before = [self.on_server.item(row).text() for row in range(self.on_server.count())]
        lines = [_beginning(name) for name in names]
        if lines != before or not lines:
            self.on_server.clear()
            self.on_server.addItems(lines)
        self._names = tuple(names)
        self.on_server.setVisible(bool(names))
        self.server_words.setText(fault or ("" if names else NO_EVENTS))
        self.server_words.setVisible(not names)

    def _server_activated(self, item: QListWidgetItem) -> None:
        if self.on_server.isEnabled():
            name = self._names[self.on_server.row(item)]
            self.recent_wanted.emit(str(ServerEvent(self._server, name)))

    def _take_glance(self, looking: object, number: int, words: str) -> None:
        if looking is self._looking:
            self.recent.item(number).setText(_lines(self._files[number], words))
            self._unseen -= 1

    def _take_found(self, address: str, names: Sequence[str], fault: str) -> None:
        self._is_asking = False
        if address == self._server:
            self._show_found(names, fault)

    def show_busy(self, doing: str) -> None:
        """Disable the page while an event is being opened. ``doing`` names the work. An empty
        ``doing`` enables the page again.
        """
        busy = bool(doing)
        if busy and "ways_out" in vars(self):
            self.ways_out.hide()
        makes = (self.name, self.new_event)
        choices = (*makes, self.open_event, self.sample, self.server, self.recent)
        for part in (*choices, self.on_server, *self.languages, self.settings):
            part.setEnabled(not busy)
        if busy:
            self.progress.begin(doing)
        else:
            self.progress.end()
            if "ways_out" not in vars(self) or not self.ways_out.isVisible():
                self.name.setFocus()

    def _make_recent(self) -> None:
        self.recent = QListWidget()
        self.recent.setItemDelegate(_LinesThatFit(self.recent))
        self.recent.setAccessibleName(RECENT)
        self.recent.itemActivated.connect(self._activated)
        self.recent.itemClicked.connect(self._activated)

    def _make_name(self) -> None:
        self.name = QLineEdit()
        self.name.setPlaceholderText(NAME)
        self.name.setAccessibleName(NAME)
        self.name.setToolTip(AS_USUAL)
        self.name.setMinimumWidth(NAME_WIDTH)
        self.name.returnPressed.connect(self._name_event)

    def _ask_for_event(self) -> None:
        self.new_wanted.emit(self.name.text().strip())

    def _name_event(self) -> None:
        if name := self.name.text().strip():
            self.named.emit(name)

    def _activated(self, item: QListWidgetItem) -> None:
        """Open a recent event. A double click activates its item twice, but the event is opened
        only once.
        """
        if not self.recent.isEnabled():
            return
        self.recent_wanted.emit(self._files[self.recent.row(item)])

    def _build(self) -> None:
        title, line = (
            QLabel("Flagfall"),
            QLabel(say("The desk, the clocks and the referee of a Steamroller event.")),
        )
        title.setProperty("role", "title")
        line.setProperty("role", "muted")
        self._below = column_of()
        card = QFrame()
        card.setProperty("role", "card")
        card.setMaximumWidth(640)
        column_of(
            title,
            line,
            LayoutGap(Space.L),
            row_of(grow(self.name), self.new_event),
            row_of(self.open_event, self.sample, STRETCH),
            self._below,
            LayoutGap(Space.L),
            self._heading,
            self.first_steps,
            self.recent,
            LayoutGap(Space.M),
            self._server_heading,
            self.on_server,
            self.server_words,
            row_of(self.server, STRETCH, *self.languages, self.settings, gap=Space.XL),
            self.progress,
            on=card,
            margins=around(Space.XXL),
        )
        column_of(
            Stretch(1),
            row_of(STRETCH, grow(card), STRETCH),
            Stretch(2),
            on=self,
            margins=around(Space.S),
        )


class _LinesThatFit(QStyledItemDelegate):
    """A delegate that makes no item wider than its list, so that Qt elides long lines."""

    def sizeHint(
        self, option: "QStyleOptionViewItem", index: "QModelIndex | QPersistentModelIndex"
    ) -> QSize:
        size = super().sizeHint(option, index)
        size.setWidth(0)
        return size


def _button(text: str, kind: str, signal: object) -> QPushButton:
    button = Button(text)
    button.setProperty("kind", kind)
    button.clicked.connect(signal)
    return button


def _look_at(files: Sequence[str], deliver: Callable[[int, str], None]) -> None:
    from app.store.log.glance import take_glance

    for number, file in enumerate(files):
        if is_database(file):  # a server is asked only when its event is opened
            deliver(number, "")
            continue
        seen = take_glance(Path(file))
        deliver(number, f"{seen.words}{_when(seen.at_ms)}")


def _ask(address: str, deliver: Callable[[str, Sequence[str], str], None]) -> None:
    """Deliver the names of a database's events, or the reason why they cannot be read."""
    from app.store import events

    try:
        deliver(address, events.names(address), "")
    except StoreError as error:
        deliver(address, (), str(error))
    except Exception as error:
        deliver(address, (), str(error))
        raise


def _when(at_ms: int) -> str:
    if not at_ms:
        return ""
    return f" · {format_date(at_ms, say('d MMM yyyy, HH:mm'))}"


def _lines(recent: str, words: str) -> str:
    """Return two lines: the event's name, and below it the event's state and place."""
    kept = place(recent)
    about = f"{words} · " if words else ""
    where = (
        str(kept.parent)
        if isinstance(kept, Path)
        else say("On the server {server}", server=kept.server)
    )
    return f"{_beginning(kept.stem)}\n{about}{_end(where, len(about))}"


def _beginning(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _end(text: str, taken: int = 0) -> str:
    """Return as much of the end of a text as fits into a line that has ``taken`` other
    characters.
    """
    room = LONGEST - taken
    return text if len(text) <= room else f"…{text[1 - room :]}"
