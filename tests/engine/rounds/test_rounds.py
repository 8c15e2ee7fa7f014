import pytest

from app.engine.acts.draw import ChangePlan, DrawExplained
from app.engine.acts.players import CheckIn, DropPlayer
from app.engine.acts.results import How
from app.engine.acts.rounds import (
    ChooseScenario,
    DrawRound,
    EnterPairings,
    FinishRound,
    PublishRound,
    RoundDrawn,
    RoundFinished,
    StartRound,
)
from app.engine.acts.table import StartClock, Tap
from app.engine.draw.wishes import HallTable, Plan
from app.engine.rounds.draw_request import state_before_round
from app.engine.rounds.pair_round import entrants, roll_scenario
from app.engine.side import Pair, Side
from app.engine.state import Stage, State
from tests.engine.event import SR2017, Desk, registered, settings, under_way


def finished(desk: Desk, winners: str) -> None:
    """Report the round's tables in order, R or B or T each, and finish it."""
    for table, letter in enumerate(winners, start=1):
        winner = {"R": Side.RED, "B": Side.BLUE, "T": None}[letter]
        desk.report(table, winner, How.SCENARIO if winner else How.TIE)
    desk.do(FinishRound())


def stage(desk: Desk) -> Stage:
    assert desk.state.latest is not None
    return desk.state.latest.stage


def met(desk: Desk) -> dict[int, set[int]]:
    return {entrant.number: set(entrant.met) for entrant in entrants(desk.state)}


def test_a_round_is_drawn_published_started_and_finished() -> None:
    desk = registered(4)
    assert "no new draw" in desk.refused(PublishRound())
    assert "no round to start" in desk.refused(StartRound())
    assert "no round under way" in desk.refused(FinishRound())
    assert "from the draw until the round is finished" in desk.refused(ChooseScenario(1))
    desk.do(DrawRound(7))
    assert stage(desk) is Stage.DRAWN
    assert "not published" in desk.refused(StartRound())
    desk.do(PublishRound())
    assert stage(desk) is Stage.PUBLISHED
    assert "no new draw" in desk.refused(PublishRound())
    desk.do(StartRound(), 5_000)
    assert stage(desk) is Stage.STARTED
    assert "no round to start" in desk.refused(StartRound())
    assert "is under way" in desk.refused(ChooseScenario(1 + desk.state.rounds[0].scenario % 6))
    finished(desk, "RR")
    assert stage(desk) is Stage.FINISHED
    assert desk.state.rounds[0].started_ms == 5_000


def test_a_round_can_be_started_unpublished_if_the_organizer_insists() -> None:
    desk = registered(4)
    desk.do(DrawRound(7))
    assert "do not know their tables" in desk.doubted(StartRound())
    assert stage(desk) is Stage.STARTED


def test_a_draw_needs_two_players() -> None:
    desk = registered(2)
    desk.do(CheckIn((1,), present=False))
    assert desk.refused(DrawRound(7), insist=True).startswith("A draw needs two players.")


def test_an_odd_player_has_a_bye_worth_three_points_and_half_the_army() -> None:
    desk = registered(5)
    desk.do(DrawRound(7))
    bye = desk.state.rounds[0].bye
    assert bye is not None
    assert (bye.cp, bye.apd) == (3, 38)
    assert len(desk.state.rounds[0].games) == 2


def test_an_unpublished_draw_can_be_repeated_without_a_question() -> None:
    desk = registered(8)
    desk.do(DrawRound(7))
    first = desk.state.rounds[0]
    desk.do(DrawRound(7))
    second = desk.state.rounds[0]
    assert (second.number, second.attempt, len(desk.state.rounds)) == (1, 2, 1)
    assert set(first.games).isdisjoint(second.games)
    assert set(desk.state.games) == set(second.games)


def test_a_public_round_is_drawn_again_only_if_confirmed() -> None:
    desk = under_way(4)
    desk.report(1, Side.RED)
    assert "no result yet at table 2" in desk.refused(DrawRound(8))
    doubt = desk.doubted(DrawRound(8, again=True))
    assert doubt.startswith("Round 1 is already public, with 1 result:")
    assert doubt.endswith("The games at table 1 have begun and stay; the others are drawn again.")
    assert desk.game(1).reported is not None
    assert len(desk.state.rounds) == 1
    assert stage(desk) is Stage.DRAWN


def test_a_published_round_is_replaced_by_hand_only_if_confirmed() -> None:
    desk = registered(4)
    desk.do(DrawRound(7))
    desk.do(PublishRound())
    by_hand = ((1, 2), (3, 4))
    doubt = desk.refused(EnterPairings(by_hand, None))
    assert doubt == "Round 1 is published but not started. Start and finish it first."
    assert "with 0 results" in desk.doubted(EnterPairings(by_hand, None, again=True))
    assert [desk.game(table).players for table in (1, 2)] == [Pair(1, 2), Pair(3, 4)]
    assert desk.state.rounds[0].number == 1


def test_drawing_the_next_round_finishes_the_one_under_way() -> None:
    desk = under_way(4)
    doubt = desk.refused(DrawRound(8))
    assert doubt == "Round 1 has no result yet at tables 1 and 2. Enter the results first."
    desk.report(1, Side.RED)
    desk.report(2, Side.RED)
    drawn, told, closed = desk.do(DrawRound(8), 9_000)
    assert isinstance(drawn, RoundDrawn)
    assert isinstance(told, DrawExplained)
    assert isinstance(closed, RoundFinished)
    assert desk.state.rounds[0].finished_ms == 9_000
    assert desk.state.rounds[1].number == 2


def test_a_round_with_games_out_is_finished_only_if_the_organizer_insists() -> None:
    desk = under_way(4)
    desk.report(1, Side.RED)
    doubt = desk.doubted(FinishRound())
    assert doubt == "No result yet at table 2. If you finish now, this game scores for nobody."


def test_a_sole_leader_ends_the_event() -> None:
    desk = under_way(4)
    finished(desk, "RT")
    leader = desk.state.name(desk.game(1).players.red)
    doubt = desk.refused(DrawRound(8))
    assert doubt == f"{leader} leads alone after round 1: the event is decided."


def test_two_leaders_play_on() -> None:
    desk = under_way(4)
    finished(desk, "RR")
    desk.do(DrawRound(8))
    assert set(desk.game(1).players) == {1, 2, 3, 4} - set(desk.game(2).players)


def test_a_round_beyond_the_planned_last_one_needs_the_organizer_to_insist() -> None:
    desk = under_way(8, settings(rounds=1))
    finished(desk, "RRRR")
    assert desk.doubted(DrawRound(8)) == "Round 1 was the last of 1."


def test_more_games_than_tables_are_asked_about() -> None:
    desk = registered(8, settings(tables=3))
    said = "There are 4 games and only 3 tables in use: set up 1 more under Draw and tables, or"
    assert desk.doubted(DrawRound(1)) == f"{said} let games be played at numbers above the last."
    desk = registered(8)
    desk.do(ChangePlan(Plan(tables=tuple(HallTable(n, "", n != 2) for n in range(1, 5)))))
    assert desk.doubted(DrawRound(1)) == f"{said} let games be played at numbers above the last."
    desk = registered(6, settings(tables=3))
    desk.do(DrawRound(1))


def test_a_game_played_counts_as_a_meeting_and_a_no_show_does_not() -> None:
    desk = under_way(4)
    first, second = desk.game(1).players, desk.game(2).players
    desk.report(1, Side.RED, How.NO_SHOW)
    desk.report(2, Side.RED)
    desk.do(FinishRound())
    assert met(desk)[first.red] == set()
    assert met(desk)[second.red] == {second.blue}


def test_byes_and_pair_downs_are_remembered() -> None:
    desk = under_way(3)
    bye = desk.state.rounds[0].bye
    assert bye is not None
    desk.report(1, Side.RED)
    desk.do(FinishRound())
    by_number = {entrant.number: entrant for entrant in entrants(desk.state)}
    assert [n for n, one in by_number.items() if one.byes] == [bye.player]
    loser = desk.game(1).players.blue
    desk.do(EnterPairings(((loser, bye.player),), desk.game(1).players.red), insist=True)
    assert desk.state.rounds[1].paired_down == (bye.player,)
    desk.do(PublishRound())
    assert {entrant.number: entrant.paired_down for entrant in entrants(desk.state)}[
        bye.player
    ] == 1


def test_the_player_with_more_points_is_paired_down_whichever_side_they_play() -> None:
    desk = under_way(2)
    desk.report(1, Side.RED)
    desk.do(FinishRound())
    players = desk.game(1).players
    desk.do(EnterPairings(((players.red, players.blue),), None), insist=True)
    assert desk.state.rounds[1].paired_down == (players.red,)


def test_impossible_pairings_entered_by_hand_are_refused() -> None:
    desk = registered(5)
    desk.do(CheckIn((5,), present=False))
    assert desk.refused(EnterPairings((), None)) == "There are no pairings. Enter at least one."
    twice = "Ben is in the pairings twice."
    assert desk.refused(EnterPairings(((1, 2), (2, 3)), None)) == twice
    assert desk.refused(EnterPairings(((1, 2),), 2)) == twice
    assert desk.refused(EnterPairings(((1, 9),), None)) == "There is no player number 9."
    own = "Each pair needs a table of its own."
    assert desk.refused(EnterPairings(((1, 2), (3, 4)), None, tables=(1,))) == own
    assert desk.refused(EnterPairings(((1, 2), (3, 4)), None, tables=(2, 2))) == own
    assert desk.doubted(EnterPairings(((1, 5),), 2)) == (
        "Eve would play without being checked in. Cleo and Dan would have no game."
    )
    desk.do(EnterPairings(((1, 2), (3, 4)), None, tables=(7, 5)))
    assert desk.game(7).players == Pair(1, 2)
    assert desk.state.rounds[0].seed == 0


def test_a_scenario_is_rolled_from_the_seed_and_never_repeated_while_one_is_left() -> None:
    desk = registered(4)
    played = []
    for number in range(1, 8):
        desk.do(DrawRound(100 + number), insist=True)
        desk.do(PublishRound())
        desk.do(StartRound())
        assert roll_scenario(desk.state, 100 + number, number) == desk.state.rounds[-1].scenario
        played.append(desk.state.rounds[-1].scenario)
    assert sorted(played[:6]) == [1, 2, 3, 4, 5, 6]
    assert roll_scenario(State(), 1, 1) == 0


def test_a_scenario_is_changed_before_the_start_and_every_table_plays_it() -> None:
    desk = under_way(4, scenario=3)
    finished(desk, "RR")
    desk.do(DrawRound(8, scenario=2))
    assert desk.refused(ChooseScenario(9)) == "There is no scenario 9 in this packet."
    doubt = desk.refused(ChooseScenario(3))
    assert doubt == "Round 1 was played with Spread the Net; a scenario is played once."
    desk.do(ChooseScenario(5))
    assert desk.state.rounds[1].scenario == 5
    assert {desk.game(table).terms.scenario.name for table in (1, 2)} == {"Outlast"}
    assert desk.state.games[1].terms.scenario.name == "Spread the Net"
    assert "no scenario 0" in desk.refused(DrawRound(8, scenario=0))
    assert "is played once" in desk.refused(DrawRound(8, scenario=3))
    desk.do(ChooseScenario(3), insist=True)
    assert desk.state.rounds[1].scenario == 3


def test_a_changed_scenario_leaves_the_game_that_was_begun_as_it_is() -> None:
    desk = registered(2)
    desk.do(DrawRound(7, scenario=1))
    desk.do(StartClock(1, Side.BLUE), 0, insist=True)
    desk.do(Tap(1, Side.BLUE), 1_000)
    before = desk.game().play
    desk.do(ChooseScenario(2))
    assert desk.game().play == before


def test_a_player_who_dropped_is_not_drawn() -> None:
    desk = under_way(4)
    finished(desk, "RR")
    desk.do(DropPlayer(1))
    desk.do(DrawRound(8), insist=True)
    round_ = desk.state.rounds[1]
    assert round_.bye is not None
    assert 1 not in {*desk.game(1).players, round_.bye.player}


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(2, 3), (8, 3), (9, 4), (16, 4), (17, 5), (64, 6), (128, 7), (129, 8), (256, 8), (257, 9)],
)
def test_the_packet_knows_the_number_of_rounds(players: int, rounds: int) -> None:
    assert SR2017.rounds_for(players) == rounds


def test_publishing_asks_about_a_player_who_left_after_the_draw() -> None:
    desk = registered(4)
    desk.do(DrawRound(7))
    desk.do(DropPlayer(2), insist=True)
    said = "Ben left the event after the draw. Draw again, or report a no-show."
    assert desk.doubted(PublishRound()) == said
    assert desk.doubted(StartRound()) == said
    assert desk.state.latest is not None
    assert desk.state.latest.stage is Stage.STARTED


def test_the_state_before_a_round_has_only_earlier_rounds_and_games() -> None:
    desk = under_way(4)
    for game in desk.state.games_of(desk.state.rounds[0]):
        desk.report(game.table, Side.RED)
    desk.do(FinishRound())
    desk.do(DrawRound(2))
    desk.do(DropPlayer(4), insist=True)
    state = desk.state
    for number, rounds in ((1, 0), (2, 1), (3, 2)):
        before = state_before_round(state, number, (1, 2, 4))
        assert len(before.rounds) == rounds
        assert {game.round_number for game in before.games.values()} == {*range(1, number)}
        assert [before.players[player].plays for player in (1, 2, 3, 4)] == [
            True,
            True,
            False,
            True,
        ]
