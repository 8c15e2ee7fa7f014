"""The dialog for running one event at several laptops. It runs the event server on this laptop, or
joins the server on another.
"""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLineEdit, QListWidget, QWidget

from app.engine.acts.stations.roles import Role
from app.engine.language import say
from app.store import events
from app.store.errors import StoreError
from app.store.file_names import make_folder
from app.store.preferences import computer_name
from app.store.server.address import ServerEvent, host_and_port
from app.ui.deliveries import deliver_to
from app.ui.dialogs.files import ask_event_file, ask_imported_file
from app.ui.shell.opening.beside_dialog import work_beside
from app.ui.shell.opening.server_dialog import LONGEST_STATION
from app.ui.shell.program import program_anew
from app.ui.widgets.basics import button, label, restyle
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import ComboBox
from app.ui.widgets.layout import STRETCH, column_of, foot, form_of, row_of
from app.ui.widgets.theme import DIALOG, Space
from app.web.stations.cluster import HERE
from app.web.stations.finder import Hall, look_for_halls
from app.web.stations.hall_server import (
    PORT,
    HallStatus,
    ask_to_stop,
    hall_folder,
    has_events,
    status,
)
from app.web.stations.joining import NOT_KEPT, join_hall

LOOK_MS = 400
START_MS = 120_000
"""The time that PostgreSQL may take to create its folder on a slow disk."""
WHAT_FOR = say(
    "One laptop runs the event server. The others join it with a code and see within a second"
    " what each does. The event moves there, and you can save it as a file again at any time."
)
ROLES = {
    Role.ORGANIZER: say("Organizers: everything"),
    Role.JUDGE: say("Judges: rulings, clocks and results"),
    Role.SCOREKEEPER: say("Scorekeeper: clocks and results"),
    Role.READER: say("Reader: looks on"),
}
STARTING = say("Starting…")
NOT_STARTED = say("The event server did not start. Try again.")
NONE_FOUND = say("The event server was not found yet. You can type its address.")
SEVERAL_FOUND = say("Several laptops run a server here. Choose yours.")
JOINING = say("Joining…")
NO_EVENT = say("Joined. There is no event yet: start the event server with one.")


class _Joined(NamedTuple):
    """The answer of a server that this laptop has joined."""

    database: str
    station: str
    """The station's name as it was typed."""
    events: list[ServerEvent]
    note: str


class HallDialog(Dialog):
    """A dialog that runs the event server or joins one. After it is accepted, ``chosen`` is the
    event to open. Slow work is done in threads.
    """

    def __init__(
        self,
        event: Path | None,
        release: Callable[[], bool],
        keep: Callable[[str, str], None],
        station: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """Make the dialog. ``event`` is the open event; ``release`` closes it and returns whether
        it was closed. ``keep`` is called with an address that worked and with this station's name.
        """
        super().__init__(parent)
        self.setWindowTitle(say("Several laptops"))
        self.resize(560, 480)
        self._event, self._release, self._keep = event, release, keep
        self._events: list[ServerEvent] = []
        self.chosen: ServerEvent | None = None
        self._status: HallStatus | None = None
        self._waits_ms = 0
        self._wanted = ""
        self._joins_own = False
        self._fill_own_part()
        self._fill_joining_part(station)
        self._build()
        self._look = QTimer(self, interval=LOOK_MS)
        self._look.timeout.connect(self._show_here)
        self._look.start()
        self._show_here()
        self._ended = threading.Event()
        self._find()

    def _fill_own_part(self) -> None:
        self.own_heading = label(say("This laptop runs the server"), "heading")
        self.start_button = button(self._start_words(), self.start)
        self.stop_button = button(say("S&top the server"), self._stop)
        self.role = ComboBox()
        for role, words in ROLES.items():
            self.role.addItem(words, role.value)
        self.role.setAccessibleName(say("What the other laptop may do"))
        self.role.currentIndexChanged.connect(lambda _index: self._show_code())
        self.code_shown = label("", "title")
        self.address = label("", "muted", wraps=True)
        self.words_here = label("", "muted", wraps=True)

    def _fill_joining_part(self, station: str) -> None:
        self._joining = QWidget()
        self.halls = ComboBox()
        self.halls.setEditable(True)
        self.halls.setAccessibleName(say("The laptop that runs the server"))
        self.code = QLineEdit()
        self.code.setPlaceholderText("K7QF-M2XD-9RTA")
        self.station = QLineEdit(station)
        self.station.setMaxLength(LONGEST_STATION)
        self.station.setPlaceholderText(computer_name())
        self.join_button = button(say("&Join"), self.join)
        self.words = label(NONE_FOUND, "muted", wraps=True)
        self.events = QListWidget()
        self.events.setAccessibleName(say("Events on the server"))
        self.events.itemActivated.connect(lambda _item: self._open())
        self.save_button = button(say("Save as a f&ile…"), self._save)
        self.open_button = button(say("&Open"), self._open, kind="primary")
        self.close_button = button(say("C&lose"), self.reject)

    def start(self) -> None:
        """Start the server on this laptop. It serves the open event. If no event is open, it serves
        the events that it already has. If it has none, ask for a file to serve.
        """
        file = self._event
        if file is None and not has_events():
            file = ask_event_file(self)
            if file is None:
                return
        files = [str(file)] if file else []
        folder = hall_folder()
        try:
            make_folder(folder)
        except StoreError as error:
            self._say_here(f"{error}", "warning")
            return
        if self._event is not None and not self._release():
            return
        program = program_anew("stations", "start", *files, "--name", self._station)
        program.setStandardOutputFile(str(folder / "printed.log"))
        program.setStandardErrorFile(str(folder / "refused.log"))
        program.startDetached()
        self._wanted = file.stem if file else ""
        self._waits_ms = START_MS
        self._say("", "muted")
        self._say_here(STARTING, "muted")
        self._show_here()

    def join(self) -> None:
        """Join the server that was chosen or typed, with the code that was typed."""
        try:
            host, port = self._typed_hall()
        except StoreError as error:
            self._say(f"{error}", "warning")
        else:
            self._joins_own = False
            self._join(host, port, self.code.text())

    def _join(self, host: str, port: int, code: str) -> None:
        station, is_own = self._station, self._joins_own
        typed = self.station.text().strip()
        self._say(JOINING, "muted")
        self.join_button.setEnabled(False)

        def work() -> _Joined:
            access = join_hall(host, port, code, station)
            note = "" if access.is_kept or is_own else NOT_KEPT
            return _Joined(access.database, typed, _events_of(access.database), note)

        work_beside(work, self._show_events)

    @property
    def _station(self) -> str:
        return self.station.text().strip() or computer_name()

    def _typed_hall(self) -> tuple[str, int]:
        hall = self.halls.currentData()
        if isinstance(hall, Hall) and self.halls.currentText() == _words_of(hall):
            return hall.host, hall.port
        return host_and_port(self.halls.currentText().strip(), PORT)

    def _find(self) -> None:
        """Look for servers as long as the dialog is open."""
        hear, ended = deliver_to(self._show_hall), self._ended
        self.destroyed.connect(ended.set)

        def work() -> None:
            with look_for_halls(hear):
                ended.wait()

        work_beside(work, self._show_search)

    def _show_search(self, _nothing: None, fault: str) -> None:
        if fault:
            self._say(fault, "warning")

    def _show_hall(self, hall: Hall) -> None:
        """Add a server that was found, or update its address if it is known."""
        typed = self.halls.currentText()
        known = [self.halls.itemData(at).name for at in range(self.halls.count())]
        if hall.name in known:
            at = known.index(hall.name)
            was_chosen = typed == self.halls.itemText(at)
            self.halls.setItemText(at, _words_of(hall))
            self.halls.setItemData(at, hall)
            typed = _words_of(hall) if was_chosen else typed
        else:
            self.halls.addItem(_words_of(hall), hall)
        self.halls.setEditText(typed or _words_of(hall))
        if self._joining.isVisible() and self.words.text() in {NONE_FOUND, ""}:
            self._say(SEVERAL_FOUND if self.halls.count() > 1 else "", "muted")
        if not typed:
            self.code.setFocus()

    def _show_here(self) -> None:
        """Show whether this laptop's server runs, or is still starting. Once it runs, list its
        events.
        """
        was, now = self._status, status()
        self._status = now
        if was is not None and now is None:
            self._list_events([])
        if was is None and now is not None:
            self._waits_ms = 0
            self._say("", "muted")
            self._say_here("", "muted")
            self._joins_own = True
            self._join(HERE, now.port, now.codes[Role.ORGANIZER.value])
        elif self._waits_ms:
            self._waits_ms = max(self._waits_ms - LOOK_MS, 0)
            if fault := _last_line(hall_folder() / "refused.log"):
                self._waits_ms = 0
                self._say_here(fault, "warning")
            elif not self._waits_ms:
                self._say_here(NOT_STARTED, "warning")
        runs = now is not None
        for part in (self.stop_button, self.role, self.code_shown, self.address):
            part.setVisible(runs)
        self.start_button.setText(self._start_words())
        self.start_button.setVisible(not runs and not self._events)
        self.own_heading.setVisible(runs or not self._events)
        self._joining.setVisible(not runs and not self._waits_ms and not self._events)
        self.start_button.setEnabled(not self._waits_ms)
        self._show_code()

    def _show_code(self) -> None:
        now = self._status
        if now is None:
            return
        self.code_shown.setText(now.codes[self.role.currentData()])
        where = ", ".join(now.addresses) or HERE
        self.address.setText(say("Address: {where}, port {port}", where=where, port=now.port))

    def _show_events(self, joined: _Joined | None, fault: str) -> None:
        self.join_button.setEnabled(True)
        found, note = (joined.events, joined.note) if joined else ([], "")
        if joined:
            self._keep(joined.database, joined.station)
        if self._joins_own and status() is None:  # somebody has stopped it meanwhile
            return
        self._list_events(found)
        self._show_here()
        if fault:
            self._say(fault, "warning")
        elif not found:
            self._say(NO_EVENT, "muted")
        else:
            names = [event.name for event in found]
            self.events.setCurrentRow(names.index(self._wanted) if self._wanted in names else 0)
            self._say(note, "muted")
            self.open_button.setDefault(True)
            self.open_button.setFocus()

    def _list_events(self, found: list[ServerEvent]) -> None:
        self._events = found
        self.events.clear()
        self.events.addItems([event.name for event in found])
        for part in (self.events, self.save_button, self.open_button):
            part.setVisible(bool(found))

    def _open(self) -> None:
        self.chosen = self._events[self.events.currentRow()]
        self.accept()

    def _save(self) -> None:
        event = self._events[self.events.currentRow()]
        file = ask_imported_file(self, event.name)
        if file is None:
            return

        def work() -> str:
            events.copy(event, file)
            return say("{name} was saved as {file}.", name=event.name, file=file.name)

        work_beside(work, self._show_saved)

    def _show_saved(self, words: str | None, fault: str) -> None:
        self._say(words or fault, "warning" if fault else "muted")

    def _stop(self) -> None:
        try:
            ask_to_stop()
        except StoreError as error:
            self._say_here(f"{error}", "warning")

    def done(self, result: int) -> None:
        self._ended.set()
        super().done(result)

    def _say(self, words: str, role: str) -> None:
        restyle(self.words, "role", role)
        self.words.setText(words)
        self.words.setVisible(bool(words))

    def _say_here(self, words: str, role: str) -> None:
        restyle(self.words_here, "role", role)
        self.words_here.setText(words)
        self.words_here.setVisible(bool(words))

    def _start_words(self) -> str:
        if self._event is not None:
            return say("&Start with this event")
        return say("&Start again") if has_events() else say("&Start with an event…")

    def _build(self) -> None:
        for part in (self.events, self.save_button, self.open_button, self.words_here):
            part.hide()
        column_of(
            label(say("Another laptop runs it"), "heading"),
            form_of(
                (say("L&aptop"), self.halls),
                (say("Co&de"), self.code),
                (say("This statio&n"), self.station),
            ),
            row_of(self.join_button, STRETCH),
            on=self._joining,
            gap=Space.M,
        )
        column_of(
            label(WHAT_FOR, "muted", wraps=True),
            self.own_heading,
            row_of(self.start_button, STRETCH),
            row_of(self.role, STRETCH),
            self.code_shown,
            self.address,
            row_of(self.stop_button, STRETCH),
            self.words_here,
            self._joining,
            self.words,
            self.events,
            STRETCH,
            foot(self.save_button, self.close_button, self.open_button),
            on=self,
            gap=Space.M,
            margins=DIALOG,
        )


def _events_of(database: str) -> list[ServerEvent]:
    return [ServerEvent(database, name) for name in events.names(database)]


def _words_of(hall: Hall) -> str:
    return f"{hall.name} ({hall.host})"


def _last_line(file: Path) -> str:
    try:
        return next(reversed(file.read_text("utf-8", "replace").split("\n")[:-1]), "")
    except OSError:
        return ""
