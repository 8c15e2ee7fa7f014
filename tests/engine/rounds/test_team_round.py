"""Rounds of an event of teams: who meets whom, at which tables, and who goes on after a cut."""

from collections.abc import Mapping
from random import Random

import pytest

from app.engine.acts.draw import ChangePlan, EditPairings, SetPairing
from app.engine.acts.players import (
    AddPlayers,
    CheckIn,
    DropPlayer,
    EditPlayer,
    Entry,
    ReadmitPlayer,
)
from app.engine.acts.results import How, Result
from app.engine.acts.rounds import DrawRound, EnterPairings, FinishRound
from app.engine.acts.setup import ChangeSettings
from app.engine.draw.values import Kind
from app.engine.draw.wishes import ApartRule, SetPair
from app.engine.frozen import replace
from app.engine.rounds.correction import ChangedDraw, correct_result, find_changed_draws
from app.engine.rounds.field import cut_players
from app.engine.rounds.team_draw import team_draw
from app.engine.rounds.team_round import Lineup, lineups
from app.engine.side import Pair, Side
from app.engine.standings.matches import matches_of, team_of, team_rounds
from app.engine.standings.ranking import standings
from app.engine.standings.teams import team_standings
from app.engine.state import Round, State
from app.engine.table.game import Game
from tests.engine.team_cases import (
    TeamCase,
    begin,
    cases,
    draw,
    fault,
    finish,
    latest,
    team_event,
)
from tests.remarked import in_words


def test_teams_meet_seat_by_seat_at_neighbouring_tables() -> None:
    desk = team_event((2, 2, 2, 2))
    draw(desk)
    games = desk.state.games_of(latest(desk))
    assert [game.table for game in games] == [1, 2, 3, 4]
    matches = matches_of(desk.state, 1)
    assert [len(match.games) for match in matches] == [2, 2]
    for match in matches:
        first, second = (desk.state.games[number] for number in match.games)
        assert (first.table % 2, second.table - first.table) == (1, 1)
        assert second.players.red - first.players.red == 1
        assert second.players.blue - first.players.blue == 1


def test_all_players_of_a_team_without_an_opponent_have_a_bye() -> None:
    desk = team_event((2, 2, 2))
    round_ = draw(desk)
    assert len(round_.games) == 2
    begin(desk)
    (bye,) = team_rounds(desk.state)[0][1]
    assert sorted(bye.players) == sorted(b.player for b in round_.byes)
    assert {team_of(desk.state, number) for number in bye.players} == {bye.team}
    finish(desk, Random(1))
    assert {b.team for b in team_rounds(desk.state)[0][1]} == {bye.team}
    draw(desk, 8)
    begin(desk)
    (second,) = team_rounds(desk.state)[1][1]
    assert second.team != bye.team
    finish(desk, Random(2))
    draw(desk, 9)
    entrants = team_draw(desk.state, latest(desk)).request.entrants
    names = {lineup.number: lineup.team for lineup in lineups(desk.state)}
    had = {names[entrant.number] for entrant in entrants if entrant.byes == 1}
    assert had == {bye.team, second.team}


def test_a_team_short_of_a_player_gives_the_opponent_in_that_seat_a_bye() -> None:
    desk = team_event((3, 2), 3)
    round_ = draw(desk)
    assert [b.player for b in round_.byes] == [3]
    assert len(round_.games) == 2
    assert in_words(round_.gave_way) == (
        "Team 2 lacks 1 player: the opponent has the bye’s points for that seat.",
    )
    begin(desk)
    for game in desk.state.games_of(latest(desk)):
        short = Side.RED if team_of(desk.state, game.players.red) == "team 2" else Side.BLUE
        desk.report(game.table, short)
    (match,) = matches_of(desk.state, 1)
    assert sorted(match.won) == [1, 2]
    assert match.winner
    assert match.teams.of(match.winner) == "team 2"


def test_players_beyond_the_seats_are_substitutes() -> None:
    desk = team_event((3, 2))
    assert lineups(desk.state) == (Lineup("team 1", (1, 2)), Lineup("team 2", (4, 5)))
    desk.do(DropPlayer(1))
    assert lineups(desk.state)[0] == Lineup("team 1", (2, 3))
    assert lineups(State()) == ()


def test_a_draw_needs_two_teams_and_asks_about_players_without_a_team() -> None:
    desk = team_event((4,))
    assert desk.refused(DrawRound(1)) == (
        "A draw needs two teams. Give players a team, and check them in first."
    )
    desk = team_event((2, 2))
    desk.do(AddPlayers((Entry("Zoe"),)))
    desk.do(CheckIn((5,)))
    assert desk.doubted(DrawRound(1)) == "Zoe have no team and would have no game."
    assert 5 not in {n for game in desk.state.games.values() for n in game.players}


def test_a_team_that_lacks_a_player_is_asked_about_once() -> None:
    desk = team_event((3, 3, 3, 2), 3)
    words = "Team 4 lacks 1 player: each round the opponent has the bye’s points for that seat."
    assert desk.doubted(DrawRound(7)) == words
    begin(desk)
    finish(desk, Random(1))
    desk.do(DrawRound(8))
    desk.do(DrawRound(9))
    begin(desk)
    finish(desk, Random(1))
    desk.do(DropPlayer(1))
    doubt = desk.doubted(DrawRound(7))
    assert doubt.startswith("Team 1 lacks 1 player")
    assert "Team 4" not in doubt


def test_matches_with_games_in_play_stay_when_a_round_is_drawn_again() -> None:
    desk = team_event((2,) * 6)
    draw(desk)
    begin(desk)
    kept = matches_of(desk.state, 1)[1]
    game = desk.state.games[kept.games[0]]
    desk.report(game.table, Side.RED)
    desk.do(DrawRound(99, again=True), insist=True)
    again = next(match for match in matches_of(desk.state, 1) if {*match.teams} == {*kept.teams})
    assert game.number in again.games
    assert desk.state.games[game.number].table == game.table
    assert {desk.state.games[n].table for n in again.games} == {3, 4}
    assert len({game.table for game in desk.state.games_of(latest(desk))}) == 6


def test_the_organizer_can_type_which_players_of_two_teams_meet() -> None:
    desk = team_event((2,) * 4)
    draw(desk)
    begin(desk)
    finish(desk, Random(2))
    round_ = draw(desk, 5)
    first, second = desk.state.games_of(round_)[:2]
    turned = (
        (first.players.red, second.players.blue),
        (second.players.red, first.players.blue),
    )
    others = [tuple(game.players) for game in desk.state.games_of(round_)[2:]]
    tables = tuple(game.table for game in desk.state.games_of(round_))
    desk.do(EditPairings((*turned, *others), tables, None))
    (match, _) = matches_of(desk.state, 2)
    assert [tuple(desk.state.games[game].players) for game in match.games] == [*turned]


def test_a_correction_tells_which_teams_would_have_met() -> None:
    desk = team_event((3,) * 4, seats=3)
    draw(desk)
    begin(desk)
    for game in desk.state.games_of(latest(desk)):
        desk.report(game.table, Side.RED)
    desk.do(FinishRound())
    draw(desk, 5)
    begin(desk)
    first, second, _ = desk.state.games_of(desk.state.rounds[0])[:3]
    tie = Result(None, How.TIE, Pair(0, 0), Pair(0, 0))
    (same,) = find_changed_draws(desk.state, first.number, tie)
    assert same == ChangedDraw(2, ())
    lost = Result(Side.BLUE, How.SCENARIO, Pair(0, 5), Pair(0, 0))
    (other,) = find_changed_draws(
        correct_result(desk.state, first.number, lost), second.number, lost
    )
    assert len(other.sentences) == 2
    assert all("Team" in sentence for sentence in other.sentences)


def test_wishes_about_players_hold_for_their_teams() -> None:
    desk = team_event((2,) * 4)
    desk.do(SetPairing(SetPair(2, 5, together=True, reason="friends")))
    desk.do(SetPairing(SetPair(1, 2, together=False, reason="friends")))
    desk.do(SetPairing(SetPair(1, 7, together=False, reason="friends")))
    for seed in (1, 2, 3):
        draw(desk, seed)
        assert {"team 1", "team 3"} in [{*match.teams} for match in matches_of(desk.state, 1)]
    clubs = team_event((2,) * 4)
    clubs.do(ChangePlan(replace(clubs.state.plan, apart=(ApartRule(Kind.CLUB),))))
    for number, club in ((1, "Reds"), (4, "Reds"), (5, "Blues"), (7, "Blues")):
        entry = replace(clubs.state.players[number].entry, club=club)
        clubs.do(EditPlayer(number, entry))
    for seed in (1, 2, 3):
        draw(clubs, seed)
        for match in matches_of(clubs.state, 1):
            assert {*match.teams} not in ({"team 1", "team 2"}, {"team 3", "team 4"})
    desk = team_event((2,) * 3)
    desk.do(SetPairing(SetPair(4, 0, together=True, reason="friends")))
    for seed in (1, 2, 3):
        assert {b.player for b in draw(desk, seed).byes} == {3, 4}


def test_teams_get_new_blocks_of_tables_and_may_sit_beyond_a_small_hall() -> None:
    desk = team_event((2,) * 4, tables=4)
    draw(desk)
    blocks = {
        team: {(desk.state.games[game].table - 1) // 2 for game in match.games}
        for match in matches_of(desk.state, 1)
        for team in match.teams
    }
    begin(desk)
    finish(desk, Random(4))
    draw(desk)
    for match in matches_of(desk.state, 2):
        now = {(desk.state.games[game].table - 1) // 2 for game in match.games}
        assert len(now) == 1
        assert any(blocks[team] != now for team in match.teams)
    small = team_event((2,) * 4, tables=3)
    draw(small)
    assert [game.table for game in small.state.games_of(latest(small))] == [1, 2, 3, 4]


def test_after_a_cut_only_its_teams_play_on_by_seed() -> None:
    desk = team_event((2,) * 8, cut=4)
    for seed in range(1, 4):
        draw(desk, seed)
        assert not latest(desk).cut
        begin(desk)
        for game in desk.state.games_of(latest(desk)):
            desk.report(game.table, Side.RED if game.players.red < game.players.blue else Side.BLUE)
        desk.do(FinishRound())
        rows = team_standings(desk.state)
        if sum(not row.losses for row in rows) <= 4:
            break
    best = [row.team for row in rows[:4]]
    round_ = draw(desk)
    assert {team_of(desk.state, n) for n in round_.cut} == {team.casefold() for team in best}
    met = [{*match.teams} for match in matches_of(desk.state, round_.number)]
    seeds = [team.casefold() for team in best]
    assert met == [{seeds[0], seeds[3]}, {seeds[1], seeds[2]}]
    begin(desk)
    finish(desk, Random(3))
    after = team_standings(desk.state)
    assert {row.team for row in after[:4]} == {*best}
    assert [row.team for row in after[4:]] == [row.team for row in rows[4:]]
    winners = {m.teams.of(m.winner) for m in matches_of(desk.state, round_.number) if m.winner}
    last = after[3].team.casefold()
    for number in desk.state.players:
        if team_of(desk.state, number) == last:
            desk.do(DropPlayer(number), insist=True)
    final = draw(desk)
    first = matches_of(desk.state, final.number)[0]
    assert winners <= {*first.teams} or len(winners) < 2
    assert len({team_of(desk.state, bye.player) for bye in final.byes}) == 1
    begin(desk)
    finish(desk, Random(5))
    for number, player in desk.state.players.items():
        if player.plays and team_of(desk.state, number) != best[0].casefold():
            desk.do(DropPlayer(number), insist=True)
    assert desk.refused(DrawRound(1)) == f"Only {best[0]} is left in the cut: the event is decided."


def test_a_team_that_missed_a_round_does_not_count_as_undefeated_at_a_cut() -> None:
    desk = team_event((2,) * 6)
    draw(desk)
    begin(desk)
    finish(desk, Random(1))
    winner = next(row.team for row in team_standings(desk.state) if not row.losses)
    away = [n for n in desk.state.players if team_of(desk.state, n) == winner.casefold()]
    for number in away:
        desk.do(DropPlayer(number), insist=True)
    draw(desk)
    begin(desk)
    finish(desk, Random(2))
    for number in away:
        desk.do(ReadmitPlayer(number))
    unbeaten = {row.team for row in team_standings(desk.state) if not row.losses}
    assert winner in unbeaten
    assert desk.state.settings is not None
    settings = replace(desk.state.settings, cut=len(unbeaten) - 1)
    cut = cut_players(replace(desk.state, settings=settings))
    assert len(cut) == 2 * (len(unbeaten) - 1)


@pytest.mark.parametrize("upset", [False, True])
def test_teams_of_a_cut_play_a_rematch_only_if_necessary(upset: bool) -> None:
    """The first seed beats the fourth and the second; of the other two either wins."""
    desk = team_event((2,) * 8, cut=4)
    ranks: dict[str, int] = {}
    met = []
    for losers in ({}, {1: 4, 2: 3}, {1: 2, 4: 3} if upset else {1: 2, 3: 4}):
        round_ = draw(desk)
        begin(desk)
        for game in desk.state.games_of(round_):
            red, blue = (ranks.get(team_of(desk.state, n), 5) for n in game.players)
            first = losers.get(red) == blue if round_.cut else game.players.red < game.players.blue
            desk.report(game.table, Side.RED if first else Side.BLUE)
        desk.do(FinishRound())
        if not round_.cut:
            rows = team_standings(desk.state)[:4]
            ranks = {row.team.casefold(): place for place, row in enumerate(rows, 1)}
    for round_ in (*desk.state.rounds[1:], draw(desk)):
        pairs = [match.teams for match in matches_of(desk.state, round_.number)]
        met.append({tuple(sorted(ranks[team] for team in pair)) for pair in pairs})
    assert met == [{(1, 4), (2, 3)}, {(1, 2), (3, 4)}, {(1, 3), (2, 4)}]


def test_a_tied_match_in_the_cut_is_a_win_for_neither_team() -> None:
    desk = team_event((2,) * 4, cut=2)
    draw(desk)
    begin(desk)
    for game in desk.state.games_of(latest(desk)):
        desk.report(game.table, Side.RED if game.players.red < game.players.blue else Side.BLUE)
    desk.do(FinishRound())
    final = draw(desk)
    begin(desk)
    first, second = desk.state.games_of(final)
    same = first.players.red + 1 == second.players.red
    desk.report(first.table, Side.RED)
    desk.report(second.table, Side.BLUE if same else Side.RED)
    assert matches_of(desk.state, final.number)[0].is_drawn
    desk.do(FinishRound())
    again = draw(desk)
    assert {team_of(desk.state, n) for n in again.cut} == {
        team_of(desk.state, n) for n in final.cut
    }


def test_there_is_no_cut_while_more_teams_than_its_size_are_unbeaten() -> None:
    desk = team_event((3,) * 8, cut=2)
    draw(desk)
    begin(desk)
    for game in desk.state.games_of(latest(desk)):
        desk.report(game.table, Side.RED if game.players.red < game.players.blue else Side.BLUE)
    desk.do(FinishRound())
    desk.do(DropPlayer(1))
    assert not draw(desk).cut
    assert len(desk.state.games_of(latest(desk))) == 8


def test_a_team_that_has_left_is_not_in_the_draw() -> None:
    desk = team_event((2,) * 4, tables=2)
    draw(desk)
    begin(desk)
    finish(desk, Random(6))
    for number in (1, 2):
        desk.do(DropPlayer(number), insist=True)
    draw(desk)
    drawn = {team for match in matches_of(desk.state, 2) for team in match.teams}
    assert "team 1" not in drawn
    assert len(latest(desk).byes) == 2


@pytest.mark.long
def test_no_pairing_of_teams_is_better_than_the_draw_and_no_team_mates_meet() -> None:
    checked = [*cases(120)]
    assert [fault(case) for case in checked if fault(case)] == []
    assert sum(case.is_short for case in checked) > 10


def test_the_independent_checker_of_draws_detects_faults() -> None:
    case = next(case for case in cases(200) if len(case.before.rounds) == 2 and len(case.here) == 6)
    games = case.drawn.games_of(case.drawn.rounds[-1])
    first, other = (
        games[0],
        next(g for g in games if {*teams_of(case, g)}.isdisjoint(teams_of(case, games[0]))),
    )
    pair = Pair(first.players.red, other.players.red)
    mixed = {first.number: replace(first, players=pair)}
    assert fault(replace(case, drawn=with_games(case.drawn, mixed))) == "somebody is stranded"
    mate = next(g for g in games if g is not first and teams_of(case, g) == teams_of(case, first))
    mates = {first.number: replace(first, players=Pair(first.players.red, mate.players.red))}
    assert fault(replace(case, drawn=with_games(case.drawn, mates))) == "team-mates meet"
    last = case.before.rounds[-1]
    again = with_rounds(case, replace(last, number=len(case.drawn.rounds)))
    assert fault(again).startswith("costs ")


def with_rounds(case: TeamCase, again: Round) -> TeamCase:
    """The pairings of the last round once more."""
    return replace(case, drawn=replace(case.drawn, rounds=(*case.before.rounds, again)))


def teams_of(case: TeamCase, game: Game) -> Pair[str]:
    return game.players.map(lambda number: team_of(case.drawn, number))


def with_games(state: State, games: Mapping[int, Game]) -> State:
    return replace(state, games={**state.games, **games})


def test_a_game_in_play_stays_at_its_table_even_if_its_teams_do_not_meet() -> None:
    """The desk set players of one team against each other, and draws the round again."""
    desk = team_event((2,) * 4)
    round_ = draw(desk)
    games = desk.state.games_of(round_)
    others = [n for game in games for n in game.players if n not in {1, 2}]
    pairs = ((1, 2), (others[0], others[1]), (others[2], others[3]), (others[4], others[5]))
    desk.do(EditPairings(pairs, (1, 2, 3, 4), None), insist=True)
    desk.report(1, Side.RED)
    begun = desk.state.games_of(latest(desk))[0]
    for seed in range(1, 6):
        desk.do(DrawRound(seed, again=True), insist=True)
        again = desk.state.games_of(latest(desk))
        assert [game.number for game in again if 1 in game.players] == [begun.number]
        assert len({game.table for game in again}) == len(again)
        seated = [n for game in again for n in game.players]
        seated += [bye.player for bye in latest(desk).byes]
        assert sorted(seated) == [*range(1, 9)]


def test_two_matches_in_play_do_not_share_tables_when_teams_grow() -> None:
    """The organizer makes the teams larger after the draw, so that a match has more tables."""
    desk = team_event((2,) * 4)
    draw(desk)
    for table in (1, 3):
        desk.report(table, Side.RED)
    settings, packet = desk.state.settings, desk.state.packet
    assert settings
    assert packet
    desk.do(ChangeSettings(replace(settings, team_seats=4), packet), insist=True)
    desk.do(DrawRound(5, again=True), insist=True)
    games = desk.state.games_of(latest(desk))
    assert len(games) == 4
    assert len({game.table for game in games}) == 4


def test_a_team_arriving_after_the_cut_joins_it_once_paired() -> None:
    desk = team_event((2,) * 8, cut=4)
    while not desk.state.rounds or not latest(desk).cut:
        draw(desk)
        begin(desk)
        for game in desk.state.games_of(latest(desk)):
            desk.report(game.table, Side.RED if game.players.red < game.players.blue else Side.BLUE)
        desk.do(FinishRound())
    desk.do(AddPlayers((Entry("Late 1", team="Late"), Entry("Late 2", team="Late"))))
    assert "Late" not in [row.team for row in team_standings(desk.state)]
    desk.do(EnterPairings(((1, 17), (2, 18)), None), insist=True)
    begin(desk)
    for table in (1, 2):
        desk.report(table, Side.BLUE, cp=(0, 5))
    (row,) = (row for row in team_standings(desk.state) if row.team == "Late")
    assert (row.wins, row.tp, row.cp) == (1, 2, 10)
    (late,) = (row for row in standings(desk.state) if row.number == 17)
    assert (late.tp, late.cp) == (1, 5)


@pytest.mark.parametrize("tables", range(1, 9))
def test_matches_beyond_a_small_hall_get_their_own_tables(tables: int) -> None:
    desk = team_event((2,) * 8, tables=tables)
    draw(desk)
    used = [game.table for game in desk.state.games_of(latest(desk))]
    assert sorted(used) == [*range(1, 9)]
