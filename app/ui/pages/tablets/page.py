"""The page of the tablets in the room: the switch of the server, the codes to print, and the
connected devices.
"""

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QListWidget,
    QStackedWidget,
    QWidget,
)

from app.engine.language import say
from app.ui.clients.desk import DeskClient
from app.ui.clients.tablets import Stage, TabletsClient, TabletsSnapshot
from app.ui.dialogs.confirm import InsistDialog
from app.ui.pages.tablets.code_words import NO_WAY_BACK, ask_to_replace
from app.ui.pages.tablets.let_in_dialog import (
    CertificateDialog,
    LetInDialog,
    OrganizerCodeDialog,
    PhonesCodeDialog,
    show_table_code,
)
from app.ui.pages.tablets.panel import TabletsPanel, fingerprint_lines
from app.ui.pages.tablets.player_codes_dialog import PlayerCodesDialog
from app.ui.pages.tablets.rows import (
    COLUMNS,
    TabletRow,
    summary,
    tables_to_print,
    tablet_rows,
)
from app.ui.widgets.basics import button, label
from app.ui.widgets.layout import STRETCH, LayoutGap, Stretch, column_of, grow, place_part, row_of
from app.ui.widgets.table_list import TableList
from app.ui.widgets.table_model import ListRows
from app.ui.widgets.theme import PAGE, Space, around
from app.views.time_of_day import clock_seconds

ABOUT_WIDTH = 640
REFRESH_MS = 1000
NOTICES_HIGH = 132
ABOUT = say(
    "A Deathclock on any tablet or phone, over the local network. No internet is needed: the room’s"
    " Wi-Fi will do, or your own phone’s hotspot.\n\n"
    "1.  Connect this computer and the tablets to the same Wi-Fi.\n"
    "2.  Switch the tablets on here, and print the sheets.\n"
    "3.  At each table a player scans the code.\n\n"
    "When the Wi-Fi drops, the tablets keep the time by themselves and hand it over afterwards."
)
SECURE = say("Use HTTPS (one b&rowser warning; some tablets need it to keep the screen on)")
IPHONES = say(
    "With HTTPS, iPhones and iPads need a certificate installed first: the page shows its code."
)
LISTENERS = say(
    "Without HTTPS anyone on the Wi-Fi can read names, clocks, points, lists and results, and"
    " what players’ phones show. Somebody who only listens cannot act in anybody’s place, and"
    " PINs and codes stay hidden. Wi-Fi clocks are never encrypted: their times and presses can"
    " be read, and nothing more."
)
NOBODY = say(
    "No round is published and no tablet has joined.\n\n"
    "Print the sheets, set them up, and scan the codes: tablets that join are listed here."
)
ANEW = say(
    "New codes cancel the printed ones: tablets that joined with them are disconnected and must"
    " scan the new sheet. The clocks go on."
)
ONLY_HERE = say(
    "The tablets of the sample event are emulated on this computer. To let your own tablets join,"
    " switch off and on again."
)
FLAGS_FALL = say(
    "It goes into the history. A flag that falls meanwhile stays fallen until you rule on it."
)
GO_ON = say(
    "From now on this computer alone decides when this table’s flag falls, even if its tablet"
    " comes back."
)


class TabletList(TableList[TabletRow]):
    def __init__(self) -> None:
        rows = ListRows(COLUMNS.values(), lambda row: (row.table, row.device))
        super().__init__("tablets", say("Tablets"), rows)


class TabletsPage(QWidget):
    def __init__(
        self, client: DeskClient, tablets: TabletsClient, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self._client, self._tablets = client, tablets
        self.counts = label("", "pill")
        self.notice = label("", "notice", wraps=True)
        self.on = button(say("&Switch on"), self._switch_on, kind="primary")
        self.off = button(say("&Switch off"), tablets.switch_off)
        self.secure = QCheckBox(SECURE)
        self.secure.setChecked(tablets.picture.secure)
        self.list = TabletList()
        self.notices = QListWidget()
        self.notices.setAccessibleName(say("Notices"))
        self.notices.setMaximumHeight(NOTICES_HIGH)
        self.notices.setWordWrap(True)
        self.notices_title = label(say("Notices"), "heading")
        self.empty = label(NOBODY, "empty", wraps=True)
        self.panel = TabletsPanel()
        self._lists, self._pages = QStackedWidget(), QStackedWidget()
        self._lay_out()
        self._refresh = QTimer(self, singleShot=True, interval=REFRESH_MS)
        self._refresh.timeout.connect(self.show_tablets)
        self._connect()
        self.show_tablets()
        self.setFocusProxy(self.list)  # no button that Space would press

    def _connect(self) -> None:
        panel, tablets = self.panel, self._tablets
        self.list.chosen.connect(self._choose)
        panel.address_chosen.connect(tablets.choose_address)
        panel.pin_wanted.connect(tablets.new_pin)
        panel.let_in_wanted.connect(self._let_in)
        panel.certificate_wanted.connect(self._show_certificate)
        panel.print_wanted.connect(self._print)
        panel.renew_wanted.connect(lambda: self._renew(tables_to_print(self._client.state)))
        panel.code_wanted.connect(lambda table: self._renew((table,)))
        panel.show_code_wanted.connect(lambda table: show_table_code(tablets, table, self))
        panel.page_code_wanted.connect(self._show_page_code)
        panel.player_codes_wanted.connect(
            lambda: PlayerCodesDialog.ask(self._client, tablets, self)
        )
        panel.let_go_wanted.connect(self._let_go)
        panel.hold.setValue(tablets.hold_minutes)
        panel.hold_wanted.connect(tablets.hold_for)
        tablets.changed.connect(self._changed)
        self._client.more_changed.connect(self._changed)

    def _choose(self) -> None:
        """Show the chosen row in the panel. Scroll there only if another table was chosen, not if
        the list was merely filled again.
        """
        row, shown = self.list.chosen_row, self.panel.table
        if row is not None and row.table != shown:
            self.panel.show_chosen(row, self.list.left_out(row))
        else:
            self._show_row()

    def _show_row(self) -> None:
        row = self.list.chosen_row
        self.panel.show_row(row, self.list.left_out(row) if row is not None else ())

    def show_tablets(self) -> None:
        picture, state = self._tablets.picture, self._client.state
        on = picture.stage is Stage.ON
        links = dict(picture.links.tables) if picture.links else {}
        held = picture.links.held if picture.links else frozenset()
        self._pages.setCurrentIndex(0 if on else 1)
        self.off.setVisible(on)
        self.on.setEnabled(picture.stage is Stage.OFF)
        self.on.setText(say("&Switch on") if picture.stage is Stage.OFF else say("Switching on…"))
        self.secure.setEnabled(picture.stage is Stage.OFF)
        self.counts.setVisible(on)
        self.counts.setText(summary(state, links))
        notice = picture.fault or (ONLY_HERE if on and picture.only_here else "")
        self.notice.setText(notice)
        self.notice.setVisible(bool(notice))
        rows = tablet_rows(state, links, held, self._client.now_ms()) if on else ()
        self.list.show_rows(rows)
        self._lists.setCurrentIndex(0 if rows else 1)
        self._show_notices(picture)
        if on:
            self.panel.show_picture(picture)
        self._show_row()
        if links and self.isVisible():  # for how long they have been there
            self._refresh.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.show_tablets()

    def hideEvent(self, event: object) -> None:
        self._refresh.stop()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.isVisible():
            self.show_tablets()

    def _changed(self) -> None:
        """Show the tablets if the page is visible; a hidden page catches up when it is shown."""
        if self.isVisible():
            self.show_tablets()

    def _show_notices(self, picture: TabletsSnapshot) -> None:
        """Show the notices, the latest first. Notices that are already shown keep their place."""
        notices = picture.links.notices if picture.links else ()
        lines = []
        for notice in reversed(notices):
            shown_ms = self._client.state.shown_ms(notice.at_ms)
            at = clock_seconds(shown_ms)
            where = say("Table {table}:", table=notice.table) if notice.table else ""
            lines.append("   ".join(filter(None, (at, where, notice.sentence))))
        if lines != [self.notices.item(n).text() for n in range(self.notices.count())]:
            self.notices.clear()
            self.notices.addItems(lines)
        self.notices.setVisible(bool(lines))
        self.notices_title.setVisible(bool(lines))

    def _switch_on(self) -> None:
        self._tablets.switch_on(secure=self.secure.isChecked())

    def _print(self) -> None:
        """Print the codes. If some codes can no longer be shown, first ask the organizer whether to
        replace them.
        """
        tables = tables_to_print(self._client.state)
        if not self._tablets.unknown(tables) or ask_to_replace(self):
            self._tablets.codes(tables)
            self._show_print()

    def _show_print(self, tables: tuple[int, ...] | None = None) -> None:
        from app.ui.printing.dialog import PrintDialog  # loads the system's printing

        PrintDialog.show_for(self._client, "signs", self, tables=tables)

    def _renew(self, tables: tuple[int, ...]) -> None:
        if not InsistDialog.ask(
            ANEW, self, note=NO_WAY_BACK, words=(say("&Keep the codes"), say("&Replace codes"))
        ):
            return
        if self._tablets.codes(tables, new=True):
            self._show_print(None if tables == tables_to_print(self._client.state) else tables)

    def _let_in(self) -> None:
        made = self._tablets.let_in()
        if made is not None:
            LetInDialog.show_for(*made, self)

    def _show_page_code(self, page: str) -> None:
        kind = OrganizerCodeDialog if page == "eo" else PhonesCodeDialog
        kind.show_for(*self._tablets.page_code(page), self)

    def _show_certificate(self) -> None:
        compare = fingerprint_lines(self._tablets.picture.authority)
        CertificateDialog.show_for(*self._tablets.certificate_code(), self, compare=compare)

    def _let_go(self, game: int) -> None:
        if InsistDialog.ask(
            GO_ON,
            self,
            note=FLAGS_FALL,
            words=(say("&Wait for the tablet"), say("&Go on without it")),
        ):
            self._tablets.let_go(game)

    def _lay_out(self) -> None:
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._lists.addWidget(self.list)
        self._lists.addWidget(self.empty)
        box = QWidget()
        row_of(
            grow(column_of(grow(self._lists), self.notices_title, self.notices)),
            self.panel,
            on=box,
            gap=Space.L,
        )
        self._pages.addWidget(box)
        self._pages.addWidget(self._about())
        column_of(
            row_of(
                label(say("Tablets"), "title"),
                LayoutGap(Space.XS),
                place_part(self.counts, Qt.AlignmentFlag.AlignVCenter),
                STRETCH,
                self.off,
            ),
            self.notice,
            grow(self._pages),
            on=self,
            gap=Space.M,
            margins=PAGE,
        )

    def _about(self) -> QWidget:
        inside, about = QWidget(), QWidget()
        inside.setFixedWidth(ABOUT_WIDTH)
        self.on.setFixedWidth(200)
        column_of(
            Stretch(2),
            label(ABOUT, "empty", wraps=True),
            self.on,
            self.secure,
            label(LISTENERS, "muted", wraps=True),
            label(IPHONES, "muted", wraps=True),
            Stretch(3),
            on=inside,
            gap=Space.L,
            margins=around(Space.S),
        )
        row_of(STRETCH, inside, STRETCH, on=about, margins=around(Space.S))
        return about
