"""Takes pictures of the pages, sheets and slides of an event of 16 and of 64 teams of five.

    python -m tools.pictures.teams [--wide] [--letter] [folder]

``--wide`` uses a window of 1920 × 1080. Without a folder, the pictures go to `out/teams`. Nothing
is shown on the screen.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.engine.frozen import replace

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from app.ui.display.window import DisplayWindow
from app.ui.pages.players.page import TEAMS as PLAYERS_TEAMS
from app.ui.pages.standings.page import TEAMS as TEAMS_TAB
from app.ui.printing.pages import Paper
from app.ui.printing.sheets import KINDS, Subject
from app.ui.widgets.theme import styled_application
from app.views.pages import DeskPage
from app.views.round.room_display import room_display
from app.views.time_of_day import clock_time
from tests.events import Event
from tests.team_events import team_event
from tests.ui.full_hall import show_event
from tests.ui.printing.on_paper import PRINTED_MS, pdf_of, printed
from tools.pictures.manual import settle, wait_for
from tools.pictures.paper import take_pictures

OUT = Path(__file__).resolve().parents[2] / "out" / "teams"
FIELDS = (16, 64)
SHEETS = (
    "team pairings", "tables", "slips", "matches", "captains", "team records", "results", "teams",
    "awards", "wall tables",
)  # fmt: skip
NORMAL, WIDE = QSize(1366, 768), QSize(1920, 1080)


def main(arguments: list[str]) -> int:
    named = [argument for argument in arguments if not argument.startswith("-")]
    size = WIDE if "--wide" in arguments else NORMAL
    paper = Paper.LETTER if "--letter" in arguments else Paper.A4
    app = styled_application([])
    for teams in FIELDS:
        folder = (Path(named[0]) if named else OUT) / f"{teams}"
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="flagfall-") as made:
            drafted, played = (
                two_rounds(Path(made) / "1", teams),
                two_rounds(Path(made) / "2", teams),
            )
            drafted.draw(11)
            show_pages(app, drafted, folder, size, drafted=True)
            played.play()
            for table in range(1, teams * 5 // 4):
                played.report(table)
            print_sheets(played, folder, paper)
            slides(played, folder)
            show_pages(app, played, folder, size, drafted=False)
    return 0


def two_rounds(place: Path, teams: int) -> Event:
    """Return an event after two rounds, in which one team is a player short."""
    place.mkdir()
    event = team_event(place / "event.flagfall", teams, short=1)
    event.finish()
    event.finish()
    return event


def show_pages(
    app: QApplication, event: Event, folder: Path, size: QSize, *, drafted: bool
) -> None:
    path = event.path
    window = show_event(app, path.parent, event)
    window.resize(size)
    window.show()
    window.open_event(path)
    wait_for(lambda: window.view and window.view.client.state.settings)
    assert window.view is not None
    view = window.view

    def keep(name: str, page: str, choose: Callable[[Any], object] = lambda _page: None) -> None:
        view.show_page(DeskPage(page))
        settle()
        choose(view.page)
        settle()
        window.grab().save(str(folder / f"{name}.png"))
        print(f"{folder.name}  {name}", flush=True)

    if drafted:
        keep("round drafted", "Round")
    else:
        keep("players", "Players", lambda page: page.tabs.setCurrentIndex(PLAYERS_TEAMS))
        keep("round list", "Round")
        keep("round board", "Round", lambda page: page.live.show_board(board=True))
        keep("standings teams", "Standings", lambda page: page.tabs.setCurrentIndex(TEAMS_TAB))
        keep("standings players", "Standings", lambda page: page.tabs.setCurrentIndex(0))
        keep("awards", "Awards")
    window.close_event()
    window.close()


def print_sheets(event: Event, folder: Path, paper: Paper) -> None:
    state = event.state
    for key in SHEETS:
        kind = KINDS[key]
        if missing := kind.missing(Subject(state, paper.size, PRINTED_MS, state.latest)):
            print(f"{folder.name}  {key}: {missing}")
            continue
        pdf = pdf_of(printed(state, key, paper), folder / f"{key}.pdf", paper)
        print(f"{folder.name}  {key}: {take_pictures(pdf)} pages", flush=True)


def slides(event: Event, folder: Path) -> None:
    window = DisplayWindow()
    display = room_display(event.state, clock_time)
    for slide in display.slides:
        window.show_display(replace(display, slides=(slide,)))
        settle()
        window.grab().save(str(folder / f"wall {slide.kind}.png"))
    window.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
