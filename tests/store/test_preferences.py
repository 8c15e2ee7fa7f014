import os
import sys
from pathlib import Path

import pytest

from app.store.errors import StoreError
from app.store.preferences import (
    FOLLOWED,
    Agreed,
    ClockPort,
    PlungerKeys,
    PortUse,
    Preferences,
    PrintChoice,
    ThemeChoice,
    computer_name,
    environment_anew,
    follow_in_environment,
    load_preferences,
    preferences_file,
    save_preferences,
    station_name,
)
from app.store.server.address import ServerEvent

CHOSEN = Preferences(
    ("/events/Żubr Cup.flagfall",), "/sticks/A", ThemeChoice.DARK, (PlungerKeys(3, "A", "L"),)
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "flagfall" / "preferences.json"


def test_without_a_file_there_are_defaults(file: Path) -> None:
    assert load_preferences(file) == Preferences()
    assert Preferences().theme is ThemeChoice.SYSTEM


def test_a_new_computer_serves_nothing_and_shows_the_round_in_rows_at_full_size() -> None:
    new = Preferences()
    assert (new.wifi_clocks, new.tablets, new.tablets_secure, new.board) == (False,) * 4
    assert (new.zoom, new.tablets_hold_minutes, new.newer_versions) == (100, 2, Agreed.NOT_ASKED)


def test_a_port_in_an_older_file_counts_as_not_named_by_hand() -> None:
    assert ClockPort("usb", PortUse.GUESS, "dclk") == ("usb", PortUse.GUESS, "dclk", "", False)


def test_ten_events_are_remembered_the_latest_first() -> None:
    kept = Preferences()
    for number in range(12):
        kept = kept.with_opened(Path(f"/events/{number}.flagfall"))
    assert kept.recent_files == tuple(f"/events/{number}.flagfall" for number in range(11, 1, -1))
    assert kept.with_opened(Path("/events/5.flagfall")).recent_files[:2] == (
        "/events/5.flagfall",
        "/events/11.flagfall",
    )


def test_saved_preferences_are_loaded_unchanged(file: Path) -> None:
    save_preferences(CHOSEN, file)

    assert load_preferences(file) == CHOSEN
    assert list(file.parent.iterdir()) == [file]


def test_saving_again_replaces_what_was_there(file: Path) -> None:
    save_preferences(CHOSEN, file)
    save_preferences(Preferences(), file)

    assert load_preferences(file) == Preferences()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"theme": "pink"}',
        b'{"recent_files": "one"}',
        b'{"plunger_keys": [{"table": 1}]}',
        b'{"backup_folder": null}',
        b"\xff\xfe\xff",
        b"[" * 100_000,
    ],
)
def test_a_damaged_file_is_kept_aside_and_defaults_are_used(file: Path, content: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(content)

    assert load_preferences(file) == Preferences()
    assert [path.name for path in file.parent.iterdir()] == ["preferences.broken.json"]
    assert file.with_name("preferences.broken.json").read_bytes() == content


def test_preferences_of_a_newer_flagfall_are_ignored(file: Path) -> None:
    file.parent.mkdir()
    file.write_text('{"theme": "light", "dragons": 3}', encoding="utf-8")

    assert load_preferences(file) == Preferences(theme=ThemeChoice.LIGHT)
    assert file.exists()


def test_defaults_are_used_if_a_folder_is_in_place_of_the_file(file: Path) -> None:
    file.mkdir(parents=True)

    assert load_preferences(file) == Preferences()


def test_an_unwritable_place_is_reported(tmp_path: Path) -> None:
    (tmp_path / "flagfall").write_text("a file where a folder should be", encoding="utf-8")

    with pytest.raises(StoreError, match="The preferences were not saved"):
        save_preferences(CHOSEN, tmp_path / "flagfall" / "preferences.json")


def test_an_event_is_remembered_once_however_its_path_was_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    preferences = Preferences(recent_files=("cup.flagfall",))
    for file in (Path("cup.flagfall"), tmp_path / "cup.flagfall", Path("sub/../cup.flagfall")):
        preferences = preferences.with_opened(file)
        assert preferences.recent_files == (str(tmp_path / "cup.flagfall"),)
    event = ServerEvent("postgresql://desk/flagfall", "Cup")
    preferences = preferences.with_opened(event)
    assert preferences.recent_files == (str(event), str(tmp_path / "cup.flagfall"))


def test_reopening_a_recent_file_moves_it_to_the_front_of_ten() -> None:
    preferences = Preferences()
    for number in [*range(12), 5]:
        preferences = preferences.with_opened(Path(f"{number}.flagfall"))

    assert preferences.recent_files == tuple(
        str(Path(f"{number}.flagfall").absolute()) for number in (5, 11, 10, 9, 8, 7, 6, 4, 3, 2)
    )


def test_preferences_live_in_a_folder_of_their_own() -> None:
    assert preferences_file().name == "preferences.json"
    assert "flagfall" in preferences_file().parts


if sys.platform == "linux":  # elsewhere a user's folder cannot be moved by the environment

    def test_preferences_live_where_this_user_keeps_them(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))

        save_preferences(CHOSEN)

        assert load_preferences() == CHOSEN
        assert preferences_file() == tmp_path / "flagfall" / "preferences.json"


def test_for_a_new_user_everything_is_off_and_at_its_usual_size() -> None:
    chosen = {
        name: value
        for name, value in Preferences()._asdict().items()
        if value not in {"", (), PrintChoice()}
    }
    assert chosen == {
        "theme": ThemeChoice.SYSTEM,
        "wifi_clocks": False,
        "tablets": False,
        "tablets_secure": False,
        "tablets_hold_minutes": 2,
        "zoom": 100,
        "board": False,
        "newer_versions": Agreed.NOT_ASKED,
    }
    assert not ClockPort("COM3", PortUse.GUESS, "dgt").by_hand


def test_variables_set_from_preferences_are_not_passed_to_a_restarted_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in (FOLLOWED, "OF_FLAGFALL", "AND_THIS", "OF_SOMEBODY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OF_SOMEBODY", "theirs")
    for name in ("OF_FLAGFALL", "AND_THIS", "OF_SOMEBODY"):
        follow_in_environment(name, "ours")
    assert [os.environ[name] for name in ("OF_FLAGFALL", "AND_THIS", "OF_SOMEBODY")] == [
        "ours", "ours", "theirs",
    ]  # fmt: skip
    anew = environment_anew()
    assert anew["OF_SOMEBODY"] == "theirs"
    assert not {"OF_FLAGFALL", "AND_THIS", FOLLOWED} & anew.keys()
    for name in ("OF_FLAGFALL", "AND_THIS", FOLLOWED):
        monkeypatch.delenv(name)


def test_a_laptop_has_its_own_name_until_another_is_chosen() -> None:
    assert station_name(Preferences(station="Desk 2")) == "Desk 2"
    assert station_name(Preferences()) == computer_name() != ""
