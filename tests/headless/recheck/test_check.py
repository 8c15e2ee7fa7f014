"""Random events, and the checker that derives their draws again."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.acts.draw import DrawExplained, PairingsChanged
from app.engine.acts.events import Record
from app.engine.acts.players import PlayersCheckedIn
from app.engine.acts.rounds import RoundDrawn, Seating
from app.engine.acts.setup import CreateEvent
from app.engine.acts.undo import Redone, Undone
from app.engine.draw.values import Kind
from app.engine.draw.wishes import ApartRule
from app.engine.evolve import fold
from app.engine.frozen import replace
from app.engine.side import Pair
from app.headless.cli import check_commands
from app.headless.recheck.check import check_event, check_records
from app.headless.recheck.draw import Judge, derive_draw, histories
from app.headless.recheck.verify import round_faults, row_faults
from tools.simulation.__main__ import main
from tools.simulation.generate import generate, write_events

pytestmark = pytest.mark.long


def events(count: int, seed: int, most: int = 24) -> list[list[Record]]:
    """Some of them of teams."""
    return list(generate(count, seed, most=most))


def events_of_players(count: int, seed: int) -> list[list[Record]]:
    """Only those whose players are drawn by themselves."""
    return [rows for rows in events(count, seed) if not of_teams(rows)]


def of_teams(records: list[Record]) -> bool:
    created = records[0].event
    return isinstance(created, CreateEvent) and bool(created.settings.team_seats)


def put(records: list[Record], at: int, event: object) -> list[Record]:
    changed = [*records]
    changed[at] = replace(records[at], event=event)
    return changed


def first_draw(records: list[Record], least: int = 2) -> int:
    return next(
        i
        for i, row in enumerate(records)
        if isinstance(row.event, RoundDrawn)
        and row.event.round_number >= least
        and isinstance(records[i + 1].event, DrawExplained)
    )


@pytest.mark.parametrize("block", range(4))
def test_two_hundred_random_events_are_drawn_as_well_as_can_be(block: int) -> None:
    for records in generate(50, 100 + block, most=24):
        found = check_records(records)
        assert found.faults == ()
        assert found.notes == ()
        assert not list(row_faults(records))
        assert not list(round_faults(records))


def test_draws_of_the_largest_fields_are_rederived_too() -> None:
    for records in generate(1, 7, fewest=128):
        assert check_records(records).faults == ()


def test_the_same_seed_makes_the_same_events() -> None:
    assert events(3, 4) == events(3, 4)
    assert events(3, 4) != events(3, 5)


def test_a_draw_that_is_not_the_best_is_found() -> None:
    for records in events_of_players(6, 11):
        at = first_draw(records, 1)
        drawn, told = records[at].event, records[at + 1].event
        assert isinstance(drawn, RoundDrawn)
        assert isinstance(told, DrawExplained)
        one, other, *rest = drawn.seatings
        crossed = (
            replace(one, players=Pair(one.players.red, other.players.red)),
            replace(other, players=Pair(one.players.blue, other.players.blue)),
            *rest,
        )
        pairs = tuple((each.players.red, each.players.blue) for each in crossed)
        bye = () if drawn.bye is None else ((drawn.bye, 0),)
        wrong = put(records[: at + 2], at, replace(drawn, seatings=crossed))
        wrong = put(wrong, at + 1, replace(told, couples=(*pairs, *bye)))
        (fault, *_) = check_records(wrong).faults
        assert "another draw is better" in fault


def test_the_explanation_in_the_log_must_match_the_draw() -> None:
    records = events(1, 11)[0]
    at = first_draw(records, 1)
    drawn, told = records[at].event, records[at + 1].event
    assert isinstance(drawn, RoundDrawn)
    assert isinstance(told, DrawExplained)
    for wrong, said in (
        (put(records, at + 1, replace(told, couples=())), "the log names other pairs"),
        (put(records, at, replace(drawn, seatings=drawn.seatings[:-1])), "not everybody"),
        (put(records, at, replace(drawn, paired_down=(1,))), "paired down are [], not [1]"),
        (
            put(
                records,
                at,
                replace(drawn, seatings=tuple(replace(s, table=1) for s in drawn.seatings)),
            ),
            "two games at one table",
        ),
    ):
        assert any(said in fault for fault in check_records(wrong[: at + 2]).faults)


def test_a_draw_by_an_earlier_flagfall_is_noted_but_not_judged() -> None:
    records = events(1, 11)[0]
    at = first_draw(records, 1)
    found = check_records(records[: at + 1])
    assert found.draws == 0
    assert "drawn by an earlier Flagfall" in found.notes[0]


def test_manual_changes_must_leave_nobody_at_two_tables() -> None:
    records = events(1, 11)[0]
    at = first_draw(records, 1) + 2
    drawn = records[at - 2].event
    assert isinstance(drawn, RoundDrawn)
    one = drawn.seatings[0]
    for places, number, said in (
        ((Seating(900, 77, one.players),), 1, "somebody is seated twice"),
        ((Seating(900, drawn.seatings[1].table, Pair(901, 902)),), 1, "two games at one table"),
        ((), 9, "round 9 was never drawn"),
    ):
        changed = PairingsChanged(number, (), places, drawn.bye, (), (), (), "")
        row = Record(at + 1, at + 1, 0, "desk", "EO", changed)
        assert any(said in fault for fault in check_records([*records[:at], row]).faults)


def test_pairing_rules_of_every_kind_in_the_log_are_understood() -> None:
    found = check_records(events(1, 11)[0])
    assert "derived again" in found.line
    records = events(1, 12)[0]
    at = first_draw(records, 1)
    told = records[at + 1].event
    assert isinstance(told, DrawExplained)
    every = tuple(ApartRule(kind) for kind in Kind)
    check_records(put(records[: at + 2], at + 1, replace(told, apart=every)))


def test_in_a_very_large_field_crossings_are_counted_together() -> None:
    records = next(generate(1, 3, fewest=170, most=170))
    at = first_draw(records, 1)
    drawn, told = records[at].event, records[at + 1].event
    assert isinstance(drawn, RoundDrawn)
    assert isinstance(told, DrawExplained)
    people = histories(fold(records[:at]), 1)
    for place, one in enumerate(people.values()):
        one.tp = place % 9
    judge = Judge(people, drawn, told.forbidden, [])
    assert "crossings" in judge.names or judge.bits <= 125
    assert len(derive_draw(judge, ()).couples) == (len(people) + 1) // 2


def test_the_commands_write_files_and_check_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "events"
    assert main(["generate", "--events", "2", "--most", "10", "-o", str(folder)]) == 0
    files = sorted(folder.iterdir())
    assert capsys.readouterr().out.split() == [str(file) for file in files]
    assert main(["check", *map(str, files)]) == 0
    assert capsys.readouterr().out.count(": 0 discrepancies.") == 2
    assert check_event(files[0]).draws


def test_a_file_with_a_wrong_draw_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (path,) = write_events(1, 11, tmp_path, most=12)
    found = replace(check_event(path), faults=("Row 4: wrong",), notes=("Row 2: old",), proved=1)
    monkeypatch.setattr(check_commands, "check_event", lambda _path, _tell: found)
    assert main(["check", str(path)]) == 2
    said = capsys.readouterr()
    assert "1 discrepancy" in said.out
    assert "proved unavoidable: 1" in said.out
    assert "Row 4: wrong" in said.err


@pytest.mark.parametrize(
    "arguments", [["--fewest", "1"], ["--most", "3"], ["--events", "0"], ["--most", "9999"]]
)
def test_events_that_cannot_be_made_are_refused(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", *arguments, "-o", str(tmp_path / "x")]) == 2
    assert capsys.readouterr().err


def test_a_file_that_cannot_be_read_does_not_keep_the_others_from_being_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", "--events", "1", "--most", "8", "-o", str(tmp_path)]) == 0
    (whole,) = tmp_path.glob("*.flagfall")
    broken = tmp_path / "broken.flagfall"
    broken.write_text("hello")
    assert main(["check", str(broken), str(whole)]) == 2
    said = capsys.readouterr()
    assert "broken.flagfall is not a Flagfall event file." in said.err
    assert f"{whole.name}: " in said.out


@pytest.mark.parametrize("command", ["generate", "check"])
def test_the_command_prints_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    assert "usage" in capsys.readouterr().out


def spoiled(records: list[Record], at: int, event: object) -> str:
    """What the checker says of the log up to this draw with its row changed."""
    return " ".join(check_records(put(records, at, event)[: at + 2]).faults)


def generate_one(seed: int) -> Iterator[list[Record]]:
    return generate(1, seed, fewest=9, most=24)


def test_a_draw_is_bound_only_by_wishes_games_begun_and_finals() -> None:
    records = events(1, 11)[0]
    at = first_draw(records, 2)
    drawn, told = records[at].event, records[at + 1].event
    assert isinstance(drawn, RoundDrawn)
    assert isinstance(told, DrawExplained)
    pair = drawn.seatings[0].players
    couple = (pair.red, pair.blue)
    for wrong, said in (
        (replace(told, locked=(couple,)), "not the games begun and the finals"),
        (replace(told, forced=(*told.forced, couple)), "not the pairs the organizer set"),
        (replace(told, forbidden=((1, 2), (3, 4))), "not the pairs the organizer forbade"),
        (replace(told, apart=(ApartRule(Kind.REGION),)), "for other reasons"),
    ):
        assert said in " ".join(check_records(put(records, at + 1, wrong)[: at + 2]).faults)
    finals = replace(drawn, finals=(drawn.seatings[0].game,))
    assert "the finals are games []" in spoiled(records, at, finals)


def test_a_table_assignment_that_could_be_better_is_found() -> None:
    records = events(1, 11)[0]
    at = first_draw(records, 2)
    drawn = records[at].event
    assert isinstance(drawn, RoundDrawn)
    one, other, *rest = drawn.seatings
    swapped = (replace(one, table=other.table), replace(other, table=one.table), *rest)
    assert "other tables are better" in spoiled(records, at, replace(drawn, seatings=swapped))
    far = (replace(one, table=99), other, *rest)
    assert "table 99, which is not free" in spoiled(records, at, replace(drawn, seatings=far))


def test_a_game_that_had_begun_stays_at_its_table() -> None:
    for number in range(1, 60):
        records = next(generate_one(number))
        if of_teams(records):
            continue
        for at, row in enumerate(records[:-1]):
            told = records[at + 1].event
            if isinstance(row.event, RoundDrawn) and isinstance(told, DrawExplained):
                held = {frozenset(pair) for pair in told.locked} if row.event.attempt > 1 else set()
                moved = [
                    seating for seating in row.event.seatings if frozenset(seating.players) in held
                ]
                if moved and not row.event.finals:
                    away = tuple(
                        replace(seating, table=seating.table + 500) if seating in moved else seating
                        for seating in row.event.seatings
                    )
                    wrong = replace(row.event, seatings=away)
                    assert "a game that had begun at table" in spoiled(records, at, wrong)
                    return
    raise AssertionError


@pytest.mark.timed
def test_acts_undone_and_redone_long_ago_cost_little_time() -> None:
    records = events_of_players(4, 7)[0]
    undoable = next(row.act for row in records if isinstance(row.event, PlayersCheckedIn))
    seq = len(records)
    for _ in range(1_500):
        for event in (Undone(undoable), Redone(undoable)):
            seq += 1
            records.append(replace(records[-1], seq=seq, act=seq, event=event))
    began = time.process_time()
    checked = check_records(records)
    assert time.process_time() - began < 1.5
    assert checked.faults == check_records(records[:-3_000]).faults == ()
