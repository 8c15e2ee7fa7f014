"""Pairings changed by hand, players let in late or taken out, entries merged."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.commands import (
    AddPlayers,
    CheckIn,
    CreateEvent,
    DisqualifyPlayer,
    DrawRound,
    DropPlayer,
    FinishRound,
    PublishRound,
    ReadmitPlayer,
    Redo,
    Refused,
    ReportResult,
    StartRound,
    Undo,
    WarnPlayer,
)
from app.engine.desk_draw import couples_of, seated
from app.engine.draw_commands import (
    ChangePlan,
    ChangeTies,
    EditPairings,
    MergePlayers,
    SeatLate,
    SetPairing,
    TakeOut,
)
from app.engine.draw_events import DrawTold, PairFreed, PairingsChanged, PlayersMerged
from app.engine.edit_pairs import (
    Arrangement,
    arrangement,
    moved,
    opponent,
    swapped,
    together,
    with_bye,
)
from app.engine.events import PlayersCheckedIn
from app.engine.evolve import evolve, fold
from app.engine.plan import HallTable, Plan, SetPair, Ties
from app.engine.repair import free_table
from app.engine.results import Entry, How, Result, Status
from app.engine.side import Pair, Side
from app.engine.standings import standings
from app.engine.state import Round, Stage, State
from app.engine.table_commands import StartClock
from app.engine.verdict import final_result
from tests.engine.event import SR2017, Desk, registered, under_way
from tests.engine.event import settings as event_settings

WON = Result(Side.RED, How.SCENARIO, Pair(5, 0), Pair(10, 5))


def latest(desk: Desk) -> Round:
    round_ = desk.state.latest
    assert round_ is not None
    return round_


def now(desk: Desk) -> Arrangement:
    return arrangement(desk.state, latest(desk))


def drawn(players: int) -> Desk:
    desk = registered(players)
    desk.do(DrawRound(7, 3))
    return desk


def play(desk: Desk, seed: int = 9) -> None:
    """A whole round, red wins everywhere."""
    desk.do(DrawRound(seed), insist=True)
    desk.do(PublishRound())
    desk.do(StartRound())
    for number in latest(desk).games:
        desk.do(ReportResult(number, WON))
    desk.do(FinishRound())


def fresh(desk: Desk) -> int:
    """One more entry, not checked in."""
    number = desk.state.next_player
    desk.do(AddPlayers((Entry(f"Late {number}"),)))
    return number


# editing


def test_two_players_exchange_their_places_and_every_other_game_keeps_its_number() -> None:
    desk = drawn(8)
    before = latest(desk)
    first, second = now(desk).pairs[:2]
    (event,) = desk.do(swapped(now(desk), first[0], second[0]).command("Friends"), insist=True)
    assert isinstance(event, PairingsChanged)
    assert now(desk).pairs[:2] == ((second[0], first[1]), (first[0], second[1]))
    assert latest(desk).games[2:] == before.games[2:]
    assert {*event.gone} == {*before.games[:2]}
    assert len(event.differences) == 4
    assert event.why == "Friends"
    assert latest(desk).stage is Stage.DRAWN


def test_a_change_is_undone_and_redone_as_one_act() -> None:
    desk = drawn(6)
    pairs = now(desk).pairs
    desk.do(swapped(now(desk), pairs[0][0], pairs[1][0]).command(), insist=True)
    edited = now(desk)
    desk.do(Undo())
    assert now(desk).pairs == pairs
    desk.do(Redo())
    assert now(desk) == edited
    assert fold(desk.records) == desk.state


def test_players_are_brought_together_wherever_they_are() -> None:
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
    assert moved(arranged, 4, 1).tables == (2, 1)
    assert moved(arranged, 4, 9).tables == (1, 9)
    assert moved(arranged, 5, 1) == arranged


def test_a_moved_game_keeps_its_clock() -> None:
    desk = under_way(4)
    game = desk.game(1)
    desk.do(StartClock(game.number, Side.RED), 5_000)
    doubt = desk.doubted(moved(now(desk), game.players.red, 9).command())
    assert doubt == "Round 1 is public already."
    assert desk.game(9).play.clock is not None
    assert desk.game(9).number == game.number


def test_a_rematch_by_hand_is_confirmed_twice() -> None:
    desk = registered(4)
    play(desk)
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
    (event,) = desk.do(swapped(now(desk), pairs[0][0], pairs[1][0]).command())
    assert isinstance(event, PairingsChanged)
    said = "As good as the program's own draw by every rule; only the dice differ."
    assert event.faults == (said,)


def test_parting_a_game_that_began_is_confirmed_twice_and_undo_brings_it_back() -> None:
    desk = under_way(4)
    desk.report(1, Side.RED)
    first, second = now(desk).pairs
    edit = swapped(now(desk), first[0], second[0]).command()
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
def test_pairings_that_cannot_be_are_refused(
    pairs: tuple[tuple[int, int], ...], tables: tuple[int, ...], bye: int | None, sentence: str
) -> None:
    desk = drawn(4)
    assert desk.refused(EditPairings(pairs, tables, bye), insist=True) == sentence


def test_only_an_open_round_is_edited_and_only_if_something_changes() -> None:
    desk = registered(4)
    no_round = "There is no round to change. Draw the next one first."
    assert desk.refused(EditPairings(((1, 2),), (1,), None)) == no_round
    desk.do(DrawRound(7))
    same = now(desk).command()
    assert desk.refused(same, insist=True).startswith("Nothing changes")
    desk.do(PublishRound())
    assert desk.refused(same).startswith("Nothing changes")
    play(desk)
    assert desk.refused(same) == no_round


def test_leaving_somebody_out_is_grave() -> None:
    desk = drawn(4)
    first = now(desk).pairs[0]
    refused = desk.ask(EditPairings((first,), (1,), None))
    assert isinstance(refused, Refused)
    assert "no game and no bye" in refused.consequences


def test_an_edited_round_is_paired_down_by_the_points_before_it() -> None:
    desk = registered(4)
    play(desk)
    desk.do(DrawRound(8), insist=True)
    winner, loser = now(desk).pairs[0][0], now(desk).pairs[1][0]
    desk.do(swapped(now(desk), winner, loser).command(), insist=True)
    tp = {row.number: row.tp for row in standings(desk.state)}
    assert {*latest(desk).paired_down} == {n for n in tp if tp[n] == 1}


def test_who_has_left_or_come_since_the_draw_is_no_reason_to_doubt_a_later_change() -> None:
    desk = drawn(8)
    gone = now(desk).pairs[0][0]
    desk.do(TakeOut(gone))
    (_, _, (one, _other), (two, _last)) = ((0, 0), *now(desk).pairs)
    desk.do(swapped(now(desk), one, two).command())
    late = fresh(desk)
    desk.do(SeatLate(late))
    (event,) = desk.do(swapped(now(desk), one, two).command())
    assert isinstance(event, PairingsChanged)
    assert not any("no game and no bye" in said or "without" in said for said in event.faults)


def test_who_is_not_checked_in_is_grave_in_the_pairings() -> None:
    desk = drawn(4)
    (one, two), rest = now(desk).pairs
    late = fresh(desk)
    refused = desk.ask(EditPairings(((one, late), rest), (1, 2), None))
    assert isinstance(refused, Refused)
    assert f"Late {late} would play without being in this draw." in refused.consequences
    assert desk.state.name(two) in refused.consequences


# late arrivals and withdrawals


def test_a_late_arrival_plays_the_bye_in_the_running_round() -> None:
    desk = under_way(5)
    bye = latest(desk).bye
    assert bye is not None
    number = fresh(desk)
    changed, here = desk.do(SeatLate(number))
    assert isinstance(changed, PairingsChanged)
    assert isinstance(here, PlayersCheckedIn)
    assert desk.game(3).players == Pair(bye.player, number)
    assert latest(desk).bye is None
    assert latest(desk).stage is Stage.STARTED
    desk.do(Undo())
    assert latest(desk).bye == bye
    desk.do(Redo())
    assert latest(desk).bye is None


def test_without_a_bye_a_late_arrival_has_it_if_the_organizer_insists() -> None:
    desk = under_way(4)
    number = fresh(desk)
    desk.do(CheckIn((number,)))
    assert "Nobody has the bye in round 1" in desk.doubted(SeatLate(number))
    bye = latest(desk).bye
    assert bye is not None
    assert bye.player == number
    assert desk.refused(SeatLate(number), insist=True).endswith("is in round 1 already.")


def test_a_player_who_came_back_meets_the_bye_again_only_on_purpose() -> None:
    desk = registered(6)
    play(desk)
    gone, other = now(desk).pairs[0]
    desk.do(DropPlayer(gone))
    desk.do(DrawRound(8), insist=True)
    desk.ask(with_bye(now(desk), other).command(), insist=True)
    assert "has left the event" in desk.refused(SeatLate(gone), insist=True)
    desk.do(ReadmitPlayer(gone))
    assert desk.doubted(SeatLate(gone)).endswith("have met before.")


def test_late_seats_that_make_no_sense_are_refused() -> None:
    desk = registered(4)
    assert desk.refused(SeatLate(99)) == "There is no player number 99."
    assert "No round is drawn" in desk.refused(SeatLate(1))
    assert desk.refused(TakeOut(99)) == "There is no player number 99."
    assert "Drop the player instead" in desk.refused(TakeOut(1))


def test_who_is_taken_out_leaves_the_bye_to_his_opponent() -> None:
    desk = under_way(6)
    gone, left = now(desk).pairs[0]
    others = now(desk).pairs[1:]
    desk.do(TakeOut(gone))
    assert desk.state.players[gone].status is Status.DROPPED
    assert desk.state.players[gone].left_after_round == 0
    assert now(desk).pairs == others
    bye = latest(desk).bye
    assert bye is not None
    assert bye.player == left
    assert desk.refused(TakeOut(gone)).endswith("is not in round 1.")


def test_with_a_bye_the_opponent_left_over_meets_who_had_it() -> None:
    desk = drawn(7)
    had = latest(desk).bye
    left, gone = now(desk).pairs[1]
    table = now(desk).tables[1]
    assert had is not None
    desk.do(DropPlayer(gone))
    desk.do(TakeOut(gone))
    assert desk.game(table).players == Pair(left, had.player)
    assert latest(desk).bye is None


def test_who_had_the_bye_is_taken_out_without_anybody_noticing() -> None:
    desk = drawn(5)
    had = latest(desk).bye
    pairs = now(desk).pairs
    assert had is not None
    desk.do(TakeOut(had.player))
    assert now(desk).pairs == pairs
    assert latest(desk).bye is None


def test_taking_out_somebody_who_plays_already_is_doubted() -> None:
    desk = under_way(4)
    desk.do(StartClock(desk.game(1).number, Side.RED))
    assert "Play at table 1 has begun." in desk.doubted(TakeOut(desk.game(1).players.red))


def test_a_repair_that_makes_a_rematch_says_so() -> None:
    desk = registered(5)
    play(desk)
    one, other = now(desk).pairs[0]
    third = now(desk).pairs[1][0]
    desk.do(DrawRound(8), insist=True)
    rest = [n for n in range(1, 6) if n not in {one, other, third}]
    pairs = ((one, third), (rest[0], rest[1]))
    desk.do(EditPairings(pairs, (1, 2), other), insist=True)
    said = desk.doubted(TakeOut(third))
    assert f"would meet {desk.state.name(other)} again, who has the bye." in said


def test_a_late_arrival_gets_the_first_table_that_is_in_use_and_free() -> None:
    desk = under_way(5)
    assert free_table(desk.state, latest(desk)) == 3
    halls = (HallTable(1), HallTable(2), HallTable(3, in_use=False), HallTable(5))
    desk.do(ChangePlan(Plan(tables=halls)))
    assert free_table(desk.state, latest(desk)) == 5
    desk.do(ChangePlan(Plan(tables=halls[:3])))
    assert free_table(desk.state, latest(desk)) == 4


@settings(max_examples=60, deadline=None)
@given(players=st.integers(4, 15), rounds=st.integers(0, 2), who=st.integers(0, 100))
def test_a_repair_changes_nobody_elses_game(players: int, rounds: int, who: int) -> None:
    desk = registered(players)
    for number in range(rounds):
        play(desk, 20 + number)
    desk.do(DrawRound(5), insist=True)
    desk.do(PublishRound())
    before, games = now(desk), {one.number: one for one in desk.state.games_of(latest(desk))}
    gone = sorted(seated(couples_of(desk.state, latest(desk))))[who % players]
    mate = opponent(before, gone)
    desk.do(TakeOut(gone), insist=True)
    after = now(desk)
    touched = {gone, mate, before.bye, after.bye}
    for pair, table in zip(before.pairs, before.tables, strict=True):
        if not touched & {*pair}:
            assert table == after.tables[after.pairs.index(pair)]
    kept = [number for number in latest(desk).games if number in games]
    assert all(desk.state.games[number] == games[number] for number in kept)
    assert len(kept) >= len(games) - 1
    assert sorted(seated(couples_of(desk.state, latest(desk)))) == sorted(
        {*seated(before.pairs), *_bye(before)} - {gone}
    )
    assert len({*after.tables}) == len(after.tables)
    desk.do(Undo())
    assert now(desk) == before


def _bye(arranged: Arrangement) -> Sequence[int]:
    return () if arranged.bye is None else (arranged.bye,)


# merging


@settings(max_examples=40, deadline=None)
@given(players=st.integers(4, 10), first=st.integers(1, 10), seed=st.integers(1, 99))
def test_merged_entries_add_up_to_what_they_were(players: int, first: int, seed: int) -> None:
    """One entry plays round 1 and leaves, its double plays round 2."""
    desk = registered(players)
    play(desk, seed)
    gone = 1 + first % players
    desk.do(DropPlayer(gone))
    double = fresh(desk)
    desk.do(CheckIn((double,)))
    play(desk, seed + 1)
    before = {row.number: row for row in standings(desk.state)}
    wins = before[gone].tp + before[double].tp
    desk.do(MergePlayers(gone, double), insist=True)
    after = {row.number: row for row in standings(desk.state)}
    assert double not in desk.state.players
    assert after[gone].tp == wins
    assert after[gone].cp == before[gone].cp + before[double].cp
    assert sum(row.tp for row in after.values()) == sum(row.tp for row in before.values())
    assert len(desk.state.games) == sum(len(one.games) for one in desk.state.rounds)
    assert desk.state.players[gone].plays
    assert fold(desk.records) == desk.state
    desk.do(Undo())
    assert {row.number: row for row in standings(desk.state)} == before


def test_a_merge_fills_blanks_and_keeps_what_was_said() -> None:
    desk = registered(4)
    desk.do(AddPlayers((Entry("Anna", "Ravens", "Cryx"),)))
    desk.do(CheckIn((5,)))
    desk.do(WarnPlayer(5, "Late"))
    desk.do(ChangeTies(5, Ties(travel="Bus", tables=(2,))))
    desk.do(ChangeTies(2, Ties(family="Oak")))
    desk.do(SetPairing(SetPair(5, 2, False, "Brothers")))
    desk.do(SetPairing(SetPair(1, 5, False, "Nonsense")))
    desk.do(DropPlayer(1))
    assert "Number 5, Anna, becomes number 1, Anna" in desk.doubted(MergePlayers(1, 5))
    one = desk.state.players[1]
    assert one.entry == Entry("Anna", "Ravens", "Cryx")
    assert one.plays
    assert one.left_after_round is None
    assert [caution.reason for caution in one.cautions] == ["Late"]
    assert desk.state.bonds[1] == Ties(travel="Bus", tables=(2,))
    assert [pair.numbers for pair in desk.state.set_pairs] == [(1, 2)]


@pytest.mark.parametrize(("kept", "gone"), [(1, 2), (2, 1)])
def test_who_was_disqualified_stays_so_under_either_number(kept: int, gone: int) -> None:
    desk = registered(4)
    desk.do(DisqualifyPlayer(1, "abuse"), insist=True)
    desk.do(MergePlayers(kept, gone), insist=True)
    assert desk.state.players[kept].status is Status.DISQUALIFIED
    assert desk.state.players[kept].disqualified_for == "abuse"


def test_a_bye_and_a_pair_down_are_merged_too() -> None:
    desk = drawn(5)
    had = latest(desk).bye
    assert had is not None
    double = fresh(desk)
    desk.do(MergePlayers(double, had.player), insist=True)
    bye = latest(desk).bye
    assert bye is not None
    assert bye.player == double


def test_entries_are_merged_in_a_round_without_a_bye() -> None:
    desk = drawn(4)
    double = fresh(desk)
    desk.do(MergePlayers(double, 1), insist=True)
    assert latest(desk).bye is None
    assert double in [number for one in desk.state.games.values() for number in one.players]


def test_entries_that_cannot_be_one_player_are_not_merged() -> None:
    desk = drawn(5)
    assert desk.refused(MergePlayers(1, 99)) == "There is no player number 99."
    assert desk.refused(MergePlayers(1, 1)) == "These are one entry already."
    assert "are both in round 1" in desk.refused(MergePlayers(1, 2), insist=True)


def test_rows_about_what_is_not_there_change_nothing() -> None:
    desk = drawn(4)
    state = desk.state
    row = desk.records[-1]
    for event in (
        PairingsChanged(9, (), (), None, (), (), (), ""),
        PlayersMerged(1, 99),
        PairFreed(1, 2),
        DrawTold(9, (), (), (), (), (), (), (), (), (), ""),
    ):
        after = evolve(state, type(row)(row.seq + 1, row.seq + 1, 0, "desk", "EO", event))
        assert (after.players, after.rounds, after.games) == (
            state.players,
            state.rounds,
            state.games,
        )
    changed = PairingsChanged(1, (), (), None, (), (), (), "")
    assert evolve(State(), type(row)(1, 1, 0, "", "", changed)).rounds == ()


def test_a_pair_that_is_set_meets() -> None:
    desk = Desk()
    desk.do(CreateEvent(event_settings(tables=4), SR2017))
    desk.do(AddPlayers(tuple(Entry(name) for name in "ABCDEF")))
    desk.do(CheckIn((1, 2, 3, 4, 5, 6)))
    desk.do(SetPairing(SetPair(1, 2, True, "Teacher and pupil", 1)))
    desk.do(DrawRound(3))
    assert (1, 2) in {tuple(sorted(pair)) for pair in now(desk).pairs}
