"""Players who change teams in mid-event: what they have played stays with the old team."""

from app.engine.acts.draw import MergePlayers
from app.engine.acts.players import AddPlayers, DisqualifyPlayer, EditPlayer, EditPlayers, Entry
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.teams.roster import EnterTeam, SeatPlayer, SubstitutePlayer, Team
from app.engine.frozen import replace
from app.engine.players.rosters import by_seat_then, rosters
from app.engine.rounds.team_draw import team_draw
from app.engine.side import Pair, Side
from app.engine.standings.matches import matches_of, team_rounds
from app.engine.standings.scores import Score
from app.engine.standings.teams import points_for_teams, team_names, team_standings
from app.engine.state import State
from tests.engine.event import Desk, settings
from tests.engine.standings.test_matches import play, standing, team_event


def played(byes: tuple[int, ...] = (5, 6)) -> Desk:
    """Iron, players 1 and 2, has beaten Brass, 3 and 4; Gold had the bye."""
    desk = team_event()
    play(desk, ((1, 3), (2, 4)), byes)
    desk.report(1, Side.RED, cp=(3, 1), apd=(40, 10))
    desk.report(2, Side.RED, cp=(5, 2), apd=(7, 9))
    return desk


def numbers(state: State) -> dict[str, tuple[Score, Score, Score, int, int]]:
    return {row.team: (row.wins, row.sos, row.tp, row.cp, row.apd) for row in team_standings(state)}


def test_the_games_of_a_player_who_changes_teams_stay_with_the_old_team() -> None:
    desk = played()
    before = numbers(desk.state)
    desk.do(SeatPlayer(1, "Brass"), insist=True)
    assert numbers(desk.state) == before
    assert desk.state.rounds[0].teams_then == {1: "Iron"}
    (match,) = matches_of(desk.state, 1)
    assert (match.teams, match.won, match.winner) == (Pair("iron", "brass"), Pair(2, 0), Side.RED)
    assert standing(desk.state, "Iron").members == (2,)
    assert standing(desk.state, "Brass").members == (1, 4, 3)
    assert {row.number: row.cp for row in points_for_teams(desk.state)["iron"]} == {2: 5, 1: 3}
    assert by_seat_then(desk.state, desk.state.rounds[0], "iron", (1, 2, 3)) == (2, 1)


def test_every_way_to_change_teams_leaves_the_games_with_the_old_team() -> None:
    ways = (
        EditPlayer(1, Entry("P1", team="Gold")),
        EditPlayer(1, Entry("P1")),
        SeatPlayer(1, ""),
        EnterTeam(Team("Iron", players=(2,)), "Iron"),
        EnterTeam(Team("Brass", players=(3, 4, 1)), "Brass"),
        SubstitutePlayer(3, 1),
    )
    for way in ways:
        desk = played()
        before = numbers(desk.state)
        desk.do(way, insist=True)
        assert numbers(desk.state) == before, way


def test_a_bye_stays_with_the_team_that_had_it() -> None:
    desk = played()
    before = numbers(desk.state)
    desk.do(SeatPlayer(5, "Iron"), insist=True)
    assert numbers(desk.state) == before
    assert [bye.team for bye in team_rounds(desk.state)[0][1]] == ["gold"]
    desk = team_event()
    play(desk, ((3, 1),), (4,))
    before = numbers(desk.state)
    desk.do(SeatPlayer(4, "Gold"), insist=True)
    assert numbers(desk.state) == before


def test_after_several_changes_each_round_still_counts_for_the_team_of_that_time() -> None:
    desk = played()
    desk.do(SeatPlayer(1, "Gold"), insist=True)
    desk.do(FinishRound())
    play(desk, ((1, 2), (5, 3)), (4,))
    desk.do(SeatPlayer(1, "Brass"), insist=True)
    desk.do(SeatPlayer(1, "Iron"), insist=True)
    assert [dict(round_.teams_then) for round_ in desk.state.rounds] == [{1: "Iron"}, {1: "Gold"}]
    assert [match.teams for match in matches_of(desk.state, 2)] == [
        Pair("gold", "iron"),
        Pair("gold", "brass"),
    ]
    assert standing(desk.state, "Iron").cp == 8


def test_a_team_that_all_its_players_have_left_keeps_its_wins() -> None:
    desk = played()
    before = numbers(desk.state)
    desk.do(EditPlayer(1, Entry("P1", team="Zinc")), insist=True)
    desk.do(EditPlayer(2, Entry("P2", team="Zinc")), insist=True)
    assert numbers(desk.state) == before | {"Zinc": (0, 0, 0, 0, 0)}
    assert standing(desk.state, "Iron").members == ()
    assert rosters(desk.state)["iron"].players == ()
    assert rosters(desk.state)["iron"].captain == 0


def test_a_renamed_team_has_its_new_name_in_earlier_rounds_too() -> None:
    desk = played()
    before = numbers(desk.state)
    desk.do(SeatPlayer(1, "Gold"), insist=True)
    desk.do(EnterTeam(Team("Steel", players=(2,)), "Iron"), insist=True)
    after = {"Steel" if team == "Iron" else team: row for team, row in before.items()}
    assert numbers(desk.state) == after
    assert team_names(desk.state)["steel"] == "Steel"
    assert "iron" not in team_names(desk.state)
    assert desk.state.rounds[0].teams_then == {1: "Steel"}


def test_a_round_that_has_not_begun_goes_by_the_current_teams() -> None:
    desk = played()
    desk.do(FinishRound())
    desk.do(DrawRound(9), insist=True)
    desk.do(SeatPlayer(1, "Gold"), insist=True)
    assert desk.state.rounds[1].teams_then == {}


def test_a_player_without_a_team_brings_their_earlier_games_to_a_new_team() -> None:
    desk = team_event()
    play(desk, ((3, 1), (5, 7)), (4, 6))
    desk.do(SeatPlayer(7, "Iron"))
    assert [match.teams for match in matches_of(desk.state, 1)] == [
        Pair("brass", "iron"),
        Pair("gold", "iron"),
    ]


def test_in_an_individual_event_points_move_with_a_player_to_the_new_team() -> None:
    desk = team_event(replace(settings(), team_seats=0))
    play(desk, ((1, 3), (2, 4)), (5,))
    desk.report(1, Side.RED, cp=(3, 1))
    move = EditPlayer(1, Entry("P1", team="Gold"))
    words = "The 1 round that P1 has played would no longer count for that team."
    assert desk.doubted(move) == words
    desk.do(move, insist=True)
    assert desk.state.rounds[0].teams_then == {}
    assert standing(desk.state, "Gold").cp == 6


def test_players_who_change_teams_together_leave_their_wins_with_the_old_team() -> None:
    desk = played()
    before = numbers(desk.state)
    moves = EditPlayers(tuple((n, Entry(f"P{n}", team="Zinc")) for n in (1, 2)))
    doubt = desk.doubted(moves)
    assert "P1 has played" in doubt
    assert "P2 has played" in doubt
    desk.do(moves, insist=True)
    assert numbers(desk.state) == before | {"Zinc": (0, 0, 0, 0, 0)}


def test_merging_two_entries_leaves_each_team_the_games_played_for_it() -> None:
    desk = played()
    desk.do(AddPlayers((Entry("P1 again", team="Gold"),)))
    before = numbers(desk.state)
    desk.do(MergePlayers(8, 1), insist=True)
    assert numbers(desk.state) == before
    assert desk.state.rounds[0].teams_then == {8: "Iron"}


def test_a_disqualified_player_adds_nothing_to_a_former_team() -> None:
    desk = played()
    desk.do(SeatPlayer(1, "Gold"), insist=True)
    desk.do(DisqualifyPlayer(1, "cheating"), insist=True)
    assert standing(desk.state, "Iron").cp == 5


def test_a_past_draw_shows_the_teams_as_they_were_then() -> None:
    desk = team_event(roster=("Iron", "Iron", "Brass", "Brass", "Gold", "Gold", "Zinc", "Zinc"))
    desk.do(DrawRound(9), insist=True)
    desk.do(PublishRound())
    desk.do(StartRound())
    now = team_draw(desk.state, desk.state.rounds[0]).now
    for number in (1, 3, 5):
        desk.do(SeatPlayer(number, "Zinc"), insist=True)
    assert team_draw(desk.state, desk.state.rounds[0]).now == now
