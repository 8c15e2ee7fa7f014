"""The dialog for events in a database on a server: the connection, its test, and the list of
events.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from PySide6.QtWidgets import (
    QCheckBox,
    QLineEdit,
    QListWidget,
    QWidget,
)

from app.engine.language import plural, say
from app.store.errors import StoreError
from app.store.preferences import computer_name
from app.store.server.address import (
    MOST_PORT,
    SCHEMES,
    ServerEvent,
    database,
    host_and_port,
)
from app.ui.dialogs.files import ask_event_file, ask_imported_file
from app.ui.dialogs.progress import WorkProgress
from app.ui.shell.opening.beside_dialog import work_beside
from app.ui.widgets.basics import button, label, restyle
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import SpinBox
from app.ui.widgets.layout import STRETCH, column_of, foot, form_of, grow, row_of
from app.ui.widgets.theme import DIALOG, Space

PORT = 5432
DATABASE = "flagfall"
LONGEST_STATION = 24
WHAT_FOR = say(
    "Several laptops can run one event together if it is in a database on a PostgreSQL server. An"
    " event in a file does not need one."
)
TRYING = say("Connecting…")
NOTHING_YET = say("Connected. There are no events yet: copy one from a file.")
COPYING = say("Copying the event")


class ServerConnection(NamedTuple):
    """The connection data of a database."""

    host: str = ""
    port: int = PORT
    name: str = ""
    user: str = ""
    encrypted: bool = True

    @property
    def address(self) -> str:
        """The address in the form that libpq expects."""
        host = f"[{self.host}]" if ":" in self.host else quote(self.host)
        mode = "require" if self.encrypted else "prefer"
        place = f"{quote(self.user, safe='')}@{host}:{self.port}/{quote(self.name, safe='')}"
        return f"{SCHEMES[1]}://{place}?sslmode={mode}"


def connection_of(address: str) -> ServerConnection:
    """Return the connection that an address describes. If the form's fields cannot express the
    address, return an empty connection.
    """
    try:
        parts = urlsplit(database(address))
        host, port = parts.hostname or "", parts.port or PORT
    except (StoreError, ValueError):
        return ServerConnection()
    mode = dict(parse_qsl(parts.query)).get("sslmode", "prefer")
    name, user = unquote(parts.path[1:]), unquote(parts.username or "")
    return ServerConnection(host, port, name, user, mode not in {"prefer", "disable", "allow"})


class _Found(NamedTuple):
    """The events of a database, with a note about what was done there."""

    database: str
    note: str
    names: list[str]
    station: str | None = None
    """The station's name to save with the address; None if both are already saved."""


class ServerDialog(Dialog):
    """A dialog that asks for an event on a server. After it is accepted, ``chosen`` is the event to
    open. Slow work is done in threads.
    """

    def __init__(
        self,
        connection: ServerConnection,
        keep: Callable[[str, str], None],
        station: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """Make the dialog. ``keep`` is called with an address that worked and with this station's
        name. ``station`` is its present name, empty for the computer's own name.
        """
        super().__init__(parent)
        self.setWindowTitle(say("Events on a server"))
        self.resize(560, 680)
        self._keep = keep
        self._database = ""
        self.chosen: ServerEvent | None = None
        self.host, self.name, self.user, self.password = (QLineEdit() for _ in range(4))
        self.port = SpinBox()
        self.port.setRange(1, MOST_PORT)
        self.host.setPlaceholderText(say("192.168.1.10 or the server’s name"))
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.password.setPlaceholderText(say("Leave empty to use the saved password"))
        self.station = QLineEdit(station)
        self.station.setMaxLength(LONGEST_STATION)
        self.station.setPlaceholderText(computer_name())
        self.encrypted = QCheckBox(say("Require an &encrypted connection (TLS)"))
        self.remember = QCheckBox(say("&Remember the password on this computer"))
        self.connect_button = button(say("&Connect"), self.try_connection)
        self.words = label("", "muted", wraps=True)
        self.progress = WorkProgress()
        self.events = QListWidget()
        self.events.setAccessibleName(say("Events on the server"))
        self.events.itemActivated.connect(lambda _item: self._open())
        self.events.currentRowChanged.connect(lambda _row: self._enable())
        self.add = button(say("Copy a file t&here…"), self._copy_there)
        self.fetch = button(say("Save as a f&ile…"), self._copy_here)
        self.open_button = button(say("&Open"), self._open, kind="primary")
        self.close_button = button(say("C&lose"), self.reject)
        self._build()
        self._fill(connection)
        self._enable()

    @property
    def connection(self) -> ServerConnection:
        """The connection as it was typed."""
        return ServerConnection(
            self.host.text().strip(),
            self.port.value(),
            self.name.text().strip(),
            self.user.text().strip(),
            self.encrypted.isChecked(),
        )

    def try_connection(self) -> None:
        """Connect, and list the events."""
        given = self.connection
        if not given.host or not given.user:
            self._show(None, say("Type the server’s name or address, and the user."))
            return
        try:
            host, port = host_and_port(given.host, given.port)
        except StoreError as error:
            self._show(None, str(error))
            return
        self.host.setText(host)
        self.port.setValue(port)
        address, password = self.connection.address, self.password.text()
        kept, station = self.remember.isChecked(), self.station.text().strip()

        def work() -> _Found:
            from app.store import events
            from app.store.server.passwords import NOT_KEPT, keep_password, use_password

            if password:
                use_password(address, password)
            names = events.names(address)
            note = ""
            if password and kept and not keep_password(address, password):
                note = NOT_KEPT
            return _Found(address, note, names, station)

        self._do(work)

    def _do(self, work: Callable[[], _Found], doing: str = "") -> None:
        """Do the work in a thread. ``doing`` names the work if it reports progress."""
        self._say("" if doing else TRYING, "muted")
        if doing:
            self.progress.begin(doing)
        for part in (self.connect_button, self.add, self.fetch, self.open_button):
            part.setEnabled(False)

        work_beside(work, self._show)

    def _show(self, found: _Found | None, fault: str) -> None:
        self.progress.end()
        before = self.events.currentItem().text() if self.events.currentItem() else ""
        if found is None:
            self._say(fault, "warning")
        else:
            names = found.names
            self._database = found.database
            if found.station is not None:
                self._keep(found.database, found.station)
            self.events.clear()
            self.events.addItems(names)
            place = names.index(before) if before in names else 0
            self.events.setCurrentRow(place if names else -1)
            words = plural(len(names), "Connected. {count} event.", "Connected. {count} events.")
            self._say(
                " ".join(filter(None, (words if names else NOTHING_YET, found.note))), "muted"
            )
        self.connect_button.setEnabled(True)
        self._enable()
        if not fault and self.events.count():
            self.open_button.setDefault(True)
            self.events.setFocus()

    def _say(self, words: str, role: str) -> None:
        restyle(self.words, "role", role)
        self.words.setText(words)

    def _enable(self) -> None:
        self.add.setEnabled(bool(self._database))
        for part in (self.fetch, self.open_button):
            part.setEnabled(bool(self._database) and self.events.currentRow() >= 0)

    @property
    def _event(self) -> ServerEvent:
        return ServerEvent(self._database, self.events.currentItem().text())

    def done(self, result: int) -> None:
        self.progress.cancel()
        super().done(result)

    def _open(self) -> None:
        self.chosen = self._event
        self.accept()

    def _copy_there(self) -> None:
        if file := ask_event_file(self):
            place = ServerEvent(self._database, file.stem)
            self._copy(file, place)

    def _copy_here(self) -> None:
        event = self._event
        if file := ask_imported_file(self, event.name):
            self._copy(event, file)

    def _copy(self, source: Path | ServerEvent, target: Path | ServerEvent) -> None:
        database, report_progress = self._database, self.progress.report_progress

        def work() -> _Found:
            from app.store import events

            events.copy(source, target, report_progress)
            words = say("{name} was copied.", name=source.stem)
            if isinstance(target, Path):
                words = say("{name} was saved as {file}.", name=source.stem, file=target.name)
            return _Found(database, words, events.names(database))

        self._do(work, COPYING)

    def _fill(self, connection: ServerConnection) -> None:
        self.host.setText(connection.host)
        self.port.setValue(connection.port)
        self.name.setText(connection.name or DATABASE)
        self.user.setText(connection.user)
        self.encrypted.setChecked(connection.encrypted)
        self.remember.setChecked(True)
        self.connect_button.setDefault(True)
        for field in (self.host, self.name, self.user, self.password, self.station):
            field.textEdited.connect(lambda _text: self.connect_button.setDefault(True))

    def _build(self) -> None:
        form = form_of(
            (say("&Server"), self.host),
            (say("Por&t"), self.port),
            (say("&Database"), self.name),
            (say("&User"), self.user),
            (say("&Password"), self.password),
            (say("This statio&n"), self.station),
        )
        column_of(
            label(WHAT_FOR, "muted", wraps=True),
            form,
            self.encrypted,
            self.remember,
            row_of(self.connect_button, STRETCH),
            self.words,
            self.progress,
            grow(self.events),
            row_of(self.add, self.fetch, STRETCH),
            foot(self.close_button, self.open_button),
            on=self,
            gap=Space.M,
            margins=DIALOG,
        )
