"""The panel beside the list of tablets: the server's address, the codes to print, the PIN, and the
chosen table.
"""

from collections.abc import Sequence

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from app.engine.language import say
from app.ui.clients.tablets import TabletsSnapshot
from app.ui.pages.tablets.rows import TabletRow
from app.ui.widgets.basics import button, label, make_primary, make_scrollable
from app.ui.widgets.fields import ComboBox, SpinBox
from app.ui.widgets.layout import STRETCH, LayoutGap, column_of, grow, row_of
from app.ui.widgets.theme import Space, around

WIDE = 336
CHOOSE = say("Choose a table in the list to see what can be done there.")
PIN_KEPT = say("made earlier, cannot be shown")

SHOW, HIDE = say("Show PIN"), say("Hide PIN")


class TabletsPanel(QFrame):
    """The panel for the server and the chosen table. ``address_chosen`` carries an address,
    ``code_wanted`` a table whose code is to be replaced, ``show_code_wanted`` a table whose code is
    to be shown, and ``let_go_wanted`` a game that is to go on without waiting for its tablet.
    """

    address_chosen = Signal(str)
    print_wanted = Signal()
    renew_wanted = Signal()
    pin_wanted = Signal()
    let_in_wanted = Signal()
    certificate_wanted = Signal()
    code_wanted = Signal(int)
    show_code_wanted = Signal(int)
    page_code_wanted = Signal(str)  # "eo" or "room"
    player_codes_wanted = Signal()
    let_go_wanted = Signal(int)
    hold_wanted = Signal(int)  # minutes

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._row: TabletRow | None = None
        self.address = ComboBox()
        self.address.setAccessibleName(say("The address in the codes"))
        self.address.textActivated.connect(self.address_chosen)
        self.pages = label("", "muted", wraps=True)
        self.fingerprint = label("", "muted", wraps=True)
        self.certificate = button(say("Install the certificate…"), self.certificate_wanted.emit)
        self.certificate.setToolTip(say("iPhones and iPads need it while encryption is on"))
        self.print = button(say("&Print signs…"), self.print_wanted.emit)
        self.renew = button(say("Replace all &codes…"), self.renew_wanted.emit, kind="quiet")
        self.pin = label("", "figure")
        self.pin_said = label("", "muted", wraps=True)
        self._pin = ""
        self.show_pin = button(SHOW, self._turn_pin, kind="quiet")
        self.new_pin = button(say("&New PIN"), self.pin_wanted.emit, kind="quiet")
        self.let_in = button(say("Let a device in…"), self.let_in_wanted.emit)
        self.hold = SpinBox()
        self.hold.setRange(0, 60)
        self.hold.setSuffix(f" {say('min')}")
        self.hold.setAccessibleName(
            say("Minutes until you are asked about a flag at an offline table")
        )
        self.hold.valueChanged.connect(self.hold_wanted)
        self.title = label("", "heading")
        self.notice = label("", wraps=True)
        self.facts = label("", "muted", wraps=True)
        self.let_go = button(say("&Go on without its tablets…"), self._let_go)
        self.own_code = button(say("Your code…"), lambda: self.page_code_wanted.emit("eo"))
        self.own_code.setToolTip(say("The code of your page, large on this screen"))
        self.phones_code = button(say("Phones’ code…"), lambda: self.page_code_wanted.emit("room"))
        self.phones_code.setToolTip(say("The code of the players’ page, large on this screen"))
        self.player_codes = button(say("Players’ phones…"), self.player_codes_wanted.emit)
        self.player_codes.setToolTip(say("What phones may do, and each player’s code"))
        self.show_code = button(say("Show this table’s code…"), self._show_code)
        self.code = button(say("Replace this ta&ble’s code…"), self._code, kind="quiet")
        self._lay_out()
        self.show_row(None)

    def sizeHint(self) -> QSize:
        """Return a size wide enough for the buttons' texts in the present language."""
        hint = super().sizeHint()
        return QSize(max(WIDE, self.minimumSizeHint().width()), hint.height())

    @property
    def table(self) -> int | None:
        """The number of the table that is shown."""
        return self._row.table if self._row else None

    @property
    def _pin_shown(self) -> bool:
        return self.show_pin.text() == HIDE

    def _turn_pin(self) -> None:
        self._write_pin(visible=not self._pin_shown)

    def _write_pin(self, *, visible: bool) -> None:
        """Show the PIN only on request, because people in the room may see this screen."""
        visible = visible and bool(self._pin)
        self.pin.setText(f"{self._pin[:3]} {self._pin[3:]}" if visible else "••• •••")
        self.show_pin.setText(HIDE if visible else SHOW)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._write_pin(visible=False)

    def show_picture(self, picture: TabletsSnapshot) -> None:
        if [self.address.itemText(n) for n in range(self.address.count())] != list(
            picture.addresses
        ):
            self.address.clear()
            self.address.addItems(picture.addresses)
        self.address.setCurrentText(picture.address)
        self.address.setToolTip(say("The tablets may be on another network of this computer"))
        self.pages.setText(
            say(
                "You, on any tablet:\n{own}\nPlayers’ phones:\n{phones}",
                own=f"{picture.address}/eo",
                phones=f"{picture.address}/room",
            )
        )
        self.fingerprint.setVisible(bool(picture.fingerprint))
        self.certificate.setVisible(bool(picture.authority))
        self.fingerprint.setText(
            say(
                "Encrypted. Certificate’s SHA-256:\n{fingerprint_lines}",
                fingerprint_lines=fingerprint_lines(picture.fingerprint),
            )
        )
        joined = picture.links is not None and bool(picture.links.tables)
        make_primary(None if joined else self.print, self.print)
        self._pin = picture.pin
        self.show_pin.setEnabled(bool(picture.pin))
        self._write_pin(visible=self._pin_shown)
        self.pin_said.setText(
            say("Lets you open the clocks on any tablet.")
            if picture.pin
            else say(
                "Lets you open the clocks on any tablet ({pin_kept}; make a new one to see it).",
                pin_kept=PIN_KEPT,
            )
        )
        self._scroll.follow_contents()

    def show_row(self, row: TabletRow | None, facts: Sequence[str] = ()) -> None:
        """Show a table and the acts that are possible there. ``facts`` are the texts for which the
        list has no room.
        """
        self._row = row
        self.facts.setText("\n".join(facts))
        self.facts.setVisible(bool(facts))
        self.title.setText(say("Table {table}", table=row.table) if row else say("A table"))
        self.notice.setText(row.notice if row else CHOOSE)
        self.let_go.setVisible(bool(row and row.held))
        self.code.setVisible(row is not None)
        self.show_code.setVisible(row is not None)

    def show_chosen(self, row: TabletRow | None, facts: Sequence[str] = ()) -> None:
        """Show a chosen row. On a low screen, also scroll to the buttons for its table."""
        self.show_row(row, facts)
        if row is not None:
            QTimer.singleShot(0, self, self._scroll_to_row)  # the buttons may just have appeared

    def _scroll_to_row(self) -> None:
        self._scroll.ensureWidgetVisible(self.code, 0, Space.L)

    def _let_go(self) -> None:
        if self._row is not None:
            self.let_go_wanted.emit(self._row.game)

    def _show_code(self) -> None:
        if self._row is not None:
            self.show_code_wanted.emit(self._row.table)

    def _code(self) -> None:
        if self._row is not None:
            self.code_wanted.emit(self._row.table)

    def _lay_out(self) -> None:
        inside = QWidget()
        column_of(
            label(say("Address for tablets"), "heading"),
            self.address,
            self.pages,
            row_of(grow(self.own_code), grow(self.phones_code)),
            self.player_codes,
            self.fingerprint,
            self.certificate,
            LayoutGap(Space.S),
            label(say("Codes for the tables"), "heading"),
            label(say("One folding sign for each table, and one for phones."), "muted", wraps=True),
            row_of(grow(self.print), grow(self.renew)),
            LayoutGap(Space.S),
            label(say("Your PIN"), "heading"),
            row_of(grow(self.pin), self.show_pin, self.new_pin),
            self.pin_said,
            self.let_in,
            LayoutGap(Space.S),
            label(say("Flags at offline tables"), "heading"),
            row_of(
                grow(label(say("Wait for the tablet, then ask me"), "muted", wraps=True)), self.hold
            ),
            LayoutGap(Space.S),
            self.title,
            self.notice,
            self.facts,
            self.let_go,
            self.show_code,
            self.code,
            STRETCH,
            on=inside,
            margins=around(Space.L),
        )
        self._scroll = make_scrollable(inside)
        column_of(self._scroll, on=self, margins=around(Space.LINE))


def fingerprint_lines(fingerprint: str) -> str:
    """Return a fingerprint in lines of eight bytes, so that two people can compare it."""
    parts = fingerprint.split(":")
    return "\n".join(":".join(parts[at : at + 8]) for at in range(0, len(parts), 8))
