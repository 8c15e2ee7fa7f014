from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.acts.draw import ChangePlan, EditPairings, PairingsChanged, SeatLate, TakeOut
from app.engine.acts.players import CheckIn, DropPlayer, PlayersCheckedIn, ReadmitPlayer
from app.engine.acts.rounds import DrawRound, PublishRound
from app.engine.acts.table import StartClock
from app.engine.acts.undo import Redo, Undo
from app.engine.draw.wishes import HallTable, Plan
from app.engine.rounds.draw_request import list_couples, seatings_of
from app.engine.rounds.edit import Arrangement, free_table, opponent, with_bye
from app.engine.side import Pair, Side
from app.engine.state import Stage, State, Status
from app.views.round.round import late_players
from tests.engine.event import latest, play_round, registered, under_way
from tests.engine.rounds.test_pairs_by_hand import drawn, fresh, now


def test_a_late_arrival_plays_the_player_with_the_bye_in_the_running_round() -> None:
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


def test_a_late_arrival_gets_a_bye_only_if_the_organizer_insists() -> None:
    desk = under_way(4)
    number = fresh(desk)
    desk.do(CheckIn((number,)))
    assert "Nobody has the bye in round 1" in desk.doubted(SeatLate(number))
    bye = latest(desk).bye
    assert bye is not None
    assert bye.player == number
    assert desk.refused(SeatLate(number), insist=True).endswith("is already in round 1.")


def test_a_rematch_by_seating_a_returned_player_is_questioned() -> None:
    desk = registered(6)
    play_round(desk)
    gone, other = now(desk).pairs[0]
    desk.do(DropPlayer(gone))
    desk.do(DrawRound(8), insist=True)
    desk.ask(with_bye(now(desk), other).command(), insist=True)
    assert "has left the event" in desk.refused(SeatLate(gone), insist=True)
    desk.do(ReadmitPlayer(gone))
    assert desk.doubted(SeatLate(gone)).endswith("have met before.")


def test_impossible_late_seatings_and_removals_are_refused() -> None:
    desk = registered(4)
    assert desk.refused(SeatLate(99)) == "There is no player number 99."
    assert "No round is drawn" in desk.refused(SeatLate(1))
    assert desk.refused(TakeOut(99)) == "There is no player number 99."
    assert "Drop the player instead" in desk.refused(TakeOut(1))


def test_the_opponent_of_a_player_taken_out_gets_the_bye() -> None:
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


def test_an_opponent_left_over_plays_the_player_with_the_bye() -> None:
    desk = drawn(7)
    had = latest(desk).bye
    left, gone = now(desk).pairs[1]
    table = now(desk).tables[1]
    assert had is not None
    desk.do(DropPlayer(gone), insist=True)
    desk.do(TakeOut(gone))
    assert desk.game(table).players == Pair(left, had.player)
    assert latest(desk).bye is None


def test_taking_out_the_player_with_the_bye_changes_no_pairing() -> None:
    desk = drawn(5)
    had = latest(desk).bye
    pairs = now(desk).pairs
    assert had is not None
    desk.do(TakeOut(had.player))
    assert now(desk).pairs == pairs
    assert latest(desk).bye is None


def test_taking_out_a_player_whose_game_has_begun_is_questioned() -> None:
    desk = under_way(4)
    desk.do(StartClock(desk.game(1).number, Side.RED))
    assert "Play at table 1 has begun." in desk.doubted(TakeOut(desk.game(1).players.red))


def test_a_repaired_pairing_that_is_a_rematch_is_questioned() -> None:
    desk = registered(5)
    play_round(desk)
    one, other = now(desk).pairs[0]
    third = now(desk).pairs[1][0]
    desk.do(DrawRound(8), insist=True)
    rest = [n for n in range(1, 6) if n not in {one, other, third}]
    pairs = ((one, third), (rest[0], rest[1]))
    desk.do(EditPairings(pairs, (1, 2), other), insist=True)
    said = desk.doubted(TakeOut(third))
    assert f"has already met {desk.state.name(other)}, who has the bye." in said


def test_a_late_arrival_gets_the_first_table_that_is_in_use_and_free() -> None:
    desk = under_way(5)
    assert free_table(desk.state, latest(desk)) == 3
    apart = under_way(4)
    games = [tuple(game.players) for game in apart.state.games_of(latest(apart))]
    apart.do(EditPairings(tuple(games), (1, 3), None), insist=True)
    assert free_table(apart.state, latest(apart)) == 2
    halls = (HallTable(1), HallTable(2), HallTable(3, in_use=False), HallTable(5))
    desk.do(ChangePlan(Plan(tables=halls)))
    assert free_table(desk.state, latest(desk)) == 5
    desk.do(ChangePlan(Plan(tables=halls[:3])))
    assert free_table(desk.state, latest(desk)) == 4


@settings(max_examples=60, deadline=None)
@given(players=st.integers(4, 15), rounds=st.integers(0, 2), who=st.integers(0, 100))
def test_repairing_a_pairing_changes_nobody_elses_game(players: int, rounds: int, who: int) -> None:
    desk = registered(players)
    for number in range(rounds):
        play_round(desk, 20 + number)
    desk.do(DrawRound(5), insist=True)
    desk.do(PublishRound())
    before, games = now(desk), {game.number: game for game in desk.state.games_of(latest(desk))}
    gone = sorted(seatings_of(list_couples(desk.state, latest(desk))))[who % players]
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
    assert sorted(seatings_of(list_couples(desk.state, latest(desk)))) == sorted(
        {*seatings_of(before.pairs), *_bye(before)} - {gone}
    )
    assert len({*after.tables}) == len(after.tables)
    desk.do(Undo())
    assert now(desk) == before


def _bye(arranged: Arrangement) -> Sequence[int]:
    return () if arranged.bye is None else (arranged.bye,)


def test_a_present_player_without_a_game_is_reported_until_seated() -> None:
    desk = under_way(5)
    assert late_players(State()) == ()
    assert late_players(desk.state) == ()
    number = fresh(desk)
    assert late_players(desk.state) == ()
    desk.do(CheckIn((number,)))
    bye = latest(desk).bye
    assert bye is not None
    (late,) = late_players(desk.state)
    name = desk.state.name(number)
    assert (late.number, late.name, late.round_number) == (number, name, 1)
    assert late.would == f"{name} plays {desk.state.name(bye.player)}, who has the bye"
    desk.do(SeatLate(number))
    assert late_players(desk.state) == ()
    another = fresh(desk)
    desk.do(CheckIn((another,)))
    assert late_players(desk.state)[0].would == f"{desk.state.name(another)} gets the bye"


def test_a_player_not_yet_checked_in_is_offered_the_same_late_seat() -> None:
    desk = under_way(5)
    number = fresh(desk)
    gone = fresh(desk)
    desk.do(DropPlayer(gone))
    (late,) = late_players(desk.state, (number, gone))
    assert (late.number, late.plays) == (number, True)
    desk.do(SeatLate(number))
    assert late_players(desk.state, (number,)) == ()


def test_nobody_is_late_once_the_round_is_over() -> None:
    desk = registered(4)
    play_round(desk)
    number = fresh(desk)
    desk.do(CheckIn((number,)))
    assert latest(desk).stage is Stage.FINISHED
    assert late_players(desk.state) == ()
