"""What is printed of a match: its seats with whoever's side they have, and its captains' cards."""

from app.engine.side import Side
from app.views.teams.match_sheets import captain_cards, match_sheets
from tests.engine.standings.test_matches import play, team_event


def test_a_match_sheet_has_the_first_teams_player_first_at_each_table() -> None:
    desk = team_event()
    play(desk, ((1, 3), (4, 2)), (5, 6))
    desk.report(1, Side.RED, cp=(3, 1), apd=(40, 10))
    round_ = desk.state.rounds[0]
    (sheet,) = match_sheets(desk.state, round_, secret=False)
    assert (sheet.names.red, sheet.tables) == ("Iron", "1–2")
    first, second = sheet.seats
    assert [player.name for player in second.players] == ["P2", "P4"]
    assert (first.players.red.won, first.players.red.cp, first.players.blue.apd) == (
        "won", "3", "10",
    )  # fmt: skip
    assert first.players.blue.won == ""
    assert second.players.red.lists == "1 / 2"
    assert sheet.scenario
    assert sheet.won.red == ""
    desk.report(2, Side.RED)
    (secret,) = match_sheets(desk.state, round_, secret=True)
    assert (secret.scenario, secret.won.red, secret.won.blue) == ("", "1", "1")


def test_each_captain_has_a_card_with_both_teams_players() -> None:
    desk = team_event()
    play(desk, ((1, 3), (4, 2)), (5, 6))
    iron, brass = captain_cards(desk.state, desk.state.rounds[0])
    assert (iron.team, iron.other, iron.tables) == ("Iron", "Brass", (1, 2))
    assert [player.name for player in iron.ours] == ["P1", "P2"]
    assert [player.name for player in brass.theirs] == ["P1", "P2"]
    assert iron.percent == 36
