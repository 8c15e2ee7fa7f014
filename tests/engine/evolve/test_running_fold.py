"""A log folded as it grows is the fold of the whole log, whatever was undone in it."""

import gc
from contextlib import nullcontext
from random import Random
from typing import cast

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from app.engine.acts.commands import Refused
from app.engine.acts.events import Event, Record, RowLost
from app.engine.acts.players import EditPlayer, Entry, WarnPlayer
from app.engine.acts.table import StartClock
from app.engine.acts.undo import Redo, Redone, Undo, Undone
from app.engine.decide import decide
from app.engine.evolve import fold, parts, running_fold
from app.engine.evolve.running_fold import RunningFold
from app.engine.progress import Cancelled
from app.engine.side import Side
from app.engine.state import State
from tests.engine.event import Desk, registered, under_way
from tests.engine.random_commands import EVERY_COMMAND
from tests.remarked import written


def commands(records: list[Record]) -> list[list[Record]]:
    """The rows of each command."""
    acts: dict[int, list[Record]] = {}
    for row in records:
        acts.setdefault(row.act, []).append(row)
    return list(acts.values())


def random_event(dice: Random, count: int) -> Desk:
    """Commands at random with undo and redo, some of them many in a row."""
    desk = under_way(6)
    for game in (1, 2):
        desk.do(StartClock(game, dice.choice(list(Side))))
    for _ in range(count):
        desk.now_ms += dice.choice((1, 2_000, 20_000, 90_000))
        if dice.random() < 0.2:
            for _ in range(dice.choice((1, 1, 2, 5))):
                desk.ask(dice.choice((Undo(), Undo(), Redo())))
            continue
        at_ms = desk.now_ms - dice.choice((0, 0, 0, 30_000))
        desk.ask(dice.choice(EVERY_COMMAND)(dice, at_ms), at_ms, insist=dice.random() < 0.6)
    return desk


def agree(records: list[Record], opened_after: int) -> None:
    """The file is opened after so many commands; then the rest is added."""
    acts = commands(records)
    rows = [row for act in acts[:opened_after] for row in act]
    folded = RunningFold(rows)
    assert folded.state == fold(rows)
    for act in acts[opened_after:]:
        rows += act
        assert folded.add(act) == fold(rows)
    assert folded.records == records


@hypothesis_settings(deadline=None, max_examples=20)
@given(
    st.integers(), st.sampled_from((3, 64)), st.sampled_from((0, 500)), st.sampled_from((0, 200))
)
def test_checkpoints_plus_the_rows_after_them_equal_the_whole_log(
    seed: int, most: int, head: int, since: int
) -> None:
    dice = Random(seed)
    records = random_event(dice, 60).records
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running_fold, "MOST", most)
        patch.setattr(running_fold, "SINCE", since)
        patch.setattr(parts, "LONGEST_HEAD", head)
        agree(records, dice.randrange(len(commands(records))))


@pytest.mark.parametrize("most", [2, 3, 64])
def test_undoing_and_redoing_all_acts_gives_the_same_state_as_a_full_fold(
    monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(running_fold, "MOST", most)
    desk = under_way(4)
    for number in range(9):
        desk.do(WarnPlayer(1 + number % 4, f"warning {number}"))
    for command in (Undo(), Redo(), Undo(), *[Undo()] * 5, *[Redo()] * 4, Undo()):
        desk.do(command)
    desk.do(EditPlayer(2, Entry("Bea")))
    desk.do(Undo())
    agree(desk.records, 0)
    agree(desk.records, 12)


@pytest.mark.parametrize("few", [1, 3, 100])
def test_rows_may_be_added_in_pieces_of_any_length(
    monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    monkeypatch.setattr(running_fold, "FEW", few)
    dice = Random(few)
    records = random_event(dice, 80).records
    folded = RunningFold()
    while len(folded.records) < len(records):
        at = len(folded.records)
        folded.add(records[at : at + dice.randrange(1, 12)])
        assert folded.state == fold(folded.records)


def test_several_commands_may_be_added_at_once() -> None:
    desk = registered(4)
    desk.do(WarnPlayer(1, "late"))
    desk.do(Undo())
    desk.do(WarnPlayer(2, "late"))
    desk.do(Undo())
    folded = RunningFold(desk.records[:2])
    assert folded.add(desk.records[2:]) == fold(desk.records)


@hypothesis_settings(deadline=None, max_examples=20)
@given(st.integers())
def test_a_fold_returns_to_its_mark_as_if_no_rows_had_been_added_since(seed: int) -> None:
    dice = Random(seed)
    records = random_event(dice, 60).records
    acts = commands(records)
    folded, rows = RunningFold(), list[Record]()
    for at, act in enumerate(acts):
        folded.mark()
        for tried in acts[at : at + dice.randrange(4)]:
            folded.add(tried)
        folded.go_back()
        assert folded.state == fold(rows)
        assert folded.records == rows
        rows += act
        assert folded.add(act) == fold(rows)


def test_a_fold_can_return_to_its_mark_after_an_undo_or_a_press() -> None:
    desk = under_way(4)
    desk.do(WarnPlayer(1, "late"))
    before = list(desk.records)
    folded = RunningFold(before)
    for command in (StartClock(1, Side.RED), Undo(), WarnPlayer(2, "late")):
        desk.do(command, insist=True)
    acts = commands(desk.records[len(before) :])
    for tried in (acts, acts[:1]):
        folded.mark()
        for act in tried:
            folded.add(act)
        folded.go_back()
        assert (folded.state, folded.records) == (fold(before), before)
    for act in acts:
        folded.add(act)
    assert folded.state == desk.state


def test_a_copied_fold_continues_independently() -> None:
    desk = under_way(4)
    desk.do(WarnPlayer(1, "late"))
    before = list(desk.records)
    folded = RunningFold(before)
    copy = folded.copied()
    for command in (Undo(), WarnPlayer(2, "late")):
        desk.do(command)
    for act in commands(desk.records[len(before) :]):
        copy.add(act)

    assert (copy.state, copy.records) == (desk.state, desk.records)
    assert (folded.state, folded.records) == (fold(before), before)


@pytest.mark.parametrize("is_given_up", [False, True])
def test_garbage_collection_is_off_only_while_a_log_is_folded(
    is_given_up: bool,
) -> None:
    while_folding: list[bool] = []

    def report(_share: float) -> None:
        while_folding.append(gc.isenabled())
        if is_given_up:
            raise Cancelled

    assert gc.isenabled()
    with pytest.raises(Cancelled) if is_given_up else nullcontext():
        RunningFold(registered(4).records, report)
    assert set(while_folding) == {False}
    assert gc.isenabled()


def test_an_undo_of_what_was_never_done_changes_nothing() -> None:
    desk = registered(4)
    folded = RunningFold(desk.records)
    last = len(desk.records)
    for event in (Undone(99), Redone(99), Undone(0), RowLost(written("").remark)):
        last += 1
        assert folded.add([Record(last, last, 0, "", "", event)]) == desk.state


def count_rows_read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that gets the number of rows of each piece that is folded from now on."""
    read: list[int] = []
    apply_rows = running_fold.apply_rows

    def counted(state: State, rows: list[Record], hidden: set[int]) -> State:
        read.append(len(rows))
        return apply_rows(state, rows, hidden)

    monkeypatch.setattr(running_fold, "apply_rows", counted)
    return read


def rows_read(desk: Desk, folded: RunningFold, monkeypatch: pytest.MonkeyPatch) -> int:
    """The rows that are folded again while acts are undone and redone."""
    read = count_rows_read(monkeypatch)
    for command in (Undo(), Redo(), Undo(), Undo()):
        before = len(desk.records)
        desk.do(command)
        folded.add(desk.records[before:])
    return sum(read)


def test_an_undo_reads_only_the_rows_since_its_act(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = under_way(6)
    for number in range(200):
        desk.do(WarnPlayer(1 + number % 6, f"warning {number}"))
    folded = RunningFold(desk.records)
    assert rows_read(desk, folded, monkeypatch) < 20
    assert folded.state == fold(desk.records)


def test_no_undo_of_many_in_a_row_reads_the_whole_log(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = under_way(6)
    for number in range(400):
        desk.do(WarnPlayer(1 + number % 6, f"warning {number}"))
    monkeypatch.setattr(running_fold, "APART", 20)
    rows, folded = list(desk.records), RunningFold(desk.records)
    read = count_rows_read(monkeypatch)
    for undone in range(1, 81):
        decision = decide(folded.state, Undo(), 0)
        assert not isinstance(decision, Refused)
        (event,) = decision
        rows.append(Record(len(rows) + 1, len(rows) + 1, 0, "desk", "EO", event))
        read.clear()
        folded.add(rows[-1:])
        assert sum(read) <= 2 * undone + 20, undone
    assert folded.state == fold(rows)


def test_an_undo_after_inapplicable_rows_reads_only_the_rows_since_its_act(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = under_way(6)
    for number in range(200):
        desk.do(WarnPlayer(1 + number % 6, f"warning {number}"))
    folded = RunningFold(desk.records)
    last = desk.records[-1].seq
    unknown = Record(last + 2, last + 1, 0, "", "", cast(Event, "no event"))
    undone = Record(last + 1, last + 1, 0, "", "", Undone(last))
    for rows in ([unknown], [undone, unknown]):
        with pytest.raises(KeyError):
            folded.add(rows)
    assert rows_read(desk, folded, monkeypatch) < 20
    assert folded.state == fold(desk.records)


@pytest.mark.parametrize("few", [1, 100])
def test_rows_that_cannot_be_applied_leave_the_fold_as_it_was(
    monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    monkeypatch.setattr(running_fold, "FEW", few)
    desk = under_way(4)
    desk.do(WarnPlayer(1, "late"))
    before = list(desk.records)
    folded, marked = RunningFold(before), RunningFold(before)
    for command in (StartClock(1, Side.RED), WarnPlayer(2, "late"), Undo(), Redo(), Undo()):
        desk.do(command)
    acts = commands(desk.records[len(before) :])
    marked.mark()
    for act in acts:
        last = act[-1].seq
        unknown = Record(last + 1, last + 1, 0, "", "", cast(Event, "no event"))
        for fold_so_far in (folded, marked):
            with pytest.raises(KeyError):
                fold_so_far.add([*act, unknown])
            assert fold_so_far.records == desk.records[: act[0].seq - 1]
            assert fold_so_far.state == fold(fold_so_far.records)
            fold_so_far.add(act)
    assert folded.state == marked.state == desk.state
    marked.go_back()
    assert (marked.state, marked.records) == (fold(before), before)
