"""Stations in words: who runs what, the server that is away, and acts that could not be added."""

import pytest

from app.engine.acts.events import Record
from app.engine.acts.stations.aside import ActSetAside, SettleActs
from app.engine.acts.undo import Undone
from app.engine.state import State
from app.views.history.rows import describe
from app.views.stations import Stations, aside_rows, runs_words, short_words, station_rows
from tests.remarked import written

ASIDE = ActSetAside(
    5, "Anna", "EO", written("Table 7: result entered").remark, written("Ben was first.").remark
)
HERE = ActSetAside(
    6,
    "",
    "EO",
    written("Warning").remark,
    written("Nothing changed: that was already set.").remark,
)


def test_the_rail_describes_the_state_of_a_station() -> None:
    alone, two = Stations("Anna"), Stations("Anna", ("Ben", "Cleo"))
    assert short_words(alone, State()) == ("Anna", "on its own")
    assert short_words(two, State()) == ("Anna", "and 2 others")
    assert short_words(Stations("Anna", ("Ben",)), State()) == ("Anna", "and 1 other")
    assert short_words(Stations("Anna", role="judge"), State()) == ("Anna", "judge")
    judge = Stations("Anna", ("Ben",), role="judge")
    assert short_words(judge, State()) == ("Anna", "judge")
    assert short_words(alone, State(acts_aside=(ASIDE, HERE))) == ("2 not added", "read them")
    away = Stations("Anna", is_away=True)
    assert short_words(away, State(acts_aside=(ASIDE,))) == ("Server away", "on its own")
    waiting = Stations("Anna", is_away=True, waiting=3)
    assert short_words(waiting, State()) == ("Server away", "3 unsent")


@pytest.mark.parametrize(
    ("tables", "run_by", "words"),
    [
        ((), {0: "Ben"}, "No table"),
        ((0,), {0: "Anna"}, "All tables"),
        ((0, 4), {0: "Anna", 4: "Anna"}, "All tables"),
        ((0,), {0: "Anna", 7: "Ben"}, "All other tables"),
        ((0, 4), {0: "Anna", 4: "Anna", 7: "Ben"}, "Table 4, and all others"),
        ((7,), {0: "Anna", 7: "Ben"}, "Table 7"),
        ((2, 7, 9), {0: "Anna", 2: "Ben", 7: "Ben", 9: "Ben"}, "Tables 2, 7 and 9"),
    ],
)
def test_the_tables_a_station_runs_are_described(
    tables: tuple[int, ...], run_by: dict[int, str], words: str
) -> None:
    assert runs_words(tables, run_by) == words


def test_every_station_is_listed_including_one_that_is_gone() -> None:
    stations = Stations("Anna", ("Ben",), {0: "Anna", 3: "Cleo", 5: "Ben"}, role="scorekeeper")
    rows = station_rows(stations)
    assert [(row.name, row.note, row.tables, row.is_here) for row in rows] == [
        ("Anna", "this computer · scorekeeper", (0,), True),
        ("Ben", "", (5,), False),
        ("Cleo", "no longer seen", (3,), False),
    ]
    assert station_rows(Stations("Anna"))[0].runs == "No table"


def test_rejected_acts_are_listed_with_time_author_and_reason() -> None:
    first, second = aside_rows(State(acts_aside=(ASIDE, HERE)), lambda at_ms: f"00:0{at_ms}")
    assert (first.when, first.what, first.why) == (
        "00:05, EO at Anna",
        "Table 7: result entered",
        "Ben was first.",
    )
    assert second.when == "00:06, EO at this computer"


def test_the_history_also_describes_rejected_acts() -> None:
    def words(event: ActSetAside | SettleActs | Undone) -> str:
        return describe(Record(2, 2, 5, "desk", "EO", event), State())

    assert words(ASIDE) == (
        "Not added after the server was away: Table 7: result entered. Ben was first"
    )
    assert words(SettleActs(1)) == "1 change made without the server was read"
    assert words(SettleActs(2)) == "2 changes made without the server were read"
