"""The files that Flagfall keeps on a laptop beside events: their text, by which every other version
knows them, and how large they may be.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from app.engine.acts.events import Record
from app.engine.acts.players import CheckIn, Entry
from app.store.errors import StoreError
from app.store.known_models import keep_models, models_file, read_models_file
from app.store.known_players import keep_players, known_players, players_file
from app.store.match_ups import load_procedure
from app.store.newer_version import latest_version
from app.store.outlets import (
    Outlet,
    OutletKind,
    Sent,
    checksum,
    event_key,
    keep_outlets,
    keep_sent,
    outlets_file,
    read_outlets,
    read_sent,
)
from app.store.resources import resources_folder
from app.store.season_folder import FILE, keep_season, read_season
from app.views.season.league import LeagueRule
from app.views.season.season import Season
from tests.published import published

pytestmark = pytest.mark.usefixtures("own_laptop")

ANA = Entry("Ana Lind", "Ravens", "Cryx", sign_up="70")
SITE = Outlet("1", OutletKind.SFTP, "www.a.example/open", "ada", host_key="ssh-ed25519 AAAA")
MB = 1_000_000


def sent_file() -> Path:
    return outlets_file().with_name("sent-e.json")


@pytest.mark.parametrize(
    ("keep", "file", "text"),
    [
        (
            lambda: keep_outlets((SITE,)),
            outlets_file,
            {
                "format": "flagfall-outlets",
                "version": 1,
                "outlets": [
                    {
                        "id": "1",
                        "kind": "sftp",
                        "address": "www.a.example/open",
                        "user": "ada",
                        "public": "",
                        "host_key": "ssh-ed25519 AAAA",
                        "events": [],
                    }
                ],
            },
        ),
        (
            lambda: keep_sent("e", {"1": Sent({"round 1": "abc"})}),
            sent_file,
            {
                "format": "flagfall-sent",
                "version": 1,
                "sent": {
                    "1": {"done": {"round 1": "abc"}, "sending": "", "files": "", "asked": False}
                },
            },
        ),
        (
            lambda: keep_players((ANA,)),
            players_file,
            {
                "format": "flagfall-players",
                "version": 1,
                "players": [["Ana Lind", "Ravens", "Cryx", "", "", "", "70"]],
            },
        ),
    ],
)
def test_a_file_is_written_even_without_its_folder_and_can_be_rewritten(
    keep: Callable[[], None], file: Callable[[], Path], text: object
) -> None:
    for _ in range(2):
        keep()
        assert json.loads(file().read_text("utf-8")) == text
    assert [kept.name for kept in file().parent.iterdir()] == [file().name]


def test_a_seasons_file_has_its_rule(tmp_path: Path) -> None:
    keep_season(tmp_path, Season("League", (), LeagueRule()))
    assert json.loads((tmp_path / FILE).read_text("utf-8")) == {
        "format": "flagfall-season",
        "version": 1,
        "name": "League",
        "rule": {"best": 0, "places": [], "beaten": 1, "win": 0, "tie": 0, "presence": 1},
        "answers": [],
    }
    (tmp_path / FILE).write_text('{"format": "flagfall-season"}', "utf-8")
    assert read_season(tmp_path).season == Season(tmp_path.name, (), LeagueRule())


def has_players() -> bool:
    return known_players() == (Entry("Ana Lind"),)


def has_outlets() -> bool:
    return read_outlets() == ()


def has_sent() -> bool:
    return read_sent("e") == {}


def has_season() -> bool:
    return read_season(outlets_file().parent).season.name == "League"


def has_models() -> bool:
    return read_models_file(models_file()).startswith("Gorman: solo")


def has_procedure() -> bool:
    return load_procedure(lot_file()).key == "lot"


def season_file() -> Path:
    return outlets_file().with_name(FILE)


def lot_file() -> Path:
    return models_file().with_name("lot.toml")


@pytest.mark.parametrize(
    ("file", "text", "most_mb", "is_read"),
    [
        (outlets_file, '{"format": "flagfall-outlets"}', 4, has_outlets),
        (sent_file, '{"format": "flagfall-sent"}', 4, has_sent),
        (players_file, '{"format": "flagfall-players", "players": [["Ana Lind"]]}', 8, has_players),
        (season_file, '{"format": "flagfall-season", "name": "League"}', 8, has_season),
        (models_file, "Gorman: solo\n", 1, has_models),
        (lot_file, (resources_folder() / "match_ups" / "lot.toml").read_text("utf-8"), 1,
         has_procedure),
    ],
)  # fmt: skip
def test_a_file_is_read_up_to_its_maximum_size(
    file: Callable[[], Path], text: str, most_mb: int, is_read: Callable[[], bool]
) -> None:
    whole = text.encode()
    whole += b"\n" * (most_mb * MB - len(whole))
    file().parent.mkdir(parents=True)
    file().write_bytes(whole)
    assert is_read()
    file().write_bytes(whole + b"\n")
    with suppress(StoreError):
        assert not is_read()


def test_a_laptop_keeps_at_most_20_outlets_and_20000_players() -> None:
    keep_outlets(tuple(Outlet(str(number), OutletKind.FOLDER) for number in range(21)))
    assert [outlet.id for outlet in read_outlets()] == [str(number) for number in range(20)]
    keep_players(tuple(Entry(f"Player {number:05}") for number in range(20_001)))
    assert known_players()[-1].name == "Player 19999"


def test_a_table_of_models_is_kept_as_it_is_written() -> None:
    for _ in range(2):
        keep_models("Gorman: solo\n")
        assert models_file().read_bytes() == b"Gorman: solo\n"


def test_events_and_facts_have_the_same_keys_in_every_version() -> None:
    assert event_key([Record(1, 1, 5, "", "", CheckIn((1,)))]) == "ef2d127de37b942b"
    assert checksum(("a", 1)) == "391d545b6971354e834fd411e6fbe505"


@pytest.mark.parametrize(("blanks", "version"), [(95, "0.2.0"), (94, "")])
def test_only_the_first_hundred_bytes_of_a_published_version_are_read(
    blanks: int, version: str
) -> None:
    with published(f"0.2.0{' ' * blanks}x") as site:
        assert latest_version(site.address) == version
