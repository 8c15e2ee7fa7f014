import json
from collections import Counter
from datetime import datetime
from pathlib import Path

import pytest

from app.clock.timeline import SetTimeline
from app.desk.desk import Desk
from app.engine.armies.list_checks import list_doubts
from app.engine.evolve import fold
from app.engine.formats.settings import Settings
from app.engine.players.list_choice import find_unrecorded
from app.engine.rounds.schedule import day_plan, late_words
from app.engine.standings.awards import BEST_PAINTED
from app.headless.recheck.verify import verify
from app.headless.sample.event import (
    CLOCKS,
    awaits_clock,
    make_sample,
    write_sample,
)
from app.headless.simulation.fake_lists import LISTS
from app.headless.simulation.fake_players import FACTIONS
from app.store.log.event_log import open_log
from app.store.packets.files import packets
from app.ui.shell.opening.openings import open_made_now
from app.views.dates import MONTHS
from app.views.event.awards import award_panel
from app.views.event.check_in import CheckInColumn, check_in_rows
from app.views.table.table import TableCondition, condition

pytestmark = pytest.mark.long

NOW_MS = 1_800_100_800_000
OPENING_MS = 30_000
"""What a slow computer takes until the sample is open."""


def test_the_sample_opens_in_round_three_with_its_tables_in_five_states(tmp_path: Path) -> None:
    path = make_sample(tmp_path, NOW_MS)
    desk = open_made_now(
        lambda _kept, _create: Desk(
            lambda: open_log(path), timeline=SetTimeline(NOW_MS + OPENING_MS)
        ),
        path,
        False,
    )
    try:
        state = desk.start().result(timeout=60).state
    finally:
        desk.stop()
    assert state.latest is not None
    assert state.latest.number == 3
    tables = Counter(condition(game, state.latest.stage) for game in state.games_of(state.latest))
    assert tables == {
        TableCondition.PLAYING: 2,
        TableCondition.PAUSED: 3,
        TableCondition.COUNT: 1,
        TableCondition.DONE: 5,
        TableCondition.JUDGE: 1,
    }
    games = state.games_of(state.latest)
    assert sum(map(awaits_clock, games)) == CLOCKS
    assert [game.play.claim is not None for game in games].count(True) == 1
    assert state.latest.bye is not None
    assert verify(path).faults == ()


def test_players_vote_while_the_sample_is_open(tmp_path: Path) -> None:
    with open_log(make_sample(tmp_path, NOW_MS), read_only=True) as log:
        state = fold(log.records())
    panel = award_panel(state, BEST_PAINTED)
    assert panel.is_open
    assert len(panel.waiting) in range(1, 12)


def test_the_sample_was_checked_in_like_a_real_event(tmp_path: Path) -> None:
    with open_log(make_sample(tmp_path, NOW_MS), read_only=True) as log:
        state = fold(log.records())
    rows = check_in_rows(state)
    assert [row.missing for row in rows if not row.ready] == [(CheckInColumn.PAID,)]
    assert [CheckInColumn.PAINTED in row.done for row in rows].count(False) == 1
    assert Counter(row.cell(CheckInColumn.LISTS) for row in rows) == {"2 lists": 25}
    assert [find_unrecorded(state, round_) for round_ in state.rounds] == [(), (), ()]


def test_the_samples_schedule_starts_at_the_hour_it_began(tmp_path: Path) -> None:
    with open_log(make_sample(tmp_path, NOW_MS), read_only=True) as log:
        state = fold(log.records())
    assert state.settings is not None
    assert state.settings.starts % 5 == 0
    assert {late_words(row) for row in day_plan(state, minute_of_day)} == {"as planned"}


def minute_of_day(at_ms: int) -> int:
    at = datetime.fromtimestamp(at_ms / 1000)
    return at.hour * 60 + at.minute


def test_the_lists_of_invented_players_raise_no_objections() -> None:
    packet = packets()["sr2017"]
    settings = Settings("Invented", packet.key, 75, seed=1)
    doubts = {
        faction: list_doubts(packet, settings, lists, faction) for faction, lists in LISTS.items()
    }
    assert set(LISTS) == set(FACTIONS)
    assert doubts == dict.fromkeys(LISTS, ())


def found_end_ms(file: Path) -> int:
    with open_log(file, read_only=True) as log:
        return log.records()[-1].at_ms


def test_playing_out_the_sample_leaves_sheets_and_standings(tmp_path: Path) -> None:
    written = write_sample(tmp_path)
    files = (written[0], tmp_path / "standings.txt")
    links = [path.with_name(f"{path.name} earlier") for path in files]
    for path, link in zip(files, links, strict=True):
        path.write_text("earlier")
        link.hardlink_to(path)
    assert write_sample(tmp_path) == written  # what was there is replaced
    # A file that is written over would be neither the earlier nor the later one for a while.
    assert [link.read_text() for link in links] == ["earlier"] * len(links)
    assert all(path.stat().st_size for path in written)
    found = verify(written[0])
    assert found.faults == ()
    with open_log(written[0], read_only=True) as log:
        assert award_panel(fold(log.records()), BEST_PAINTED).winner is not None
    event = json.loads((tmp_path / "standings.json").read_text(encoding="utf-8"))
    assert event["rounds"] == found.rounds
    assert len((tmp_path / "standings.csv").read_text(encoding="utf-8").splitlines()) == 1 + len(
        event["standings"]
    )
    sheet = (tmp_path / "round-1-pairings.html").read_text(encoding="utf-8")
    assert sheet.count("<tr>") == 1 + 24
    ended = datetime.fromtimestamp(found_end_ms(written[0]) / 1000)
    assert f"As of {ended.day} {MONTHS[ended.month - 1]} {ended.year}, {ended:%H:%M}" in sheet
    standings = (tmp_path / "standings.html").read_text(encoding="utf-8")
    assert standings.count("<tr>") == 1 + len(event["standings"])
