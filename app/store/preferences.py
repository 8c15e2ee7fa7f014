"""This laptop's preferences, which are the same for every event. Nothing about an event is stored
here.
"""

import os
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from platformdirs import user_config_path

from app.engine.language import say
from app.store import sharing
from app.store.errors import StoreError
from app.store.os_errors import os_reason

if TYPE_CHECKING:
    from app.store.server.address import Place

RECENT_FILES = 10
HOLD_MINUTES = 2


class ThemeChoice(Enum):
    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"
    """High contrast; light or dark as in the system's theme."""


class Agreed(Enum):
    """The organizer's answer to a request to use the internet."""

    NOT_ASKED = "not asked"
    YES = "yes"
    NO = "no"


EVERY_TABLE = 0
"""The table number in settings that apply to every table without its own."""
FOLLOWED = "FLAGFALL_FOLLOWED"
"""The environment variable with the names of those variables that were set from preferences."""


class PlungerKeys(NamedTuple):
    """The keyboard keys that stand for the two plungers of a table, by Qt's portable names."""

    table: int
    red: str
    blue: str


class TableLayout(NamedTuple):
    """The arrangement of a table's window; see ``app.ui.table.layout_settings``."""

    table: int
    side_by_side: bool
    swapped: bool
    sound: bool


class PortUse(Enum):
    """The use of a serial port: always, never, or depending on how it looks."""

    GUESS = "guess"
    YES = "yes"
    NO = "no"


class ClockPort(NamedTuple):
    """The settings that are remembered for a serial port; see
    ``app.clock.ports.port.PortSettings``.
    """

    key: str
    use: PortUse
    product: str
    location: str = ""
    by_hand: bool = False


class ClockSeat(NamedTuple):
    """The table that a chess clock stands at, and whether Blue sits at its left."""

    clock: str
    table: int
    blue_left: bool


class PrintChoice(NamedTuple):
    """The choices made at the last printing: what, on which paper and on which printer. The names
    are those of `app.ui.printing`.
    """

    sheet: str = ""
    paper: str = ""
    printer: str = ""


class Preferences(NamedTuple):
    """The preferences that this computer remembers, whichever event is open.

    This class and those above are named tuples, because importing msgspec would slow the start.
    """

    recent_files: tuple[str, ...] = ()
    """The files opened recently, the latest first."""
    backup_folder: str = ""
    """The folder for backups besides the one beside the event; empty if none is chosen."""
    theme: ThemeChoice = ThemeChoice.SYSTEM
    plunger_keys: tuple[PlungerKeys, ...] = ()
    table_layouts: tuple[TableLayout, ...] = ()
    clock_ports: tuple[ClockPort, ...] = ()
    clock_seats: tuple[ClockSeat, ...] = ()
    wifi_clocks: bool = False
    """True if clocks may dial in over the network."""
    tablets: bool = False
    """True if the server for tablets starts with an event."""
    tablets_secure: bool = False
    """True if the server for tablets uses TLS."""
    tablets_hold_minutes: int = HOLD_MINUTES
    """The minutes that a fallen flag waits for a silent tablet before the organizer is asked."""
    language: str = ""
    """A language that `app.store.languages` knows, used from the next start on; empty for
    English.
    """
    zoom: int = 100
    """The size of everything on the screen in percent, used from the next start on."""
    events_folder: str = ""
    """The folder for new events; empty for a folder in the user's documents."""
    window: str = ""
    """The last position of the main window, as Qt encodes it, in base 64."""
    board: bool = False
    """True if the round's tables are shown as cards."""
    printing: PrintChoice = PrintChoice()
    season_folder: str = ""
    """The folder of the season that was opened last."""
    wall_screen: str = ""
    """The screen of the room display; empty to use a screen that the main window is not on."""
    server: str = ""
    """The address of the database that was last connected to, without a password."""
    station: str = ""
    """This laptop's name among the stations of an event; empty for the computer's own name."""
    newer_versions: Agreed = Agreed.NOT_ASKED
    """The answer to the question whether the program may check for newer versions of itself."""
    newer_looked_in: str = ""
    """The month of the last check that got an answer, such as 2026-11; empty before the first."""

    def with_opened(self, kept: "Place") -> "Preferences":
        """Return the preferences with this event as the latest of the recent files."""
        latest = _from_anywhere(str(kept))
        older = [recent for recent in self.recent_files if _from_anywhere(recent) != latest]
        return self._replace(recent_files=(latest, *older)[:RECENT_FILES])


def _from_anywhere(kept: str) -> str:
    """Return the address of an event in a form that holds in whichever folder the program is
    started.
    """
    from app.store.server.address import is_database

    return kept if is_database(kept) else os.path.abspath(kept)


def preferences_file() -> Path:
    """Return the file of this user's preferences."""
    return user_config_path("flagfall", appauthor=False) / "preferences.json"


def station_name(preferences: Preferences) -> str:
    """Return this laptop's name among the stations of an event."""
    return preferences.station or computer_name()


def computer_name() -> str:
    import socket  # start-up needs nothing of it

    return socket.gethostname().removesuffix(".local")


def load_preferences(file: Path | None = None) -> Preferences:
    """Return the stored preferences as `read_preferences` does, or the defaults if they cannot be
    read.
    """
    with suppress(OSError):
        return read_preferences(file)
    return Preferences()


def read_preferences(file: Path | None = None) -> Preferences:
    """Return the stored preferences, or the defaults if there are none. A broken file is renamed to
    ``….broken.json``. Raises OSError if the file cannot be read, perhaps only for the moment.

    Keys that this Flagfall does not know are ignored.
    """
    file = file or preferences_file()
    try:
        return _read(sharing.read_file(file))
    except (FileNotFoundError, NotADirectoryError):
        return Preferences()
    except (ValueError, RecursionError):
        with suppress(OSError):
            sharing.replace(file, file.with_suffix(".broken.json"))
        return Preferences()


def _read(stored: bytes) -> Preferences:
    """Return the preferences in a file's bytes. Raises ValueError if they are not valid. The
    imports are inside this function, because a start without a file does not need them.
    """
    import json

    from app.store.packets.plain_data import PlainData, Wrong

    data = json.loads(stored.decode())
    known = Preferences._fields
    mine = {key: data[key] for key in data if key in known} if type(data) is dict else data
    try:
        preferences: Preferences = PlainData({}, _anything).read(Preferences, mine)
    except Wrong as wrong:
        raise ValueError(str(wrong)) from wrong
    return preferences


def follow_in_environment(name: str, value: str) -> None:
    """Set an environment variable from a preference, unless the user has set it."""
    if not os.environ.get(name):
        os.environ[name] = value
        os.environ[FOLLOWED] = f"{os.environ.get(FOLLOWED, '')} {name}".strip()


def environment_anew() -> dict[str, str]:
    """Return the environment without the variables that were set from preferences. A new start of
    the program sets those variables again.
    """
    followed = {FOLLOWED, *os.environ.get(FOLLOWED, "").split()}
    return {name: value for name, value in os.environ.items() if name not in followed}


def save_preferences(preferences: Preferences, file: Path | None = None) -> None:
    """Store the preferences, whole or not at all. Raises StoreError if they cannot be written."""
    import json

    file = file or preferences_file()
    unfinished = file.with_suffix(".new.json")
    text = json.dumps(_plain(preferences), indent=2)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        sharing.patiently(lambda: unfinished.write_text(text + "\n", encoding="utf-8"))
        sharing.replace(unfinished, file)
    except OSError as error:
        raise not_saved_error(error, file) from error


def not_saved_error(error: OSError, file: Path | None = None) -> StoreError:
    """Return the error that says why the preferences were not saved."""
    file = file or preferences_file()
    why = os_reason(file, error)
    return StoreError(
        say("The preferences were not saved: {strerror} ({file}).", strerror=why, file=file)
    )


def _anything(value: object, path: str) -> None:
    """Accept any text and number."""


def _plain(value: Any) -> Any:
    """Return a value in a form that JSON can store."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        fields: tuple[str, ...] = getattr(value, "_fields", ())
        plain = [_plain(part) for part in value]
        return dict(zip(fields, plain, strict=True)) if fields else plain
    return value
