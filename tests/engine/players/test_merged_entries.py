import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.acts.draw import (
    ChangeTies,
    DrawExplained,
    FreePairing,
    MergePlayers,
    PairingsChanged,
    SetPairing,
)
from app.engine.acts.players import (
    AddPlayers,
    CheckIn,
    DisqualifyPlayer,
    DropPlayer,
    Entry,
    WarnPlayer,
)
from app.engine.acts.undo import Undo
from app.engine.draw.wishes import PlayerGroups, SetPair
from app.engine.evolve import evolve, fold
from app.engine.standings.ranking import standings
from app.engine.state import State, Status
from tests.engine.event import latest, play_round, registered
from tests.engine.rounds.test_pairs_by_hand import drawn, fresh


@settings(max_examples=40, deadline=None)
@given(players=st.integers(4, 10), first=st.integers(1, 10), seed=st.integers(1, 99))
def test_merged_entries_have_the_combined_record_of_both(
    players: int, first: int, seed: int
) -> None:
    """One entry plays round 1 and leaves, its double plays round 2."""
    desk = registered(players)
    play_round(desk, seed)
    gone = 1 + first % players
    desk.do(DropPlayer(gone))
    double = fresh(desk)
    desk.do(CheckIn((double,)))
    play_round(desk, seed + 1)
    before = {row.number: row for row in standings(desk.state)}
    wins = before[gone].tp + before[double].tp
    desk.do(MergePlayers(gone, double), insist=True)
    after = {row.number: row for row in standings(desk.state)}
    assert double not in desk.state.players
    assert after[gone].tp == wins
    assert after[gone].cp == before[gone].cp + before[double].cp
    assert sum(row.tp for row in after.values()) == sum(row.tp for row in before.values())
    assert len(desk.state.games) == sum(len(round_.games) for round_ in desk.state.rounds)
    assert desk.state.players[gone].plays
    assert fold(desk.records) == desk.state
    desk.do(Undo())
    assert {row.number: row for row in standings(desk.state)} == before


def test_a_merge_fills_blanks_and_keeps_what_was_reported() -> None:
    desk = registered(4)
    desk.do(AddPlayers((Entry("Anna", "Ravens", "Cryx"),)))
    desk.do(CheckIn((5,)))
    desk.do(WarnPlayer(5, "Late"))
    desk.do(ChangeTies(5, PlayerGroups(travel="Bus", tables=(2,))))
    desk.do(ChangeTies(2, PlayerGroups(family="Oak")))
    desk.do(SetPairing(SetPair(5, 2, False, "Brothers")))
    desk.do(SetPairing(SetPair(1, 5, False, "Nonsense")))
    desk.do(DropPlayer(1))
    assert "Number 5, Anna, becomes number 1, Anna" in desk.doubted(MergePlayers(1, 5))
    one = desk.state.players[1]
    assert one.entry == Entry("Anna", "Ravens", "Cryx")
    assert one.plays
    assert one.left_after_round is None
    assert [caution.reason for caution in one.warnings] == ["Late"]
    assert desk.state.groups[1] == PlayerGroups(travel="Bus", tables=(2,))
    assert [pair.numbers for pair in desk.state.set_pairs] == [(1, 2)]


@pytest.mark.parametrize(("kept", "gone"), [(1, 2), (2, 1)])
def test_groups_of_both_entries_are_kept(kept: int, gone: int) -> None:
    desk = registered(4)
    all_of_1 = PlayerGroups("Bus", "Oak", "North", "Haley", (2,), "stream")
    desk.do(ChangeTies(1, all_of_1))
    desk.do(MergePlayers(kept, gone), insist=True)
    assert desk.state.groups == {kept: all_of_1}
    desk = registered(4)
    desk.do(ChangeTies(kept, PlayerGroups("Bus", "Oak", "North", "Haley", (2,), "stream")))
    desk.do(ChangeTies(gone, PlayerGroups("Car", "Elm", "South", "Sloan", (3,), "access")))
    desk.do(MergePlayers(kept, gone), insist=True)
    assert desk.state.groups == {kept: all_of_1}


@pytest.mark.parametrize(("kept", "gone"), [(1, 2), (2, 1)])
def test_a_disqualified_player_stays_disqualified_whichever_entry_is_kept(
    kept: int, gone: int
) -> None:
    desk = registered(4)
    desk.do(DisqualifyPlayer(1, "abuse"), insist=True)
    desk.do(MergePlayers(kept, gone), insist=True)
    assert desk.state.players[kept].status is Status.DISQUALIFIED
    assert desk.state.players[kept].disqualified_for == "abuse"


def test_merging_entries_carries_over_a_bye_and_a_pair_down() -> None:
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
    assert double in [number for game in desk.state.games.values() for number in game.players]


def test_entries_that_cannot_be_one_player_are_not_merged() -> None:
    desk = drawn(5)
    assert desk.refused(MergePlayers(1, 99)) == "There is no player number 99."
    assert desk.refused(MergePlayers(1, 1)) == "These are already one entry."
    assert "are both in round 1" in desk.refused(MergePlayers(1, 2), insist=True)


def test_rows_about_missing_rounds_players_or_pairs_change_nothing() -> None:
    desk = drawn(4)
    state = desk.state
    row = desk.records[-1]
    for event in (
        PairingsChanged(9, (), (), None, (), (), (), ""),
        MergePlayers(1, 99),
        FreePairing(1, 2),
        DrawExplained(9, (), (), (), (), (), (), (), (), (), ""),
    ):
        after = evolve(state, type(row)(row.seq + 1, row.seq + 1, 0, "desk", "EO", event))
        assert (after.players, after.rounds, after.games) == (
            state.players,
            state.rounds,
            state.games,
        )
    changed = PairingsChanged(1, (), (), None, (), (), (), "")
    after = evolve(State(), type(row)(1, 1, 0, "", "", changed))
    assert (after.rounds, after.next_game, after.next_player) == ((), 1, 1)
