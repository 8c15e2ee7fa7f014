from app.engine.frozen import replace
from app.engine.state import State
from app.ui.pages.tablets.rows import (
    AWAY,
    COLUMNS,
    HELD,
    NOBODY,
    TabletRow,
    summary,
    tables_to_print,
    tablet_rows,
)
from app.web.server.presence import DeviceLink, TableLink
from tests.engine.event import settings, under_way

NOW_MS = 1_800_000_000_000
HERE = DeviceLink(
    "k3j9abcd", joined=1, since_ms=NOW_MS - 90_000, heard_ms=NOW_MS - 1000, battery=80,
    charging=False, delay_ms=12.4,
)  # fmt: skip
GONE = replace(HERE, joined=0, heard_ms=NOW_MS - 30_000)


def state() -> State:
    return under_way(4, settings()).state


def row(*devices: DeviceLink, held: frozenset[int] = frozenset()) -> TabletRow:
    return tablet_rows(state(), {1: TableLink(devices)}, held, NOW_MS)[0]


def cells(row: TabletRow) -> tuple[str, ...]:
    return tuple(column.cell(row) for column in COLUMNS.values())


def test_a_table_without_a_tablet_says_what_to_do() -> None:
    rows = tablet_rows(state(), {}, frozenset(), NOW_MS)
    assert [one.table for one in rows] == [1, 2]
    assert cells(rows[0]) == ("1", "No tablet", "", "", "", "", "")
    assert rows[0].notice == NOBODY


def test_a_connected_tablet_shows_its_battery_and_delay() -> None:
    shown = row(HERE)
    assert cells(shown) == ("1", "Connected", "1:30", "Tablet k3j9", "80 %", "12 ms", "")
    assert not shown.urgent
    assert cells(row(replace(HERE, name="Tab A7", charging=True)))[3:5] == ("Tab A7", "80 % +")
    plain = replace(HERE, battery=None, charging=None, delay_ms=None, queued=3)
    assert cells(row(plain))[4:] == ("", "", "3")


def test_a_low_battery_and_a_slow_connection_are_flagged() -> None:
    low = row(replace(HERE, battery=7))
    assert (low.state, low.urgent) == ("Battery low", True)
    assert "charger" in low.notice
    assert row(replace(HERE, battery=7, charging=True)).state == "Connected"
    assert "slow" in row(replace(HERE, delay_ms=900.0)).notice


def test_offline_tables_are_listed_first_and_held_tables_are_labelled() -> None:
    links = {1: TableLink((HERE,)), 2: TableLink((GONE,))}
    rows = tablet_rows(state(), links, frozenset(), NOW_MS)
    assert [(one.table, one.state, one.since) for one in rows] == [
        (2, "Offline", "0:30"),
        (1, "Connected", "1:30"),
    ]
    assert rows[0].notice == AWAY
    games = {game.table: game.number for game in state().games.values()}
    held = tablet_rows(state(), links, frozenset({games[2]}), NOW_MS)[0]
    assert (held.state, held.notice, held.game) == ("Held: offline", HELD, games[2])


def test_offline_tablets_are_listed_before_low_batteries() -> None:
    links = {1: TableLink((replace(HERE, battery=3),)), 2: TableLink((GONE,))}
    assert [one.table for one in tablet_rows(state(), links, frozenset(), NOW_MS)] == [2, 1]


def test_a_second_device_that_has_left_is_not_urgent() -> None:
    shown = tablet_rows(state(), {1: TableLink((HERE, GONE))}, frozenset(), NOW_MS)
    assert [(one.state, one.urgent) for one in shown if one.table == 1] == [
        ("Connected", False),
        ("Has left", False),
    ]


def test_a_tablet_handing_over_its_presses_is_labelled() -> None:
    assert row(replace(HERE, handing_over=True)).state == "Handing over"


def test_a_table_without_a_current_game_is_still_listed() -> None:
    shown = tablet_rows(state(), {7: TableLink((HERE,))}, frozenset(), NOW_MS)
    assert (shown[-1].table, shown[-1].game) == (7, 0)


def test_the_summary_counts_connected_and_offline_tables() -> None:
    assert summary(state(), {}) == "0 of 2 tables connected"
    links = {1: TableLink((HERE,)), 2: TableLink((GONE,))}
    assert summary(state(), links) == "1 of 2 tables connected · 1 offline"
    assert summary(State(), {1: TableLink((HERE,))}) == "1 table connected"


def test_sheets_are_printed_for_every_possible_table() -> None:
    assert tables_to_print(State()) == ()
    assert tables_to_print(state()) == (1, 2)
    assert tables_to_print(under_way(4, settings(tables=6)).state) == (1, 2, 3, 4, 5, 6)


def test_no_tablets_are_listed_without_a_round() -> None:
    assert tablet_rows(State(), {}, frozenset(), NOW_MS) == ()
