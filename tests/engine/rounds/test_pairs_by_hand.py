"""Pairings changed by hand, players let in late or taken out, entries merged."""

import pytest

from app.engine.acts.commands import Refused
from app.engine.acts.draw import EditPairings, PairingsChanged, SeatLate, SetPairing, TakeOut
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.results import How, Result
from app.engine.acts.rounds import DrawRound, PublishRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import StartClock
from app.engine.acts.undo import Redo, Undo
from app.engine.draw.wishes import SetPair
from app.engine.evolve import fold
from app.engine.rounds.edit import (
    Arrangement,
    arrangement,
    move_game,
    opponent,
    swap_players,
    together,
    with_bye,
)
from app.engine.side import Pair, Side
from app.engine.standings.ranking import standings
from app.engine.state import Stage
from app.engine.table.verdict import final_result
from tests.engine.event import SR2017, Desk, latest, play_round, registered, under_way
from tests.engine.event import settings as event_settings
from tests.remarked import in_words

WON = Result(Side.RED, How.SCENARIO, Pair(5, 0), Pair(10, 5))


def now(desk: Desk) -> Arrangement:
    return arrangement(desk.state, latest(desk))


def drawn(players: int) -> Desk:
    desk = registered(players)
    desk.do(DrawRound(7, 3))
    return desk


def fresh(desk: Desk) -> int:
    """One more entry, not checked in."""
    number = desk.state.next_player
    desk.do(AddPlayers((Entry(f"Late {number}"),)))
    return number


# editing


def test_swapping_two_players_keeps_the_numbers_of_all_other_games() -> None:
    desk = drawn(8)
    before = latest(desk)
    first, second = now(desk).pairs[:2]
    (event,) = desk.do(swap_players(now(desk), first[0], second[0]).command("Friends"), insist=True)
    assert isinstance(event, PairingsChanged)
    assert now(desk).pairs[:2] == ((second[0], first[1]), (first[0], second[1]))
    assert latest(desk).games[2:] == before.games[2:]
    assert {*event.gone} == {*before.games[:2]}
    assert len(event.differences) == 4
    assert event.why == "Friends"
    assert latest(desk).stage is Stage.DRAWN


def test_two_players_swapped_back_are_paired_as_the_program_drew_them() -> None:
    desk = drawn(8)
    one, other = (pair[0] for pair in now(desk).pairs[:2])
    desk.do(swap_players(now(desk), one, other).command(), insist=True)
    (event,) = desk.do(swap_players(now(desk), one, other).command(), insist=True)
    assert isinstance(event, PairingsChanged)
    assert event.differences == ()


def test_a_change_is_undone_and_redone_as_one_act() -> None:
    desk = drawn(6)
    pairs = now(desk).pairs
    desk.do(swap_players(now(desk), pairs[0][0], pairs[1][0]).command(), insist=True)
    edited = now(desk)
    desk.do(Undo())
    assert now(desk).pairs == pairs
    desk.do(Redo())
    assert now(desk) == edited
    assert fold(desk.records) == desk.state


def test_two_players_can_be_paired_wherever_they_are() -> None:
    arranged = Arrangement(((1, 2), (3, 4)), (1, 2), 5)
    assert together(arranged, 1, 3).pairs == ((1, 3), (2, 4))
    assert together(arranged, 1, 2) == arranged
    met = together(arranged, 5, 1)
    assert opponent(met, 5) == 1
    assert met.bye == 2
    assert together(arranged, 9, 1) == arranged
    assert together(arranged, 5, 9) == arranged
    assert opponent(together(arranged, 1, 5), 1) == 5


def test_a_player_is_given_the_bye_and_a_game_another_table() -> None:
    arranged = Arrangement(((1, 2), (3, 4)), (1, 2), 5)
    assert with_bye(arranged, 3) == Arrangement(((1, 2), (5, 4)), (1, 2), 3)
    assert with_bye(Arrangement(((1, 2),), (1,), None), 1).bye is None
    assert move_game(arranged, 4, 1).tables == (2, 1)
    assert move_game(arranged, 4, 9).tables == (1, 9)
    assert move_game(arranged, 5, 1) == arranged


def test_a_moved_game_keeps_its_clock() -> None:
    desk = under_way(4)
    game = desk.game(1)
    desk.do(StartClock(game.number, Side.RED), 5_000)
    doubt = desk.doubted(move_game(now(desk), game.players.red, 9).command())
    assert doubt == "Round 1 is already public."
    assert desk.game(9).play.clock is not None
    assert desk.game(9).number == game.number


def test_a_rematch_set_by_hand_must_be_confirmed_twice() -> None:
    desk = registered(4)
    play_round(desk)
    old = now(desk).pairs
    desk.do(DrawRound(8), insist=True)
    refused = desk.ask(EditPairings(old, (1, 2), None))
    assert isinstance(refused, Refused)
    assert refused.insistable
    assert "meet again" in refused.consequences
    desk.do(EditPairings(old, (1, 2), None), insist=True)
    assert [*latest(desk).edits[-1].faults]


def test_a_small_difference_is_only_noted() -> None:
    desk = drawn(8)
    pairs = now(desk).pairs
    (event,) = desk.do(swap_players(now(desk), pairs[0][0], pairs[1][0]).command())
    assert isinstance(event, PairingsChanged)
    said = "As good as the program’s own draw by every rule; only the dice differ."
    assert in_words(event.faults) == (said,)


def test_breaking_up_a_game_in_play_needs_two_confirmations_and_can_be_undone() -> None:
    desk = under_way(4)
    desk.report(1, Side.RED)
    first, second = now(desk).pairs
    edit = swap_players(now(desk), first[0], second[0]).command()
    refused = desk.ask(edit)
    assert isinstance(refused, Refused)
    assert "What was played at table 1 is set aside." in refused.sentence
    assert refused.consequences == "1 game that began will not count."
    desk.do(edit, insist=True)
    desk.do(Undo())
    assert final_result(desk.game(1)) is not None


@pytest.mark.parametrize(
    ("pairs", "tables", "bye", "sentence"),
    [
        (((1, 2), (1, 3)), (1, 2), None, "Anna is in the pairings twice."),
        (((1, 2),), (1,), 1, "Anna is in the pairings twice."),
        (((1, 2), (3, 99)), (1, 2), None, "There is no player number 99."),
        (((1, 2), (3, 4)), (1, 1), None, "Each pair needs a table of its own."),
        (((1, 2), (3, 4)), (1,), None, "Each pair needs a table of its own."),
        (((1, 2), (3, 4)), (0, 1), None, "Each pair needs a table of its own."),
        ((), (), None, "There are no pairings. Enter at least one."),
    ],
)
def test_impossible_pairings_are_refused(
    pairs: tuple[tuple[int, int], ...], tables: tuple[int, ...], bye: int | None, sentence: str
) -> None:
    desk = drawn(4)
    assert desk.refused(EditPairings(pairs, tables, bye), insist=True) == sentence


def test_pairings_can_be_edited_only_in_an_open_round_with_an_actual_change() -> None:
    desk = registered(4)
    no_round = "There is no round to change. Draw the next one first."
    assert desk.refused(EditPairings(((1, 2),), (1,), None)) == no_round
    desk.do(DrawRound(7))
    same = now(desk).command()
    assert desk.refused(same, insist=True).startswith("Nothing changes")
    desk.do(PublishRound())
    assert desk.refused(same).startswith("Nothing changes")
    play_round(desk)
    assert desk.refused(same) == no_round


def test_leaving_a_player_without_a_game_or_bye_is_a_serious_fault() -> None:
    desk = drawn(4)
    first = now(desk).pairs[0]
    refused = desk.ask(EditPairings((first,), (1,), None))
    assert isinstance(refused, Refused)
    assert "no game and no bye" in refused.consequences


def test_pair_downs_in_an_edited_round_follow_the_points_before_it() -> None:
    desk = registered(4)
    play_round(desk)
    desk.do(DrawRound(8), insist=True)
    winner, loser = now(desk).pairs[0][0], now(desk).pairs[1][0]
    desk.do(swap_players(now(desk), winner, loser).command(), insist=True)
    tp = {row.number: row.tp for row in standings(desk.state)}
    assert {*latest(desk).paired_down} == {n for n in tp if tp[n] == 1}


def test_players_gone_or_arrived_since_the_draw_raise_no_doubt_about_later_changes() -> None:
    desk = drawn(8)
    gone = now(desk).pairs[0][0]
    desk.do(TakeOut(gone))
    (_, _, (one, _other), (two, _last)) = ((0, 0), *now(desk).pairs)
    desk.do(swap_players(now(desk), one, two).command())
    late = fresh(desk)
    desk.do(SeatLate(late))
    (event,) = desk.do(swap_players(now(desk), one, two).command())
    assert isinstance(event, PairingsChanged)
    assert not any(
        "no game and no bye" in words or "without" in words for words in in_words(event.faults)
    )


def test_pairing_a_player_who_is_not_checked_in_is_a_serious_fault() -> None:
    desk = drawn(4)
    (one, two), rest = now(desk).pairs
    late = fresh(desk)
    refused = desk.ask(EditPairings(((one, late), rest), (1, 2), None))
    assert isinstance(refused, Refused)
    assert f"Late {late} would play without being in this draw." in refused.consequences
    assert desk.state.name(two) in refused.consequences


# late arrivals and withdrawals


# merging


def test_a_set_pair_meets() -> None:
    desk = Desk()
    desk.do(CreateEvent(event_settings(tables=4), SR2017))
    desk.do(AddPlayers(tuple(Entry(name) for name in "ABCDEF")))
    desk.do(CheckIn((1, 2, 3, 4, 5, 6)))
    desk.do(SetPairing(SetPair(1, 2, True, "Teacher and pupil", 1)))
    desk.do(DrawRound(3))
    assert (1, 2) in {tuple(sorted(pair)) for pair in now(desk).pairs}
