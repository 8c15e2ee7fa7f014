from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.clock.hall.clock import Seat
from app.clock.hall.hall import Memory
from app.clock.ports.port import PortSettings
from app.engine.side import Side
from app.store.preferences import Preferences, ThemeChoice, load_preferences, save_preferences
from app.ui.shell.clock_memory import load_memory, remembering
from app.ui.shell.preferences import AppPreferences, theme_for
from tests.store.of_windows import held_from_reading

MEMORY = Memory(
    {
        "a": PortSettings(None, "dgt"),
        "b": PortSettings(True, ""),
        "c": PortSettings(False, "dclk", "1-2", by_hand=True),
    },
    {"DGT 3000 02054": Seat(3), "DCLK T07": Seat(4, Side.BLUE)},
)


def test_nothing_is_remembered_at_first() -> None:
    assert load_memory(Preferences()) == Memory()


def test_remembered_ports_and_tables_survive_saving_and_loading(tmp_path: Path) -> None:
    file = tmp_path / "preferences.json"
    save_preferences(remembering(Preferences(recent_files=("cup.flagfall",)), MEMORY), file)
    kept = load_preferences(file)
    assert load_memory(kept) == MEMORY
    assert kept.recent_files == ("cup.flagfall",)


def test_forgotten_clock_data_is_removed_from_the_preferences() -> None:
    kept = remembering(remembering(Preferences(), MEMORY), Memory())
    assert load_memory(kept) == Memory()


@pytest.mark.parametrize(
    ("choice", "dark", "contrast", "worn"),
    [
        (ThemeChoice.SYSTEM, False, False, "light"),
        (ThemeChoice.SYSTEM, True, False, "dark"),
        (ThemeChoice.SYSTEM, False, True, "light contrast"),
        (ThemeChoice.SYSTEM, True, True, "dark contrast"),
        (ThemeChoice.CONTRAST, False, False, "light contrast"),
        (ThemeChoice.CONTRAST, True, False, "dark contrast"),
        (ThemeChoice.LIGHT, True, True, "light"),
        (ThemeChoice.DARK, False, True, "dark"),
    ],
)
def test_high_contrast_follows_the_system_or_can_be_chosen(
    choice: ThemeChoice, dark: bool, contrast: bool, worn: str
) -> None:
    assert theme_for(choice, dark=dark, contrast=contrast).name == worn


def test_preferences_locked_at_startup_are_not_overwritten_with_defaults(
    qapp: QApplication, tmp_path: Path
) -> None:
    file = tmp_path / "preferences.json"
    AppPreferences(qapp, file).keep_zoom(150)
    with held_from_reading(file):
        ours = AppPreferences(qapp, file)
        assert ours.zoom == 100
        ours.keep_board(board=True)
        assert ours.board
    assert not AppPreferences(qapp, file).board  # it could not be kept then
    ours.keep_events_folder(tmp_path)
    for kept in (ours, AppPreferences(qapp, file)):
        assert (kept.zoom, kept.board, kept.events_folder) == (150, True, tmp_path)
