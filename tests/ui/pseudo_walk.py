"""Walks over the whole program in the marked language and prints what was not said in it.

A program of its own: modules with texts are translated as they are imported.
"""

import io
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from html import unescape
from pathlib import Path

from PySide6.QtCore import QBuffer, QDate, QEventLoop, QLocale, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from app.__main__ import SampleEvent, open_desk
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.evolve import fold
from app.engine.language import current_catalogue
from app.engine.side import Side
from app.engine.state import Stage, State
from app.engine.table.game import Game
from app.reports.results_page import results_page
from app.store.match_ups import procedures
from app.store.packets.files import packets
from app.ui.dialogs.events_folder import events_folder
from app.ui.pages.round.page import RoundPage
from app.ui.printing.pages import Bare, Drawing, Paper, box_of
from app.ui.printing.sheets import KINDS, Subject
from app.ui.shell.main_window import MainWindow
from app.ui.shell.pages import PAGES
from app.ui.shell.preferences import AppPreferences
from app.ui.table.sheets import Kind
from app.ui.widgets.theme import styled_application
from app.views.event.publish import results_words, standings_words
from app.views.table.table import stands
from tests.pseudo import LANGUAGE, Spoken, data_of, strings_of
from tests.stores import open_log
from tests.ui.every_dialog import ADDRESS, CASTERS, FINGERPRINT, WIFI_CODES, dialogs
from tests.ui.shown_words import PAINTED, SVG_TEXT, shown_words
from tools.simulation.__main__ import main as command_line

WAIT_S = 60.0
SETTLED_MS = 60
WHOLE_TEXTS = ("manual", "licences")
"""Written in a language and not translated text by text: pages of docs, others' licences."""
KEYS = ("Esc", "Ctrl", "Shift", "Space", "Enter", "F1", "F11", "B", "F", "K", "R", "V", "Z")
NAMES = (
    *("Flagfall", "DGT", "DGT 3000", "DGT XL", "DGT LiveChess", "OpenChessClock", "DCLK", "T07"),
    *("USB", "ttyS0", "ttyS1", "X", "HDMI", "UTF-8", "UTF-16", "UTF"),
)
"""Names of things, the same in every language."""
MADE_UP = (
    *("Sample event", "flagfall", "The hall closes", "Slow play"),
    *("English", "Deutsch"),
    *(
        "and",
        "have met before.",
        "It goes into the history.",
        "Cancel",
        "Seat the player",
        "Disqualify",
    ),
    *("Northern Legion", "pasted", "stick", "Gracz", "Klub", "Frakcja"),
)
"""What the sample says, and what is given to the dialogs here."""


TYPED = ("caster", "beast", "jack", "unit", "solo", "battle", "engine")
"""Kinds in the entries of a list, which are read again."""


class Walk:
    """What was looked at, and what of it went round the mechanism."""

    def __init__(self, *data: str) -> None:
        self.looked = Counter[str]()
        self.texts = set[str]()
        self.found: dict[str, str] = {}
        dates = {
            QLocale.c().toString(QDate(2026, month, day), form)
            for month in range(1, 13)
            for day in range(1, 8)
            for form in ("dddd", "ddd", "MMMM", "MMM")
        }
        self.data = {*data, *KEYS, *NAMES, *MADE_UP, *dates, *(p.name for p in packets().values())}
        for procedure in procedures().by_key.values():
            self.data |= {*strings_of(procedure)}
        self.data |= {str(events_folder()), *events_folder().parts[1:]}
        self.data |= {ADDRESS, *CASTERS, *FINGERPRINT.split("\n"), *WIFI_CODES[0]}
        self.judge = Spoken(self.data)

    def know(self, state: State) -> None:
        self.judge = Spoken(self.data | data_of(state), TYPED)

    def look(self, place: str, window: QWidget) -> None:
        settle()
        self.looked[place.partition(":")[0]] += 1
        for where, words in shown_words(window):
            self._judge(f"{place}, {where}", words, in_pieces=where == PAINTED)

    def hear(self, place: str, text: str) -> None:
        self.looked[place.partition(":")[0]] += 1
        self._judge(place, text)

    def _judge(self, place: str, words: str, *, in_pieces: bool = False) -> None:
        if words not in self.texts:
            self.texts.add(words)
            if rest := self.judge.bypassing(words, in_pieces=in_pieces):
                self.found.setdefault(rest, f"{place}: {words[:300]}")


def settle(ms: int = SETTLED_MS) -> None:
    turning = QEventLoop()
    QTimer.singleShot(ms, turning.quit)
    turning.exec()


def wait(holds: Callable[[], object]) -> None:
    until = time.monotonic() + WAIT_S
    while not holds():
        assert time.monotonic() < until, "The walk waits for something that does not come."
        settle(20)


@contextmanager
def sample(folder: Path) -> Iterator[MainWindow]:
    app = styled_application(["flagfall"])
    window = MainWindow(open_desk, AppPreferences(app, folder / "preferences.json"), SampleEvent())
    window.resize(1366, 768)
    window.show()
    try:
        yield window
    finally:
        window.close_event()
        window.close()


def pages(walk: Walk, window: MainWindow, stage: str) -> None:
    view = window.view
    assert view is not None
    walk.know(view.client.state)
    for kind in PAGES:
        view.show_page(kind.page)
        walk.look(f"page: {kind.name}, {stage}", view.page)
        if isinstance(view.page, RoundPage) and view.page.live.isVisible():
            live = view.page.live
            for game in kinds_of_games(view.client.state):
                live.choose(game)
                walk.look(f"table chosen: {game.table}, {stage}", live.panel)
            live.show_board(board=True)
            walk.look(f"page: board, {stage}", live)
            live.show_board(board=False)
    walk.look(f"window: {stage}", window)


def kinds_of_games(state: State) -> list[Game]:
    """One of the round's games in each condition."""
    assert state.latest is not None
    games = {stands(game): game for game in reversed(state.games_of(state.latest))}
    return [*games.values()]


def every_dialog(walk: Walk, window: MainWindow, folder: Path) -> None:
    assert window.view is not None
    for name, make in dialogs(window.view.client, folder, window).items():
        if name in WHOLE_TEXTS:
            continue
        dialog = make()
        dialog.show()
        walk.look(f"dialog: {name}", dialog)
        dialog.done(QDialog.DialogCode.Rejected)
        dialog.deleteLater()


def tables(walk: Walk, window: MainWindow) -> None:
    assert window.view is not None
    for game in kinds_of_games(window.view.client.state):
        window.open_table(game.number)
        table = window.tables.open[game.number]
        wait(lambda table=table: table.view is not None)
        walk.look(f"table: {game.table}", table)
        laid = set[Kind]()
        for kind in Kind:
            if kind is not Kind.WINDOW:
                table.sheets.open(Side.RED, kind)
                lying = table.sheets.lying[Side.RED]
                if lying is not None and lying[0] not in laid:
                    laid.add(lying[0])
                    walk.look(f"sheet: {game.table} {lying[0].value}", table)
        table.strip.menu.click()
        walk.look(f"sheet: {game.table} menu", table)
        table.sheets.close_own()
        table.hide()


def papers(walk: Walk, state: State) -> None:
    """Every sheet: HTML as its text, and what is drawn."""
    for round_ in state.rounds:
        subject = Subject(state, Paper.A4.size, 0, round_)
        sheets = [kind for kind in KINDS.values() if kind.of_round or round_ is state.latest]
        for kind in sheets:
            missing = kind.missing(subject)
            parts = () if missing else kind.make(subject)
            for part in parts:
                html = part if isinstance(part, str) else drawn(part)
                walk.hear(f"paper: {kind.name}", html)
                assert "<html" not in html or f'<html lang="{LANGUAGE}"' in html, kind.key
            walk.hear(f"paper: {kind.name}", " ".join((kind.name, missing)))
    published = {
        "results": results_page(state, ""),
        "standings as text": standings_words(state),
        "round as text": results_words(state, 1),
    }
    for name, words in published.items():
        walk.hear(f"paper: {name}", words)
        assert "<html" not in words or f'<html lang="{LANGUAGE}"' in words, name


def drawn(part: Drawing | Bare) -> str:
    """The words of a page."""
    buffer = QBuffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    painter = QPainter(generator)
    draw = part.draw if isinstance(part, Bare) else part
    draw(painter, box_of(Paper.A4.size))
    painter.end()
    svg = bytes(buffer.data().data()).decode("utf-8", "replace")
    return " | ".join(unescape(words).strip() for words in SVG_TEXT.findall(svg))


def commands(walk: Walk, folder: Path) -> None:
    """What the commands print; the keys of JSON are for programs."""
    run("generate", "--events", "1", "--seed", "7", "--out", str(folder))
    (file,) = folder.glob("*.flagfall")
    with open_log(file, read_only=True) as log:
        walk.know(fold(log.records()))
    for command in (("verify",), ("check",), ("standings",)):
        walk.hear(f"command: {command}", run(*command, str(file)))
    walk.hear("command: a file that is not there", run("verify", str(folder / "ουδέν.flagfall")))
    told = json.loads(run("standings", "--json", str(file)))
    assert {"event", "packet", "rounds", "standings"} <= told.keys()


def run(*arguments: str) -> str:
    """Both streams of a command."""
    printed = io.StringIO()
    with redirect_stdout(printed), redirect_stderr(printed):
        command_line(arguments)
    return printed.getvalue()


def main(folder: Path) -> None:
    assert current_catalogue() is not None
    walk = Walk(*folder.parts)
    with sample(folder) as window:
        walk.look("start page: ", window)
        window.open_sample()
        wait(lambda: window.view and window.view.client.state.settings)
        assert window.view is not None
        client = window.view.client
        wait(lambda: window.sample_room and window.sample_room.is_complete)
        pages(walk, window, "running")
        papers(walk, client.state)
        every_dialog(walk, window, folder)
        tables(walk, window)
        for command, stage in ((FinishRound(), Stage.FINISHED), (DrawRound(7), Stage.DRAWN)):
            client.ask(command, insist=True)
            wait(lambda stage=stage: client.state.latest and client.state.latest.stage is stage)
            pages(walk, window, stage.value)
        for begun, stage in ((PublishRound(), Stage.PUBLISHED), (StartRound(), Stage.STARTED)):
            client.ask(begun, insist=True)
            wait(lambda stage=stage: client.state.latest and client.state.latest.stage is stage)
        tables(walk, window)
    commands(walk, folder)
    json.dump({"looked": walk.looked, "texts": len(walk.texts), "found": walk.found}, sys.stdout)


if __name__ == "__main__":
    QApplication.setQuitOnLastWindowClosed(False)
    main(Path(sys.argv[1]))
