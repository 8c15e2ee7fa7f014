import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from app.__main__ import main
from app.engine.acts.draw import MergePlayers
from app.engine.acts.players import AddPlayers, Entry, PlayersAdded
from app.engine.acts.results import How
from app.engine.acts.rounds import DrawRound, RoundDrawn
from app.engine.acts.table import AdjustClock, FlagFell
from app.engine.acts.teams.match_up import TypeMatchUp
from app.engine.acts.undo import Undo
from app.engine.frozen import replace
from app.engine.rounds.match_ups import match_ups
from app.engine.side import Pair, Side
from app.engine.standings.ranking import standings
from app.headless.recheck import verify as verify_module
from app.headless.recheck.scores import tallies
from app.headless.recheck.verify import round_faults, standings_faults, verify
from app.headless.simulation.simulate import SimulationPlan, simulate
from app.store.errors import StoreError
from app.store.log.event_log import create, open_log
from tests.engine.event import PACKETS, Desk, settings, start_clock, under_way
from tests.engine.match_up.events import KNOWN, team_event
from tests.store.by_hand import write
from tests.store.resealed import reseal


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("played") / "event.flagfall"
    simulate(SimulationPlan(players=8, rounds=2, seed=6), path=path)
    return path


@pytest.fixture
def spoiled(played: Path, tmp_path: Path) -> Callable[[str], Path]:
    """A copy of the event in which one statement was run, with checksums that fit."""

    def spoil(statement: str) -> Path:
        path = tmp_path / "spoiled.flagfall"
        shutil.copyfile(played, path)
        connection = sqlite3.connect(path)
        changed = connection.execute(statement).rowcount
        connection.commit()
        connection.close()
        assert changed > 0
        reseal(path)
        return path

    return spoil


def test_a_flag_that_fell_twice_is_named_with_its_game(tmp_path: Path) -> None:
    desk = under_way()
    game = start_clock(desk)
    fell = FlagFell(game, 9_000_000, Side.RED)
    more_time = AdjustClock(game, Side.RED, 60_000, "by mistake", at_ms=9_000_001)
    path, first = tmp_path / "event.flagfall", len(desk.records)
    with create(path) as log:
        write(log, *(record.event for record in desk.records), fell, more_time, fell)
    assert not [fault for fault in verify(path).faults if "flag" in fault]
    with open_log(path) as log:
        write(log, fell)
    assert (
        f"Round 1, table 1: Red’s flag fell twice, in row {first + 3} and in row {first + 4}."
        in verify(path).faults
    )


def test_a_digest_is_the_same_on_every_reading(played: Path) -> None:
    assert verify(played) == verify(played)
    assert len(verify(played).state) == len(verify(played).standings) == 64


def test_a_file_without_faults_passes(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(played)]) == 0
    out = capsys.readouterr().out
    found = verify(played)
    assert all(shown in out for shown in (found.chain, found.standings, found.state))
    assert "8 players, 2 rounds, 8 games, 8 results." in out


def test_a_check_reports_its_progress_and_can_be_cancelled(played: Path) -> None:
    parts: list[float] = []
    verify(played, lambda part: parts.append(round(part, 6)))
    assert parts == sorted(parts)
    assert 0 < parts[0] < 0.3
    assert 0.9 < parts[-1] < 1

    def give_up(part: float) -> None:
        if part > 0.5:
            raise KeyboardInterrupt

    before = {path: path.read_bytes() for path in played.parent.iterdir()}
    with pytest.raises(KeyboardInterrupt):
        verify(played, give_up)
    assert {path: path.read_bytes() for path in played.parent.iterdir()} == before


def test_rows_are_folded_in_chunks_and_an_undo_may_fall_in_any_of_them(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = verify(played)
    monkeypatch.setattr(verify_module, "LEAST_PIECE", 7)
    assert verify(played) == whole


@pytest.mark.skipif(os.name == "nt", reason="there an open file stays")
def test_a_file_without_rows_fails_the_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An event's file that was renamed while its rows were in the journal alone."""
    file, renamed = tmp_path / "Cup.flagfall", tmp_path / "Cup final.flagfall"
    with create(file) as log:
        write(log, PlayersAdded(((1, Entry("Ana")),)))
        file.rename(renamed)
        log.put_back()
        assert main(["verify", str(renamed)]) != 0
    said = capsys.readouterr()
    assert "in order" not in said.out
    assert f"The event is in {file}. Open that file." in said.err
    assert main(["verify", str(file)]) == 0


SPOILED = {
    "a row is missing": ("DELETE FROM log WHERE seq = 20", "Row 20 is missing"),
    "a payload is not JSON": ("UPDATE log SET payload = '{' WHERE seq = 30", "Row 30"),
    "an act that is not there": (
        "UPDATE log SET act = 3 WHERE seq = 40",
        "Row 40 belongs to act 3, which is not the one before it.",
    ),
    "a player twice in a round": (
        "UPDATE log SET payload = json_set(payload, '$.seatings[0].players.red',"
        " json_extract(payload, '$.seatings[1].players.red')) WHERE kind = 'round_drawn'",
        "twice",
    ),
    "two games at a table": (
        "UPDATE log SET payload = json_set(payload, '$.seatings[0].table', 2)"
        " WHERE kind = 'round_drawn'",
        "seats two games at table 2",
    ),
    "a player nobody knows": (
        "UPDATE log SET payload = json_set(payload, '$.seatings[0].players.red', 99)"
        " WHERE kind = 'round_drawn'",
        "player 99, who is unknown",
    ),
    "a mark of a game that was not drawn": (
        "UPDATE log SET payload = json_set(payload, '$.game', 77)"
        " WHERE seq = (SELECT max(seq) FROM log WHERE kind = 'turn_ended')",
        "about game 77, which was never drawn",
    ),
    "a game number given twice": (
        "UPDATE log SET payload = json_set(payload, '$.seatings[0].game', 2)"
        " WHERE kind = 'round_drawn'",
        "whose number was given out before",
    ),
}


@pytest.mark.parametrize("what", SPOILED)
def test_a_tampered_file_fails_the_check(
    what: str, spoiled: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    statement, said = SPOILED[what]
    path = spoiled(statement)
    assert main(["verify", str(path)]) == 2
    assert said in capsys.readouterr().err


def test_a_draw_from_another_seed_is_noted_but_no_fault(spoiled: Callable[[str], Path]) -> None:
    found = verify(
        spoiled(
            "UPDATE log SET payload = json_set(payload, '$.seed', 12345) WHERE kind = 'round_drawn'"
        )
    )
    assert "differently from the seed 12345" in found.notes[0]
    assert found.faults == ()


def test_a_file_that_is_no_event_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("my notes")
    with pytest.raises(StoreError):
        verify(path)


@pytest.mark.parametrize(
    ("packet", "timing", "kills"),
    [("sr2012", "chess-clocks", 0), ("sr2012", "death-clock", 0), ("sr2017", "deathclock", 1)],
)
def test_a_clock_out_is_an_assassination_where_the_packet_says_so(
    packet: str, timing: str, kills: int
) -> None:
    chosen = replace(settings(50), packet=packet, timing=timing)
    desk = under_way(2, chosen, packet=PACKETS[packet])
    desk.report(1, Side.RED, How.CLOCK_OUT)
    winner = standings(desk.state)[0]
    assert (winner.wins, winner.assassinations) == (1, kills)
    assert list(standings_faults(desk.state)) == []
    assert tallies(desk.state, 2)[winner.number].assassinations == kills


def test_games_keep_their_numbers_through_match_ups_that_were_undone_and_merged_players() -> None:
    desk = team_event((3, 3, 3, 3), KNOWN["desk"])
    before = games(desk)
    red, blue = match_ups(desk.state)[0].progress.meeting.teams
    turned = tuple(map(Pair, red, reversed(blue)))
    desk.do(TypeMatchUp(1, turned), insist=True)
    desk.do(Undo())
    assert games(desk) == before
    desk.report(1, Side.RED)
    desk.do(DrawRound(8), insist=True)
    assert list(round_faults(desk.records)) == []
    desk.do(TypeMatchUp(1, turned), insist=True)
    desk.do(AddPlayers((Entry("Again"),)))
    desk.do(MergePlayers(13, red[1]), insist=True)
    desk.report(2, Side.RED)
    kept = desk.game(2).number
    desk.do(DrawRound(9), insist=True)
    assert kept in desk.state.rounds[0].games
    assert list(round_faults(desk.records)) == []
    drawn = next(row for row in reversed(desk.records) if isinstance(row.event, RoundDrawn))
    assert isinstance(drawn.event, RoundDrawn)
    seatings = tuple(
        replace(one, players=Pair(one.players.blue, one.players.red)) if one.game == kept else one
        for one in drawn.event.seatings
    )
    again = replace(drawn, event=replace(drawn.event, seatings=seatings))
    told = round_faults([again if row is drawn else row for row in desk.records])
    assert any("given out before" in fault for fault in told)


def games(desk: Desk) -> dict[int, tuple[int, ...]]:
    return {number: tuple(game.players) for number, game in desk.state.games.items()}
