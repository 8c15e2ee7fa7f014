"""The teams at the registration desk, in words."""

from random import Random

from app.engine.acts.players import AddPlayers, DropPlayer, EnterArmy, Entry
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.teams.roster import DropTeam, EnterTeam, SubstitutePlayer, Team
from app.engine.frozen import replace
from app.engine.side import Side
from app.engine.state import State
from app.views.teams.roster import (
    TeamRoundRow,
    TeamRow,
    matching_teams,
    seat_rows,
    team_round_rows,
    team_rows,
    teams_words,
)
from tests.engine.event import SR2017, Desk
from tests.engine.players.test_rosters import teams, under_way
from tests.engine.players.test_team_lists import army_list
from tests.engine.rounds.test_team_round import begin, draw, finish, latest


def row(desk: Desk, name: str) -> TeamRow:
    return next(row for row in team_rows(desk.state) if row.name == name)


def test_a_team_row_shows_how_many_play_and_how_many_are_present() -> None:
    desk = teams(3, 2, 1)
    assert [(row.name, row.players, row.here, row.note) for row in team_rows(desk.state)] == [
        ("Ash", "2", "2 of 2", ""),
        ("Elm", "1 of 2", "1 of 1", "1 player short"),
        ("Oak", "2 + 1", "3 of 3", ""),
    ]
    desk.do(EnterTeam(Team("Yew", "Wales")))
    yew = row(desk, "Yew")
    assert (yew.players, yew.here, yew.note, yew.nation) == ("0 of 2", "–", "no players", "Wales")
    desk.do(DropTeam("Ash"))
    ash = row(desk, "Ash")
    assert (ash.note, ash.out, ash.awaited) == ("Dropped", True, ())


def test_players_without_a_team_are_listed_first() -> None:
    desk = teams(2, 2)
    desk.do(AddPlayers((Entry("Una"), Entry("Vic"))))
    desk.do(DropPlayer(6))
    first = team_rows(desk.state)[0]
    assert (first.name, first.players, first.here) == ("Without a team", "1", "0 of 1")
    assert (first.is_team, first.awaited) == (False, (5,))
    assert [seat.name for seat in seat_rows(desk.state, "")] == ["Una", "Vic"]
    assert [row.is_team for row in team_rows(desk.state)] == [False, True, True]
    assert team_rows(State()) == ()


def test_doubts_about_a_team_are_counted() -> None:
    desk = teams(2, 2)
    assert teams_words(team_rows(desk.state)) == "2 teams"
    assert desk.state.settings
    chosen = replace(desk.state.settings, team_casters_differ=True)
    desk.do(EnterArmy(1, (army_list("Haley 2"),)), insist=True)
    desk.do(EnterArmy(2, (army_list("Haley 2"),)), insist=True)
    desk.do(ChangeSettings(chosen, SR2017))
    assert row(desk, "Oak").note == "1 doubt"
    assert row(desk, "Oak").doubts[0].startswith("Haley 2 leads lists of O1 and O2")
    words = "2 teams, 1 with a note"
    assert teams_words(team_rows(desk.state)) == words


def test_teams_are_found_by_name_nation_and_players() -> None:
    desk = teams(2, 2)
    desk.do(EnterTeam(Team("Oak", "Wáles", players=(1, 2)), "Oak"))
    desk.do(AddPlayers((Entry("Una"),)))
    rows = team_rows(desk.state)
    for text, found in (
        ("", ["Without a team", "Ash", "Oak"]),
        ("wales oak", ["Oak"]),
        ("a2", ["Ash"]),
        ("team", ["Without a team"]),
        ("elm", []),
    ):
        assert [row.name for row in matching_teams(desk.state, rows, text)] == found


def test_seat_rows_mark_substitutes_and_the_captain() -> None:
    desk = teams(3, 2)
    desk.do(EnterTeam(Team("Oak", "", 2, (3, 2, 1)), "Oak"))
    desk.do(DropPlayer(1))
    assert [
        (seat.seat, seat.name, seat.is_captain, seat.status, seat.out)
        for seat in seat_rows(desk.state, "oak")
    ] == [
        ("1", "O3", False, "Checked in", False),
        ("2", "O2", True, "Checked in", False),
        ("Sub", "O1", False, "Dropped", True),
    ]


def test_a_teams_rounds_are_listed_with_their_substitutions() -> None:
    desk = teams(3, 2, 2)
    assert team_round_rows(desk.state, "oak") == ()
    assert team_round_rows(desk.state, "yew") == ()
    under_way(desk)
    finish(desk, Random(1))
    assert desk.state.settings
    desk.do(ChangeSettings(replace(desk.state.settings, drawn_match_half=True), SR2017))
    draw(desk)
    begin(desk)
    games = desk.state.games_of(latest(desk))
    for game, winner in zip(games, (Side.RED, Side.BLUE), strict=True):
        desk.report(game.table, winner)
    desk.do(SubstitutePlayer(1, 3))
    rounds = team_round_rows(desk.state, "oak")
    assert [row.number for row in rounds] == ["1", "2", "3"]
    assert rounds[-1] == TeamRoundRow("3", "", "", "O3 for O1")
    records = {row.name: row.record for row in team_rows(desk.state)}
    assert any(record.endswith("–1") for record in records.values())
    assert "" not in records.values()
    desk.do(SubstitutePlayer(2, 1), insist=True)
    assert [row.changes for row in team_round_rows(desk.state, "ash")] == ["", ""]
    assert team_round_rows(desk.state, "oak")[-1].changes == "O3 for O1 and O1 for O2"
