"""Teams' records: who is in them, who leads them, in which seat, and who comes for whom."""

from app.engine.acts.draw import MergePlayers
from app.engine.acts.players import (
    AddPlayers,
    CheckIn,
    DropPlayer,
    EditPlayer,
    Entry,
    PlayersCheckedIn,
)
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.setup import ChangeSettings, CreateEvent
from app.engine.acts.table import StartClock
from app.engine.acts.teams.roster import (
    DropTeam,
    EnterTeam,
    PlayerSubstituted,
    ReadmitTeam,
    SeatPlayer,
    SubstitutePlayer,
    Team,
    TeamDropped,
    TeamReadmitted,
)
from app.engine.evolve import evolve
from app.engine.frozen import replace
from app.engine.players.rosters import (
    Roster,
    as_entered,
    joined_team,
    roster_called,
    roster_of,
    rosters,
)
from app.engine.rounds.team_round import Lineup, lineups
from app.engine.side import Side
from app.engine.standings.matches import matches_of
from app.engine.standings.teams import team_names, team_standings
from app.engine.state import State, Status
from tests.engine.event import SR2017, Desk, latest, settings


def teams(*sizes: int, seats: int = 2) -> Desk:
    """Oak, Ash, Elm … of so many players each, numbered team by team; all are here."""
    desk = Desk()
    desk.do(CreateEvent(replace(settings(), team_seats=seats), SR2017))
    names = ("Oak", "Ash", "Elm", "Yew")
    entries = [
        Entry(f"{names[at][0]}{seat}", team=names[at])
        for at, size in enumerate(sizes)
        for seat in range(1, size + 1)
    ]
    desk.do(AddPlayers(tuple(entries)))
    desk.do(CheckIn(tuple(range(1, len(entries) + 1))))
    return desk


def under_way(desk: Desk) -> Desk:
    desk.do(DrawRound(7), insist=True)
    desk.do(PublishRound())
    desk.do(StartRound())
    return desk


def order(desk: Desk, name: str) -> tuple[int, ...]:
    roster = roster_called(desk.state, name)
    assert roster
    return roster.players


def test_a_team_not_entered_as_such_lists_its_players_by_number() -> None:
    desk = teams(3, 2)
    assert roster_called(desk.state, " OAK ") == Roster("oak", "Oak", "", 1, (1, 2, 3), 2)
    roster = roster_of(desk.state, 1)
    assert roster
    assert (roster.seated, roster.substitutes) == ((1, 2), (3,))
    assert roster_called(desk.state, "Elm") is None
    assert not rosters(State())
    alone = Roster("oak", "Oak", "", 1, (1, 2), 0)
    assert (alone.seated, alone.substitutes) == ((1, 2), ())


def test_a_team_has_a_captain_a_nation_and_an_order_of_its_seats() -> None:
    desk = teams(3, 2)
    desk.do(EnterTeam(Team("Oak", "Wales", 3, (3, 1, 2)), "oak"))
    assert roster_called(desk.state, "Oak") == Roster("oak", "Oak", "Wales", 3, (3, 1, 2), 2)
    assert lineups(desk.state)[0] == Lineup("oak", (3, 1))
    desk.do(DropPlayer(3))
    assert lineups(desk.state)[0] == Lineup("oak", (1, 2))
    assert order(desk, "Oak") == (3, 1, 2)


def test_an_entered_captain_applies_only_while_among_the_teams_players() -> None:
    desk = teams(3, 2)
    oak = rosters(desk.state)["oak"]
    assert as_entered(desk.state, oak, (1, 2)) == Team("Oak", "", 0, (1, 2))
    desk.do(EnterTeam(Team("Oak", "Wales", 3, (3, 1, 2)), "Oak"))
    oak = rosters(desk.state)["oak"]
    assert as_entered(desk.state, oak, (1, 3)) == Team("Oak", "Wales", 3, (1, 3))
    assert as_entered(desk.state, oak, (1, 2)) == Team("Oak", "Wales", 0, (1, 2))


def test_imported_players_join_a_team_after_its_current_members() -> None:
    desk = teams(2, 2)
    assert joined_team(desk.state, Team("Elm")) == EnterTeam(Team("Elm"))
    desk.do(EnterTeam(Team("Oak", "Wales", 2, (1, 2)), "Oak"))
    listed = Team("OAK", players=(2, 3))
    assert joined_team(desk.state, listed) == EnterTeam(Team("Oak", "Wales", 2, (1, 2, 3)), "Oak")
    listed = Team("Oak", "Kent", 3, (3,))
    assert joined_team(desk.state, listed) == EnterTeam(Team("Oak", "Kent", 3, (1, 2, 3)), "Oak")


def test_a_new_team_can_take_players_without_a_team() -> None:
    desk = teams(2, 2)
    desk.do(AddPlayers((Entry("Una"), Entry("Vic"))))
    desk.do(EnterTeam(Team(" Elm\u202e", " Fries  land", players=(6, 5))))
    assert desk.state.teams["elm"] == Team("Elm", "Fries land", players=(6, 5))
    assert [desk.state.players[n].entry.team for n in (5, 6)] == ["Elm", "Elm"]
    assert order(desk, "elm") == (6, 5)
    desk.do(EnterTeam(Team("Yew")))
    assert list(rosters(desk.state)) == ["oak", "ash", "elm", "yew"]
    yew = roster_called(desk.state, "Yew")
    assert yew
    assert (yew.captain, yew.players) == (0, ())


def test_renaming_a_team_renames_it_for_all_its_players() -> None:
    desk = teams(2, 2)
    desk.do(EnterTeam(Team("Royal Oak", captain=2, players=(1, 2)), "OAK"))
    assert {player.entry.team for player in desk.state.players.values()} == {"Royal Oak", "Ash"}
    assert list(rosters(desk.state)) == ["royal oak", "ash"]
    assert team_names(desk.state)["royal oak"] == "Royal Oak"
    desk.do(EnterTeam(Team("ROYAL oak", captain=2, players=(1, 2)), "Royal Oak"))
    desk.do(EditPlayer(1, Entry("O1", team="Royal OAK")))
    assert team_standings(desk.state)[-1].team == "ROYAL oak"


def test_a_player_left_out_of_a_team_has_no_team() -> None:
    desk = teams(3, 2)
    desk.do(EnterTeam(Team("Oak", players=(1, 3)), "Oak"))
    assert desk.state.players[2].entry.team == ""


def test_an_impossible_team_is_refused() -> None:
    desk = teams(2, 2)

    def refused(team: Team, was: str = "") -> str:
        return desk.refused(EnterTeam(team, was), insist=True)

    assert refused(Team(" \u202e ")) == "A team needs a name."
    assert refused(Team("Elm"), "Yew") == "There is no team called Yew."
    assert refused(Team("oak ")) == "There is already a team called Oak."
    assert refused(Team("Ash", players=(1, 2)), "Oak") == "There is already a team called Ash."
    assert refused(Team("Elm", players=(9,))) == "There is no player number 9."
    assert refused(Team("Oak", players=(1, 1)), "Oak") == "O1 is in Oak twice."
    assert "The captain is one of" in refused(Team("Oak", "", 3, (1, 2)), "Oak")
    desk.do(EnterTeam(Team("Oak", players=(2, 1)), "Oak"))
    assert "Nothing changes" in refused(Team("Oak", players=(2, 1)), "Oak")


def test_a_player_in_two_teams_and_a_wrong_size_are_asked_about() -> None:
    desk = teams(2, 3)
    assert desk.doubted(EnterTeam(Team("Oak", players=(1, 2, 3)), "Oak")) == "A1 plays for Ash."
    assert order(desk, "Ash") == (4, 5)
    assert desk.doubted(EnterTeam(Team("Oak", players=(1,)), "Oak")) == (
        "Oak lacks 1 player: each round the opponent has the bye’s points for that seat."
    )
    desk.do(ChangeSettings(replace(settings(), team_seats=2, team_substitutes=0), SR2017))
    desk.do(SeatPlayer(2, "Ash"))
    assert desk.doubted(EnterTeam(Team("Ash", "Wales", 0, (2, 4, 5)), "Ash")) == (
        "Ash has 3 players; at this event a team has at most 2."
    )
    desk.do(ChangeSettings(settings(), SR2017))
    desk.do(EnterTeam(Team("Ash", players=(2,)), "Ash"))


def test_moving_a_player_who_has_played_is_asked_about() -> None:
    desk = under_way(teams(3, 3))
    desk.do(EditPlayer(1, Entry("O1", "Ravens", team="OAK ")))
    words = "The 1 round that O1 has played still counts for OAK."
    assert desk.doubted(SeatPlayer(1, "Ash")) == words
    desk.do(EditPlayer(1, Entry("O1")))
    desk.do(EditPlayer(1, Entry("O1", team="Ash")))
    desk.do(EditPlayer(3, Entry("O3", team="Ash")))
    desk = under_way(teams(2, 2))
    desk.do(DropPlayer(2), insist=True)
    doubt = desk.doubted(EnterTeam(Team("Oak", players=(2, 3)), "Oak"))
    assert "A1 plays for Ash. The 1 round that A1" in doubt
    assert "The 1 round that O1 has played still counts for Oak." in doubt


def test_players_change_seats_within_a_team_and_move_between_teams() -> None:
    desk = teams(3, 3)
    desk.do(SeatPlayer(3, "Oak", 1))
    assert order(desk, "Oak") == (3, 2, 1)
    desk.do(SeatPlayer(3, "oak"))
    assert order(desk, "Oak") == (2, 1, 3)
    desk.do(SeatPlayer(2, "Oak", 9))
    assert order(desk, "Oak") == (3, 1, 2)
    desk.do(SeatPlayer(1, "Ash", 2))
    assert (order(desk, "Ash"), order(desk, "Oak")) == ((4, 1, 5, 6), (3, 2))
    assert desk.state.players[1].entry.team == "Ash"
    desk.do(SeatPlayer(1, ""))
    assert desk.state.players[1].entry.team == ""
    desk.do(SeatPlayer(1, "Ash"))
    assert order(desk, "Ash") == (4, 5, 6, 1)
    assert "Nothing changes" in desk.refused(SeatPlayer(1, "Ash"))
    assert "Nothing changes" in desk.refused(SeatPlayer(1, "Ash", 4))
    assert "Nothing changes" in desk.refused(SeatPlayer(4, "Ash", 1))
    assert desk.refused(SeatPlayer(1, "Elm")) == "There is no team called Elm."
    assert desk.refused(SeatPlayer(9, "Ash")) == "There is no player number 9."


def test_a_substitute_takes_the_seat_from_the_next_round_on() -> None:
    desk = under_way(teams(3, 2))
    desk.do(SubstitutePlayer(1, 3))
    assert desk.state.substitutions == (PlayerSubstituted(1, 3, 2),)
    assert order(desk, "Oak") == (3, 2, 1)
    assert {n for game in desk.state.games.values() for n in game.players} == {1, 2, 4, 5}


def test_a_substitute_can_play_in_the_round_already_drawn() -> None:
    desk = teams(3, 2)
    desk.do(DrawRound(7), insist=True)
    tables = {game.table for game in desk.state.games.values()}
    desk.do(SubstitutePlayer(1, 3, at_once=True))
    games = desk.state.games_of(latest(desk))
    assert {n for game in games for n in game.players} == {3, 2, 4, 5}
    assert {game.table for game in games} == tables
    assert desk.state.substitutions == (PlayerSubstituted(1, 3, 1),)
    (match,) = matches_of(desk.state, 1)
    assert len(match.games) == 2


def test_a_substitution_discards_a_game_in_play_only_if_the_organizer_insists() -> None:
    desk = under_way(teams(3, 2))
    game = next(game for game in desk.state.games.values() if 1 in game.players)
    desk.do(StartClock(game.number, Side.RED))
    words = desk.doubted(SubstitutePlayer(1, 3, at_once=True))
    assert words == (
        f"O1 has begun to play at table {game.table}. That game is set aside, and a new one begins."
    )
    assert game.number not in desk.state.games


def test_a_player_from_outside_replaces_one_who_leaves() -> None:
    desk = under_way(teams(2, 2))
    desk.do(AddPlayers((Entry("Una"),)))
    events = desk.do(SubstitutePlayer(2, 5, leaves=True))
    assert PlayersCheckedIn((5,)) in events
    assert order(desk, "Oak") == (1, 5, 2)
    assert desk.state.players[2].status is Status.DROPPED
    assert desk.state.players[2].left_after_round == 1
    assert desk.state.players[5].entry.team == "Oak"
    assert lineups(desk.state)[0].seats == (1, 5)
    before = teams(2, 2)
    before.do(DropPlayer(2))
    before.do(AddPlayers((Entry("Una"),)))
    assert before.do(SubstitutePlayer(2, 5, leaves=True)) == (PlayerSubstituted(2, 5, 1),)


def test_an_impossible_substitution_is_refused() -> None:
    desk = teams(3, 2)
    desk.do(AddPlayers((Entry("Una"),)))

    def refused(gone: int, came: int, *, at_once: bool = False) -> str:
        return desk.refused(SubstitutePlayer(gone, came, at_once=at_once), insist=True)

    assert refused(1, 9) == "There is no player number 9."
    assert refused(6, 1) == "Una is in no team."
    assert refused(3, 6) == "O3 is a substitute of Oak and has no seat."
    assert refused(1, 2) == "O2 already has a seat in Oak. Change the seats instead."
    assert "No round is drawn" in refused(1, 3, at_once=True)
    desk.do(DrawRound(7), insist=True)
    desk.do(AddPlayers((Entry("Vic"),)))
    desk.do(SubstitutePlayer(2, 7))
    assert "O2 is already in round 1" in refused(1, 2, at_once=True)
    assert "Vic has no game in round 1" in refused(7, 3, at_once=True)
    desk.do(DropPlayer(3))
    assert refused(1, 3) == "O3 has left the event. Readmit the player first."


def test_a_substitute_who_has_played_this_round_is_asked_about() -> None:
    desk = under_way(teams(2, 2))
    doubt = desk.doubted(SubstitutePlayer(1, 3))
    assert doubt == (
        "A1 plays for Ash. The 1 round that A1 has played still counts for Ash. "
        "A1 has already played in round 1, and plays from round 2 on in that seat."
    )
    assert order(desk, "Oak") == (3, 2, 1)
    assert order(desk, "Ash") == (4,)


def test_a_readmitted_team_comes_back_without_players_who_left_earlier() -> None:
    desk = under_way(teams(2, 3))
    for table in (1, 2):
        desk.report(table, Side.RED)
    desk.do(DropPlayer(5))
    desk.do(FinishRound())
    under_way(desk)
    assert desk.do(DropTeam("ash")) == (TeamDropped("Ash", (3, 4), 2),)
    assert {player.status for player in desk.state.players.values() if player.number > 2} == {
        Status.DROPPED
    }
    assert desk.refused(DropTeam("Ash")) == "Nobody from Ash is in the event."
    assert desk.do(ReadmitTeam("Ash")) == (TeamReadmitted("Ash", (3, 4)),)
    assert desk.state.players[3].plays
    assert not desk.state.players[5].plays
    assert desk.refused(ReadmitTeam("Ash")) == "Ash is in the event."
    for command in (DropTeam("Elm"), ReadmitTeam("Elm")):
        assert desk.refused(command) == "There is no team called Elm."
    desk.do(EnterTeam(Team("Elm")))
    assert desk.refused(ReadmitTeam("Elm")) == "Nobody in Elm has dropped."


def test_a_merged_entry_keeps_its_seat_and_captaincy() -> None:
    desk = teams(3, 2)
    desk.do(EnterTeam(Team("Oak", "", 3, (3, 2, 1)), "Oak"))
    desk.do(SubstitutePlayer(3, 1))
    desk.do(MergePlayers(1, 3), insist=True)
    roster = roster_called(desk.state, "Oak")
    assert roster
    assert (roster.captain, roster.players) == (1, (1, 2))
    assert desk.state.substitutions == (PlayerSubstituted(1, 1, 1),)


def test_impossible_rows_about_teams_change_nothing() -> None:
    desk = teams(2, 2)
    before = desk.state
    for event in (
        SeatPlayer(9, "Oak"),
        SeatPlayer(1, "Elm"),
        PlayerSubstituted(9, 1, 1),
        PlayerSubstituted(1, 9, 1),
        TeamDropped("Oak", (9,), 1),
        TeamReadmitted("Oak", (9,)),
    ):
        row = replace(desk.records[-1], event=event)
        changed = evolve(before, row)
        assert replace(changed, done=before.done) == before
