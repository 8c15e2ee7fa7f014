"""Other ways to rank: criteria, Large Event Scoring, other points, ties broken by hand."""

from fractions import Fraction

import pytest

from app.engine.acts.awards import BreakTie
from app.engine.acts.players import AddPlayers, DisqualifyPlayer, DropPlayer, Entry
from app.engine.acts.results import How
from app.engine.acts.rounds import DrawRound, EnterPairings, FinishRound, PublishRound, StartRound
from app.engine.acts.setup import ChangeSettings, CreateEvent
from app.engine.acts.undo import Undo
from app.engine.formats.keywords import put_in_force
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.packet.packet import Packet
from app.engine.packet.ranking import Points, RankingColumn, Schedule
from app.engine.side import Side
from app.engine.standings.ranking import level_with, standings
from app.engine.standings.scores import Standing
from app.engine.text import exactly
from app.views.event.standings import StandingsColumn, columns, in_short, standing_rows
from tests.engine.event import PACKETS, SR2017, Desk, registered, settings

SR2012, SR2015 = PACKETS["sr2012"], PACKETS["sr2015"]


def event(players: int, packet: Packet, *keys: str, rounds: int = 0) -> Desk:
    chosen = Settings("Open", packet.key, 50, 1, rounds=rounds)
    for key in keys:
        chosen = put_in_force(packet, chosen, key)
    return registered(players, chosen, packet)


def play(desk: Desk, *pairs: tuple[int, int], bye: int | None = None) -> None:
    """A round in which the first of each pair wins."""
    desk.do(EnterPairings(pairs, bye), insist=True)
    desk.do(PublishRound(), insist=True)
    desk.do(StartRound(), insist=True)
    for table in range(1, len(pairs) + 1):
        desk.report(table, Side.RED)
    desk.do(FinishRound())


def row(desk: Desk, number: int) -> Standing:
    return next(standing for standing in standings(desk.state) if standing.number == number)


def ranking(desk: Desk) -> list[int]:
    return [standing.number for standing in standings(desk.state)]


def worked_example(packet: Packet) -> Desk:
    """Dwight, 1, in five rounds: Trevor 2 wins four, Jay 3 three; Scott 4 drops with two wins,
    Steve 5 with none. He has a bye; 6 to 9 are there to be met.
    """
    desk = event(9, packet, "large-event", rounds=5)
    play(desk, (1, 5), (2, 6), (3, 7), (4, 8), bye=9)
    desk.do(DropPlayer(5))
    play(desk, (4, 9), (2, 7), (3, 8), bye=1)
    play(desk, (1, 4), (2, 8), (3, 6), (7, 9))
    desk.do(DropPlayer(4))
    play(desk, (1, 3), (2, 9), (6, 7), bye=8)
    play(desk, (1, 2), (8, 3), (9, 6), bye=7)
    return desk


def test_the_packets_example_of_large_event_scoring_comes_to_exactly_two() -> None:
    dwight = row(worked_example(SR2015), 1)
    adds = {met.number: met.adds for met in dwight.met}
    assert adds == {
        2: Fraction(4, 5),
        3: Fraction(3, 5),
        4: Fraction(2, 5),
        5: Fraction(1, 5),
    }
    assert dwight.sos == 2
    assert isinstance(dwight.sos, Fraction)


def test_strength_of_schedule_lists_the_opponents_with_their_fractions() -> None:
    shown = next(one for one in standing_rows(worked_example(SR2015).state) if one.number == 1)
    assert shown.sos_words == "SoS 2: Eve 1/5, Dan 2/5, Cleo 3/5, Ben 4/5"


def test_sr2012_large_event_scoring_divides_points_by_games_played_not_rounds() -> None:
    desk = event(5, SR2012, "large-event", rounds=4)
    play(desk, (1, 2), (3, 4), bye=5)
    play(desk, (1, 3), (5, 2), bye=4)
    # 2 has no points in two games, 3 has one point in two, 5 two with its bye in two.
    assert row(desk, 1).sos == Fraction(1, 4) + Fraction(1, 2)
    assert row(desk, 2).sos == Fraction(2, 2) + Fraction(2, 2)


@pytest.mark.parametrize("packet", [SR2012, PACKETS["sr2014"]])
def test_rounds_before_a_late_arrival_do_not_count_as_games_played(packet: Packet) -> None:
    """SR2012 and SR2014, Large Event Scoring: by the games that the opponent played."""
    desk = event(5, packet, "large-event", rounds=4)
    play(desk, (1, 2), (3, 4), bye=5)
    desk.do(AddPlayers((Entry("Late"),)))
    play(desk, (6, 1), (5, 3), (4, 2))
    assert row(desk, 6).losses == 1
    # 6 has one point in the one game it played, 2 none.
    assert row(desk, 1).sos == Fraction(1, 1) + Fraction(1, 4)


def test_in_2012_a_tie_counts_as_a_game_played() -> None:
    desk = event(4, SR2012, "large-event", rounds=3)
    play(desk, (1, 2), (3, 4))
    desk.do(EnterPairings(((1, 3), (2, 4)), None), insist=True)
    desk.do(PublishRound(), insist=True)
    desk.do(StartRound(), insist=True)
    desk.report(1, None, How.TIE, cp=(1, 1))
    desk.report(2, Side.RED)
    desk.do(FinishRound())
    # 1 has one point in two games, 4 none in two.
    assert row(desk, 3).sos == Fraction(1, 2) + Fraction(1, 3)


def test_an_event_with_more_rounds_than_planned_counts_all_of_them() -> None:
    desk = event(2, SR2015, "large-event", rounds=1)
    play(desk, (1, 2))
    assert row(desk, 2).sos == 1
    play(desk, (1, 2))
    assert row(desk, 2).sos == 2 * Fraction(2, 2)
    assert row(desk, 1).sos == 0


def test_fractions_can_be_written_exactly_or_rounded() -> None:
    values = (2, Fraction(8, 5), Fraction(3, 5), Fraction(0), Fraction(4, 2))
    assert [exactly(value) for value in values] == ["2", "1 3/5", "3/5", "0", "2"]
    assert [in_short(value) for value in values] == ["2", "1.60", "0.60", "0", "2"]
    assert in_short(Fraction(1, 3)) == "0.33"


@pytest.mark.parametrize(
    ("packet", "key", "best"),
    [
        (SR2017, "assassin", [1, 3, 2]),
        (SR2012, "assassin", [1, 3, 2]),
        (SR2015, "control-points", [2, 1, 3]),
        (SR2015, "destruction", [3, 2, 1]),
    ],
)
def test_an_announced_keyword_sets_the_ranking_order(
    packet: Packet, key: str, best: list[int]
) -> None:
    desk = event(6, packet, key)
    desk.do(EnterPairings(((1, 4), (2, 5), (3, 6)), None), insist=True)
    desk.do(PublishRound())
    desk.do(StartRound())
    desk.report(1, Side.RED, How.ASSASSINATION, cp=(4, 0), apd=(10, 0))
    desk.report(2, Side.RED, How.SCENARIO, cp=(5, 0), apd=(20, 0))
    desk.report(3, Side.RED, How.CLOCK_OUT, cp=(1, 0), apd=(30, 0))
    assert ranking(desk)[:3] == best


def test_the_organizers_ranking_order_overrides_the_packets() -> None:
    desk = event(3, SR2017)
    play(desk, (1, 2), bye=3)
    assert [standing.tp for standing in standings(desk.state)] == [1, 1, 0]
    order = (RankingColumn.WINS, RankingColumn.CP)
    chosen = replace(settings(), order=order)
    desk.do(ChangeSettings(chosen, SR2017))
    assert ranking(desk) == [1, 3, 2]
    again = replace(settings(), order=(RankingColumn.TP, RankingColumn.TP))
    assert "only once" in desk.refused(ChangeSettings(again, SR2017))


def test_other_games_can_have_their_own_tournament_points() -> None:
    points = Points(win=5, tie=1, bye=5, narrow=3, narrow_below=24)
    desk = registered(7, packet=replace(SR2017, points=points))
    desk.do(EnterPairings(((1, 2), (3, 4), (5, 6)), 7), insist=True)
    desk.do(PublishRound())
    desk.do(StartRound())
    desk.report(1, Side.RED, cp=(124, 100))
    desk.report(2, Side.RED, cp=(123, 100))
    desk.report(3, None, How.TIE, cp=(100, 100))
    tp = {standing.number: standing.tp for standing in standings(desk.state)}
    assert tp == {1: 5, 2: 0, 3: 3, 4: 0, 5: 1, 6: 1, 7: 5}


def level() -> Desk:
    """Three winners and three losers, level in everything."""
    desk = registered(6)
    play(desk, (1, 2), (3, 4), (5, 6))
    return desk


def test_the_organizer_breaks_a_tie_with_a_reason() -> None:
    desk = level()
    desk.do(BreakTie((5, 1, 3), "rolled dice"))
    first = standings(desk.state)[:3]
    assert [(one.place, one.number, one.shared) for one in first] == [
        (1, 5, False),
        (2, 1, False),
        (3, 3, False),
    ]
    shown = standing_rows(desk.state)
    assert shown[0].cells[-1] == "Tied; order by the organizer: rolled dice"
    assert (shown[0].cells[0], shown[3].cells[0]) == ("1", "4=")
    desk.do(BreakTie((1, 3, 5), "rolled again"))
    assert ranking(desk)[:3] == [1, 3, 5]
    desk.do(Undo())
    desk.do(Undo())
    assert all(standing.shared for standing in standings(desk.state))


def test_an_order_by_hand_holds_until_the_next_round_begins() -> None:
    desk = level()
    desk.do(BreakTie((5, 1, 3), "rolled dice"))
    desk.do(EnterPairings(((1, 4), (3, 6), (5, 2)), None))
    assert ranking(desk)[:3] == [5, 1, 3]
    desk.do(PublishRound())
    desk.do(StartRound())
    assert standings(desk.state)[0].shared


def test_a_tie_broken_by_hand_must_order_all_tied_players() -> None:
    desk = level()
    said = desk.refused(BreakTie((5, 1), "dice"))
    assert said == "Put all tied players in order: Anna, Cleo and Eve."
    desk.refused(BreakTie((5, 1, 1), "dice"))
    assert "Say how" in desk.refused(BreakTie((5, 1, 3), " "))
    for numbers in ((), (9,)):
        assert "no tie to break" in desk.refused(BreakTie(numbers, "dice"))
    desk.do(BreakTie((5, 1, 3), "dice"))
    assert level_with(desk.state, 3) == (5, 1, 3)
    assert level_with(desk.state, 9) == ()
    desk.report(1, Side.RED, cp=(1, 0))
    assert "not tied" in desk.refused(BreakTie((1,), "dice"))
    assert [standing.by_hand for standing in standings(desk.state)[:3]] == ["", "dice", "dice"]


def test_a_disqualified_player_is_no_longer_part_of_a_tie() -> None:
    desk = level()
    desk.do(BreakTie((5, 1, 3), "dice"))
    desk.do(DisqualifyPlayer(5, "abuse"), insist=True)
    assert [(standing.place, standing.number) for standing in standings(desk.state)][:2] == [
        (1, 1),
        (2, 3),
    ]
    desk.do(DisqualifyPlayer(1, "abuse"), insist=True)
    only = standings(desk.state)[0]
    assert (only.place, only.number, only.shared) == (
        1,
        3,
        False,
    )
    assert {standing.by_hand for standing in standings(desk.state) if not standing.place} == {""}
    assert "not tied" in desk.refused(BreakTie((5, 1), "dice"))


def test_a_dropped_players_note_also_mentions_their_tie() -> None:
    desk = level()
    desk.do(BreakTie((5, 1, 3), "dice"))
    desk.do(DropPlayer(5))
    note = standing_rows(desk.state)[0].cells[-1]
    assert note == "Dropped after round 1. Tied; order by the organizer: dice"


def test_conflicting_settings_are_asked_about_only_once() -> None:
    desk = Desk()
    odd = replace(settings(), finals_tables=True, cut=4)
    doubt = desk.doubted(CreateEvent(odd, SR2017))
    assert doubt.startswith("Finals Tables with Cut to Top 4: Both say")
    desk.do(ChangeSettings(replace(odd, tables=9), SR2017))
    more = put_in_force(SR2017, odd, "assassin")
    assert "Assassin Scoring" in desk.doubted(ChangeSettings(more, SR2017))


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        (replace(settings(), cut=1), "A cut needs two players or more. Use 0 for no cut."),
        (replace(settings(), scenarios=(3, 9)), "Steamroller 2017 has no scenario 9."),
        (replace(settings(), absences=-1), "cannot be negative"),
        (
            put_in_force(SR2012, settings(), "modern-warfare"),
            "Steamroller 2017 has no variant called modern-warfare.",
        ),
    ],
)
def test_impossible_settings_are_refused(chosen: Settings, said: str) -> None:
    assert said in Desk().refused(CreateEvent(chosen, SR2017), insist=True)


def test_strength_of_schedule_uses_plain_points_unless_announced_otherwise() -> None:
    assert settings().schedule is Schedule.POINTS
    desk = registered(4)
    desk.do(DrawRound(1))
    assert {standing.sos for standing in standings(desk.state)} == {0}


@pytest.mark.parametrize("how", [How.BATTLEGROUP, How.NO_MODELS])
def test_destroying_a_battlegroup_or_an_army_does_not_count_as_an_assassination(how: How) -> None:
    desk = event(4, SR2015, "assassin")
    desk.do(EnterPairings(((1, 2), (3, 4)), None), insist=True)
    desk.do(PublishRound(), insist=True)
    desk.do(StartRound(), insist=True)
    desk.report(1, Side.RED, how, (5, 0))
    desk.report(2, Side.RED, How.ASSASSINATION)
    desk.do(FinishRound())
    assert ranking(desk)[:2] == [3, 1]
    assert [row(desk, number).assassinations for number in (1, 3)] == [0, 1]


def test_the_opponents_mean_win_rate_can_be_used_for_ranking() -> None:
    desk = registered(5, Settings("Open", "sr2017", 75, 1))
    play(desk, (1, 2), (3, 4), bye=5)
    play(desk, (1, 3), (5, 2), bye=4)
    rates = {standing.number: standing.win_rates for standing in standings(desk.state)}
    # Player 2 lost both games, 3 won one of two, 4 lost one, 5 won one; byes count for nothing.
    assert rates == {
        1: Fraction(1, 4),
        2: Fraction(1),
        3: Fraction(1, 2),
        4: Fraction(1, 2),
        5: Fraction(0),
    }
    assert StandingsColumn.WIN_RATES not in columns(desk.state)
    order = (RankingColumn.TP, RankingColumn.WIN_RATES)
    assert desk.state.settings is not None
    chosen = replace(desk.state.settings, order=order)
    desk.do(ChangeSettings(chosen, SR2017), insist=True)
    assert ranking(desk) == [1, 5, 3, 4, 2]
    assert StandingsColumn.WIN_RATES in columns(desk.state)
    assert standing_rows(desk.state)[2].cell(StandingsColumn.WIN_RATES) == "0.50"


def test_opponents_win_rates_are_zero_before_the_first_game() -> None:
    assert {standing.win_rates for standing in standings(registered(4).state)} == {0}
