"""An event of teams: its matches, and the teams in order by them."""

from fractions import Fraction

import pytest

from app.engine.acts.players import AddPlayers, CheckIn, DropPlayer, Entry
from app.engine.acts.rounds import EnterPairings, FinishRound, PublishRound, StartRound
from app.engine.acts.setup import ChangeSettings, CreateEvent
from app.engine.formats.settings import LevelMatch, Settings
from app.engine.frozen import replace
from app.engine.packet.ranking import RankingColumn, Schedule
from app.engine.side import Pair, Side
from app.engine.standings.matches import Match, TeamBye, matches_of, team_of, team_rounds
from app.engine.standings.teams import TeamStanding, team_standings
from app.engine.state import State
from tests.engine.event import SR2017, Desk, settings

ROSTER = ("Iron", "Iron", "Brass", "brass ", "Gold", "Gold", "")


def team_event(chosen: Settings | None = None, roster: tuple[str, ...] = ROSTER) -> Desk:
    """Players 1 and 2 are Iron, 3 and 4 Brass, 5 and 6 Gold; 7 has no team."""
    desk = Desk()
    desk.do(CreateEvent(chosen or replace(settings(rounds=3), team_seats=2), SR2017))
    desk.do(AddPlayers(tuple(Entry(f"P{i}", team=team) for i, team in enumerate(roster, start=1))))
    desk.do(CheckIn(tuple(range(1, len(roster) + 1))))
    return desk


def play(desk: Desk, pairs: tuple[tuple[int, int], ...], byes: tuple[int, ...] = ()) -> None:
    first = byes[0] if byes else None
    desk.do(EnterPairings(pairs, first, more_byes=byes[1:]), insist=True)
    desk.do(PublishRound())
    desk.do(StartRound())


def standing(state: State, team: str) -> TeamStanding:
    return next(row for row in team_standings(state) if row.team == team)


def met(standing_: TeamStanding) -> list[str]:
    return [each.team for each in standing_.met]


def test_a_match_includes_all_games_between_two_teams_on_either_side() -> None:
    desk = team_event()
    play(desk, ((1, 3), (4, 2)), (5, 6))
    desk.report(1, Side.RED, cp=(3, 1), apd=(40, 10))
    desk.report(2, Side.RED, cp=(5, 2), apd=(7, 9))
    (match,) = matches_of(desk.state, 1)
    assert match.teams == Pair("iron", "brass")
    assert match.games == desk.state.rounds[0].games
    assert (match.won, match.out) == (Pair(1, 1), 0)
    assert (match.cp, match.apd) == (Pair(5, 6), Pair(49, 17))
    assert match.is_drawn
    assert match.is_over
    assert team_rounds(desk.state)[0][1] == (TeamBye(1, "gold", (5, 6)),)
    assert matches_of(desk.state, 2) == ()


def test_a_match_is_won_as_soon_as_the_open_games_cannot_change_it() -> None:
    desk = team_event(
        replace(settings(), team_seats=3), ("Iron", "Iron", "Iron", "Brass", "Brass", "Brass")
    )
    play(desk, ((1, 4), (2, 5), (3, 6)))

    def match() -> tuple[Pair[int], int, Side | None]:
        (only,) = matches_of(desk.state, 1)
        return only.won, only.out, only.winner

    assert match() == (Pair(0, 0), 3, None)
    desk.report(2, Side.BLUE)
    assert match() == (Pair(0, 1), 2, None)
    assert standing(desk.state, "Brass").met == ()
    desk.report(1, Side.BLUE)
    assert match() == (Pair(0, 2), 1, Side.BLUE)
    brass, iron = standing(desk.state, "Brass"), standing(desk.state, "Iron")
    assert (brass.wins, brass.tp, brass.losses, met(brass)) == (1, 2, 0, ["Iron"])
    assert (iron.wins, iron.losses, iron.sos, iron.win_rates) == (0, 1, 1, 1)
    desk.report(3, Side.RED)
    assert match() == (Pair(1, 2), 0, Side.BLUE)


@pytest.mark.parametrize(
    ("cp", "apd", "winner"),
    [((3, 1), (0, 9), Side.RED), ((2, 2), (0, 9), Side.BLUE), ((2, 2), (9, 9), None)],
)
def test_points_decide_a_level_match_if_the_organizer_says_so(
    cp: tuple[int, int], apd: tuple[int, int], winner: Side | None
) -> None:
    chosen = replace(settings(), team_seats=2, level_match=LevelMatch.POINTS)
    desk = team_event(chosen)
    play(desk, ((1, 3), (2, 4)), (5, 6))
    desk.report(1, Side.RED, cp=cp, apd=apd)
    desk.report(2, Side.BLUE)
    (match,) = matches_of(desk.state, 1)
    assert match.winner is winner
    assert match.is_drawn == (winner is None)


def test_a_drawn_match_is_half_a_win_if_the_event_says_so() -> None:
    desk = team_event()
    play(desk, ((1, 3), (2, 4)), (5, 6))
    desk.report(1, Side.RED)
    desk.report(2, Side.BLUE)
    assert (standing(desk.state, "Iron").wins, standing(desk.state, "Iron").draws) == (0, 1)
    packet, held = desk.state.packet, desk.state.settings
    assert packet is not None
    assert held is not None
    desk.do(ChangeSettings(replace(held, drawn_match_half=True), packet), insist=True)
    iron, gold = standing(desk.state, "Iron"), standing(desk.state, "Gold")
    assert (iron.wins, iron.draws, iron.sos) == (Fraction(1, 2), 1, Fraction(1, 2))
    assert (gold.wins, gold.tp, gold.byes, gold.met) == (1, 2, 1, ())
    assert [row.place for row in team_standings(desk.state)] == [1, 2, 2]


def test_a_bye_in_one_seat_counts_as_a_game_won_in_the_match() -> None:
    desk = team_event()
    play(desk, ((3, 1), (5, 7)), (4, 6))
    desk.report(1, Side.BLUE)
    (match,) = matches_of(desk.state, 1)
    bye = desk.state.rounds[0].byes[0]
    assert match.teams == Pair("brass", "iron")
    assert match.won == Pair(1, 1)
    assert match.cp == Pair(bye.cp, 0)
    play_on = team_event()
    play(play_on, ((1, 3),), (4,))
    play_on.report(1, Side.RED)
    assert matches_of(play_on.state, 1)[0].won == Pair(1, 1)


def test_games_within_a_team_or_of_players_without_a_team_belong_to_no_match() -> None:
    desk = team_event()
    play(desk, ((1, 2), (3, 7), (4, 5)), (6,))
    for table in (1, 2, 3):
        desk.report(table, Side.RED)
    assert [match.teams for match in matches_of(desk.state, 1)] == [Pair("brass", "gold")]
    assert team_of(desk.state, 7) == team_of(desk.state, 99) == ""
    assert {row.team for row in team_standings(desk.state)} == {"Iron", "Brass", "Gold"}


def test_a_team_gets_a_bye_only_from_its_own_players_and_once_the_round_has_started() -> None:
    desk = team_event()
    desk.do(EnterPairings(((1, 3), (2, 4)), 7, more_byes=(5, 6)), insist=True)
    assert team_rounds(desk.state)[0][1] == ()
    desk.do(PublishRound())
    desk.do(StartRound())
    assert [bye.team for bye in team_rounds(desk.state)[0][1]] == ["gold"]


def two_rounds(schedule: Schedule) -> Desk:
    desk = team_event(replace(settings(rounds=4), team_seats=2, schedule=schedule))
    play(desk, ((1, 3), (2, 4)), (5, 6))
    desk.report(1, Side.RED)
    desk.report(2, Side.RED)
    desk.do(FinishRound())
    play(desk, ((1, 5), (2, 6)), (3, 4))
    desk.report(1, Side.RED)
    desk.report(2, Side.BLUE)
    return desk


@pytest.mark.parametrize(
    ("schedule", "sos"),
    [
        (Schedule.POINTS, 2),
        (Schedule.OVER_GAMES, Fraction(1, 2) + Fraction(1, 2)),
        (Schedule.OVER_ROUNDS, Fraction(2, 4)),
    ],
)
def test_a_teams_strength_of_schedule_is_what_its_opponents_have_won(
    schedule: Schedule, sos: Fraction | int
) -> None:
    state = two_rounds(schedule).state
    iron = standing(state, "Iron")
    assert (iron.wins, iron.draws, iron.tp, met(iron)) == (1, 1, 3, ["Brass", "Gold"])
    assert sum(each.adds for each in iron.met) == sos
    assert iron.sos == sos
    assert standing(state, "Gold").tp == 3
    assert standing(state, "Brass").byes == 1
    assert iron.win_rates == 0


def test_a_team_that_left_adds_to_schedules_as_the_rule_for_dropped_players_says() -> None:
    chosen = replace(settings(rounds=4), team_seats=2, schedule=Schedule.OVER_ROUNDS)
    desk = team_event(chosen)
    play(desk, ((1, 3), (2, 4)), (5, 6))
    desk.report(1, Side.RED)
    desk.report(2, Side.RED)
    desk.do(DropPlayer(3), insist=True)
    assert standing(desk.state, "Iron").sos == 0
    desk.do(DropPlayer(4), insist=True)
    assert standing(desk.state, "Iron").sos == Fraction(1, 4)
    assert team_standings(State()) == ()


def test_teams_are_ranked_in_the_organizers_order() -> None:
    order = (RankingColumn.TP, RankingColumn.WINS)
    desk = team_event(replace(settings(), team_seats=2, team_order=order))
    play(desk, ((1, 3), (2, 4)), (5, 6))
    desk.report(1, Side.RED)
    desk.report(2, Side.BLUE)
    assert [row.team for row in team_standings(desk.state)] == ["Gold", "Brass", "Iron"]


def test_a_match_has_two_to_ten_seats() -> None:
    desk = Desk()
    for seats in (-1, 1, 11):
        words = desk.refused(CreateEvent(replace(settings(), team_seats=seats), SR2017))
        assert words == "A team match has 2 to 10 seats. Use 0 for no teams."


@pytest.mark.parametrize(
    ("won", "out", "cp", "apd", "said"),
    [
        ((2, 1), 0, (0, 9), (0, 9), "red"),
        ((1, 2), 0, (9, 0), (9, 0), "blue"),
        ((2, 1), 1, (9, 0), (9, 0), "out"),
        ((3, 1), 1, (0, 9), (0, 9), "red"),
        ((1, 3), 1, (9, 0), (9, 0), "blue"),
        ((1, 1), 0, (5, 4), (0, 9), "red by points"),
        ((1, 1), 0, (4, 5), (9, 0), "blue by points"),
        ((1, 1), 0, (4, 4), (9, 0), "red by points"),
        ((1, 1), 0, (4, 4), (0, 9), "blue by points"),
        ((1, 1), 0, (4, 4), (9, 9), "drawn"),
        ((1, 1), 1, (9, 0), (9, 0), "out"),
    ],
)
def test_the_winner_of_a_match_is_decided_by_games_and_if_set_by_points(
    won: tuple[int, int],
    out: int,
    cp: tuple[int, int],
    apd: tuple[int, int],
    said: str,
) -> None:
    side, *by_points = said.split(" by ")
    for level in LevelMatch:
        match = Match(1, Pair("a", "b"), (), Pair(*won), Pair(*cp), Pair(*apd), out, level)
        decided = side in {"red", "blue"} and (not by_points or level is not LevelMatch.DRAW)
        winner = (Side.RED if side == "red" else Side.BLUE) if decided else None
        assert match.winner is winner
        assert match.is_over is (side != "out")
        assert match.is_drawn is (winner is None and side != "out")
