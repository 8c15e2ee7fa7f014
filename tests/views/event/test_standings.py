from app.engine.acts.players import (
    AddPlayers,
    CheckIn,
    DisqualifyPlayer,
    DropPlayer,
    EditPlayer,
    Entry,
)
from app.engine.acts.results import How
from app.engine.acts.rounds import DrawRound, FinishRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.teams.roster import EnterTeam, Team
from app.engine.frozen import replace
from app.engine.side import Side
from app.engine.state import State
from app.views.event.publish import standings_words
from app.views.event.standings import (
    StandingsColumn,
    after_words,
    sort_standings,
    standing_rows,
    standings_text,
    team_table,
    teams_score,
)
from tests.engine.event import SR2017, Desk, registered, settings, under_way
from tests.engine.team_cases import begin, draw
from tests.engine.team_cases import team_event as played_by_teams


def test_standings_are_shown_with_their_places_and_notes() -> None:
    desk = under_way(5)
    assert after_words(State()) == "Before round 1"
    assert after_words(desk.state) == "During round 1"
    desk.report(1, Side.RED, How.SCENARIO, (6, 1), (10, 5))
    desk.report(2, Side.RED, How.SCENARIO, (6, 1), (10, 5))
    desk.do(FinishRound())
    assert after_words(desk.state) == "After round 1"
    desk.do(DropPlayer(1))
    desk.do(DisqualifyPlayer(2, "cheating"), insist=True)
    desk.do(AddPlayers((Entry("Nobody"),)))
    desk.do(CheckIn((6,)))
    rows = standing_rows(desk.state)
    notes = {row.number: row.cell(StandingsColumn.NOTE) for row in rows}
    assert notes[1] == "Dropped after round 1"
    assert notes[2] == "Disqualified: no place"
    assert [row.cell(StandingsColumn.PLACE) for row in rows][-1] == "–"
    assert {row.number for row in rows if row.out} == {1, 2}
    assert any(row.cell(StandingsColumn.PLACE).endswith("=") for row in rows)
    assert {row.number: row.sos_words for row in rows}[6] == "No opponent met yet"
    assert any(row.sos_words.startswith("SoS 1: ") for row in rows)


def test_a_row_stays_equal_as_long_as_it_shows_the_same() -> None:
    desk = under_way(4)
    before = standing_rows(desk.state)
    later = replace(desk.state, next_game=99)
    assert {*standing_rows(later)} == {*before}
    assert before[0] != before[1]
    assert before[0] != before[0].cells


def test_a_record_names_byes_beside_the_games() -> None:
    desk = under_way(5)
    desk.report(1, Side.RED, How.SCENARIO, (6, 1), (10, 5))
    desk.report(2, None, How.TIE, (1, 1), (10, 5))
    desk.do(FinishRound())
    records = sorted(row.cell(StandingsColumn.RECORD) for row in standing_rows(desk.state))
    assert records == ["0–0–0 + 1 bye", "0–0–1", "0–0–1", "0–1–0", "1–0–0"]
    words = standings_words(desk.state)
    assert " · 0–0 + 1 bye · " in words
    assert " · 1–0 · " in words


def test_a_player_who_left_before_the_first_round_is_marked() -> None:
    desk = registered(4)
    desk.do(DrawRound(7))
    desk.do(DropPlayer(1), insist=True)
    notes = [row.cell(StandingsColumn.NOTE) for row in standing_rows(desk.state)]
    assert "Dropped before round 1" in notes


def test_standings_can_be_sorted_in_both_directions() -> None:
    desk = under_way(4)
    desk.report(1, Side.RED, How.SCENARIO, (6, 1), (10, 5))
    rows = standing_rows(desk.state)
    points = [
        row.cell(StandingsColumn.CP)
        for row in sort_standings(rows, StandingsColumn.CP, descending=True)
    ]
    assert points == ["6", "1", "0", "0"]
    names = [
        row.cell(StandingsColumn.NAME)
        for row in sort_standings(rows, StandingsColumn.NAME, descending=False)
    ]
    assert names == sorted(names)


def test_exported_text_is_quoted_where_necessary() -> None:
    desk = Desk()
    desk.do(CreateEvent(settings(), SR2017))
    desk.do(AddPlayers((Entry('Smith, "Jo"', "A\nB"),)))
    desk.do(CheckIn((1,)))
    rows = standing_rows(desk.state)
    assert '"Smith, ""Jo""",A B,' in standings_text(rows, ",")
    assert 'Smith, "Jo"\tA B\t' in standings_text(rows, "\t")


def test_exported_places_are_numbers_with_a_separate_column_for_shared_ones() -> None:
    desk = under_way(4)
    desk.do(DisqualifyPlayer(3, "Loaded dice"), insist=True)
    lines = standings_text(standing_rows(desk.state), ",").splitlines()
    assert [line.split(",")[:2] for line in lines] == [
        ["Place", "Shared"],
        ["1", "no"],
        ["2", "yes"],
        ["2", "yes"],
        ["–", "no"],
    ]


def test_a_name_starting_like_a_formula_is_escaped_for_spreadsheets() -> None:
    desk = registered(2)
    desk.do(EditPlayer(1, Entry("=SUM(A1)")))
    rows = standing_rows(desk.state)
    assert "'=SUM(A1)" in standings_text(rows, ",")
    assert "'=SUM(A1)" in standings_text(rows, "\t")


def test_the_team_standings_say_what_teams_are_ranked_by() -> None:
    assert teams_score(State()) == "A team scores the sum of its players"
    assert teams_score(registered(4).state) == "A team scores the sum of its players"
    matches = registered(4, replace(settings(), team_seats=2)).state
    assert teams_score(matches) == (
        "Wins are matches, TP games won, SoS the match wins of the teams met"
    )


def test_a_team_without_remaining_players_keeps_its_line() -> None:
    desk = played_by_teams((2, 2))
    draw(desk)
    begin(desk)
    desk.do(EnterTeam(Team("Team 1"), "Team 1"), insist=True)
    rows = {row[1]: row[-1] for row in team_table(desk.state).rows}
    assert rows == {"Team 1": "", "Team 2": "B-0 and B-1"}
