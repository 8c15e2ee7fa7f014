"""Plays an organizer's day at the real window with a mouse and a keyboard, and counts the presses.

    python -m tools.rehearsals.day [--players 64] [--seed 1] [--out folder] [--program folder]

It starts a separate screen (Xvfb), a window manager (openbox) and the program, and moves the mouse
and presses the keys with xdotool, so that Qt gets nothing but real input. It fails if an act takes
more than one press above its number. ``--out`` keeps a picture of the screen after each act;
``--program`` plays another checkout of Flagfall.

A press is a click or a key; Ctrl held with a click or a letter is part of that press. Words typed
into a field, such as a name, are one press, but every digit of a result counts. Going to the page
of an act counts. The wheel does not count, and neither do acts of others (players, a spreadsheet).
"""

import argparse
import importlib
import os
import queue
import random
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from msgspec import Struct

ROOT = Path(__file__).resolve().parents[2]
SCREEN = "1366x768"
PATIENCE_S = 60
GLANCE_S = 0.5  # how long to look for something that may not be there at all
T = TypeVar("T")

FIRST = ("Anna", "Bartek", "Cleo", "Dmitri", "Ewa", "Fredrik", "Hugo", "Ines", "Jakub", "Leif")
LAST = ("Kowalska", "Smith", "Lindqvist", "Okafor", "Nowak", "Schneider", "Duarte", "Hohenlohe")
CLUBS = ("Iron Foundry", "Ravens", "Northern Legion", "Table Top Lodz", "")
FACTIONS = ("Cygnar", "Khador", "Cryx", "Menoth", "Trollbloods", "Circle", "Legion", "Skorne")
LATE = "Zora Latecomer"
CONFIRMED = 4  # tables whose result one of the players has confirmed
ENTER = "Return"
TURNS = 40  # of the wheel, at most, in each direction
UP, DOWN = "4", "5"
"""The numbers of the mouse's wheel among its buttons."""
ACTS = 10
HOMES = (
    "app.engine.acts.table",
    "app.engine.acts.commands",
    "app.engine.acts.phones",
    "app.engine.acts.players",
    "app.engine.acts.results",
    "app.engine.side",
    "app.engine.table_commands",  # in versions before app.engine.acts
    "app.engine.table_events",
)


class Act(Struct, frozen=True):
    """An act of the organizer: its name, how many presses it may take and took (None if it could
    not be done), and the seconds that it took at this hand's speed, including waits.
    """

    name: str
    may: int
    took: int | None
    seconds: float = 0

    @property
    def fits(self) -> bool:
        return self.took is not None and self.took <= self.may + 1


class Missing(Exception):
    """Something to be pressed or seen is not on the screen."""


def wait_for(condition: Callable[[], object], what: str, seconds: float = PATIENCE_S) -> None:
    """Wait until ``condition`` holds. Raises Missing, with ``what``, after so many seconds. Each
    look at the condition goes through all windows, so the pauses between looks are longer than the
    looks, to leave the program time.
    """
    began = time.monotonic()
    deadline = began + seconds
    while not condition():
        looked = time.monotonic()
        if looked > deadline:
            raise Missing(what)
        time.sleep(max(0.02, 4 * (looked - began)))
        began = time.monotonic()


class Screen:
    """The visible parts of the windows. They are examined in the windows' thread, even while a
    dialog is open.
    """

    _told: ClassVar[list[object]] = []
    """All answers of the windows' thread. They are kept because a window object would be deleted in
    the other thread if its last reference ended there.
    """

    def __init__(self) -> None:
        from PySide6.QtCore import QObject, Signal
        from PySide6.QtWidgets import QApplication

        class Asked(QObject):
            wanted = Signal(object)

            def answer(self, question: Callable[[], None]) -> None:
                question()

        wait_for(QApplication.instance, "the program")
        app = QApplication.instance()
        assert app is not None
        self._asked = Asked()
        self._asked.moveToThread(app.thread())
        self._asked.wanted.connect(self._asked.answer)

    def ask(self, question: Callable[[], T]) -> T:
        answers: queue.SimpleQueue[tuple[bool, Any]] = queue.SimpleQueue()

        def answer() -> None:
            try:
                self._told.append(question())
                answers.put((True, self._told[-1]))
            except Exception as fault:
                answers.put((False, fault))

        self._asked.wanted.emit(answer)
        done, said = answers.get(timeout=PATIENCE_S)
        if not done:
            raise said
        return said

    def parts(self) -> list[Any]:
        """Return all visible parts that can be pressed now. Call this in the windows' thread."""
        from PySide6.QtWidgets import QApplication, QWidget

        on_top = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        windows = [on_top] if on_top else QApplication.topLevelWidgets()
        visible = [window for window in windows if window.isVisible()]
        inside = [part for window in visible for part in window.findChildren(QWidget)]
        return visible + [part for part in inside if part.isVisible()]

    def button(self, words: str) -> tuple[int, int] | None:
        """Return the place on the screen to press a tab or a button that begins with these words;
        None if there is none that can be pressed.
        """
        from PySide6.QtWidgets import QAbstractButton

        if place := self.tab(words):
            return place
        for part in self.parts():
            if isinstance(part, QAbstractButton) and part.isEnabled():
                held = getattr(part, "held", False) or passes_clicks(part)
                if part.text().replace("&", "").startswith(words) and not held:
                    return middle(part, part.rect())
        return None

    def tab(self, words: str) -> tuple[int, int] | None:
        from PySide6.QtWidgets import QTabBar

        for part in (part for part in self.parts() if isinstance(part, QTabBar)):
            for tab in range(part.count()):
                if part.isTabVisible(tab) and part.tabText(tab).replace("&", "") == words:
                    return middle(part, part.tabRect(tab))
        return None

    def entry(self, words: str) -> tuple[int, int] | None:
        """Return the place on the screen to press this entry of an open menu; None if there is no
        such entry.
        """
        from PySide6.QtWidgets import QMenu

        for menu in (part for part in self.parts() if isinstance(part, QMenu)):
            for action in menu.actions():
                if action.isEnabled() and action.text().replace("&", "").startswith(words):
                    return middle(menu, menu.actionGeometry(action))
        return None

    def list(self, name: str) -> Any:
        from PySide6.QtWidgets import QTableView

        lists = [part for part in self.parts() if isinstance(part, QTableView)]
        return next((part for part in lists if part.objectName() == name), None)

    def cell(self, name: str, words: str, heading: str = "") -> tuple[int, int] | None:
        """Return the place on the screen to press the cell of a list with these words or, with a
        heading, the cell of that column in the same row; None if the cell is not in sight.
        """
        from PySide6.QtCore import Qt

        table = self.list(name)
        if table is None:
            return None
        model = table.model()
        columns = range(model.columnCount())
        headings = [str(model.headerData(column, Qt.Orientation.Horizontal)) for column in columns]
        for row in range(model.rowCount()):
            cells = [model.index(row, column).data() for column in columns]
            if words in cells:
                column = headings.index(heading) if heading else cells.index(words)
                place = table.visualRect(model.index(row, column))
                if place.width() and table.viewport().rect().contains(place):
                    return middle(table.viewport(), place)
        return None

    def hears_keys(self) -> bool:
        """Tell whether the window that is on top has the keyboard."""
        from PySide6.QtWidgets import QApplication

        dialog, active = QApplication.activeModalWidget(), QApplication.activeWindow()
        on_top = dialog is None or dialog is active
        return on_top and active is not None and QApplication.focusWidget() is not None

    def field(self, name: str) -> tuple[int, int] | None:
        """Scroll to a field, given its caption or its name for screen readers, and return the place
        on the screen to press it; None if there is no such field.
        """
        from PySide6.QtWidgets import QAbstractSpinBox, QLabel, QLineEdit

        for part in self.parts():
            captioned = isinstance(part, QLabel) and part.text().replace("&", "") == name
            field = part.buddy() if captioned else part
            named = isinstance(field, QAbstractSpinBox | QLineEdit)
            if named and (captioned or field.accessibleName().startswith(name)):
                return self._in_sight(field)
        return None

    def named(self, name: str) -> tuple[int, int] | None:
        """Scroll to a button, given its name for screen readers, and return the place on the screen
        to press it; None if there is no such button.
        """
        from PySide6.QtWidgets import QAbstractButton

        for part in self.parts():
            if isinstance(part, QAbstractButton) and part.accessibleName() == name:
                return self._in_sight(part)
        return None

    @staticmethod
    def _in_sight(part: Any) -> tuple[int, int]:
        from PySide6.QtWidgets import QScrollArea

        above = part.parentWidget()
        while above is not None:
            if isinstance(above, QScrollArea):
                above.ensureWidgetVisible(part)
            above = above.parentWidget()
        return middle(part, part.rect())

    def title_of_menu(self, words: str) -> tuple[int, int] | None:
        """Return the place on the screen to press the title of this menu; None if there is no such
        menu.
        """
        from PySide6.QtWidgets import QMenuBar

        for bar in (part for part in self.parts() if isinstance(part, QMenuBar)):
            for action in bar.actions():
                if action.text().replace("&", "") == words:
                    return middle(bar, bar.actionGeometry(action))
        return None

    def reads(self) -> bool:
        """Tell whether the manual is open."""
        return self._manual() is not None

    def close_manual(self) -> None:
        manual = self._manual()
        if manual is not None:
            manual.close()

    def _manual(self) -> Any:
        from PySide6.QtWidgets import QApplication

        windows = QApplication.topLevelWidgets()
        return next(
            (one for one in windows if type(one).__name__ == "ManualBox" and one.isVisible()), None
        )

    def takes_words(self) -> bool:
        """Tell whether typed text goes into a field."""
        from PySide6.QtWidgets import QApplication, QLineEdit

        return isinstance(QApplication.focusWidget(), QLineEdit)

    def takes_number(self) -> bool:
        """Tell whether typed text goes into a field for a number."""
        from PySide6.QtWidgets import QAbstractSpinBox, QApplication

        return isinstance(QApplication.focusWidget(), QAbstractSpinBox)

    def begins_results(self) -> bool:
        """Tell whether a digit typed now would begin a result."""
        view = self.view()
        page = getattr(view, "page", None)
        return hasattr(view, "set_number") or hasattr(getattr(page, "desk", None), "begin_with")

    def view(self) -> Any:
        """Return the view of the open event; None if no event is open."""
        from PySide6.QtWidgets import QApplication

        for window in QApplication.topLevelWidgets():
            if type(window).__name__ == "MainWindow":
                return window.view
        return None

    def picture(self, file: Path) -> None:
        from PySide6.QtWidgets import QApplication

        self.ask(lambda: QApplication.primaryScreen().grabWindow(0).save(str(file)))


def passes_clicks(part: Any) -> bool:
    """Tell whether a part ignores clicks for the moment, because it may just have moved under the
    mouse.
    """
    from PySide6.QtCore import Qt

    while part is not None and not part.testAttribute(
        Qt.WidgetAttribute.WA_TransparentForMouseEvents
    ):
        part = part.parentWidget()
    return part is not None


def middle(part: Any, place: Any) -> tuple[int, int]:
    point = part.mapToGlobal(place.center())
    return point.x(), point.y()


class Hand:
    """The mouse and the keyboard. ``presses`` is the number of presses so far."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.presses = 0

    def click(self, words: str, *, held: str = "") -> None:
        self._click(lambda: self.screen.button(words), words, held)

    def turn(self, words: str) -> None:
        """Press a tab."""
        self._click(lambda: self.screen.tab(words), words)

    def field(self, name: str) -> None:
        """Click into a field."""
        self._click(lambda: self.screen.field(name), name)

    def named(self, name: str) -> None:
        """Press a button by its name for screen readers, since several buttons have the
        same text.
        """
        self._click(lambda: self.screen.named(name), name)

    def menu_of(self, words: str) -> None:
        """Open a menu of the menu bar."""
        self._click(lambda: self.screen.title_of_menu(words), words)

    def choose(self, words: str) -> None:
        self._click(lambda: self.screen.entry(words), words)

    def point(self, name: str, words: str, *, held: str = "", heading: str = "") -> None:
        """Press a cell of a list."""
        self.bring_into_sight(name, words, heading)
        self._click(lambda: self.screen.cell(name, words, heading), words, held)

    def bring_into_sight(self, name: str, words: str, heading: str = "") -> None:
        """Turn the wheel, down and then up, until a cell of a list is in sight."""
        wait_for(lambda: self.screen.ask(lambda: self.screen.list(name)), f"the list {name}")
        for wheel in (*[DOWN] * TURNS, *[UP] * TURNS):
            if self.screen.ask(lambda: self.screen.cell(name, words, heading)):
                break
            spot = self.screen.ask(lambda: middle(port := self.screen.list(name), port.rect()))
            xdotool("mousemove", *map(str, spot), "click", wheel)

    def drag(self, name: str, words: str, onto: str) -> None:
        """Drag a cell of a list onto another."""
        look = self.screen.cell
        wait_for(lambda: self.screen.ask(lambda: look(name, onto)), f"{onto} to drag to")
        start, end = (self.screen.ask(lambda word=word: look(name, word)) for word in (words, onto))
        xdotool("mousemove", *map(str, start), "mousedown", "1")
        xdotool("mousemove", *(str((a + b) // 2) for a, b in zip(start, end, strict=True)))
        xdotool("mousemove", *map(str, end), "mouseup", "1")
        self.presses += 1

    def sees(self, words: str, seconds: float = GLANCE_S) -> bool:
        try:
            wait_for(lambda: self.screen.ask(lambda: self.screen.button(words)), words, seconds)
        except Missing:
            return False
        return True

    def _click(
        self, look: Callable[[], tuple[int, int] | None], words: str, held: str = ""
    ) -> None:
        seen: list[tuple[int, int]] = []

        def rests() -> bool:
            """Tell whether the part was seen twice in succession at the same place."""
            place = self.screen.ask(look)
            seen.append(place or (0, 0))
            return place is not None and seen[-2:] == [place, place]

        wait_for(rests, f"{words} to press")
        press = ["mousemove", *map(str, seen[-1]), "click", "1"]
        xdotool(*(["keydown", held, *press, "keyup", held] if held else press))
        self.presses += 1

    def key(self, *names: str) -> None:
        wait_for(lambda: self.screen.ask(self.screen.hears_keys), "the keyboard")
        for name in names:
            xdotool("key", "--delay", "20", name)
            self.presses += 1

    def type(self, words: str) -> None:
        wait_for(lambda: self.screen.ask(self.screen.hears_keys), "the keyboard")
        xdotool("type", "--delay", "20", words)
        self.presses += 1


def xdotool(*arguments: str) -> None:
    subprocess.run(["xdotool", *arguments], check=True, timeout=PATIENCE_S)


class Day:
    """The ten acts of the day, with a picture of each."""

    def __init__(self, players: int, seed: int, out: Path | None) -> None:
        self.screen = Screen()
        self.hand = Hand(self.screen)
        self.players, self.out = players, out
        self.random = random.Random(seed)
        self.names = [f"{FIRST[n % 10]} {LAST[n // 10 % 8]}" for n in range(players)]
        self.random.shuffle(self.names)
        self.acts: list[Act] = []

    @property
    def state(self) -> Any:
        view = self.screen.view()
        return view.client.state if view else None

    @property
    def has_now(self) -> bool:
        """Tell whether the program has the page *Now*, which lists everything that waits."""
        return self.hand.sees("Now", 0)

    def step(self, page: str, words: str) -> None:
        """Take the day's next step from any page."""
        if self.has_now:
            self.hand.key("ctrl+Return")
        else:
            shown = self.screen.ask(lambda: type(self.screen.view().page).__name__)
            if not shown.startswith(page):
                self.hand.click(page)
            self.hand.click(words)

    def until(self, condition: Callable[[Any], object], what: str) -> None:
        wait_for(lambda: self.screen.ask(lambda: self.state and condition(self.state)), what)

    def do(self, command: object) -> None:
        """Carry out an act of players or others. This counts no press, because the organizer does
        not do it.
        """
        self.screen.ask(lambda: self.screen.view().client.ask(command))

    def play(self) -> None:
        self.act("New event", 3, self.new_event)
        self.act("Paste the players", 3, self.paste)
        self.act("All are here", 1, self.all_here)
        self.hand.presses = 0
        self.draw()
        drawn = self.hand.presses
        self.act("Swap two players", 3, self.swap)
        self.act("Draw, publish and start", 3, self.start, drawn)
        self.act(f"Start {self.players // 2} clocks", 1, self.start_clocks)
        self.act("A result on paper", 12, self.report)
        self.confirm_tables()
        self.act("Accept all that one confirmed", 1, self.accept)
        self.add_late_player()
        self.act("Seat a late player", 2, self.seat)
        self.act("Find a player’s table", 2, self.find)

    def act(self, name: str, may: int, do: Callable[[], None], before: int = 0) -> None:
        self.hand.presses = before
        took: int | None = None
        began_s = time.monotonic()
        try:
            do()
            took = self.hand.presses
        except Missing as fault:
            print(f"{name}: {fault} is missing", file=sys.stderr)
        self.acts.append(Act(name, may, took, time.monotonic() - began_s))
        if self.out is not None:
            self.screen.picture(self.out / f"{len(self.acts):02} {name}.png")

    def new_event(self) -> None:
        if not self.screen.ask(self.screen.takes_words):
            self.hand.click("New event")
            wait_for(lambda: self.hand.sees("Create event"), "the dialog of a new event")
        self.hand.type("Foundry Open")
        self.hand.key(ENTER)
        self.until(lambda state: state.settings, "the event")

    def paste(self) -> None:
        rows = "\n".join(
            "\t".join((name, CLUBS[place % 5], FACTIONS[place % 8]))
            for place, name in enumerate(self.names)
        )
        self.screen.ask(lambda: clipboard().setText(f"Name\tClub\tFaction\n{rows}"))
        if self.has_now:
            self.hand.key("ctrl+v")
        else:
            self.hand.click("Players")
            self.hand.click("Paste list")
        wait_for(lambda: self.hand.sees("Add "), "the preview")
        self.hand.key(ENTER)
        self.until(lambda state: len(state.players) == self.players, "the players")

    def all_here(self) -> None:
        self.hand.click("All here" if self.has_now else "Check in all")
        self.until(lambda state: all(player.plays for player in state.players.values()), "all here")

    def draw(self) -> None:
        self.step("Round", "Draw round 1")
        self.until(lambda state: state.latest, "the draw")

    def swap(self) -> None:
        before = self.screen.ask(lambda: self.pairs)
        (first, _), (second, _) = before[:2]
        if self.screen.ask(lambda: hasattr(self.screen.list("drawTable"), "swapped")):
            self.hand.drag("drawTable", first, second)
        else:
            self.hand.point("drawTable", first)
            self.hand.point("drawTable", second, held="ctrl")
            self.hand.click("Swap")
        self.until(lambda _state: self.pairs != before, "the swap")

    @property
    def pairs(self) -> list[tuple[str, str]]:
        state = self.state
        games = sorted(state.games_of(state.latest), key=lambda game: game.table)
        return [tuple(state.name(player) for player in game.players) for game in games]

    def start(self) -> None:
        self.hand.click("Publish round 1")
        self.until(lambda state: state.latest.stage.name == "PUBLISHED", "the round in public")
        self.hand.click("Start round 1")
        self.until(lambda state: state.latest.stage.name == "STARTED", "the start")

    def start_clocks(self) -> None:
        """Start all clocks. The question who goes first is answered at the tables, if the program
        has an act for that.
        """
        if self.hand.sees("Start at"):
            self.hand.click("Start at")
            if self.hand.sees("Ask at all tables"):
                self.hand.key(ENTER)
                wait_for(lambda: not self.hand.sees("Ask at all tables", 0), "its end")
            self.answer_at_tables()
        else:
            self.start_each()
        self.until(lambda state: not self.standing(state), "all clocks")

    def answer_at_tables(self) -> None:
        start, red = part_of("StartClock"), next(iter(part_of("Side")))
        for game in self.screen.ask(lambda: self.standing(self.state)):
            self.do(start(game.number, red))

    def standing(self, state: Any) -> list[Any]:
        return [game for game in state.games.values() if game.play.clock is None]

    def start_each(self) -> None:
        while standing := self.screen.ask(lambda: self.standing(self.state)):
            tables = [str(game.table) for game in standing]
            visible = [
                table
                for table in tables
                if self.screen.ask(lambda each_table=table: self.row(each_table))
            ]
            self.hand.point("tableList", (visible or tables)[0])
            self.hand.click("Red goes first")
            left = len(tables) - 1
            self.until(lambda state, left=left: len(self.standing(state)) == left, "its clock")

    def row(self, table: str) -> tuple[int, int] | None:
        return self.screen.cell("tableList", table)

    def report(self) -> None:
        """Type a result at the last table but one, whose number has two digits if there are enough
        tables: 5 control points to 3, no army points.
        """
        table = self.players // 2 - 1
        begins = () if self.screen.ask(self.screen.begins_results) else ("F2",)
        self.hand.key(*begins, *str(table), "1", "1", "5", "3", "0", "0", ENTER)
        self.until(lambda state: self.game(state, table).reported, "the result")

    def game(self, state: Any, table: int) -> Any:
        return next(game for game in state.games_of(state.latest) if game.table == table)

    def confirm_tables(self) -> None:
        """Let players end the games of the first tables, and let one of the two players confirm
        each result.
        """
        claim, answer, tally = part_of("MakeClaim"), part_of("Answer"), part_of("EnterTally")
        claims, questions = part_of("Claim"), part_of("Question")
        sides, pair = part_of("Side"), part_of("Pair")
        red, blue = sides
        for table in range(1, CONFIRMED + 1):
            number = self.screen.ask(lambda table=table: self.game(self.state, table).number)
            self.do(claim(number, red, claims.CONCESSION, red))
            self.do(answer(number, blue, questions.CLAIM, agrees=True))
            self.do(tally(number, red, pair(5, 6)))
            self.do(answer(number, red, questions.RESULT, agrees=True))
        self.until(
            lambda state: all(
                list(self.game(state, table).play.answers).count(True) == 1
                for table in range(1, CONFIRMED + 1)
            ),
            "the players’ results",
        )

    def accept(self) -> None:
        if self.hand.sees("Accept"):
            self.hand.click("Accept")
        elif self.hand.sees("More"):
            self.hand.click("More")
            self.hand.choose("Accept for both")
        else:
            self.accept_each()
        self.until(lambda state: all(map(self.reported, range(1, CONFIRMED + 1))), "the results")

    def accept_each(self) -> None:
        for table in range(1, CONFIRMED + 1):
            self.hand.key("F2", *str(table))
            while not self.screen.ask(lambda table=table: self.reported(table)):
                self.hand.key(ENTER)
                time.sleep(GLANCE_S)

    def reported(self, table: int) -> bool:
        return self.game(self.state, table).reported is not None

    def add_late_player(self) -> None:
        """Enter the name of a late player, who comes to the desk after the round has begun."""
        self.hand.click("Players")
        self.hand.type(LATE)
        self.hand.key(ENTER)
        self.until(lambda state: len(state.players) == self.players + 1, "the late player")

    def seat(self) -> None:
        if not self.has_now:
            self.hand.click("Check-in")
            self.hand.point("checkIn", LATE, heading="Here")
        elif not (self.hand.sees("Give the bye") or self.hand.sees("Seat", 0)):
            self.hand.click("Check in")
            here = lambda state: all(player.plays for player in state.players.values())  # noqa: E731
            self.until(here, "all here")
        if self.has_now and not (self.hand.sees("Give the bye") or self.hand.sees("Seat", 0)):
            self.hand.click("Now")
        wait_for(lambda: self.hand.sees("Give the bye") or self.hand.sees("Seat"), "their seat")
        self.hand.click("Give the bye" if self.hand.sees("Give the bye") else "Seat")
        self.until(lambda state: self.number_of(LATE, state) in self.seated(state), "their game")

    def number_of(self, name: str, state: Any) -> int:
        return next(n for n, player in state.players.items() if player.entry.name == name)

    def seated(self, state: Any) -> set[int]:
        games = state.games_of(state.latest)
        bye = {state.latest.bye.player} if state.latest.bye else set()
        return bye | {player for game in games for player in game.players}

    def find(self) -> None:
        name = self.random.choice(self.names)
        number = self.screen.ask(lambda: self.number_of(name, self.state))
        games = self.screen.ask(lambda: self.state.games_of(self.state.latest))
        table = next(game.table for game in games if number in game.players)
        self.hand.key("ctrl+f")
        self.hand.type(name)
        wait_for(lambda: self.screen.ask(lambda: self.finds(f"able {table}")), "what is found")

    def finds(self, words: str) -> bool:
        from PySide6.QtWidgets import QListWidget

        lists = [part for part in self.screen.parts() if isinstance(part, QListWidget)]
        rows = [
            list_widget.item(row).text()
            for list_widget in lists
            for row in range(list_widget.count())
        ]
        return any(words in row for row in rows)


def part_of(name: str) -> Any:
    """Return the program's object with this name, in whichever module it is. Raises Missing if no
    module has it.
    """
    for home in HOMES:
        try:
            module = importlib.import_module(home)
        except ModuleNotFoundError:
            continue
        if hasattr(module, name):
            return getattr(module, name)
    raise Missing(name)


def clipboard() -> Any:
    from PySide6.QtWidgets import QApplication

    return QApplication.clipboard()


@contextmanager
def display(size: str) -> Iterator[None]:
    """Run a screen of this size with a window manager, until the block ends."""
    reading, writing = os.pipe()
    options = ("-screen", "0", f"{size}x24", "-nolisten", "tcp")
    xvfb = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), *options],
        pass_fds=(writing,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as pipe:
        os.environ["DISPLAY"] = f":{pipe.readline().strip()}"
    manager = subprocess.Popen(
        ["openbox", "--sm-disable"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        for process in (manager, xvfb):
            process.terminate()
            process.wait()


def table_of(acts: Sequence[Act]) -> str:
    """Return the acts and their presses as lines of a table in Markdown."""
    rows = [f"{'':32}presses  number  seconds"]
    for act in acts:
        took = "–" if act.took is None else str(act.took)
        over = "" if act.fits else "  too many"
        rows.append(f"{act.name:32}{took:>7}{act.may:>8}{act.seconds:>9.1f}{over}")
    presses, seconds = sum(act.took or 0 for act in acts), sum(act.seconds for act in acts)
    rows.append(f"{'':32}{presses:>7}{'':8}{seconds:>9.1f}")
    return "\n".join(rows)


def rehearse(kind: type["Day"], players: int, seed: int, out: Path | None) -> list[Act]:
    """Play the day in this process's main window, and return its acts."""
    from app.__main__ import main as program

    played: list[Act] = []

    def play() -> None:
        day = None
        try:
            day = kind(players, seed, out)
            wait_for(lambda: day.hand.sees("New event"), "the first window")
            day.play()
        except Exception:
            traceback.print_exc()
        if day is not None:
            played.extend(day.acts)
            day.screen.ask(leave)

    playing = threading.Thread(target=play)
    playing.start()
    program([])
    playing.join()
    return played


def leave() -> None:
    """Close the event and end the program, even if dialogs are open."""
    from PySide6.QtWidgets import QApplication

    for window in QApplication.topLevelWidgets():
        if type(window).__name__ == "MainWindow":
            window.close_event()
    QApplication.exit(0)


def main(kind: type["Day"] = Day, count: int = ACTS) -> int:
    about = (__doc__ or "").splitlines()[0]
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--players", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", default=SCREEN)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--program", type=Path, default=ROOT)
    given = parser.parse_args()
    sys.path.insert(0, str(given.program.resolve()))
    if given.out is not None:
        given.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="flagfall-") as home, display(given.size):
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "WAYLAND_DISPLAY"):
            os.environ.pop(name, None)
        os.environ |= {"HOME": home, "QT_QPA_PLATFORM": "xcb", "FLAGFALL_STATE": home}
        began_s = time.monotonic()
        acts = rehearse(kind, given.players, given.seed, given.out)
    print(table_of(acts))
    print(f"{given.players} players, seed {given.seed}, {time.monotonic() - began_s:.0f} s")
    return 0 if len(acts) == count and all(act.fits for act in acts) else 1


if __name__ == "__main__":
    sys.exit(main())
