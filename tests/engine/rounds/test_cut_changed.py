"""A cut that somebody leaves, that is drawn again, or that is paired by hand."""

from app.engine.acts.draw import EditPairings, SeatLate, TakeOut
from app.engine.acts.players import CheckIn, DisqualifyPlayer, DropPlayer
from app.engine.acts.rounds import DrawRound, EnterPairings, FinishRound, RoundDrawn
from app.engine.acts.setup import ChangeSettings
from app.engine.frozen import replace
from app.engine.rounds.field import cut_players, field
from app.engine.side import Pair, Side
from app.headless.recheck.verify import standings_faults
from tests.engine.event import SR2017, Desk, settings
from tests.engine.rounds.cuts import FOUR, by_number, cut_of_eight, drawn, go, pairs, places
from tests.remarked import in_words


def test_a_disqualification_in_the_cut_moves_all_others_up() -> None:
    desk = cut_of_eight()
    drawn(desk)
    go(desk)
    desk.do(DisqualifyPlayer(4, "abuse"), insist=True)
    assert places(desk)[:5] == [(1, 1), (2, 2), (3, 3), (4, 5), (4, 6)]
    assert places(desk)[-1] == (0, 4)


def test_a_player_leaving_before_the_cut_is_replaced_by_the_next() -> None:
    desk = cut_of_eight()
    desk.do(DropPlayer(2))
    assert cut_players(desk.state) == (1, 3, 4, 5)
    assert "are tied, and the next round depends" in desk.refused(DrawRound(1))
    assert pairs(drawn(desk, insist=True)) == [(1, 5), (3, 4)]
    assert in_words(desk.state.rounds[1].gave_way) == (
        "Anna and Eve meet again: the cut pairs by seed.",
    )


def test_a_drawn_cut_can_be_drawn_again() -> None:
    desk = cut_of_eight()
    drawn(desk)
    assert drawn(desk).cut == (1, 2, 3, 4)
    go(desk)
    desk.report(1, Side.RED)
    assert "table 1 have begun and stay" in desk.doubted(DrawRound(3, again=True))
    assert desk.game(1).reported is not None
    assert desk.state.rounds[-1].cut == (1, 2, 3, 4)


def test_pairings_by_hand_outside_the_cut_need_the_organizer_to_insist() -> None:
    desk = cut_of_eight()
    desk.do(EnterPairings(((1, 2), (3, 4)), None))
    assert desk.state.rounds[-1].cut == (1, 2, 3, 4)
    assert desk.state.rounds[-1].paired_down == ()
    everybody = EnterPairings(((1, 2), (3, 4), (5, 6), (7, 8)), None)
    doubt = desk.doubted(everybody)
    assert doubt == (
        "With Eve, Finn, Gus and Hal this round is not a cut: they are not among the best."
    )
    assert desk.state.rounds[-1].cut == ()
    by_number(desk)
    assert cut_players(desk.state) == (1, 3, 2, 4)


def test_pairings_by_hand_and_new_settings_do_not_end_the_cut() -> None:
    desk = cut_of_eight()
    drawn(desk)
    by_number(desk)
    desk.do(EnterPairings(((1, 2), (3, 4)), None), insist=True)
    assert desk.state.rounds[-1].cut == (1, 2, 3, 4)
    desk.do(ChangeSettings(settings(), SR2017))
    assert field(desk.state) == (1, 2, 3, 4)
    desk.do(CheckIn((3,), present=False))
    assert field(desk.state) == (1, 2, 4)


def won_by_the_reserve(desk: Desk) -> None:
    """Play a round in which 5 beats 1, and 2 beats whoever they meet."""
    go(desk)
    latest = desk.state.latest
    assert latest is not None
    for game in desk.state.games_of(latest):
        winner = 5 if 5 in game.players else 2
        desk.report(game.table, Side.RED if game.players.red == winner else Side.BLUE)
    desk.do(FinishRound())


def test_a_reserve_paired_by_hand_joins_the_cut() -> None:
    desk = cut_of_eight()
    drawn(desk)
    desk.do(TakeOut(4))
    doubt = desk.doubted(EditPairings(((1, 5), (2, 3)), (1, 2), None))
    assert doubt.endswith("Eve would come into the cut as a reserve.")
    assert desk.state.rounds[-1].cut == (1, 2, 3, 4, 5)
    won_by_the_reserve(desk)
    assert field(desk.state) == (1, 2, 3, 5)
    assert 5 in [number for _, number in places(desk)[:4]]
    assert {2, 5} in [{*pair} for pair in pairs(drawn(desk, insist=True))]
    assert desk.state.rounds[-1].cut == (1, 2, 3, 4, 5)
    assert [*standings_faults(desk.state)] == []


def test_a_reserve_seated_late_joins_the_cut() -> None:
    desk = cut_of_eight()
    drawn(desk)
    desk.do(TakeOut(4))
    assert desk.doubted(SeatLate(6)) == "Finn would come into the cut as a reserve."
    won = {game.players for game in desk.state.games_of(desk.state.rounds[-1])}
    assert Pair(1, 6) in won
    assert field(desk.state) == (1, 2, 3, 6)


def test_pairings_entered_by_hand_may_bring_a_reserve_into_the_cut() -> None:
    desk = cut_of_eight()
    pair = EnterPairings(((1, 5), (2, 3)), None)
    assert desk.doubted(pair).startswith("Eve would come into the cut as a reserve. Dan would")
    assert desk.state.rounds[-1].cut == (1, 2, 3, 4, 5)
    won_by_the_reserve(desk)
    assert "Finn and Gus would come into the cut as reserves." in desk.doubted(
        EnterPairings(((5, 6), (2, 7)), None)
    )
    assert desk.state.in_cut == (1, 2, 3, 4, 5, 6, 7)
    assert field(desk.state) == (1, 2, 3, 4, 5, 6, 7)


def test_a_reserve_whose_game_has_begun_stays_in_a_cut_drawn_again() -> None:
    desk = cut_of_eight()
    drawn(desk)
    desk.do(TakeOut(4))
    desk.do(EditPairings(((1, 5), (2, 3)), (1, 2), None), insist=True)
    go(desk)
    desk.report(1, Side.BLUE)
    desk.do(DrawRound(9, again=True), insist=True)
    assert desk.state.rounds[-1].cut == (1, 2, 3, 5)
    assert len(desk.state.rounds) == 2


def test_a_player_leaving_after_their_game_does_not_end_the_cut() -> None:
    desk = cut_of_eight()
    drawn(desk)
    go(desk)
    desk.report(1, Side.RED)
    kept = desk.game(1)
    desk.do(DropPlayer(kept.players.blue))
    desk.do(ChangeSettings(replace(FOUR, cut_by_seed=False), SR2017))
    event = desk.do(DrawRound(9, again=True), insist=True)[0]
    assert isinstance(event, RoundDrawn)
    assert desk.game(1) == kept
    assert event.cut == (1, 2, 3, 4)
    assert event.bye is None
    assert {*map(frozenset, pairs(event))} == {frozenset((1, 4)), frozenset((2, 3))}


def test_a_cut_by_seed_drawn_again_keeps_the_games_that_have_begun() -> None:
    desk = cut_of_eight()
    drawn(desk)
    go(desk)
    desk.report(1, Side.RED)
    kept = desk.game(1)
    desk.do(DropPlayer(3), insist=True)
    assert "table 1 have begun and stay" in desk.doubted(DrawRound(9, again=True))
    assert desk.game(1) == kept
    assert {*desk.game(2).players} == {2, 5}
    assert desk.state.rounds[-1].cut == (1, 2, 4, 5)
