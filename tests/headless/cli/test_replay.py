import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from app.__main__ import main
from app.engine.standings.ranking import standings
from app.engine.state import State
from app.headless.cli.replay import choose, replay_event
from app.store.errors import StoreError
from app.store.log.event_log import open_log
from app.store.packets.files import packets
from app.store.tables.games import read_games
from app.store.tables.text import read_text

pytestmark = pytest.mark.long

DATA = Path(__file__).parents[2] / "data"
IDES = DATA / "ides_of_march_2016_games.csv"
PGSWISS = DATA / "pgswiss_2018_games.csv"
EVENTS = [game.name for game in read_games(read_text(PGSWISS))]


def organizers() -> list[tuple[str, int, int, int, int, int]]:
    """The standings as the organizer published them."""
    with (DATA / "ides_of_march_2016_standings.csv").open(encoding="utf-8") as file:
        return [
            (
                row["player"],
                *(int(row[key]) for key in ("wins", "sos", "cp", "ap_destroyed", "assassinations")),
            )
            for row in csv.DictReader(file)
        ]


def ours(state: State) -> list[tuple[str, int, int, int, int, int]]:
    return [
        (state.name(row.number), row.wins, row.sos, row.cp, row.apd, row.assassinations)
        for row in standings(state)
    ]


def test_replaying_the_ides_of_march_gives_the_standings_its_organizer_published() -> None:
    event = choose(read_games(read_text(IDES)), None)
    notes: list[str] = []
    state = replay_event(event, packets()["sr2017"], 75, note=notes.append)
    assert len(organizers()) == 22
    assert ours(state) == organizers()
    assert notes == []


def test_the_command_line_replays_the_ides_of_march(tmp_path: Path) -> None:
    kept = tmp_path / "ides.flagfall"
    command = [sys.executable, "-m", "app", "replay", str(IDES), "--json", "-o", str(kept)]
    done = subprocess.run(command, capture_output=True, check=True, text=True, encoding="utf-8")
    shown = json.loads(done.stdout)["standings"]
    columns = ("player", "wins", "sos", "cp", "apd", "assassinations")
    assert [tuple(row[key] for key in columns) for row in shown] == organizers()
    assert [row["place"] for row in shown] == list(range(1, 23))
    again = subprocess.run(
        [sys.executable, "-m", "app", "standings", str(kept), "--json"],
        capture_output=True,
        check=True,
        text=True,
        encoding="utf-8",
    )
    assert json.loads(again.stdout)["standings"] == shown


@pytest.mark.parametrize("name", EVENTS)
def test_every_event_of_the_results_desk_replays(name: str, tmp_path: Path) -> None:
    event = choose(read_games(read_text(PGSWISS)), name)
    path = tmp_path / "event.flagfall"
    state = replay_event(event, packets()["sr2017"], 75, note=lambda _: None, path=path)
    rows = standings(state)
    wins = sum(game.winner is not None for game in event.games)
    byes = sum(round_.bye is not None for round_ in state.rounds)
    assert sum(row.tp for row in rows) == wins + byes
    assert sum(row.cp for row in rows) == sum(sum(game.cp) for game in event.games) + 3 * byes
    with open_log(path, read_only=True) as log:
        assert log.last_seq > 0


def test_a_player_who_skips_a_round_is_given_the_bye() -> None:
    notes: list[str] = []
    for name in EVENTS:
        event = choose(read_games(read_text(PGSWISS)), name)
        replay_event(event, packets()["sr2017"], 75, note=notes.append)
    assert any("taken as the bye" in note for note in notes)


def test_a_file_with_several_events_needs_a_choice_of_one() -> None:
    with pytest.raises(StoreError, match="choose one with --event: 738413f5"):
        choose(read_games(read_text(PGSWISS)), None)
    with pytest.raises(StoreError, match="There is no event 'nope'"):
        choose(read_games(read_text(PGSWISS)), "nope")
    with pytest.raises(StoreError, match="no game"):
        choose([], None)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["replay", str(DATA / "cryodex_xwing_games.csv")], "column result: must be P005, P004"),
        (["replay", str(IDES), "--packet", "SR1999"], "There is no packet SR1999"),
        (["replay", str(IDES), "--size", "33"], "no size 33"),
        (["replay", "no-such-file.csv"], "no-such-file.csv"),
        (["replay"], "required: games"),
        (["standings", str(IDES)], "is not a Flagfall event file"),
    ],
)
def test_an_impossible_replay_is_reported_in_one_sentence(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err
    assert printed.err.count("\n") == 1


def test_an_existing_file_is_not_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.flagfall"
    file.write_text("mine")
    assert main(["replay", str(IDES), "-o", str(file)]) == 2
    assert "already there" in capsys.readouterr().err
    assert file.read_text() == "mine"


def test_standings_are_printed_as_a_table_or_as_csv(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ides.flagfall"
    assert main(["replay", str(IDES), "-o", str(file)]) == 0
    table = capsys.readouterr().out.splitlines()
    assert table[1].split() == ["1", "Player", "022", "4", "10", "13", "96", "2"]
    assert main(["standings", str(file), "--csv"]) == 0
    lines = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert (lines[0]["player"], lines[0]["sos"]) == ("Player 022", "10")


HEADER = "round,table,scenario,player 1,player 2,winner,cp1,cp2,ap1,ap2,condition"


def replayed(*lines: str) -> tuple[State, list[str]]:
    notes: list[str] = []
    (event,) = read_games("\n".join((HEADER, *lines)), "Cup")
    return replay_event(event, packets()["sr2017"], 75, note=notes.append), notes


def test_a_scenario_left_blank_or_not_in_the_packet_stays_unknown() -> None:
    state, notes = replayed(
        "1,1,,Ana,Bo,Ana,5,0,10,20,Caster Kill",
        "1,2,,Cy,Di,Di,5,0,10,20,Scenario",
        "2,1,Breakdown 99,Ana,Di,Ana,5,0,10,20,Scenario",
        "2,2,,Cy,Bo,Bo,5,0,10,20,Dragon",
        "3,1,3. spread the net,Ana,CY,ana,5,0,10,20,Scenario",
        "3,2,The Pit II,Bo,Di,Bo,5,0,10,20,Scenario",
    )
    numbers = [round_.scenario for round_ in state.rounds]
    assert numbers[:2] == [0, 0]
    packet = state.packet
    assert packet is not None
    named = packet.scenario(numbers[2])
    assert named is not None
    assert named.name == "Spread the Net"
    assert "Round 2: Steamroller 2017 has no scenario Breakdown 99; left as unknown." in notes
    assert "Line 5: “Dragon” is not a known way of winning, so none was entered." in notes
    assert "Line 6: CY is taken as Cy." in notes
    assert (
        "Round 3 has several scenarios (3. spread the net and The Pit II):"
        " 3. spread the net taken." in notes
    )
    assert not any("no scenario ," in note for note in notes)


def test_byes_in_the_file_are_given_even_if_several_or_in_the_last_round() -> None:
    state, notes = replayed(
        "1,1,,Ana,Bo,Ana,5,0,10,20,y",
        "1,,,Cy,,,,,,,",
        "1,,,BYE,Di,,,,,,",
        "2,1,,Ana,Cy,Cy,5,0,10,20,y",
        "2,,,bo,bye,Bo,9,,38,,",
        "2,,,Di,,,3,,38,,",
    )
    byes = [[state.name(bye.player) for bye in round_.byes] for round_ in state.rounds]
    assert byes == [["Cy", "Di"], ["Bo", "Di"]]
    points = {state.name(row.number): (row.tp, row.byes) for row in standings(state)}
    assert points == {"Ana": (1, 0), "Bo": (1, 1), "Cy": (2, 1), "Di": (2, 2)}
    assert [note for note in notes if "the bye is scored by the packet" in note] == [
        "Line 6: the bye is scored by the packet: 3 control points and 38 army points."
    ]
    assert "Line 6: bo is taken as Bo." in notes


def test_a_round_of_byes_alone_is_reported() -> None:
    with pytest.raises(StoreError, match="Round 2 has byes but no game"):
        replayed("1,1,,Ana,Bo,Ana,5,0,10,20,y", "2,,,Ana,,,,,,,")


def test_a_replay_ranks_by_the_requested_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(IDES), "--order", "wins, win_rates", "--json"]) == 0
    names = [row["player"] for row in json.loads(capsys.readouterr().out)["standings"]]
    assert names[0] == "Player 022"
    assert names != [row[0] for row in organizers()]
    assert main(["replay", str(IDES), "--order", "luck"]) == 2
    assert "Players cannot be ranked by luck. Choose from tp, sos" in capsys.readouterr().err


def published(name: str) -> list[dict[str, str]]:
    with (DATA / f"wmatc_witc2_2017_{name}_standings.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_replaying_a_team_event_gives_the_standings_its_organizers_published(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "teams.flagfall"
    games = str(DATA / "wmatc_witc2_2017_games.csv")
    order = ["--team-order", "wins,tp,sos,cp,apd"]
    assert main(["replay", games, *order, "--json", "-o", str(kept)]) == 0
    printed = capsys.readouterr()
    assert printed.err == "The file has no points: only who won is entered.\n"
    event = json.loads(printed.out)
    teams = [
        {key: str(team[key]) for key in ("place", "team", "wins", "sos", "tp")}
        for team in event["teams"]
    ]
    rows = [{**row, "place": row["rank"]} for row in published("team")]
    assert teams == [{key: row[key] for key in teams[0]} for row in rows]
    assert len(teams) == 18
    players = {row["player"]: (row["tp"], row["sos"]) for row in event["standings"]}
    assert len(players) == len(published("player")) == 54
    for row in published("player"):
        assert players[row["player"]] == (int(row["tp"]), int(row["sos"]))
    assert main(["verify", str(kept)]) == 0
    capsys.readouterr()
    assert main(["standings", str(kept)]) == 0
    assert "    1  Team 007     4  10    9   0    0  Player 019" in capsys.readouterr().out
    assert main(["standings", str(kept), "--csv", "--teams"]) == 0
    line = "1,False,Team 007,4,0,0,0,9,10,0,0,"
    assert capsys.readouterr().out.splitlines()[1].startswith(line)
    assert main(["standings", str(kept), "--teams"]) == 0
    assert capsys.readouterr().out.startswith("Place  Team ")
