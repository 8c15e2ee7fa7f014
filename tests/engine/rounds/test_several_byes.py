"""Rounds of a played event: several byes, and a scenario that nobody wrote down."""

from app.engine.acts.draw import EditPairings, MergePlayers, PairingsChanged, SeatLate
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import (
    ChooseScenario,
    EnterPairings,
    FinishRound,
    PublishRound,
    StartRound,
)
from app.engine.formats.settings import Late, Settings
from app.engine.frozen import replace
from app.engine.rounds.pair_round import entrants
from app.engine.side import Side
from app.engine.standings.ranking import standings
from app.engine.standings.scores import credited_byes
from app.engine.state import Bye
from app.reports.pairings_sheet import as_page
from app.reports.standings_sheet import standings_page
from app.views.event.standings import StandingsColumn, standing_rows
from app.views.history.rows import describe
from app.views.round.round import bye_words
from tests.engine.event import PACKETS, Desk, registered, settings
from tests.remarked import in_words

SR2015 = PACKETS["sr2015"]


def three_byes(scenario: int | None = 0) -> Desk:
    """Seven players: two meet, three have byes, two have nothing."""
    chosen = Settings("Open", "sr2015", 50, 1)
    desk = registered(7, chosen, SR2015)
    desk.do(EnterPairings(((1, 2),), 3, scenario, more_byes=(4, 5)), insist=True)
    return desk


def begin(desk: Desk) -> None:
    desk.do(PublishRound(), insist=True)
    desk.do(StartRound(), insist=True)


def finished(desk: Desk) -> Desk:
    begin(desk)
    desk.report(1, Side.RED)
    desk.do(FinishRound())
    return desk


def test_every_player_with_a_bye_gets_its_points() -> None:
    desk = finished(three_byes())
    rows = {
        standing.number: (standing.tp, standing.cp, standing.apd, standing.byes)
        for standing in standings(desk.state)
    }
    assert {rows[number] for number in (3, 4, 5)} == {(1, 3, 25, 1)}
    assert rows[6] == (0, 0, 0, 0)
    entered = {entrant.number: entrant.byes for entrant in entrants(desk.state)}
    assert entered == {1: 0, 2: 0, 3: 1, 4: 1, 5: 1, 6: 0, 7: 0}


def test_the_history_and_the_sheet_name_all_byes() -> None:
    desk = three_byes()
    said = describe(desk.records[-1], desk.state)
    assert "Cleo has the bye; byes for Dan and Eve; scenario unknown" in said
    latest = desk.state.latest
    assert latest is not None
    assert as_page(desk.state, latest).count("Bye") == 3


def test_nobody_can_have_both_a_bye_and_a_game() -> None:
    desk = registered(4)
    assert "twice" in desk.refused(EnterPairings(((1, 2),), 3, more_byes=(3,)))
    assert "twice" in desk.refused(EnterPairings(((1, 2),), None, more_byes=(1,)))


def test_a_scenario_entered_as_unknown_is_not_rolled() -> None:
    desk = three_byes()
    latest = desk.state.latest
    assert latest is not None
    assert latest.scenario == 0
    assert desk.game().terms.scenario.number == 0
    assert three_byes(None).state.rounds[0].scenario != 0
    assert "no scenario 0" in desk.refused(ChooseScenario(0))


def test_entering_the_scenario_later_gives_every_bye_its_points() -> None:
    sr2012 = PACKETS["sr2012"]
    desk = registered(5, Settings("Open", "sr2012", 50, 1), sr2012)
    desk.do(EnterPairings(((1, 2),), 3, 0, more_byes=(4,)), insist=True)
    wins = {scenario.number: scenario.win.points for scenario in sr2012.scenarios if scenario.win}
    three = next(number for number, points in wins.items() if points == 3)
    two = next(number for number, points in wins.items() if points == 2)
    desk.do(ChooseScenario(three))
    assert [bye.cp for bye in desk.state.rounds[0].byes] == [2, 2]
    begin(desk)
    desk.do(ChooseScenario(two), insist=True)
    assert [bye.cp for bye in desk.state.rounds[0].byes] == [1, 1]


def test_whoever_loses_one_of_several_byes_is_named_before_the_change() -> None:
    desk = three_byes()
    without_eve = EditPairings(((1, 2),), (1,), 3, more_byes=(4, 6))
    assert desk.doubted(without_eve) == "Eve has no game and no bye."
    assert [bye.player for bye in desk.state.rounds[0].byes] == [3, 4, 6]


def test_two_players_whose_game_becomes_two_more_byes_are_said_to_have_them() -> None:
    desk = registered(7, Settings("Open", "sr2015", 50, 1), SR2015)
    desk.do(EnterPairings(((1, 2), (6, 7)), 3, more_byes=(4, 5)), insist=True)
    desk.do(EditPairings(((1, 2),), (1,), 3, more_byes=(4, 5, 6, 7)), insist=True)
    event = desk.records[-1].event
    assert isinstance(event, PairingsChanged)
    assert in_words(event.differences) == (
        "Gus has the bye instead of Finn",
        "Finn has the bye instead of Gus",
    )
    assert [bye.player for bye in desk.state.rounds[0].byes] == [3, 4, 5, 6, 7]


def test_a_late_player_may_take_the_place_of_one_of_several_byes() -> None:
    desk = three_byes()
    desk.do(EditPairings(((1, 2), (4, 6)), (1, 2), 3))
    assert [bye.player for bye in desk.state.rounds[0].byes] == [3, 5]
    assert "already" in desk.refused(SeatLate(5))
    desk.do(SeatLate(7), insist=True)
    assert [bye.player for bye in desk.state.rounds[0].byes] == [5]


def test_a_merged_entry_keeps_its_bye_among_several() -> None:
    desk = three_byes()
    assert "both" in desk.refused(MergePlayers(3, 5))
    desk.do(MergePlayers(7, 5), insist=True)
    assert [bye.player for bye in desk.state.rounds[0].byes] == [3, 4, 7]


def test_every_one_of_several_byes_is_found_by_its_player() -> None:
    round_ = three_byes().state.rounds[0]
    assert round_.bye_of(5) == Bye(5, 3, 25)
    assert round_.bye_of(6) is None


def late(worth: Late) -> Desk:
    """Four play round 1; Eve comes for round 2, which she would be the fifth in."""
    desk = registered(4, replace(settings(), late=worth))
    desk.do(EnterPairings(((1, 2), (3, 4)), None))
    begin(desk)
    desk.report(1, Side.RED)
    desk.report(2, Side.RED)
    desk.do(FinishRound())
    desk.do(AddPlayers((Entry("Eve"),)))
    desk.do(CheckIn((5,)))
    return desk


def test_a_missed_round_credited_as_a_bye_counts_as_one_in_the_next_draw() -> None:
    assert credited_byes(late(Late.LOSSES).state) == {}
    desk = late(Late.BYES)
    assert credited_byes(desk.state) == {1: 0, 2: 0, 3: 0, 4: 0, 5: 1}
    assert {entrant.number: entrant.byes for entrant in entrants(desk.state)}[5] == 1


def test_byes_are_shown_for_running_and_past_rounds_and_in_the_standings() -> None:
    desk = finished(three_byes())
    (round_,) = desk.state.rounds
    assert bye_words(desk.state, round_) == (
        "Bye: Cleo, Dan and Eve, 3 control points and 25 army points each."
    )
    desk.do(EnterPairings(((1, 4), (2, 5)), 3), insist=True)
    begin(desk)
    assert bye_words(desk.state, desk.state.rounds[1]).endswith(
        "Bye: Cleo, 3 control points and 25 army points."
    )
    notes = {row.number: row.cell(StandingsColumn.NOTE) for row in standing_rows(desk.state)}
    assert (notes[1], notes[3], notes[4]) == ("", "Bye in rounds 1 and 2", "Bye in round 1")
    assert "Bye in rounds 1 and 2" in standings_page(desk.state)
    assert bye_words(desk.state, replace(round_, bye=None, more_byes=())) == ""
