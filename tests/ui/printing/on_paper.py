"""Events to be printed, and what stands in the PDFs that come of it."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import pypdfium2

from app.engine.acts.awards import GiveAward
from app.engine.acts.players import AddPlayers, CheckIn, EnterArmy, Entry
from app.engine.acts.setup import SetTerrain
from app.engine.armies.army_list import ArmyList
from app.engine.armies.parse.entries import army_of, read_army
from app.engine.frozen import replace
from app.engine.state import State
from app.engine.terrain.propose import propose
from app.ui.clients.tablets import TabletsClient
from app.ui.printing.dialog import lay_out_sheet, write_pdf
from app.ui.printing.pages import Paper, Printout
from app.ui.printing.sheets import KINDS, Subject
from app.ui.widgets.steps import at_once
from app.views.table.terrain import scenario_of
from tests.events import HEBREW_NAME, Event, entries

PRINTED_MS = 1_795_300_000_000
CHINESE, ARABIC, LONG = "王小明", "محمد الحسن", "Maximilian Ferdinand von Hohenlohe-Waldenburg"
LISTS = (
    "Haley 1 +29; caster\nLancer 10\nStormclad 18\nLong Gunners (10) 15\nSquire 5\nJunior 5",
    "Stryker 1 +28; caster\nIronclad 12\nDefender 16\nStorm Blades (6) 12\nJourneyman 4",
)
TABLES_WITH_TERRAIN = 5


def people(count: int) -> tuple[Entry, ...]:
    """So many players in teams; names of four scripts, and a long one."""
    odd = (LONG, HEBREW_NAME, CHINESE, ARABIC)
    made = entries(count)
    named = [replace(entry, name=name) for entry, name in zip(made[1:5], odd, strict=True)]
    every = (made[0], *named, *made[5:])
    return tuple(replace(entry, team=f"Team {n % 4}") for n, entry in enumerate(every))


def played_event(file: Path, players: int) -> Event:
    """Two rounds are over, the third is half reported; there are lists, terrain and an award."""
    event = Event(file)
    event.do(AddPlayers(people(players)))
    event.do(CheckIn(tuple(range(1, players + 1))))
    lists = tuple(
        ArmyList(army_of(read_army(text)), name=name)
        for text, name in zip(LISTS, ("Storm", "Steel"), strict=True)
    )
    for number in range(1, min(players, 12) + 1):
        event.do(EnterArmy(number, lists), insist=True)
    event.finish()
    event.finish()
    event.start()
    for table in range(1, players // 4 + 1):
        event.report(table)
    state = event.state
    assert state.packet is not None
    assert state.packet.terrain is not None
    assert state.latest is not None
    scenario = scenario_of(state, state.latest)
    for table in range(1, TABLES_WITH_TERRAIN + 1):
        layout = propose(state.packet.terrain, scenario, table)
        assert layout is not None
        event.do(SetTerrain(table, layout))
    event.do(GiveAward("Best Painted", 5))
    return event


def printed(
    state: State,
    key: str,
    paper: Paper = Paper.A4,
    tablets: TabletsClient | None = None,
    *,
    parts: Iterable[str] = (),
) -> Printout:
    """``parts``: what the report has besides."""
    subject = Subject(state, paper.size, PRINTED_MS, state.latest, tablets, parts=frozenset(parts))
    kind = KINDS[key]
    assert not kind.missing(subject), kind.missing(subject)
    return at_once(lay_out_sheet(kind, subject))


def pdf_of(printout: Printout, file: Path, paper: Paper = Paper.A4) -> Path:
    at_once(write_pdf(file, printout, paper))
    return file


def words_in(file: Path) -> list[str]:
    """The words of each page, as another program reads them."""
    document = pypdfium2.PdfDocument(str(file))
    pages = [page.get_textpage().get_text_bounded() for page in document]
    document.close()
    return pages


def letters_of(file: Path, name: str) -> float:
    """How large a name is written in the left half, in points; the smallest of all such names."""
    document = pypdfium2.PdfDocument(str(file))
    sizes = []
    for page in document:
        text = page.get_textpage()
        found = text.search(name)
        while (place := found.get_next()) is not None:
            left, low, _right, high = text.get_charbox(place[0], loose=True)
            if left < page.get_width() / 2:
                sizes.append(high - low)
    document.close()
    return min(sizes)


def together(words: str) -> str:
    """Without the spaces that are there only because things stand apart. Where Inter has one letter
    for two, a reader tells the other.
    """
    return "".join(words.replace("\ufffe", "-").replace("\u02bc", "’").split())


def in_order(pages: Sequence[str], *words: str) -> bool:
    """Whether these words follow one another on a page."""
    return any(together("".join(words)) in together(page) for page in pages)
