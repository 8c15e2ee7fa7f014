"""A large event with long names in the main window, for looking at every page of it."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtWidgets import QApplication

from app.clock.timeline import SetTimeline
from app.desk.desk import Desk
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.ui.shell.main_window import MainWindow
from app.ui.shell.preferences import AppPreferences
from tests.events import CLUBS, FACTIONS, FIRST_NAMES, Event
from tests.stores import on_server, open_log

LETTERS = 24
SURNAMES = (
    "Hohenlohe-Waldenburgs", "Świętochłowska-Nowaks", "Featherstonehaugh-Moss",
    "Lindqvist-Andersson-Ek", "O’Brien-Worthington-Low", "Duarte-Montenegro-Vilas",
    "Schneider-Wolfenbüttel", "Papadopoulos-Christou-M",
)  # fmt: skip


def long_names(count: int) -> tuple[Entry, ...]:
    """So many players, each with a name of 24 letters."""
    return tuple(
        Entry(
            f"{FIRST_NAMES[n % 16]} {SURNAMES[(n // 16 + n) % 8]}"[:LETTERS],
            CLUBS[n % 5],
            FACTIONS[n % 8],
        )
        for n in range(count)
    )


def play_event(file: Path, players: int, named: tuple[Entry, ...] = ()) -> Event:
    """Two rounds are over and the third is half way, some of its tables reported; without ``named``
    all names are long.
    """
    event = Event(file)
    event.do(AddPlayers(named or long_names(players)))
    event.do(CheckIn(tuple(range(1, players + 1))))
    event.finish()
    event.finish()
    event.play()
    for table in range(players // 2 - 8, players // 2 - 2):
        event.report(table)
    return event


def show_event(app: QApplication, folder: Path, event: Event) -> MainWindow:
    """The event's file in a window of its own, on the event's own timeline."""
    event.close()
    return _window(app, folder, event.timeline)


def show_played(
    app: QApplication, file: Path, players: int, named: tuple[Entry, ...] = ()
) -> MainWindow:
    """The same of an event that ``play_event`` plays. It takes a second, so where events are files
    each is played once, and then copied.
    """
    if on_server():
        return show_event(app, file.parent, play_event(file, players, named))
    contents, ended_ms = _played(players, named)
    file.write_bytes(contents)
    return _window(app, file.parent, SetTimeline(ended_ms))


@cache
def _played(players: int, named: tuple[Entry, ...]) -> tuple[bytes, int]:
    """The file of the event, and its last instant."""
    with TemporaryDirectory(prefix="flagfall-played-") as folder:
        event = play_event(Path(folder) / "event.flagfall", players, named)
        event.close()
        return event.path.read_bytes(), event.timeline.now_ms()


def _window(app: QApplication, folder: Path, timeline: SetTimeline) -> MainWindow:
    def open_desk(path: Path, _new: bool) -> Desk:
        return Desk(lambda: open_log(path), timeline=timeline)

    return MainWindow(open_desk, AppPreferences(app, folder / "preferences.json"))
