"""The main window: the start page or one open event, and the menus above it.

Modules that only an open event needs are imported when an event is opened, so that the window
appears at once.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtWidgets import (
    QApplication,
    QMainWindow,
    QMenu,
    QStackedWidget,
    QWidget,
)

from app.engine.language import say
from app.store.errors import StoreError
from app.store.preferences import ThemeChoice, computer_name
from app.store.server.address import own_path, place
from app.ui.shell.opening.change_of_event import ChangeOfEvent, OpenEvent
from app.ui.shell.opening.start_page import StartPage
from app.ui.shell.preferences import AppPreferences
from app.ui.widgets.basics import make_scrollable_both_ways
from app.ui.widgets.escape import escape_mnemonic
from app.ui.widgets.key_names import REPORT_KEYS, full_screen_keys, native_keys
from app.ui.widgets.layout import column_of, grow
from app.ui.widgets.locale import language_name
from app.ui.widgets.screen import room_on_screen
from app.ui.widgets.theme import Space, wear_theme
from app.views.pages import DeskPage, page_name

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData, QProcess
    from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent

    from app.desk.desk import Desk
    from app.engine.acts.setup import CreateEvent
    from app.engine.acts.unsaved import Unsaved
    from app.engine.formats.settings import Settings
    from app.engine.packet.packet import Packet
    from app.engine.state import State
    from app.store.server.address import Place
    from app.store.tables.games import EventGames
    from app.ui.clients.desk import DeskClient
    from app.ui.display.wall import Wall
    from app.ui.shell.acts_line import ActsLine
    from app.ui.shell.event_window import EventView
    from app.ui.shell.find_box import FindBox
    from app.ui.shell.help.help_boxes import ManualBox
    from app.ui.shell.message_bar import MessageBar
    from app.ui.shell.opening.event_opener import OpenDesk
    from app.ui.shell.opening.made_files import ReplayGames
    from app.ui.shell.opening.replay_dialog import Replay
    from app.ui.shell.opening.sample import Sample, SampleClient
    from app.ui.shell.palette import Offer
    from app.ui.shell.toast import Toast
    from app.ui.table.windows import TableWindows


IMPORTING, REPAIRING = say("Importing the event"), say("Repairing the event")
RESTORING, PLAYING = say("Restoring the backup"), say("Entering the games")
NO_EVENT = say("Open or create an event first, then import its players.")
RESTORE_WORDS = (say("&Cancel"), say("&Restore"))
RESTART = say("Restart now")
PALETTE_KEYS = ("Ctrl+K", "Ctrl+F")
"""The shortcuts of the search field."""
SAMPLE = say("{stem} (emulated clocks and tablets) – Flagfall")
SIZE = QSize(1366, 768)
EVENT_FILE = ".flagfall"
DRAWN_MS = 10
"""The time from the first turn of the event loop, in which the window is drawn, until the menus are
filled. It is so short that nobody can have pressed anything.
"""


class MainWindow(QMainWindow):
    """The main window, which opens and closes events. ``sample`` makes the sample event and its
    room; ``replay`` makes an event from a table of games.

    ``opened`` is emitted when an event is shown. ``failed`` carries a sentence if an event could
    not be opened.
    """

    opened = Signal()
    failed = Signal(str)
    report_wanted = Signal()

    def __init__(
        self,
        open_desk: "OpenDesk",
        laptop: AppPreferences,
        sample: "Sample | None" = None,
        parent: QWidget | None = None,
        *,
        replay: "ReplayGames | None" = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Flagfall")
        self._replay = replay
        self._laptop = laptop
        self._take_place()
        self._sample = sample
        self._desk: Desk | None = None
        self._view: EventView | None = None
        self._acts_line: ActsLine | None = None
        self._manual: ManualBox | None = None
        self._palette: FindBox | None = None  # of the start page, once somebody opened it
        self._sample_client: SampleClient | None = None
        self._sample_file: Path | None = None
        self.start_page = StartPage()
        self._change = self._change_of_event(open_desk)
        self._stack = QStackedWidget()
        self._build()
        self._build_menus()
        self._wire_start_page()
        self.setAcceptDrops(True)
        wear_theme(self)

    @cached_property
    def messages(self) -> "MessageBar":
        """The message bar: at the lower edge of the start page, or in the header of the open
        event.
        """
        from app.ui.shell.message_bar import MessageBar

        bar = MessageBar()
        bar.attach_to(self._centre, at_bottom=True)
        return bar

    @cached_property
    def toast(self) -> "Toast":
        """The line at the bottom that describes what was just done."""
        from app.ui.shell.toast import Toast

        return Toast(self._centre)

    @cached_property
    def tables(self) -> "TableWindows":
        """The table windows that are open on this computer."""
        from app.ui.table.windows import TableWindows

        return TableWindows(self._laptop, self.messages)

    @cached_property
    def wall(self) -> "Wall":
        """The room display of this computer."""
        from app.ui.display.wall import Wall

        return Wall(self, lambda: self._laptop.wall_screen)

    def _change_of_event(self, open_desk: "OpenDesk") -> ChangeOfEvent:
        change = ChangeOfEvent(
            open_desk,
            self.start_page,
            lambda: self.messages,
            self.close_event,
            self._leave_for,
            parent=self,
        )
        change.opened.connect(self._opened)
        change.failed.connect(self.failed)
        return change

    @property
    def view(self) -> "EventView | None":
        """The view of the open event; None if there is none."""
        return self._view

    @property
    def is_free(self) -> bool:
        """Tell whether no event is open or being opened."""
        return self._view is None and not self._change.is_opening

    @property
    def _kept(self) -> "Place | None":
        """The file or database of the open event; None if there is none."""
        return self._change.on_show.kept if self._change.on_show is not None else None

    @property
    def _is_read_only(self) -> bool:
        return self._change.on_show is not None and self._change.on_show.read_only

    @property
    def _is_sample(self) -> bool:
        return self._change.on_show is not None and self._change.on_show.is_sample

    @property
    def sample_room(self) -> "SampleClient | None":
        """The emulated clocks and tablets of the sample while it is open."""
        return self._sample_client

    @property
    def sample_file(self) -> Path | None:
        """The sample's file while it is open. The file is deleted afterwards."""
        return self._sample_file

    @property
    def manual(self) -> "ManualBox | None":
        """The manual's window; None until it is first opened."""
        return self._manual

    def names(self) -> list[str]:
        """Return the names that a fault report leaves out: those of people, clubs and teams, of the
        event, its venue and its file, and of this computer and its station.
        """
        files = [place(recent).stem for recent in self._laptop.recent_files]
        here = [*files, self._laptop.station, computer_name()]
        if self._view is None:
            return here
        state = self._view.client.state
        entries = [player.entry for player in state.players.values()]
        entries += [applicant.entry for applicant in state.applicants.values()]
        named = [
            word
            for entry in entries
            for word in (entry.name, entry.nickname, entry.club, entry.team, entry.sign_up)
        ]
        settings = state.settings
        event = [settings.name, settings.venue] if settings else []
        return [*named, *(team.name for team in state.teams.values()), *event, *here]

    def open_event(self, kept: "Place") -> None:
        """Close the present event and open the one at ``kept`` in the background."""
        self._change.open(lambda: kept)

    def open_file(self, path: "Place") -> None:
        """Open a file that the system passes on, after asking about unfinished work. If it is clear
        from the start that the file cannot be opened, the present event stays open.
        """
        from app.store.log.checks import demand_openable

        if self._change.passes(path, demand_openable):
            self._leave_for(partial(self.open_event, path))

    def open_read_only(self, path: "Place") -> None:
        """Open an event for reading only. Even a damaged file is shown, as far as it can be
        read.
        """
        self._change.open_read_only(path)

    def choose_read_only(self) -> None:
        from app.store.log.checks import demand_readable
        from app.ui.dialogs.files import ask_event_file

        chosen = ask_event_file(self)
        if chosen and self._change.passes(chosen, demand_readable):
            self._leave_for(partial(self.open_read_only, chosen))

    def restore(self) -> None:
        """Ask for a backup, restore it in place of its event, and open the restored event."""
        from app.ui.dialogs.files import ask_backup

        folder = next((copy.parent for copy, _ in self._copies()), self._laptop.backup_folder)
        if chosen := ask_backup(self, folder):
            self.restore_backup(chosen)

    def restore_backup(self, backup: Path) -> None:
        """Restore a backup in place of the present file, once the organizer has confirmed that."""
        from app.store.file_names import exists
        from app.store.log.file_lock import demand_free
        from app.store.rescue.restore import look_at
        from app.ui.dialogs.confirm import InsistDialog
        from app.ui.dialogs.files import ask_restored_file

        try:
            info = look_at(backup)
        except StoreError as error:
            self.messages.show_message(str(error))
            return
        file = info.file or ask_restored_file(self, backup)
        if file is None:
            return
        sentence = say(
            "Replace {file} with {backup}? The backup holds {info}.",
            file=file,
            backup=backup.name,
            info=info.words,
        )
        note = say("The current file is kept under another name.")
        try:
            if not self._change.is_open_here(file):
                demand_free(file)
            is_replaced = exists(file)
        except StoreError as error:
            self.messages.show_message(str(error))
            return
        if is_replaced and not InsistDialog.ask(sentence, self, note=note, words=RESTORE_WORDS):
            return
        self._leave_for(partial(self._put_back, backup, file))

    def _put_back(self, backup: Path, file: Path) -> None:
        from app.ui.shell.opening.made_files import prepare_restored

        note = partial(self._change.note, also_if_cancelled=True)
        self._change.open(prepare_restored(backup, file, note), doing=RESTORING)

    def repair_event(self, path: Path) -> None:
        """Write everything readable in ``path`` to a new file, and open the new file."""
        from app.ui.shell.opening.made_files import prepare_repaired

        make = prepare_repaired(path, self._laptop.backup_folder, self._change.note)
        self._change.open_made(make, doing=REPAIRING)

    def open_as_it_is(self, path: Path) -> None:
        """Open a file even though rows that this computer wrote are missing."""
        self._change.open_as_it_is(path)

    def open_sample(self) -> None:
        if self._sample is not None:
            self._change.open(self._sample.make, is_sample=True)

    def new_event_like_this(self) -> None:
        """Ask for a new event with the settings of the present one."""
        state = self._view.client.state if self._view is not None else None
        if state is not None and state.settings is not None and state.packet is not None:
            self._ask_new_event((state.settings, state.packet))

    def new_event(self, name: str = "") -> None:
        self._ask_new_event(None, name)

    def name_event(self, name: str) -> None:
        """Make a new event called ``name`` with the usual settings. Show the dialog for a new event
        only if the event's file cannot be made.
        """
        self._ask_new_event(None, name, as_usual=True)

    def _ask_new_event(
        self, like: "tuple[Settings, Packet] | None", name: str = "", *, as_usual: bool = False
    ) -> None:
        from app.engine.acts.setup import CreateEvent
        from app.store.packets.files import shelf
        from app.ui.shell.opening.new_event_dialog import NewEventDialog

        known = shelf()
        if not known.packets:
            self._say_failed(" ".join((say("There is no packet."), *known.faults)))
            return
        may_create = partial(self._may_close, say("&Close event"))
        wanted = NewEventDialog.ask(
            known.packets,
            self,
            faults=known.faults,
            may_create=may_create,
            like=like,
            name=name,
            as_usual=as_usual,
        )
        if wanted is not None:
            self.start_page.name.clear()
            self.create_event(wanted.file, CreateEvent(wanted.settings, wanted.packet))

    def create_event(self, file: Path, create: "CreateEvent") -> None:
        """Close the present event and make a new one in ``file``."""
        self._change.open(lambda: file, create)

    def choose_event(self) -> None:
        from app.ui.dialogs.files import ask_event_file

        if chosen := ask_event_file(self):
            self.open_file(chosen)

    def come_to_front(self, event: Path | None) -> bool:
        """Bring the window to the front if it suits ``event``, and tell whether it does. A window
        suits the event that it shows. A window without an event suits any event, and opens it. If
        ``event`` is None, any window suits. A window that is being closed never does.
        """
        here = own_path(self._kept).resolve() if self._kept is not None else None
        if not self.isVisible():  # it is being closed
            return False
        if event not in {None, here} and not self.is_free:
            return False
        if self.isMinimized():
            self.showNormal()
        self.raise_()
        self.activateWindow()
        if event not in {None, here}:
            QTimer.singleShot(0, lambda: self.open_file(event))
        return True

    def open_window(self) -> None:
        """Open another window for another event. It is a separate process, so that the events
        cannot affect each other.
        """
        from app.ui.shell.program import program_anew

        start_detached(program_anew("--new-window"))

    def restart(self) -> None:
        """Close the program and start it again with the open event, unless that is the sample."""
        if not self._may_close(say("&Quit")):
            return
        from app.ui.shell.program import program_anew

        event = [str(self._kept)] if self._kept is not None and not self._is_sample else []
        self.close_event()
        self.close()
        start_detached(program_anew("--new-window", *event))

    def choose_server_event(self) -> None:
        """Ask for a server and open one of its events."""
        from app.ui.shell.opening.server_dialog import ServerDialog, connection_of

        laptop = self._laptop
        dialog = ServerDialog(
            connection_of(laptop.server), laptop.keep_server, laptop.station, parent=self
        )
        dialog.exec()
        dialog.deleteLater()
        self.start_page.show_server(laptop.server)
        if dialog.chosen is not None:
            self.open_file(dialog.chosen)

    def show_hall(self) -> None:
        """Show the dialog for running one event at several laptops. It runs the event server on
        this laptop, or joins the server on another.
        """
        from app.ui.shell.opening.hall_dialog import HallDialog

        laptop, kept = self._laptop, self._kept
        event = kept if isinstance(kept, Path) and not self._is_sample else None

        def release() -> bool:
            self._leave_for(self.close_event)
            return self._kept is None

        dialog = HallDialog(event, release, laptop.keep_server, laptop.station, parent=self)
        dialog.exec()
        dialog.deleteLater()
        self.start_page.show_server(laptop.server)
        if dialog.chosen is not None:
            self.open_file(dialog.chosen)

    def close_event(self) -> None:
        """Close the event and return to the start page. The desk stops. After that the file is
        complete.
        """
        self.tables.close_all()
        self.wall.follow(None)
        if self._acts_line is not None:
            self._acts_line.close()
            self._acts_line = None
        unsaved: list[Unsaved] = []
        state = None
        if self._view is not None:
            state = self._view.client.state
            unsaved += self._view.client.presses.finish()
            self.messages.set_room(None)
            self._stack.removeWidget(self._view)
            client = self._view.client
            for line in (client.publishing, client.clocks, client.tablets, client.online):
                if line is not None:
                    line.stop()
            if (clocks := self._view.client.clocks) is not None:
                unsaved += clocks.room.unsaved
            if self._sample_client is not None:
                self._sample_client.leave()
                self._sample_client = None
            self._view.deleteLater()
            client.deleteLater()  # from the event loop, when the desk has stopped
            self._view = None
        if self._desk is not None:
            self._desk.stop()
            self._desk = None
            self._change.closed()
        if unsaved and state is not None:
            self._list_unsaved(unsaved, state)
        if self._sample is not None and self._sample_file is not None:
            self._sample.remove(self._sample_file)
            self._sample_file = None
        self.setWindowTitle("Flagfall")
        self._stack.setCurrentWidget(self._start)
        self.start_page.look_at_recent()
        self._show_act_names()

    def _list_unsaved(self, unsaved: "list[Unsaved]", state: "State") -> None:
        from app.store.unsaved import keep_list
        from app.ui.dialogs.not_saved import NotSavedDialog
        from app.views.history.unsaved import describe_unsaved
        from app.views.time_of_day import clock_seconds

        said = describe_unsaved(unsaved, state)
        if lines := [f"{clock_seconds(at_ms)}  {words}" for at_ms, words in said]:
            NotSavedDialog.ask(lines, keep_list(lines, "Flagfall"), self)

    def open_table(self, game: int) -> None:
        """Show the table window of a game. If the window is already open, bring it to the front."""
        if self._view is not None:
            self.tables.show(self._view.client, game)

    def show_wall(self, pairings: bool = True) -> None:
        """Show the room display on its screen. It begins with the pairings if ``pairings``,
        otherwise with its present slide.
        """
        from app.engine.acts.display import Slide

        self.wall.show(Slide.BY_NAME if pairings else None)

    def arrange_wall(self) -> None:
        """Go to the page that arranges the announcements, slides and screen of the room display."""
        if self._view is not None:
            self._view.show_page(DeskPage.WALL)

    def _choose_screen(self, name: str) -> None:
        self._laptop.keep_wall_screen(name)
        self.wall.move()

    def dragEnterEvent(self, event: "QDragEnterEvent") -> None:
        if dropped_file(event.mimeData()) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: "QDropEvent") -> None:
        """Accept a dropped file, and import it a moment later. The program from which the file was
        dragged waits until this method has returned.
        """
        path = dropped_file(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            QTimer.singleShot(0, self, partial(self.import_from, path))

    def closeEvent(self, event: "QCloseEvent") -> None:
        if not self._may_close(say("&Quit")):
            event.ignore()
            return
        self._change.stop()
        QApplication.sendPostedEvents()
        self.close_event()
        self.wall.close()
        if self._manual is not None:
            self._manual.close()
            self._manual.deleteLater()
            self._manual = None
        self._laptop.keep_window_place(bytes(self.saveGeometry().data()))
        super().closeEvent(event)

    def _take_place(self) -> None:
        """Restore the window's last position and size if the screen still has room for them.
        Otherwise use the usual size, or fill the screen if that is smaller.
        """
        place = self._laptop.window_place
        if place and self.restoreGeometry(place):
            return
        room = room_on_screen(self)
        self.resize(SIZE.boundedTo(room))
        if not room.width() > SIZE.width() or not room.height() > SIZE.height():
            self.move(self.screen().availableGeometry().topLeft())

    def _opened(self, desk: "Desk") -> None:
        from app.ui.shell.acts_line import ActsLine
        from app.ui.shell.event_window import EventView
        from app.ui.shell.pages import LIVE_PAGES, PAGES

        event = self._change.on_show
        if event is None:
            return
        self._desk = desk
        client = self._make_client(desk, own_path(event.kept))
        left_out = LIVE_PAGES if event.read_only else ()
        pages = tuple(kind for kind in PAGES if kind.page not in left_out)
        if event.is_sample:
            self._open_sample_room(desk, own_path(event.kept), client)
        elif not event.read_only:
            self._laptop.opened(event.kept)
            self._set_backup_folders()
            self._connect_room(desk, own_path(event.kept), client)
        self._lend_choices(client)
        self._view = EventView(client, pages)
        self._connect_view(self._view)
        self._view.find_box.offers.append(self._offers)
        self.wall.follow(client)
        client.changed.connect(self._show_act_names)
        self._acts_line = ActsLine(client, self.toast, self._view)
        if event.is_sample:
            self._view.offer_first_steps()
        self._view.make_room(self.messages)
        self._view.turned.connect(self.toast.place_again)
        self._view.show_page(DeskPage.NOW)
        self._view.turned.connect(self._note_turn)
        self._landed = False  # until somebody leaves the first page
        client.changed.connect(self._land)
        self._stack.addWidget(self._view)
        self._stack.setCurrentWidget(self._view)
        self._name_window(event)
        self.start_page.show_recent(self._laptop.recent_files)
        self.start_page.show_server(self._laptop.server)
        self._change.show_notes()
        serve, secure = self._laptop.tablets
        if serve and client.tablets is not None and not event.is_sample:
            client.tablets.switch_on(secure=secure)
        self.opened.emit()

    def _lend_choices(self, client: "DeskClient") -> None:
        """Pass the choices stored on this laptop to the pages. Remember the choices made there."""
        laptop = self._laptop
        client.as_board, client.keep_board = laptop.board, laptop.keep_board
        client.printing, client.remember_printing = laptop.printing, laptop.keep_printing
        client.wall_screen, client.keep_wall_screen = laptop.wall_screen, self._choose_screen

    def _connect_view(self, view: "EventView") -> None:
        view.table_wanted.connect(self.open_table)
        view.wall_wanted.connect(self.show_wall)
        view.backups_wanted.connect(self.show_backups)
        view.publishing_wanted.connect(self.show_publishing)

    def _name_window(self, event: OpenEvent) -> None:
        title = SAMPLE if event.is_sample else say("{stem} – Flagfall")
        if event.read_only:
            title = say("{stem} (read-only) – Flagfall")
        self.setWindowTitle(title.format(stem=event.kept.stem))

    def _make_client(self, desk: "Desk", path: Path) -> "DeskClient":
        """Return the windows' client for the desk, with the photos beside the event's file."""
        from app.store.photos import Photos
        from app.ui.clients.desk import DeskClient
        from app.ui.dialogs.photos_dialog import opens

        client = DeskClient(desk, self)
        client.photos = Photos(path, opens)
        return client

    def _connect_room(self, desk: "Desk", path: Path, client: "DeskClient") -> None:
        """Create the clients for the clocks, the tablets, publishing and the online server."""
        from app.ui.clients.clocks import ClocksClient
        from app.ui.clients.online import OnlineClient
        from app.ui.clients.publishing import PublishingClient
        from app.ui.clients.tablets import TabletsClient

        laptop = self._laptop
        tablets = client.tablets = TabletsClient(
            desk,
            path,
            laptop.own_folder,
            laptop.keep_tablets,
            client,
            hold_minutes=laptop.hold_minutes,
            keep_hold=laptop.keep_hold,
            photos=client.photos,
        )
        memory, keep = laptop.clock_memory(), laptop.keep_clock_memory
        client.clocks = ClocksClient(desk, memory, keep, client, tablets=tablets)
        client.publishing = PublishingClient(client, client)
        client.more_changed.connect(client.publishing.offer)
        client.online = OnlineClient(client, path, client)
        client.more_changed.connect(client.online.send)

    def _open_sample_room(self, desk: "Desk", path: Path, client: "DeskClient") -> None:
        """Start emulated clocks and tablets for the sample. This laptop remembers nothing about
        them.
        """
        from app.clock.hall.hall import Memory
        from app.ui.clients.clocks import ClocksClient
        from app.ui.clients.online import OnlineClient
        from app.ui.clients.tablets import TabletsClient
        from app.ui.shell.opening.sample import SampleClient

        tablets = client.tablets = TabletsClient(
            desk, path, self._laptop.own_folder, parent=client, photos=client.photos
        )
        clocks = client.clocks = ClocksClient(
            desk, Memory(), lambda _memory: None, client, tablets=tablets
        )
        client.online = OnlineClient(client, path, client)
        client.more_changed.connect(client.online.send)
        self._sample_file = path
        if self._sample is not None:
            room = self._sample.room(desk, clocks.room)
            self._sample_client = SampleClient(room, client, clocks, tablets)

    def _note_turn(self) -> None:
        self._landed = True

    def _land(self) -> None:
        """Show the first page: *Now*, or, in an event without players, the page of its next
        step.
        """
        from app.views.event.event import next_step

        if self._view is None or self._landed:
            return
        state = self._view.client.state
        self._view.show_page(DeskPage.NOW if state.players else next_step(state).page)
        self._view.focus_page_name()

    def _say_failed(self, sentence: str) -> None:
        self.messages.show_message(sentence)
        self.failed.emit(sentence)

    def _leave_for(self, act: Callable[[], object]) -> None:
        """Carry out an act that closes the open event, if the organizer agrees."""
        if self._may_close(say("&Close event")):
            act()

    def _may_close(self, act: str) -> bool:
        if self._view is None:
            return True
        from app.ui.shell.close_check import may_leave

        above = QApplication.activeModalWidget() or self
        return may_leave(self._view, above, act, forgets=self._is_sample)

    def _build_menus(self) -> None:
        """Create the menus. Their contents and shortcuts follow once the window has been drawn."""
        self._menus = {
            words: self.menuBar().addMenu(words)
            for words in (say("&File"), say("&Edit"), say("&View"), say("&Help"))
        }
        self._acts: dict[str, QAction] = {}
        for menu in self._menus.values():
            menu.aboutToShow.connect(self._fill_menus)
        QTimer.singleShot(0, self._finish_once_drawn)

    def _finish_once_drawn(self) -> None:
        QTimer.singleShot(DRAWN_MS, self._fill_menus)
        QTimer.singleShot(DRAWN_MS, self._offer_palette)

    @property
    def undo(self) -> "QAction":
        self._fill_menus()
        return self._acts["undo"]

    @property
    def redo(self) -> "QAction":
        self._fill_menus()
        return self._acts["redo"]

    def _fill_menus(self) -> None:
        if self._acts:
            return
        file, edit, view, help_menu = self._menus.values()
        self._fill_edit_menu(edit)
        self._add(file, say("&New event…"), self.new_event, "Ctrl+N")
        self.like_this = self._add(file, say("New event lik&e this one…"), self.new_event_like_this)
        self._add(file, say("&Open event…"), self.choose_event, "Ctrl+O")
        self._add(file, say("&Sample event"), partial(self._leave_for, self.open_sample))
        self._add(file, say("Open &read-only…"), self.choose_read_only)
        self._add(file, say("Severa&l laptops…"), self.show_hall)
        self._add(file, say("E&vents on a server…"), self.choose_server_event)
        self._add(file, say("New win&dow"), self.open_window, "Ctrl+Shift+N")
        file.addSeparator()
        self._add(file, say("&Import…"), self.import_file)
        self.export = self._add(file, say("E&xport…"), self.export_event)
        self.publish = self._add(file, say("P&ublish…"), self.show_publishing)
        file.addSeparator()
        self.print = self._add(file, say("&Print…"), self._print, "Ctrl+P")
        file.addSeparator()
        self._add(file, say("&Backups…"), self.show_backups)
        self._add(file, say("Res&tore…"), self.restore)
        file.addSeparator()
        self._add(file, say("Se&ason…"), self.show_season)
        file.addSeparator()
        settings = self._add(file, say("Settin&gs…"), self.show_settings, "Ctrl+,")
        self._add(file, say("Pac&kets folder"), self.open_packets)
        self._add(file, say("&Match-ups folder"), self.open_match_ups)
        file.addSeparator()
        self._add(file, say("&Close event"), partial(self._leave_for, self.close_event), "Ctrl+W")
        leave = self._add(file, say("&Quit"), self.close, "Ctrl+Q")
        self._fill_view_menu(view)
        self._add(help_menu, say("&Manual"), self.show_manual)
        self.troubleshooting = self._add(
            help_menu, say("&Troubleshooting"), self._show_troubleshooting
        )
        self._add(help_menu, say("&Keys"), self._show_keys, "F1")
        self._add(help_menu, say("Save a &report of faults…"), self.report_wanted.emit)
        help_menu.addSeparator()
        about = self._add(help_menu, say("&About Flagfall"), self._show_about)
        _give_roles(about, settings, leave)
        self._show_act_names()

    def _fill_edit_menu(self, edit: QMenu) -> None:
        self._acts["undo"] = self._add(edit, say("Undo"), lambda: self._ask(undo=True), "Ctrl+Z")
        self._acts["redo"] = self._add(
            edit, say("Redo"), lambda: self._ask(undo=False), "Ctrl+Shift+Z", "Ctrl+Y"
        )
        self.step = self._add(
            edit, say("Next &step"), self._take_next_step, "Ctrl+Enter", "Ctrl+Return"
        )
        edit.addSeparator()
        pause, resume = partial(self._pause_all, pause=True), partial(self._pause_all, pause=False)
        self.pause_all = self._add(edit, say("&Pause all clocks"), pause, "Ctrl+Shift+P")
        self.resume_all = self._add(edit, say("R&esume all clocks"), resume, "Ctrl+Shift+R")

    def _pause_all(self, *, pause: bool) -> None:
        """Pause or resume the clocks of all tables, from any page."""
        from app.engine.acts.room import ActAtTables, RoomAct

        if self._view is not None:
            self._view.client.ask(ActAtTables(RoomAct.PAUSE if pause else RoomAct.RESUME))

    def _take_next_step(self) -> None:
        if self._view is not None:
            self._view.take_next_step()

    def _fill_view_menu(self, view: QMenu) -> None:
        for choice, words in (
            (ThemeChoice.SYSTEM, say("Same as &system")),
            (ThemeChoice.LIGHT, say("&Light")),
            (ThemeChoice.DARK, say("&Dark")),
            (ThemeChoice.CONTRAST, say("High &contrast")),
        ):
            self._add(view, words, partial(self._laptop.wear, choice))
        view.addSeparator()
        self._add(view, say("&Full screen"), self._toggle_full_screen, *full_screen_keys())
        view.addSeparator()
        self.on_wall = self._add(
            view, say("Show pairings on the &wall"), self.show_wall, "Ctrl+Shift+W"
        )
        self.room_display = self._add(view, say("&Room display"), self.arrange_wall)

    def _offer_palette(self) -> None:
        """Give the start page the keyboard shortcuts of the search field."""
        from PySide6.QtGui import QKeySequence, QShortcut

        for keys in PALETTE_KEYS:
            shortcut = QShortcut(QKeySequence(keys), self.start_page)
            shortcut.activated.connect(self._begin_palette)

    def _add(self, menu: QMenu, words: str, act: Callable[[], object], *keys: str) -> "QAction":
        from PySide6.QtGui import QAction, QKeySequence

        action = QAction(self)  # given its text here, Qt would load all icon names
        action.setText(words)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.setMenuRole(QAction.MenuRole.NoRole)  # macOS would move items like settings
        action.triggered.connect(lambda _checked=False: act())
        menu.addAction(action)
        return action

    def _offers(self) -> "Iterator[Offer]":
        """Yield the offers of the palette: acts of the present page, pages, acts of the menus,
        settings and headings of the manual.
        """
        from app.ui.shell.help.help_boxes import offer_manual
        from app.ui.shell.palette import NOT_NOW, Offer, offer_act, offer_page_acts, offer_pages
        from app.ui.shell.settings_dialog import offer_settings

        view = self._view
        if view is not None:
            yield Offer(say("Enter a result"), native_keys(REPORT_KEYS[0]), view.enter_result)
            yield from offer_page_acts(view.page, view.name_shown)
            yield from offer_pages(view.page_keys, view.show_page)
            yield from self._offer_event_settings(view)
        self._fill_menus()
        for name, menu in self._menus.items():
            for action in menu.actions():
                if not action.isSeparator():
                    yield offer_act(action, name, self._why_not.get(action, NOT_NOW))
        yield from offer_settings(self.show_settings)
        yield from offer_manual(self.show_manual)

    def _offer_event_settings(self, view: "EventView") -> "Iterator[Offer]":
        """Yield offers for the settings of the event and for the optional rules of its packet.
        Choosing a setting moves the focus to its field. Choosing a rule shows the page of the
        format.
        """
        from app.ui.pages.event.settings_form import CAPTIONS, MOST_OF
        from app.ui.shell.palette import Offer

        about = page_name(DeskPage.EVENT)
        for key, words in CAPTIONS.items():
            most = MOST_OF.get(key, 0)
            set_to = partial(view.set_number, key) if most else None
            yield Offer(words, about, partial(view.show_setting, key), set_to=set_to, most=most)
        packet, about = view.client.state.packet, page_name(DeskPage.FORMAT)
        for keyword in packet.variants if packet is not None else ():
            yield Offer(keyword.name, about, partial(view.show_page, DeskPage.FORMAT))

    def _begin_palette(self) -> None:
        """Open the palette on the start page. It then has no offers of an event."""
        if self._palette is None:
            from app.ui.shell.find_box import FindBox

            self._palette = FindBox(lambda _typed: ())
            self._palette.setParent(self.start_page)
            self._palette.offers.append(self._offers)
        box = self._palette
        box.ensurePolished()
        box.resize(box.sizeHint())
        box.move(self.start_page.width() - box.width() - Space.L, Space.L)
        box.show()
        box.raise_()
        box.begin()

    @property
    def _why_not(self) -> "dict[QAction, str]":
        """The reasons to show for acts of the menus while they are impossible, by act."""
        return {self.undo: say("nothing to undo"), self.redo: say("nothing to redo")}

    def _ask(self, *, undo: bool) -> None:
        from app.ui.shell.undo import take_back

        if self._view is not None:
            take_back(self._view.client, undo=undo)

    def import_file(self) -> None:
        """Ask for a file and import its players, games or whole event."""
        from app.ui.dialogs.files import ask_import_file

        if chosen := ask_import_file(self):
            self.import_from(chosen)

    def import_from(self, path: Path) -> None:
        """Import the contents of a file: players, games or a whole event."""
        from app.store.tables.sources import look_into

        try:
            found = look_into(path)
        except StoreError as error:
            self.messages.show_message(str(error))
            return
        if found.fault:
            self.messages.show_message(found.fault)
        elif found.event:
            self._import_event(path)
        elif found.games and self._replay is not None:
            self._import_games(path, found.games)
        else:
            self._import_players(path)

    def _import_players(self, path: Path) -> None:
        """Import players into the open event, after the players' page has shown the file's rows."""
        if self._view is None or self._is_read_only:
            self.messages.show_message(NO_EVENT)
            return
        from app.ui.pages.players.page import PlayersPage

        self._view.show_page(DeskPage.PLAYERS)
        page = self._view.page
        if isinstance(page, PlayersPage):
            page.add_from_file(path)

    def _import_event(self, path: Path) -> None:
        from app.ui.dialogs.files import ask_imported_file

        file = ask_imported_file(self, path.name.split(".")[0])
        if file is not None and self._can_make(file):
            self._leave_for(partial(self._make_import, path, file))

    def _can_make(self, file: Path) -> bool:
        """Tell whether an event can be made in ``file``. If it cannot, show the reason."""
        from app.store.log.checks import demand_makeable

        try:
            demand_makeable(file)
        except StoreError as error:
            self._say_failed(str(error))
            return False
        return True

    def _make_import(self, path: Path, file: Path) -> None:
        from app.ui.shell.opening.made_files import prepare_imported

        self._change.open_made(prepare_imported(path, file, self._change.note), doing=IMPORTING)

    def _import_games(self, path: Path, games: "Sequence[EventGames]") -> None:
        from app.store.packets.files import packets
        from app.ui.dialogs.files import ask_imported_file
        from app.ui.shell.opening.replay_dialog import ReplayDialog

        takes_players = self._view is not None and not self._is_read_only
        dialog = ReplayDialog(path, games, packets(), self, players_too=takes_players)
        accepted = dialog.exec()
        answer, only_players = dialog.answer, dialog.players_wanted
        dialog.deleteLater()
        if accepted and only_players:
            self._import_players(path)
        elif accepted:
            file = ask_imported_file(self, answer.games.name or path.stem)
            if file is not None and self._can_make(file):
                self._leave_for(partial(self._make_replay, answer, file))

    def _make_replay(self, wanted: "Replay", file: Path) -> None:
        if self._replay is None:
            return
        from app.ui.shell.opening.made_files import prepare_replay

        written: list[Path] = []
        make = prepare_replay(self._replay, wanted, file, self._change.note, written)
        self._change.open_made(make, written, doing=PLAYING)

    def export_event(self) -> None:
        """Show the dialog that exports the event, or its public parts, for other programs and
        people.
        """
        from app.ui.dialogs.export_dialog import ExportDialog

        if self._view is not None:
            ExportDialog.ask(self._view.client, self._kept, self)

    def show_publishing(self) -> None:
        """Show the dialog with the places where results are published and the states of these
        places.
        """
        from app.ui.publish.dialog import PublishDialog

        if self._view is not None and (publishing := self._view.client.publishing) is not None:
            PublishDialog.ask(self._view.client, publishing, self)

    def _print(self) -> None:
        """Show the print dialog, beginning with the sheet printed last."""
        from app.ui.printing.dialog import PrintDialog

        if self._view is not None:
            PrintDialog.show_for(self._view.client, "", self)

    def _show_act_names(self) -> None:
        if not self._acts:
            return
        for action in (
            self.step,
            self.pause_all,
            self.resume_all,
            self.like_this,
            self.print,
            self.export,
            self.on_wall,
            self.room_display,
        ):
            action.setEnabled(self._view is not None)
        client = self._view.client if self._view is not None else None
        self.publish.setEnabled(client is not None and client.publishing is not None)
        if self._view is None:
            for action, word in ((self.undo, say("Undo")), (self.redo, say("Redo"))):
                action.setEnabled(False)
                action.setText(word)
            return
        from app.engine.subjects.undo.undo import is_overtaken
        from app.views.history.words import act_words

        state = self._view.client.state
        for action, word, acts in (
            (self.undo, say("Undo"), state.done),
            (self.redo, say("Redo"), state.undone),
        ):
            action.setEnabled(bool(acts))
            words = act_words(state, acts[-1].event) if acts else ""
            action.setText(f"{word} {escape_mnemonic(words)}".strip())
        if is_overtaken(state):
            earlier = escape_mnemonic(act_words(state, state.done[-1].event))
            self.undo.setText(say("Undo {act} (earlier)…", act=earlier))

    def show_season(self) -> None:
        """Show the season of a folder of events: its league, ratings and records."""
        from app.ui.season.dialog import SeasonDialog

        SeasonDialog.show_for(self._laptop.season_folder, self._laptop.keep_season_folder, self)

    def show_backups(self) -> None:
        """Show the backups of the open event or, without one, of all recent events. Restore the
        chosen backup into a new file.
        """
        from app.ui.shell.opening.backups_dialog import BackupsDialog

        is_copied = self._desk is not None and not self._is_read_only and not self._is_sample
        chosen = BackupsDialog.ask(
            self._copies,
            self._laptop.backup_folder,
            self._choose_backup_folder,
            self,
            copy_now=self._desk.copy_now if self._desk is not None and is_copied else None,
            may_restore=partial(self._may_close, say("&Close event")),
        )
        if chosen is not None:
            self._restore_as_new(*chosen)

    def show_settings(self, begin_at: str = "") -> None:
        """Show the settings of this laptop, with the focus on the field ``begin_at``."""
        from app.ui.shell.settings_dialog import SettingsDialog

        again = SettingsDialog.ask(self._laptop, self._choose_backup_folder, self, begin_at)
        self.start_page.show_folders(self._laptop.events_folder, self._laptop.backup_folder)
        if again:
            self.restart()

    def _choose_language(self, code: str) -> None:
        self._laptop.keep_language(code)
        self.messages.show_message(
            say("Restart Flagfall to use {language}.", language=language_name(code)),
            RESTART,
            self.restart,
        )

    def open_packets(self) -> None:
        """Open the folder for the user's own packets in the system's file manager."""
        from app.store.packets.files import own_packets

        self._open_folder(own_packets(), say("Put your packets in {folder}."))

    def open_match_ups(self) -> None:
        """Open, in the system's file manager, the folder for files with match-up procedures."""
        from app.store.match_ups import own_match_ups

        self._open_folder(own_match_ups(), say("Put your match-ups in {folder}."))

    def _open_folder(self, folder: Path, where: str) -> None:
        """Open a folder. If the system has no file manager, show the sentence ``where``."""
        from PySide6.QtCore import QUrl
        from PySide6.QtGui import QDesktopServices

        from app.store.file_names import make_folder

        try:
            make_folder(folder)
        except StoreError as error:
            self.messages.show_message(str(error))
            return
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
            self.messages.show_message(where.format(folder=folder))

    def _copies(self) -> "list[tuple[Path, Path]]":
        """Return each backup with the file of its event. The backups of an event begin with the
        latest.
        """
        from app.store.rescue.backups import copies_of

        kept = (
            [self._kept] if self._kept else [place(recent) for recent in self._laptop.recent_files]
        )
        files = [own_path(event) for event in kept]
        second = self._laptop.backup_folder
        return [(copy, file) for file in files for copy in copies_of(file, second)]

    def _restore_as_new(self, backup: Path, file: Path) -> None:
        """Restore a backup into a new file, and open that file."""
        from app.ui.shell.opening.made_files import restored_as_new

        make = restored_as_new(backup, file, self._change.note)
        self._change.open_made(make, doing=RESTORING)

    def _choose_backup_folder(self, folder: Path | None) -> None:
        """Set the second folder for backups; None for no second folder."""
        try:
            self._laptop.keep_backup_folder(folder)
        except StoreError as error:
            self.messages.show_message(str(error))
        self._set_backup_folders()

    def _set_backup_folders(self) -> None:
        from app.store.rescue.backups import folder_beside

        if self._desk is not None and self._kept is not None and not self._is_sample:
            self._desk.set_backup_folders(
                folder_beside(own_path(self._kept)), self._laptop.backup_folder
            )

    def _toggle_full_screen(self) -> None:
        show = self.showNormal if self.isFullScreen() else self.showFullScreen
        show()

    def show_manual(self, page: str = "", heading: str = "") -> None:
        """Show the manual in its own window, so that its steps can be followed while it is read."""
        from app.ui.shell.help.help_boxes import ManualBox

        if self._manual is None:
            self._manual = ManualBox()
        self._manual.show_page(page)
        if heading:
            self._manual.text.show_heading(heading)

    def _show_troubleshooting(self) -> None:
        from app.ui.shell.help.help_boxes import TROUBLESHOOTING

        self.show_manual(TROUBLESHOOTING)

    def _show_about(self) -> None:
        from app.ui.shell.help.help_boxes import AboutBox

        AboutBox.ask(self)

    def _show_keys(self) -> None:
        from app.ui.shell.help.shortcut_help import KeysBox

        KeysBox.ask(self)

    def _build(self) -> None:
        self._start = make_scrollable_both_ways(self.start_page)
        self._stack.addWidget(self._start)
        self._centre = QWidget()
        column_of(grow(self._stack), on=self._centre, gap=Space.NONE)
        self.setCentralWidget(self._centre)

    def _wire_start_page(self) -> None:
        page = self.start_page
        page.new_wanted.connect(self.new_event)
        page.named.connect(self.name_event)
        page.settings_wanted.connect(self.show_settings)
        page.language_wanted.connect(self._choose_language)
        page.open_wanted.connect(self.choose_event)
        page.sample_wanted.connect(self.open_sample)
        page.server_wanted.connect(self.choose_server_event)
        page.recent_wanted.connect(lambda recent: self.open_event(place(recent)))
        page.repair_wanted.connect(lambda: self._change.with_refused(self.repair_event))
        page.read_only_wanted.connect(lambda: self._change.with_refused(self.open_read_only))
        page.as_it_is_wanted.connect(lambda: self._change.with_refused(self.open_as_it_is))
        page.restore_wanted.connect(self.restore)
        page.sample.setVisible(self._sample is not None)
        page.show_folders(self._laptop.events_folder, self._laptop.backup_folder)
        page.show_recent(self._laptop.recent_files)
        page.show_server(self._laptop.server)
        QTimer.singleShot(0, page.name.setFocus)


def start_detached(program: "QProcess") -> None:
    program.startDetached()


def dropped_file(data: "QMimeData") -> Path | None:
    """Return the file that is dragged. Return None for several files, for an event's file and for
    anything else.
    """
    urls = data.urls()
    if len(urls) != 1 or not urls[0].isLocalFile():
        return None
    path = Path(urls[0].toLocalFile())
    return None if path.suffix == EVENT_FILE else path


def _give_roles(about: "QAction", settings: "QAction", leave: "QAction") -> None:
    """Make macOS move these acts to the program's own menu, whatever the language."""
    from PySide6.QtGui import QAction

    about.setMenuRole(QAction.MenuRole.AboutRole)
    settings.setMenuRole(QAction.MenuRole.PreferencesRole)
    leave.setMenuRole(QAction.MenuRole.QuitRole)
