"""The players of the seasons that were read, kept on the laptop."""

from pathlib import Path

import pytest

from app.engine.acts.players import Entry
from app.store.known_players import keep_players, known_players, players_file

ANA, BO = Entry("Ana Lind", "Ravens", "Cryx", sign_up="70"), Entry("Bo Reed")


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The laptop's own folder."""
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path / "own"))


def test_saved_players_are_read_back_sorted_by_name() -> None:
    assert known_players() == ()
    keep_players((BO, ANA))
    assert known_players() == (ANA, BO)


def test_a_later_season_adds_players_and_updates_known_ones() -> None:
    keep_players((ANA,))
    keep_players((Entry("ana lind", "Owls"), BO))
    assert known_players() == (Entry("ana lind", "Owls"), BO)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b'{"format":"other"}', b'{"players":[[]]}', b'{"more":' * 5_000],
)
def test_a_damaged_file_gives_no_players(content: bytes) -> None:
    players_file().parent.mkdir(parents=True)
    players_file().write_bytes(content)
    assert known_players() == ()


def test_impossible_entries_are_left_out() -> None:
    players_file().parent.mkdir(parents=True)
    words = '["Ana Lind"],["' + "x" * 600 + '"],["a","b","c","d","e","f","g","h","i"]'
    players_file().write_text(f'{{"format":"flagfall-players","players":[{words}]}}')
    assert known_players() == (Entry("Ana Lind"),)


def test_an_unwritable_folder_causes_no_failure(tmp_path: Path) -> None:
    (tmp_path / "own").write_text("no folder")
    keep_players((ANA,))
    assert known_players() == ()
