"""What checks several stations finds every mistake, and a short rehearsal of them has none."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgresql import Server
from tools.rehearsals.acknowledged import ASIDE, Act, Row, acknowledged, faults
from tools.rehearsals.interleaved import interleave
from tools.rehearsals.stations import rehearse


def warned(seq: int) -> Row:
    return Row(seq, seq, f"Anna {seq}", "player_warned", {"number": 1, "reason": f"Anna {seq}"})


def told(*rows: Row, waited: bool = False) -> list[Act]:
    return [Act(row.actor, ((row.seq, row.kind, row.payload),), waited) for row in rows]


ROWS = [warned(seq) for seq in range(1, 11)]
ANNA = told(*ROWS[::2])
BEN = told(ROWS[1], ROWS[3], ROWS[5])


def numbered(rows: list[Row]) -> list[Row]:
    return [row._replace(seq=seq, act=seq) for seq, row in enumerate(rows, start=1)]


def test_rows_that_match_their_acknowledgements_have_no_fault() -> None:
    assert not faults(ROWS, [ANNA, BEN])


@pytest.mark.parametrize("place", range(0, 10, 2))
def test_a_row_that_is_dropped_is_found(place: int) -> None:
    left = [*ROWS[:place], *ROWS[place + 1 :]]
    assert faults(left, [ANNA, BEN])
    assert any("is lost" in fault for fault in faults(numbered(left), [ANNA, BEN]))


@pytest.mark.parametrize("place", range(0, 10, 2))
def test_a_row_that_is_there_twice_is_found(place: int) -> None:
    doubled = numbered([*ROWS, ROWS[place]])
    assert any("is there 2 times" in fault for fault in faults(doubled, [ANNA, BEN]))


@pytest.mark.parametrize("place", range(9))
def test_two_rows_in_the_wrong_order_are_found(place: int) -> None:
    rows = [*ROWS]
    rows[place], rows[place + 1] = rows[place + 1], rows[place]
    assert faults(numbered(rows), [told(*ROWS)])
    assert faults(numbered(rows), [ANNA, BEN])
    assert faults(rows, [ANNA, BEN])


def test_only_an_act_that_waited_for_the_server_may_have_a_different_number() -> None:
    before = [warned(20 + seq) for seq in range(3)]
    waited = told(*ROWS[::2], waited=True)
    assert not faults(numbered([*before, *ROWS]), [waited])
    assert faults(numbered([*before, *ROWS]), [ANNA[:1]]) == [
        "Station 1: “Anna 1”, acknowledged as row 1, is row 4 now, though it never waited."
    ]
    changed = numbered([*before, *ROWS])
    changed[3] = changed[3]._replace(payload={"number": 2, "reason": "Anna 1"})
    assert faults(changed, [waited]) == [
        "Station 1: “Anna 1”, acknowledged as row 1, is another warning."
    ]


def test_an_act_set_aside_is_recorded_once_and_not_carried_out() -> None:
    aside = ROWS[0]._replace(actor="Flagfall", kind=ASIDE, payload={"actor": "Anna 1"})
    waited = [*told(ROWS[0], waited=True), *ANNA[1:]]
    assert not faults([aside, *ROWS[1:]], [waited, BEN])
    assert faults([aside, *ROWS[1:]], [ANNA, BEN]) == [
        "Station 1: “Anna 1”, acknowledged as row 1, is another act."
    ]
    assert "Station 1: “Anna 1”, acknowledged as row 1, is there 2 times." in faults(
        numbered([*ROWS, aside]), [waited, BEN]
    )


def test_acts_acknowledged_out_of_order_are_found() -> None:
    assert any("comes after row" in fault for fault in faults(ROWS, [[*reversed(ANNA)]]))


def test_a_flag_that_falls_twice_is_found() -> None:
    flag = Row(11, 11, "Flagfall", "flag_fell", {"game": 1, "at_ms": 5, "side": "red"})
    assert not faults([*ROWS, flag], [])
    assert faults([*ROWS, flag, flag._replace(seq=12)], []) != []


def test_a_journal_that_a_crash_cut_off_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    journal = tmp_path / "Anna.journal"
    line = json.dumps(["Anna 1", [[1, "player_warned", ROWS[0].payload]], False])
    journal.write_text(line + '\n["Anna 2", [[2, "player_wa', encoding="utf-8")
    assert acknowledged(journal) == ANNA[:1]


@pytest.fixture(scope="module")
def own_server() -> Iterator[Server]:
    """One that may be stopped."""
    server = Server()
    yield server
    server.remove()


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 7])
def test_stations_closed_and_opened_in_any_order_show_what_the_server_has(
    own_server: Server, seed: int, tmp_path: Path
) -> None:
    assert interleave(own_server, tmp_path, seed) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_four_stations_lose_nothing_despite_many_failures(
    own_server: Server, seed: int, tmp_path: Path
) -> None:
    assert rehearse(own_server, tmp_path, seed, seconds=6, players=16, times=4) == []
