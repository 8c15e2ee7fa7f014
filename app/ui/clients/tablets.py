"""The windows' client for the table server: its switch, its connections, its codes and its PIN. The
client runs in the GUI thread. The server is imported when it is first switched on, and runs in the
desk's thread.
"""

import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from PySide6.QtCore import QObject, Signal

from app.engine.acts.late import LeaveOutTablets
from app.engine.frozen import replace
from app.engine.language import say
from app.store.errors import StoreError
from app.store.preferences import HOLD_MINUTES
from app.store.resources import resources_folder
from app.ui.deliveries import deliver_to

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.engine.table.game import Game
    from app.store.photos import Photos
    from app.views.round.needs import Equipment
    from app.web.server.addresses import QrSheet
    from app.web.server.http import TableLinks, TablesServer
    from app.web.server.secrets import Keys

STOP_S = 10.0
MINUTE_MS = 60_000


class Stage(Enum):
    OFF = "off"
    STARTING = "starting"
    ON = "on"


class TabletsSnapshot(Struct, frozen=True):
    """The table server at one instant."""

    stage: Stage = Stage.OFF
    addresses: tuple[str, ...] = ()
    address: str = ""
    """The address among ``addresses`` that the codes contain."""
    secure: bool = False
    only_here: bool = False
    """True if only this computer can reach the server."""
    fingerprint: str = ""
    authority: str = ""
    """The SHA-256 fingerprint of the certificate authority that devices may install."""
    fault: str = ""
    pin: str = ""
    """The PIN; empty unless it was created since the event was opened."""
    links: "TableLinks | None" = None
    issued: Mapping[int, str] = field(default_factory=dict)
    """The table codes that were created since the event was opened, by table. Older codes are not
    known.
    """


MOVED = say(
    "Another program uses this event’s port, so its pages are at {address} now. Close the other"
    " program and switch tablets off and on again, or have tablets and phones scan their codes"
    " again."
)


class TabletsClient(QObject):
    """The client for the table server. ``changed`` is emitted with every new ``picture``; ``keep``
    remembers the organizer's choices.
    """

    changed = Signal()
    replaced = Signal(object)  # the tables whose codes were made anew

    def __init__(
        self,
        desk: "Desk",
        event_file: Path,
        own_folder: Path,
        keep: Callable[[bool, bool], None] = lambda _serve, _secure: None,
        parent: QObject | None = None,
        *,
        port: int | None = None,
        hold_minutes: int = HOLD_MINUTES,
        keep_hold: Callable[[int], None] = lambda _minutes: None,
        photos: "Photos | None" = None,
    ) -> None:
        super().__init__(parent)
        self._desk, self._file, self._folder = desk, event_file, own_folder
        self.photos = photos
        self._keep, self._port = keep, port
        self.hold_minutes, self._keep_hold = hold_minutes, keep_hold
        self._keys: Keys | None = None
        self._server: TablesServer | None = None
        self._equipment: Equipment | None = None
        self._stopping: Future[None] | None = None
        self._thread: threading.Thread | None = None
        self._moved = False  # to a port other than the one in the codes
        self._chosen = ""  # the address that the organizer put into the codes
        self.picture = TabletsSnapshot()
        self._deliver_start = deliver_to(self._take_start)
        self._deliver_fault = deliver_to(self._take_fault)
        self._deliver_links = deliver_to(self._take_links)

    def switch_on(self, *, secure: bool = False, only_here: bool = False) -> None:
        """Start serving in the background; ``picture`` later shows whether that succeeded. With
        ``only_here``, serve only this computer, at any free port.
        """
        if self.picture.stage is not Stage.OFF:
            return
        self._show(stage=Stage.STARTING, secure=secure, only_here=only_here, fault="", links=None)
        self._wait()
        self._thread = threading.Thread(target=self._start, args=(secure,), name="tablets")
        self._thread.start()

    def switch_off(self) -> None:
        """Disconnect all tablets and stop serving. The tablets keep their clocks, and the event
        goes on.
        """
        if self.picture.stage is not Stage.ON:
            return
        self._keep(False, self.picture.secure)
        self._end_server()
        self._show(stage=Stage.OFF, addresses=(), address="", links=None, fault="")

    def stop(self) -> None:
        """Stop the server but remember the organizer's choices. Call this before the desk stops."""
        self._wait()
        self._end_server()
        if self._stopping is not None:
            with suppress(TimeoutError, RuntimeError, CancelledError):
                self._stopping.result(STOP_S)

    def choose_address(self, address: str) -> None:
        """Put this address of the computer into the codes to scan."""
        self._chosen = address
        self._show(address=address)

    def new_pin(self) -> None:
        """Create another PIN, and sign out everybody who used the old one."""
        if self._keys is None or self._server is None:
            return
        try:
            pin = self._keys.new_pin()
        except StoreError as error:
            self._show(fault=str(error))
            return
        self._server.relock()
        self._show(pin=pin)

    def let_in(self) -> tuple[str, tuple[str, ...]] | None:
        """Return an address that lets one device in, and its code to scan. The address works once
        and for a short time. Return None while the server is off.
        """
        from app.web.server.addresses import qr_modules

        if self._server is None:
            return None
        address = f"{self._page_address('eo')}&pass={self._server.new_pass().result(STOP_S)}"
        return address, qr_modules(address)

    def page_code(self, page: str) -> tuple[str, tuple[str, ...]]:
        """Return the address of the page "eo" or "room", which needs no secret, and its code to
        scan.
        """
        from app.web.server.addresses import qr_modules

        address = self._page_address(page)
        return address, qr_modules(address)

    def _page_address(self, page: str) -> str:
        from app.web.server.addresses import page_address

        return page_address(self.picture.address, page, self._known_keys().mark())

    @staticmethod
    def scanned_code(code: str, address: str = "") -> tuple[str, ...]:
        """Return the code on a player's strip, as a scanner at check-in reads it: the address that
        a phone opens, and then the player's own code.
        """
        from app.web.phones.codes import scanned_text
        from app.web.server.addresses import qr_modules

        return qr_modules(scanned_text(code, address))

    def player_of(self, typed: str, players: Iterable[int]) -> int | None:
        """Return the player whose code was typed or scanned; None if no player has that code."""
        from app.web.phones.codes import PlayerCodes

        self._keys = self._known_keys()
        try:
            return PlayerCodes(self._keys).player_of(typed, players)
        except StoreError as error:
            self._show(fault=str(error))
            return None

    def certificate_code(self) -> tuple[str, tuple[str, ...]]:
        """Return the address at which a device downloads the certificate to install, and its code
        to scan. The address is plain http, so that a device without the certificate shows no
        warning.
        """
        from app.web.server.addresses import qr_modules

        address = f"{self.picture.address.replace('https:', 'http:', 1)}/certificate"
        return address, qr_modules(address)

    def table_key(self, table: int) -> str:
        """Return the hash of the table's secret, empty if there is none. This also works while the
        server is off, and from any thread.
        """
        return self._known_keys().table_key(table)

    def codes(self, tables: tuple[int, ...], *, new: bool = False) -> Mapping[int, str]:
        """Return each table's secret. Replace secrets that are not known, or all of them if
        ``new``, and disconnect devices that signed in with a replaced secret. Return nothing if the
        secrets cannot be saved.
        """
        known = self.picture.issued
        wanted = [table for table in tables if new or table not in known]
        keys = self._keys = self._known_keys()
        try:
            issued = {**known, **keys.issue(wanted)} if wanted else dict(known)
        except StoreError as error:
            self._show(fault=str(error))
            return {}
        if self._server is not None:
            for table in wanted:
                self._server.revoke(table)
        if wanted:
            self.replaced.emit(tuple(wanted))
        self._show(issued=issued)
        return {table: issued[table] for table in tables}

    def player_codes(self, players: Iterable[int]) -> Mapping[int, str]:
        """Return each player's phone code as it is printed, whether the server is on or off. Return
        nothing if the event's secret cannot be saved.
        """
        from app.web.phones.codes import PlayerCodes, space_code

        self._keys = self._known_keys()
        try:
            codes = PlayerCodes(self._keys).codes(players)
        except StoreError as error:
            self._show(fault=str(error))
            return {}
        return {player: space_code(code) for player, code in codes.items()}

    def renew_player_codes(self, players: tuple[int, ...]) -> None:
        """Replace the codes of these players and sign their phones out."""
        from app.web.phones.codes import PlayerCodes

        self._keys = self._known_keys()
        try:
            PlayerCodes(self._keys).renew(players)
        except StoreError as error:
            self._show(fault=str(error))
            return
        if self._server is not None:
            self._server.renew(players)

    def _known_keys(self) -> "Keys":
        from app.web.server.secrets import Keys, keys_file

        return self._keys or Keys(keys_file(self._file))

    def unknown(self, tables: tuple[int, ...]) -> tuple[int, ...]:
        """Return those of ``tables`` whose codes exist but can only be replaced, because they can
        no longer be shown.
        """
        codes = self._known_keys().tables
        return tuple(
            table for table in tables if table in codes and table not in self.picture.issued
        )

    def sheets(
        self, tables: tuple[int, ...], *, new: bool = False, clock_port: int = 0
    ) -> "tuple[QrSheet, ...]":
        """Return a sheet with the code of each table. ``clock_port`` is the port to which Wi-Fi
        clocks connect; 0 if they do not.
        """
        from app.web.server.addresses import sheets

        if self._keys is None or self._server is None:
            return ()
        codes = self.codes(tables, new=new)
        base, fingerprint = self.picture.address, self.picture.fingerprint
        return sheets(base, codes, fingerprint=fingerprint, clock_port=clock_port)

    def room_sheet(self) -> "QrSheet":
        from app.web.server.addresses import room_sheet

        mark, fingerprint = self._known_keys().mark(), self.picture.fingerprint
        return room_sheet(self.picture.address, mark, fingerprint=fingerprint)

    def is_awaited(self, table: int) -> bool:
        """Tell whether a tablet may still return to the table: the server is on, and no tablet is
        connected there.
        """
        links = self.picture.links
        link = links.tables.get(table) if links else None
        return self.picture.stage is not Stage.OFF and not (link and link.in_touch)

    def out_of_touch(self) -> frozenset[int]:
        """Return the tables that tablets have joined but that have no connected tablet now."""
        links = self.picture.links
        tables = links.tables.items() if links else ()
        return frozenset(table for table, link in tables if not link.in_touch)

    def goes_on(self, game: "Game") -> bool:
        """Tell whether a tablet or another computer keeps this game's clock while this program is
        closed.
        """
        link = self.picture.links.tables.get(game.table) if self.picture.links else None
        if link is None or game.alone:
            return False
        return any(
            device.game == game.number and (device.in_touch or device.pressed)
            for device in link.devices
        )

    def flags_waiting(self) -> Mapping[int, int]:
        """Return the flags that have waited long enough for a tablet: for each game, the instant at
        which its flag was due.
        """
        return self.picture.links.flags_due if self.picture.links else {}

    def hold_for(self, minutes: int) -> None:
        """Set how many minutes a flag waits for the table's tablet before the organizer is
        asked.
        """
        self.hold_minutes = minutes
        self._keep_hold(minutes)
        if self._server is not None:
            self._server.hold_for(minutes * MINUTE_MS)

    def let_go(self, game: int) -> None:
        """Carry out the organizer's ruling on a table out of touch. From now on this program lets
        the table's flags fall.
        """
        self._desk.submit(LeaveOutTablets(game))

    def wait_on(self, game: int) -> None:
        """Let the flag of a table out of touch wait for its tablets once more."""
        if self._server is not None:
            self._server.wait_on(game)

    def note_equipment(self, equipment: "Equipment") -> None:
        """Show these problems with clocks, tablets, backups and publishing on the organizer's web
        pages, too.
        """
        self._equipment = equipment
        if self._server is not None:
            self._server.note_equipment(equipment)

    def _start(self, secure: bool) -> None:
        """Start the server in its own thread, because imports, keys and the network take time."""
        from app.web.server.addresses import local_addresses, local_names
        from app.web.server.http import (
            EVERYWHERE,
            HERE,
            CannotServe,
            TablesServer,
            read_pages,
        )

        try:
            if self._stopping is not None:
                self._stopping.result(STOP_S)
            keys = self._known_keys()
            pin = "" if keys.pin_hash else keys.new_pin()
            self._keys = keys  # codes made from now on work at this server, too
            tls, files, authority = None, None, ""
            if secure:
                from app.web.server.certificate import fingerprint_of, installs, tls_for

                tls = tls_for(self._folder, (*local_addresses(), *local_names()))
                files, authority = installs(tls.authority), fingerprint_of(tls.authority)
            pages = read_pages(resources_folder() / "web")
            made = partial(
                TablesServer,
                self._desk,
                keys,
                pages,
                host=HERE if self.picture.only_here else EVERYWHERE,
                tls=tls.context if tls else None,
                installs=files,
                photos=self.photos,
            )
            server, addresses = self._at_free_port(made, keys)
            server.hold_for(self.hold_minutes * MINUTE_MS).result(STOP_S)
        except (CannotServe, StoreError) as error:
            self._deliver_fault(str(error))
        except (RuntimeError, TimeoutError, CancelledError):
            self._deliver_fault(say("The tables’ server did not start. Switch it on again."))
        else:
            self._server = server
            if self._equipment is not None:
                server.note_equipment(self._equipment)
            self._deliver_start(addresses, tls.fingerprint if tls else "", authority, pin)

    def _at_free_port(
        self, made: "Callable[..., TablesServer]", keys: "Keys"
    ) -> "tuple[TablesServer, tuple[str, ...]]":
        """Return the server, started at its last port or at the next free one, because another
        event may be served on this computer. Raises CannotServe if the server cannot start.
        """
        from app.web.server.http import PORT, PORTS, PortTaken

        before = keys.port or PORT
        ports = [before, *(port for port in range(PORT, PORT + PORTS) if port != before)]
        if self.picture.only_here:
            ports = [0]
        elif self._port is not None:
            ports = [self._port]
        for port in ports:
            server = made(port=port)
            server.subscribe(self._deliver_links)
            try:
                addresses = server.start().result()
            except PortTaken:
                if port == ports[-1]:
                    raise
            else:
                if len(ports) > 1:
                    with suppress(StoreError):
                        keys.keep_port(port)
                    self._moved = bool(keys.tables) and port != before
                return server, addresses
        raise AssertionError

    def _take_start(
        self, addresses: tuple[str, ...], fingerprint: str, authority: str, pin: str
    ) -> None:
        self._keep(True, self.picture.secure)
        self._show(
            stage=Stage.ON,
            addresses=addresses,
            address=self._chosen if self._chosen in addresses else addresses[0],
            fingerprint=fingerprint,
            authority=authority,
            pin=pin or self.picture.pin,
            fault=MOVED.format(address=addresses[0]) if self._moved else "",
        )

    def _take_fault(self, sentence: str) -> None:
        self._show(stage=Stage.OFF, fault=sentence)

    def _take_links(self, links: "TableLinks") -> None:
        if self.picture.stage is Stage.ON:
            self._show(links=links)

    def _end_server(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            self._stopping = server.stop()

    def _wait(self) -> None:
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _show(self, **change: Any) -> None:
        self.picture = replace(self.picture, **change)
        self.changed.emit()
