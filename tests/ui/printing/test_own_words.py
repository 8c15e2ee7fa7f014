"""What an event prints and shows on its wall has its packet's own words, in English."""

import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

import pytest
from msgspec import Struct

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import FinishRound
from app.engine.formats.settings import Settings
from app.engine.language import use_words
from app.engine.side import Pair, Side
from app.reports.results_page import results_page
from app.ui.printing.pages import Paper
from app.ui.printing.sheets import KINDS, REPORT_PARTS, Subject
from app.views.event.publish import results_words, standings_words
from app.views.event.settings_words import settings_sheet
from app.views.round.room_display import room_display
from app.views.time_of_day import clock_time
from tests.events import Event
from tests.old_words import OLD
from tests.ui.printing.on_paper import PRINTED_MS, pdf_of, printed, words_in

OF_ARMIES = re.compile(
    r"\b(CP|AP|APD|(?i:army|armies|casters?|factions?|themes?|scenarios?|control points?"
    r"|assassinations?|kill box|deploy\w*|steamroller|warmachine|models?|terrain))\b"
)
FOREIGN = {"sr2026": (75, OLD), "points": (0, OF_ARMIES)}


@pytest.fixture(params=[(key, seats) for key in FOREIGN for seats in (0, 2)])
def event(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Event]:
    key, seats = request.param
    size, _ = FOREIGN[key]
    event = Event(tmp_path / "event.flagfall", Settings("Open", key, size, 7, team_seats=seats))
    names = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
    teams = ("Oak", "Elm", "Ash", "Yew") if seats else ("",)
    count = len(names) if seats else len(names) - 1
    event.do(
        AddPlayers(
            tuple(
                Entry(name, team=teams[place // 2 % len(teams)])
                for place, name in enumerate(names[:count])
            )
        )
    )
    event.do(CheckIn(tuple(range(1, count + 1))))
    event.start()
    latest = event.state.latest
    assert latest is not None
    for number in latest.games:
        won = Result(Side.RED, How.CONTROL_POINTS, Pair(7, 2), Pair(0, 0))
        event.do(ReportResult(number, won), insist=True)
    event.do(FinishRound())
    event.start()
    yield event
    event.close()


def test_sheets_displays_and_exports_use_no_vocabulary_of_another_packet(
    event: Event, tmp_path: Path
) -> None:
    packet = event.state.packet
    assert packet is not None
    use_words(packet.vocabulary)
    foreign = FOREIGN[packet.key][1]
    lines = [*wall_lines(event), *paper_lines(event, tmp_path), *exported_lines(event)]
    assert len(lines) > 100
    assert [line for line in lines if foreign.search(line)] == []


def exported_lines(event: Event) -> Iterator[str]:
    state = event.state
    packet, settings = state.packet, state.settings
    assert packet is not None
    assert settings is not None
    texts = (standings_words(state), results_words(state, 1), results_page(state, "today"))
    sheet = (f"{row.group} {row.keyword} {row.says}" for row in settings_sheet(packet, settings))
    for text in (*texts, *sheet):
        yield from re.sub(r"<style.*?</style>|<[^>]*>", " ", text, flags=re.DOTALL).splitlines()


def wall_lines(event: Event) -> list[str]:
    return [*texts_in(room_display(event.state, clock_time))]


def texts_in(shown: object) -> Iterator[str]:
    """Every text of a value, however deep, but the names of what is chosen from."""
    match shown:
        case str():
            yield shown
        case Enum():
            return
        case tuple() | list():
            for part in shown:
                yield from texts_in(part)
        case _ if isinstance(shown, Struct):
            for name in shown.__struct_fields__:
                yield from texts_in(getattr(shown, name))


def paper_lines(event: Event, folder: Path) -> Iterator[str]:
    state = event.state
    subject = Subject(state, Paper.A4.size, PRINTED_MS, state.latest, None)
    for key, kind in KINDS.items():
        if not kind.missing(subject):
            pdf = pdf_of(printed(state, key, parts=REPORT_PARTS), folder / "sheet.pdf")
            yield from (line for page in words_in(pdf) for line in page.splitlines())
