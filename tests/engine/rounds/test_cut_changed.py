"""A cut that somebody leaves, that is drawn again, or that is paired by hand."""

from dataclasses import replace

from app.engine.acts.players import CheckIn, DisqualifyPlayer, DropPlayer
from app.engine.acts.rounds import DrawRound, EnterPairings, RoundDrawn
from app.engine.acts.setup import ChangeSettings
from app.engine.rounds.field import cut_players, field
from app.engine.side import Side
from tests.engine.event import SR2017, settings
from tests.engine.rounds.cuts import FOUR, by_number, cut_of_eight, drawn, go, pairs, places
from tests.remarked import in_words


def test_who_is_disqualified_in_the_cut_lets_all_others_move_up() -> None:
    desk = cut_of_eight()
    drawn(desk)
    go(desk)
    desk.do(DisqualifyPlayer(4, "abuse"), insist=True)
    assert places(desk)[:5] == [(1, 1), (2, 2), (3, 3), (4, 5), (4, 6)]
    assert places(desk)[-1] == (0, 4)


def test_who_leaves_before_the_cut_gives_his_place_in_it_to_the_next() -> None:
    desk = cut_of_eight()
    desk.do(DropPlayer(2))
    assert cut_players(desk.state) == (1, 3, 4, 5)
    assert "are level, and the next round depends" in desk.refused(DrawRound(1))
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


def test_pairings_by_hand_keep_to_the_cut_or_the_organizer_insists() -> None:
    desk = cut_of_eight()
    desk.do(EnterPairings(((1, 2), (3, 4)), None))
    assert desk.state.rounds[-1].cut == (1, 2, 3, 4)
    assert desk.state.rounds[-1].paired_down == ()
    everybody = EnterPairings(((1, 2), (3, 4), (5, 6), (7, 8)), None)
    doubt = desk.doubted(everybody)
    assert doubt == "Eve, Finn, Gus and Hal would play after the cut without being in it."
    assert desk.state.rounds[-1].cut == ()
    by_number(desk)
    assert cut_players(desk.state) == (1, 3, 2, 4)


def test_once_cut_the_event_stays_cut_whoever_is_paired() -> None:
    desk = cut_of_eight()
    drawn(desk)
    by_number(desk)
    desk.do(EnterPairings(((1, 5), (2, 3)), None), insist=True)
    assert desk.state.rounds[-1].cut == (1, 2, 3, 4)
    desk.do(ChangeSettings(settings(), SR2017))
    assert field(desk.state) == (1, 2, 3, 4)
    desk.do(CheckIn((3,), present=False))
    assert field(desk.state) == (1, 2, 4)


def test_who_leaves_after_his_game_in_the_cut_leaves_it_a_cut() -> None:
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
