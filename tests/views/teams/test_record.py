"""A team's record: its rounds, where each number comes from, its players."""

from random import Random

from app.engine.acts.players import DisqualifyPlayer, DropPlayer
from app.engine.acts.results import How
from app.engine.acts.rounds import DrawRound, FinishRound
from app.engine.frozen import replace
from app.engine.packet.ranking import RankingColumn, Schedule
from app.engine.side import Side
from app.views.event.standings import team_table
from app.views.teams.record import TeamRecord, TeamRecordRow, list_team_records
from tests.engine.event import Desk, settings
from tests.engine.rounds.test_team_round import begin, draw, finish
from tests.engine.rounds.test_team_round import team_event as four_teams
from tests.engine.standings.test_matches import play, team_event


def record(desk: Desk, team: str) -> TeamRecord:
    return next(row for row in list_team_records(desk.state) if row.team == team)


def played() -> Desk:
    """Iron beats Brass while Gold has a bye; then Iron and Gold draw, and Brass has it."""
    desk = team_event()
    play(desk, ((1, 3), (4, 2)), (5, 6))
    desk.report(1, Side.RED, cp=(3, 1), apd=(40, 10))
    desk.report(2, Side.BLUE, cp=(5, 2), apd=(7, 9))
    desk.do(FinishRound())
    play(desk, ((5, 1), (2, 6)), (3, 4))
    desk.report(1, Side.RED)
    desk.report(2, Side.RED)
    desk.do(FinishRound())
    return desk


def test_each_round_on_a_team_record_is_shown_from_the_teams_side() -> None:
    rows = record(played(), "Iron").rows
    assert rows[0] == TeamRecordRow(1, "Brass", "1–2", "won 2–0", "5", "49")
    assert (rows[1].opponent, rows[1].result) == ("Gold", "drawn 1–1")
    assert rows[2] == TeamRecordRow(3)
    brass = record(played(), "Brass").rows
    assert brass[0].result == "lost 0–2"
    assert brass[1] == TeamRecordRow(2, "Bye", result="counts as won")


def test_an_unpublished_draw_is_left_blank_on_the_team_record() -> None:
    desk = played()
    desk.do(DrawRound(7), insist=True)
    assert record(desk, "Brass").rows[2] == TeamRecordRow(3)


def test_the_record_marks_a_round_the_team_did_not_play() -> None:
    desk = team_event()
    play(desk, ((1, 3), (4, 2)))
    assert record(desk, "Gold").rows[0] == TeamRecordRow(1, "–", result="did not play")


def test_the_record_explains_how_each_number_adds_up() -> None:
    explained = record(played(), "Iron").explained
    assert explained[:3] == (
        "Wins 1: won against Brass, nothing for drawing with Gold",
        "SoS 2: 1 from Brass, 1 from Gold",
        "TP 3: 2 against Brass, 1 against Gold",
    )
    assert explained[3].startswith("CP 5: P")
    gold = record(played(), "Gold").explained
    assert gold[0] == "Wins 1: nothing for drawing with Iron, bye in round 1"
    assert gold[2] == "TP 3: 2 in the bye of round 1, 1 against Iron"


def test_halves_fractions_and_win_rates_are_explained() -> None:
    desk = team_event(
        replace(
            settings(rounds=3),
            team_seats=2,
            drawn_match_half=True,
            schedule=Schedule.OVER_ROUNDS,
            team_order=(RankingColumn.WINS, RankingColumn.SOS, RankingColumn.WIN_RATES),
        )
    )
    play(desk, ((1, 3), (4, 2)), (5, 6))
    assert record(desk, "Iron").explained == ("Wins 0", "SoS 0", "OWR 0")
    assert record(desk, "Iron").rows[0].result == "0–0 so far"
    desk.report(1, Side.RED)
    desk.report(2, Side.RED)
    wins, sos, rates = record(desk, "Iron").explained
    assert wins == "Wins 1/2: ½ each for drawing with Brass"
    assert sos == "SoS 1/6: 1/6 from Brass"
    assert rates == "OWR 0: 0 from Brass"


def test_without_seats_a_teams_score_is_the_sum_of_its_players() -> None:
    desk = team_event(settings(rounds=3))
    play(desk, ((1, 3), (4, 2)), (5, 6))
    desk.report(1, Side.RED)
    desk.report(2, None, How.TIE)
    iron = record(desk, "Iron")
    assert iron.rows == ()
    assert iron.about == "Captain P1"
    assert iron.explained[0] == "Wins 1: P1 1, P2 0"


def test_the_team_record_lists_all_players_with_their_places_including_dropped_ones() -> None:
    desk = played()
    desk.do(DropPlayer(1))
    desk.do(DisqualifyPlayer(2, "cheating"), insist=True)
    members = record(desk, "Iron").members
    assert [(row.name, row.note) for row in members] == [("P1", "dropped"), ("P2", "dropped")]
    assert members[1].place == "–"
    records = {row.record for row in record(played(), "Gold").members}
    assert records == {"1–0–0 + 1 bye", "0–1–0 + 1 bye"}


def test_team_records_and_standings_mark_the_cut() -> None:
    dice = Random(3)
    desk = four_teams((2, 2, 2, 2), cut=2)
    draw(desk)
    begin(desk)
    finish(desk, dice)
    assert not any("cut" in row.about for row in list_team_records(desk.state))
    assert team_table(desk.state).marks == ()
    draw(desk)
    notes = sorted(row.about.split(" · ")[-1] for row in list_team_records(desk.state))
    assert notes == ["In the cut", "In the cut", "Place kept", "Place kept"]
    assert team_table(desk.state).marks == tuple(notes)
