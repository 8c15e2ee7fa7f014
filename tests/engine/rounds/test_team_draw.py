"""A round of teams as a draw of teams: explained, changed by hand, teams in each other's place."""

import re
from random import Random

from app.engine.acts.draw import ChangePlan, DrawExplained, EditPairings, SetPairing
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, EnterPairings
from app.engine.draw.explain import questions
from app.engine.draw.values import BYE, opponents
from app.engine.draw.wishes import Plan, SetPair
from app.engine.frozen import replace
from app.engine.rounds.edit import (
    arrangement,
    match_moved,
    swap_players,
    team_with_bye,
    teams_swapped,
    teams_together,
)
from app.engine.rounds.team_draw import TeamDraw, team_draw
from app.engine.standings.matches import team_of
from app.engine.standings.teams import team_names, team_standings
from tests.engine.event import Desk
from tests.engine.rounds.test_team_round import begin, draw, finish, latest, team_event
from tests.remarked import in_words


def of(desk: Desk) -> TeamDraw:
    return team_draw(desk.state, latest(desk))


def swap(desk: Desk, team: int, other: int) -> EditPairings:
    return teams_swapped(arrangement(desk.state, latest(desk)), of(desk), team, other).command()


def three_rounds(desk: Desk) -> None:
    dice = Random(5)
    for _ in range(2):
        draw(desk)
        begin(desk)
        finish(desk, dice)
    draw(desk)


def test_notices_about_tables_in_a_team_draw_speak_of_matches() -> None:
    desk = team_event((2,) * 6)
    desk.do(ChangePlan(Plan(top_tables_first=True)))
    three_rounds(desk)
    drawn = (round_.explanation for round_ in desk.state.rounds)
    notices = [words for explained in drawn if explained for words in in_words(explained.tables)]
    assert any("not at the tables of" in words for words in notices)
    assert not any("game" in words for words in notices)


def test_a_draw_of_teams_is_explained_by_teams_and_wins() -> None:
    desk = team_event((2,) * 6)
    three_rounds(desk)
    explained = latest(desk).explanation
    assert isinstance(explained, DrawExplained)
    assert {*explained.couples} == {*of(desk).own} == {*of(desk).now}
    sentences = [question.sentence for question in questions(of(desk).solution)]
    assert sentences
    assert all("Team" in sentence and "win" in sentence for sentence in sentences)
    assert not any("TP" in sentence or "player" in sentence for sentence in sentences)
    assert [*map(float, sorted({row.wins for row in team_standings(desk.state)}))] == [0, 1, 2]
    said = re.findall(r"[\d.]+ wins?", " ".join(sentences))
    assert {*said} == {"0 wins", "1 win", "2 wins"}
    crossed = [merit.name for merit in explained.merits if merit.value and " from " in merit.name]
    assert all(name.endswith("wins") for name in crossed)


def test_a_teams_bye_is_explained() -> None:
    desk = team_event((2,) * 5)
    draw(desk)
    assert of(desk).bye is not None
    assert of(desk).own[-1][1] == BYE
    (question,) = questions(of(desk).solution)
    assert question.sentence.startswith("5 is an odd number of teams. Team ")
    assert question.sentence.endswith("out of the lowest group: 5 teams with 0 wins.")


def test_two_teams_change_opponents_player_for_player() -> None:
    desk = team_event((2,) * 4)
    draw(desk)
    (one, mate), (other, last) = of(desk).pairs
    desk.do(swap(desk, one, other), insist=True)
    assert {frozenset(pair) for pair in of(desk).pairs} == {
        frozenset((other, mate)), frozenset((one, last)),
    }  # fmt: skip
    assert {frozenset(pair) for pair in of(desk).own} == {
        frozenset((one, mate)), frozenset((other, last)),
    }  # fmt: skip
    for game in desk.state.games_of(latest(desk)):
        assert len({team_of(desk.state, number) for number in game.players}) == 2
    (change,) = latest(desk).edits
    assert all("Team" in sentence for sentence in in_words(change.differences))
    assert len(change.differences) == 4


def test_teams_that_meet_again_by_hand_are_not_said_to_be_paired_as_well_as_drawn() -> None:
    desk = team_event((2,) * 4)
    draw(desk)
    (one, other), _ = of(desk).pairs
    begin(desk)
    finish(desk, Random(5))
    draw(desk)
    now = arrangement(desk.state, latest(desk))
    desk.do(teams_together(now, of(desk), one, other).command(), insist=True)
    (change,) = latest(desk).edits
    faults = in_words(change.faults)
    assert any(fault.endswith("meet again; 2 rematches instead of 0.") for fault in faults)
    assert not any(fault.startswith("As good as") for fault in faults)


def test_a_team_that_gets_the_bye_by_hand_is_as_good_a_choice_in_the_first_round() -> None:
    """Its players have no byes of their own."""
    desk = team_event((2,) * 5)
    draw(desk)
    desk.do(swap(desk, of(desk).pairs[0][0], of(desk).own[-1][0]), insist=True)
    (change,) = latest(desk).edits
    assert in_words(change.faults) == (
        "As good as the program’s own draw by every rule; only the dice differ.",
    )


def test_players_of_two_teams_who_change_opponents_are_named_one_by_one() -> None:
    desk = team_event((2,) * 4)
    draw(desk)
    now = arrangement(desk.state, latest(desk))
    (one, mate), (other, last) = now.pairs[:2]
    desk.do(swap_players(now, one, other).command(), insist=True)
    (change,) = latest(desk).edits
    names = {number: player.entry.name for number, player in desk.state.players.items()}
    assert {*in_words(change.differences)} == {
        f"{names[one]} meets {names[last]} instead of {names[mate]}",
        f"{names[mate]} meets {names[other]} instead of {names[one]}",
        f"{names[other]} meets {names[mate]} instead of {names[last]}",
        f"{names[last]} meets {names[one]} instead of {names[other]}",
    }


def test_pairing_two_teams_makes_their_former_opponents_meet() -> None:
    desk = team_event((2,) * 4)
    draw(desk)
    (one, mate), (other, last) = of(desk).pairs
    now = arrangement(desk.state, latest(desk))
    desk.do(teams_together(now, of(desk), one, other).command(), insist=True)
    met = {frozenset(pair) for pair in of(desk).pairs}
    assert met == {frozenset((one, other)), frozenset((mate, last))}


def test_teams_that_already_meet_or_differ_in_size_are_not_swapped() -> None:
    desk = team_event((2, 2, 2, 1, 2))
    draw(desk)
    now, teams = arrangement(desk.state, latest(desk)), of(desk)
    one, mate = teams.pairs[0]
    assert teams_swapped(now, teams, one, mate) == now
    short = next(team for team, players in teams.players.items() if len(players) == 1)
    others = {*teams.players} - {short, teams.bye, opponents(teams.pairs).get(short, BYE)}
    assert all(teams_swapped(now, teams, short, other) == now for other in others)


def byes_of(desk: Desk) -> set[int]:
    return {bye.player for bye in latest(desk).byes}


def test_a_whole_team_can_be_given_the_bye() -> None:
    desk = team_event((2, 2, 2))
    draw(desk)
    (one, mate), out = of(desk).pairs[0], of(desk).bye
    assert out is not None
    teams, now = of(desk), arrangement(desk.state, latest(desk))
    assert byes_of(desk) == {*teams.players[out]}
    for change in (
        team_with_bye(now, teams, one),
        teams_swapped(now, teams, out, one),
        teams_swapped(now, teams, one, out),
        teams_together(now, teams, out, mate),
        teams_together(now, teams, mate, out),
    ):
        assert {frozenset(pair) for pair in change.pairs} == {
            frozenset(pair) for pair in zip(teams.players[out], teams.players[mate], strict=True)
        }
        assert {*change.byes} == {*teams.players[one]}
        assert {*change.tables} == {1, 2}
    desk.do(team_with_bye(now, teams, one).command("They asked"), insist=True)
    assert (of(desk).bye, of(desk).pairs) == (one, ((out, mate),))
    assert byes_of(desk) == {*teams.players[one]}
    begin(desk)
    finish(desk, Random(1))
    names = team_names(desk.state)
    wins = {row.team: row.wins for row in team_standings(desk.state)}
    assert wins[names[team_of(desk.state, one)]] == 1
    assert team_with_bye(now, replace(teams, now=teams.pairs), one) == now


def test_teams_of_different_sizes_can_swap_places_with_the_bye() -> None:
    desk = team_event((2, 2, 1))
    draw(desk)
    for _ in range(4):
        (one, mate), out = of(desk).pairs[0], of(desk).bye
        assert out is not None
        teams, now = of(desk), arrangement(desk.state, latest(desk))
        desk.do(team_with_bye(now, teams, one).command(), insist=True)
        assert of(desk).bye == one
        games = desk.state.games_of(latest(desk))
        assert len(games) == min(len(teams.players[out]), len(teams.players[mate]))
        seated = [number for game in games for number in game.players]
        assert sorted([*seated, *byes_of(desk)]) == sorted(desk.state.players)


def test_a_player_with_a_game_cannot_also_be_given_a_bye() -> None:
    desk = team_event((2, 2, 2))
    draw(desk)
    now = arrangement(desk.state, latest(desk))
    twice = replace(now, more_byes=(*now.more_byes, now.pairs[0][0]))
    assert "in the pairings twice" in desk.refused(twice.command(), insist=True)


def tables_of(desk: Desk, team: int) -> list[int]:
    own = {*of(desk).players[team]}
    games = desk.state.games_of(latest(desk))
    return sorted(game.table for game in games if own & {*game.players})


def test_a_match_moved_to_other_tables_swaps_with_their_games() -> None:
    desk = team_event((2,) * 6)
    draw(desk)
    teams = [red for red, _ in of(desk).pairs]
    _, second, third = teams

    def move(team: int, table: int, usable: tuple[int, ...] = ()) -> None:
        now = replace(arrangement(desk.state, latest(desk)), usable=usable)
        desk.do(match_moved(now, of(desk), team, table).command(), insist=True)

    assert [tables_of(desk, team) for team in teams] == [[1, 2], [3, 4], [5, 6]]
    move(third, 1)
    assert [tables_of(desk, team) for team in teams] == [[5, 6], [3, 4], [1, 2]]
    move(third, 2)  # a part of the way: who sat there moves up
    assert [tables_of(desk, team) for team in teams] == [[5, 6], [1, 4], [2, 3]]
    move(second, 7, (1, 2, 3, 4, 5, 6, 8, 10))  # 7 and 9 are not in use
    assert tables_of(desk, second) == [8, 10]
    move(second, 10, (1, 2, 3, 4, 5, 6, 8, 10))
    assert tables_of(desk, second) == [10, 11]
    now = arrangement(desk.state, latest(desk))
    assert match_moved(now, of(desk), third, 2) == now
    assert match_moved(now, of(desk), 999, 2) == now


def test_a_swap_of_teams_that_brings_a_rematch_is_questioned() -> None:
    desk = team_event((2,) * 4)
    dice = Random(1)
    draw(desk)
    first = of(desk).pairs
    begin(desk)
    finish(desk, dice)
    draw(desk)
    (one, _), (other, last) = of(desk).pairs
    again = next(pair for pair in first if one in pair)
    swapped = other if last in again else last
    assert "meet again; 2 rematches instead of 0" in desk.refused(swap(desk, one, swapped))


def test_a_team_draw_identifies_each_team_by_its_first_player() -> None:
    desk = team_event((2,) * 4)
    desk.do(SetPairing(SetPair(1, 3, True, "because")))
    desk.do(SetPairing(SetPair(5, 1, False, "because")))
    draw(desk)
    assert of(desk).request.wishes.forced == ((1, 3),)
    assert of(desk).request.wishes.forbidden == ((5, 1),)
    assert of(desk).team(4) == 3
    assert of(desk).team(99) == 0


def test_a_team_without_a_game_or_bye_is_left_out_of_the_rounds_draw() -> None:
    desk = team_event((2,) * 5)
    draw(desk)
    without = replace(latest(desk), bye=None, more_byes=())
    teams = team_draw(desk.state, without)
    assert len(teams.own) == 2
    assert teams.bye is None


def test_team_pairings_entered_by_hand_have_no_draw_to_compare_with() -> None:
    desk = team_event((2,) * 3)
    desk.do(EnterPairings(((1, 3), (2, 4)), 5, more_byes=(6,)), insist=True)
    teams = of(desk)
    assert latest(desk).explanation is None
    assert teams.own == teams.now == ((1, 3), (5, BYE))


def test_games_of_players_without_a_team_belong_to_no_match() -> None:
    desk = team_event((2,) * 2)
    desk.do(AddPlayers((Entry("Zoe"), Entry("Yan"))))
    desk.do(CheckIn((5, 6)))
    desk.do(EnterPairings(((1, 3), (2, 4), (5, 6)), None), insist=True)
    assert of(desk).now == ((1, 3),)
    desk.do(DrawRound(3), insist=True)
    assert of(desk).players == {1: (1, 2), 3: (3, 4)}
