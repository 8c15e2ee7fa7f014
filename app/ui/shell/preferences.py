"""This laptop's preferences while the program runs: recent files, backup folder, theme and
others.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from app.store.errors import StoreError
from app.store.preferences import (
    Agreed,
    Preferences,
    PrintChoice,
    ThemeChoice,
    not_saved_error,
    preferences_file,
    read_preferences,
    save_preferences,
)
from app.ui.dialogs.events_folder import use_events_folder, wanted_folder
from app.ui.widgets.theme import (
    DARK,
    DARK_CONTRAST,
    LIGHT,
    LIGHT_CONTRAST,
    Theme,
    apply_theme,
    is_palette_dark,
)

if TYPE_CHECKING:
    from app.clock.hall.hall import Memory
    from app.store.server.address import Place
    from app.ui.table.layout_settings import TableWindowSettings


class AppPreferences:
    """The preferences, saved after each change in ``file``, or in the user's own file if ``file``
    is None.
    """

    def __init__(
        self, app: QApplication, file: Path | None = None, *, public_address: str | None = None
    ) -> None:
        self._app = app
        self._file = file
        self._public_address = public_address
        self._dark_system = is_palette_dark(app)
        self._preferences, self._is_read = Preferences(), False
        self._changes: list[Callable[[Preferences], Preferences]] = []  # made before it was read
        with suppress(OSError):
            self._read()
        use_events_folder(app, self._preferences.events_folder)
        self._high_contrast = False
        apply_theme(app, self._theme())

    def follow_contrast(self) -> None:
        """Follow the system's setting for high contrast. Show a window first, because asking for
        the setting takes time.
        """
        self._hints = self._app.styleHints()  # its objects are deleted with it
        self._accessibility = self._hints.accessibility()
        self._accessibility.contrastPreferenceChanged.connect(self._look_at_contrast)
        self._look_at_contrast()

    @property
    def recent_files(self) -> tuple[str, ...]:
        return self._preferences.recent_files

    @property
    def backup_folder(self) -> Path | None:
        """The second folder for backups, such as one on a memory stick."""
        chosen = self._preferences.backup_folder
        return Path(chosen) if chosen else None

    def opened(self, kept: "Place") -> None:
        """Remember the place of an opened event. A failure to save it is ignored."""
        with suppress(StoreError):
            self._keep(lambda preferences: preferences.with_opened(kept))

    def keep_backup_folder(self, folder: Path | None) -> None:
        """Remember the second folder for backups. Raises StoreError if that cannot be saved; the
        folder is used anyway.
        """
        words = "" if folder is None else str(folder)
        self._keep(lambda preferences: preferences._replace(backup_folder=words))

    def wear(self, choice: ThemeChoice) -> None:
        with suppress(StoreError):
            self._keep(lambda preferences: preferences._replace(theme=choice))
        apply_theme(self._app, self._theme())

    def table_wishes(self, table: int) -> "TableWindowSettings":
        """Return the last arrangement of the table window of ``table``."""
        from app.ui.table.layout_settings import load_settings

        return load_settings(self._preferences, table)

    def keep_table_wishes(self, table: int, wishes: "TableWindowSettings") -> None:
        from app.ui.table.layout_settings import save_settings

        with suppress(StoreError):
            self._keep(lambda preferences: save_settings(preferences, table, wishes))

    def clock_memory(self) -> "Memory":
        """Return the stored data about chess clocks and their ports."""
        from app.ui.shell.clock_memory import load_memory

        return load_memory(self._preferences)

    def keep_clock_memory(self, memory: "Memory") -> None:
        from app.ui.shell.clock_memory import remembering

        with suppress(StoreError):
            self._keep(lambda preferences: remembering(preferences, memory))

    @property
    def language(self) -> str:
        """The language of the program from its next start on; empty for English."""
        return self._preferences.language

    def keep_language(self, name: str) -> None:
        with suppress(StoreError):
            self._keep(lambda preferences: preferences._replace(language=name))

    @property
    def zoom(self) -> int:
        """The zoom of the program from its next start on, in percent."""
        return self._preferences.zoom

    def keep_zoom(self, percent: int) -> None:
        with suppress(StoreError):
            self._keep(lambda preferences: preferences._replace(zoom=percent))

    @property
    def theme(self) -> ThemeChoice:
        return self._preferences.theme

    @property
    def events_folder(self) -> Path:
        """Return the folder for new events, which may not exist yet."""
        return wanted_folder()

    def keep_events_folder(self, folder: Path) -> None:
        """Remember the folder for new events. Raises StoreError if that cannot be saved; the folder
        is used anyway.
        """
        use_events_folder(self._app, str(folder))
        self._keep(lambda preferences: preferences._replace(events_folder=str(folder)))

    @property
    def tablets(self) -> tuple[bool, bool]:
        """Return whether tablets are served, and whether that is done over TLS."""
        return self._preferences.tablets, self._preferences.tablets_secure

    def keep_tablets(self, serve: bool, secure: bool) -> None:
        with suppress(StoreError):
            self._keep(
                lambda preferences: preferences._replace(tablets=serve, tablets_secure=secure)
            )

    @property
    def hold_minutes(self) -> int:
        """The number of minutes that a flag waits for a silent tablet before the organizer is
        asked.
        """
        return self._preferences.tablets_hold_minutes

    def keep_hold(self, minutes: int) -> None:
        with suppress(StoreError):
            self._keep(lambda preferences: preferences._replace(tablets_hold_minutes=minutes))

    @property
    def window_place(self) -> bytes:
        """Return the last position and size of the main window in Qt's format; empty if there is
        none.
        """
        if not self._preferences.window:
            return b""
        from base64 import b64decode

        try:
            return b64decode(self._preferences.window, validate=True)
        except ValueError:
            return b""

    def keep_window_place(self, place: bytes) -> None:
        from base64 import b64encode

        with suppress(StoreError):
            self._keep(
                lambda preferences: preferences._replace(window=b64encode(place).decode("ascii"))
            )

    @property
    def board(self) -> bool:
        """Tell whether the round's tables are shown as cards."""
        return self._preferences.board

    def keep_board(self, board: bool) -> None:
        with suppress(StoreError):
            self._keep(lambda preferences: preferences._replace(board=board))

    @property
    def printing(self) -> PrintChoice:
        """Return the last choice in the print dialog: sheet, paper and printer."""
        return self._preferences.printing

    def keep_printing(self, choice: PrintChoice) -> None:
        with suppress(StoreError):
            self._keep(lambda preferences: preferences._replace(printing=choice))

    @property
    def server(self) -> str:
        """The address of the database that was last connected."""
        return self._preferences.server

    @property
    def station(self) -> str:
        """This laptop's name among the stations of an event; empty for the computer's own name."""
        return self._preferences.station

    def keep_server(self, address: str, station: str) -> None:
        with suppress(StoreError):
            self._keep(lambda preferences: preferences._replace(server=address, station=station))

    @property
    def wall_screen(self) -> str:
        """The name of the screen for the room display; empty if none was chosen."""
        return self._preferences.wall_screen

    def keep_wall_screen(self, name: str) -> None:
        with suppress(StoreError):
            self._keep(lambda preferences: preferences._replace(wall_screen=name))

    @property
    def season_folder(self) -> str:
        """The folder of the season that was last shown; empty for none."""
        return self._preferences.season_folder

    def keep_season_folder(self, folder: str) -> None:
        with suppress(StoreError):
            self._keep(lambda preferences: preferences._replace(season_folder=folder))

    @property
    def public_address(self) -> str:
        """Return the address at which the program is published; empty if the build has none."""
        if self._public_address is None:
            from app.store.newer_version import public_address

            self._public_address = public_address()
        return self._public_address

    @property
    def looks_for_newer(self) -> Agreed:
        return self._preferences.newer_versions

    def keep_looks_for_newer(self, agreed: bool) -> None:
        answer = Agreed.YES if agreed else Agreed.NO
        with suppress(StoreError):
            self._keep(lambda preferences: preferences._replace(newer_versions=answer))

    @property
    def looked_in(self) -> str:
        """The month in which a check for a newer version last received an answer."""
        return self._preferences.newer_looked_in

    def keep_looked_in(self, month: str) -> None:
        with suppress(StoreError):
            self._keep(lambda preferences: preferences._replace(newer_looked_in=month))

    @property
    def own_folder(self) -> Path:
        """Return the folder for things that belong to this laptop rather than to an event."""
        return (self._file or preferences_file()).parent

    def _read(self) -> None:
        """Read the file and apply the changes made since the start. Raises OSError if the file
        cannot be read.
        """
        preferences = read_preferences(self._file)
        for change in self._changes:
            preferences = change(preferences)
        self._preferences, self._is_read = preferences, True

    def _keep(self, change: Callable[[Preferences], Preferences]) -> None:
        """Save a change. If the file could not be read at the start, read it first, so that nothing
        in it is lost. Raises StoreError if the change cannot be saved.
        """
        self._preferences = change(self._preferences)
        if not self._is_read:
            self._changes.append(change)
            try:
                self._read()
            except OSError as error:
                raise not_saved_error(error, self._file) from error
        save_preferences(self._preferences, self._file)

    def _look_at_contrast(self) -> None:
        before = self._theme()
        self._high_contrast = self._accessibility.contrastPreference().name == "HighContrast"
        if self._theme() is not before:
            apply_theme(self._app, self._theme())

    def _theme(self) -> Theme:
        contrast = self._high_contrast
        return theme_for(self._preferences.theme, dark=self._dark_system, contrast=contrast)


def theme_for(choice: ThemeChoice, *, dark: bool, contrast: bool) -> Theme:
    """Return the theme for a choice. ``dark`` says that the system is dark, and ``contrast`` that
    it asks for more contrast.
    """
    match choice:
        case ThemeChoice.LIGHT:
            return LIGHT
        case ThemeChoice.DARK:
            return DARK
        case ThemeChoice.SYSTEM if not contrast:
            return DARK if dark else LIGHT
        case _:
            return DARK_CONTRAST if dark else LIGHT_CONTRAST
