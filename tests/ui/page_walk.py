"""Pages and tabs of a small laptop's window in random order, as an organizer goes through a day.

A process of its own: Qt takes its screen and scale only once, and texts their language as they are
imported.

python -m tests.ui.page_walk folder visits seed language
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.engine.frozen import replace
from app.store.languages import choose_language

if __name__ == "__main__":
    choose_language(sys.argv[4])

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QTabBar, QWidget

from app.desk.computer_clock import APART, BEHIND
from app.engine.acts.commands import Command
from app.engine.acts.phones import AskToDrop, OpenToPhones, ReportByPhone, SettleSignUps, SignUp
from app.engine.acts.players import AddPlayers, CheckIn
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.table import CallJudge, DismissJudge, StartClock
from app.engine.language import plural, say
from app.engine.side import Pair, Side
from app.engine.state import Stage
from app.ui.garbage import GarbageCollection
from app.ui.pages.round.page import RoundPage
from app.ui.shell.event_window import PUT_RIGHT
from app.ui.shell.pages import PAGES
from app.ui.widgets.theme import styled_application
from app.views.round.needs import NeedKind
from tests.events import Event
from tests.patience import until
from tests.ui.cut_text import cut_texts
from tests.ui.full_hall import long_names, show_event

if TYPE_CHECKING:
    from app.ui.shell.event_window import EventView
    from app.ui.shell.main_window import MainWindow
    from app.ui.shell.needs.strip import NeedStrip

PLAYERS = 21  # an odd number: somebody has the bye
SYSTEM = 72
"""What a desktop's bar and a window's title take of the height, in pixels at 100 %."""
TRIES = 20  # a page is laid out in several steps
HOW = Result(Side.RED, How.ASSASSINATION, Pair(5, 3), Pair(75, 48))


def hidden_acts(page: QWidget) -> list[str]:
    """Return each main act of ``page`` that is not whole in the window as it stands."""
    return [
        f"{_words(part)}, {missing.width()} × {missing.height()} of it"
        for part in main_acts(page)
        if (missing := hidden_part(part)) != QSize(0, 0)
    ]


def main_acts(page: QWidget) -> list[QWidget]:
    """Return the parts that must be in sight without scrolling: primary buttons, and the line
    where results are typed with all that it says.
    """
    desk = page.desk.findChildren(QWidget) if isinstance(page, RoundPage) else []
    buttons = page.findChildren(QAbstractButton)
    primary = [part for part in buttons if part.property("kind") == "primary"]
    return [part for part in {*primary, *desk} if part.isVisible() and part.window() is not part]


def hidden_part(part: QWidget) -> QSize:
    """Return how much of ``part`` is beyond what it stands in, across and down."""
    box, around, hidden = QRect(part.rect()), part, QSize(0, 0)
    while not around.isWindow():
        box.translate(around.pos())
        around = around.parentWidget()
        hidden = hidden.expandedTo(part.size() - box.intersected(around.rect()).size())
    return hidden


def covered_acts(page: QWidget, over: QWidget) -> list[str]:
    """Return each main act of ``page`` that ``over`` lies on, and what of ``over`` itself is not
    whole in the window.
    """
    if not over.isVisible():
        return []
    window = page.window()
    box = _place(over, window)
    return [
        *(
            f"{_words(part)}, below {over.objectName()}"
            for part in main_acts(page)
            if not part.visibleRegion().isEmpty() and _place(part, window).intersects(box)
        ),
        *(
            f"{_words(part)}, {missing.width()} × {missing.height()} of it"
            for part in (over, *over.findChildren(QWidget))
            if part.isVisible() and (missing := hidden_part(part)) != QSize(0, 0)
        ),
    ]


def _place(part: QWidget, window: QWidget) -> QRect:
    return QRect(part.mapTo(window, QPoint(0, 0)), part.size())


def hidden_offers(strip: "NeedStrip") -> list[str]:
    """Return what ``strip`` offers that is not whole in the window."""
    if not strip.isVisible():
        return []
    offers = [made for made in strip.buttons if made.isVisible()]
    if not offers:
        return ["the strip offers nothing"]
    return [
        f"{_words(part)}, {missing.width()} × {missing.height()} of it"
        for part in (*offers, strip)
        if (missing := hidden_part(part)) != QSize(0, 0)
    ]


class Walk:
    """A window with an event, and where its organizer goes at random, with more and more that
    waits for them.
    """

    def __init__(self, window: "MainWindow", view: "EventView", seed: int) -> None:
        self._window, self._view, self._dice = window, view, random.Random(seed)
        self._needs = random.Random(seed)
        self._news = random.Random(seed)
        self.offered: Counter[NeedKind] = Counter()
        """How often something of each kind was offered in the header."""
        self.said = 0
        """How often the bar for messages said something."""

    def visit(self) -> Iterator[str]:
        """Turn to a page and to a tab of it; yield what is out of sight, and what is cut."""
        self._change_what_waits()
        kind = PAGES[self._dice.randrange(len(PAGES))]
        self._view.show_page(kind.page)
        page = self._view.page
        assert page is not None
        QApplication.processEvents()
        self._turn(page)
        if isinstance(page, RoundPage) and page.live.isVisible():
            self._type_a_table(page)
        name = kind.name
        self._say_something()
        bar = self._view.messages
        self.said += bar.isVisible()
        for _ in range(TRIES):
            QApplication.processEvents()
            hidden = [
                *hidden_acts(page),
                *hidden_offers(self._view.need_strip),
                *covered_acts(page, bar),
                *covered_acts(page, self._window.toast),
            ]
            cut = cut_texts(self._window, names=False)
            if not hidden and not cut:
                break
        need = self._view.need_strip.need
        if need is not None:
            self.offered[need.kind] += 1
        yield from (f"out of sight on {name}: {words}" for words in hidden)
        yield from (f"cut on {name}: {words}" for words in cut)

    def _say_something(self) -> None:
        """Now and then have an act refused, or say that the computer's clock is wrong; else the
        organizer has read what was said.
        """
        says = self._news.choice((self._refuse, self._doubt_the_clock, self._read, self._read))
        says()

    def _refuse(self) -> None:
        latest = self._view.client.state.latest
        drawn = latest is not None and latest.stage is Stage.DRAWN
        self._view.client.ask(FinishRound() if drawn else PublishRound())
        until(lambda: QTest.qWait(1) or self._view.messages.isVisible())

    def _doubt_the_clock(self) -> None:
        days = plural(48, "{count} day", "{count} days")
        notice = f"{say(BEHIND).format(time=days)} {say(APART)}"
        self._view.messages.show_message(notice, str(PUT_RIGHT), lambda: None)

    def _read(self) -> None:
        if self._view.messages.isVisible():
            self._view.messages.dismiss.click()

    def _turn(self, page: QWidget) -> None:
        tabs = [
            part
            for part in page.findChildren(QAbstractButton)
            if part.isVisible() and part.property("kind") == "choice"
        ]
        if tabs:
            self._dice.choice(tabs).click()
        for bar in page.findChildren(QTabBar):
            if bar.isVisible():
                bar.setCurrentIndex(
                    self._dice.choice([at for at in range(bar.count()) if bar.isTabVisible(at)])
                )

    def _type_a_table(self, page: RoundPage) -> None:
        """Choose a table; where it has a result, report another, which the desk doubts."""
        latest = self._view.client.state.latest
        assert latest is not None
        desk = page.desk
        desk.choose(self._dice.randrange(len(latest.games)) + 1)
        if latest.stage is Stage.STARTED and desk.sheet is not None and desk.sheet.replaces:
            desk.winner.setText("2")
            desk.send.click()
            until(lambda: QTest.qWait(1) or not desk.waits)

    def _change_what_waits(self) -> None:
        """Settle what was asked before, and have somebody ask for the organizer."""
        state = self._view.client.state
        for game in state.games.values():
            if game.play.judge_called:
                self._ask(DismissJudge(game.number))
        if state.applicants:
            self._ask(SettleSignUps(tuple(state.applicants), accept=False))
        for number, player in state.players.items():
            if player.asks_to_drop:
                self._ask(AskToDrop(number, wanted=False))
        asks = self._needs.choice(
            (self._call_judge, self._sign_up, self._wish_to_drop, self._report, lambda: None)
        )
        asks()
        self._view.needs.look()

    def _call_judge(self) -> None:
        for number in self._games_under_way()[-1:]:
            self._ask(StartClock(number, Side.RED))
            self._ask(CallJudge(number, Side.RED))

    def _sign_up(self) -> None:
        self._ask(OpenToPhones(sign_up=True))
        self._ask(SignUp(long_names(PLAYERS + 1)[-1]))

    def _wish_to_drop(self) -> None:
        if players := list(self._view.client.state.players):
            self._ask(AskToDrop(self._needs.choice(players)))

    def _report(self) -> None:
        """One of two players reports their result, or both, each another."""
        for number in self._games_under_way()[:1]:
            red, blue = self._view.client.state.games[number].players
            self._ask(ReportByPhone(number, red, HOW))
            if blue is not None and self._needs.randrange(2):
                self._ask(ReportByPhone(number, blue, replace(HOW, winner=Side.BLUE)))

    def _games_under_way(self) -> list[int]:
        state = self._view.client.state
        latest = state.latest
        if latest is None or latest.stage is not Stage.STARTED:
            return []
        games = (state.games[number] for number in latest.games)
        return [game.number for game in games if game.reported is None and game.table]

    def _ask(self, command: Command) -> None:
        """Have an act done that may be refused."""
        replies: list[object] = []
        self._view.client.ask(command, insist=True, then=replies.append)
        until(lambda: QTest.qWait(1) or bool(replies))

    def do(self, command: Command) -> None:
        """Have an act of the day done, and wait until the window knows it."""
        client = self._view.client
        acts = len(client.state.done)
        client.ask(command, insist=True)
        until(lambda: _knows(self._view, acts + 1))


def _knows(view: "EventView", acts: int) -> bool:
    QApplication.processEvents()
    return len(view.client.state.done) >= acts


def day(walk: Walk, view: "EventView") -> list[Callable[[], None]]:
    """Return the acts of two rounds, each with what comes of it; results come one by one."""

    def report(count: int) -> None:
        latest = view.client.state.latest
        assert latest is not None
        games = [view.client.state.games[number] for number in latest.games]
        for game in [game for game in games if game.reported is None and game.number][:count]:
            walk.do(ReportResult(game.number, HOW))

    half, rest = (lambda: report(PLAYERS // 4)), (lambda: report(PLAYERS))
    a_round: list[Callable[[], None]] = [
        lambda: walk.do(DrawRound(7)),
        lambda: walk.do(PublishRound()),
        lambda: walk.do(StartRound(7)),
        half,
        rest,
        lambda: walk.do(FinishRound()),
    ]
    everybody = tuple(range(1, PLAYERS + 1))
    return [
        lambda: walk.do(AddPlayers(long_names(PLAYERS))),
        lambda: walk.do(CheckIn(everybody)),
        *a_round,
        *a_round,
    ]


def walk_through(walk: Walk, visits: int, view: "EventView") -> Iterator[tuple[int, str]]:
    """Yield each fault with the number of its visit; the visits are spread over the day."""
    stages = [lambda: None, *day(walk, view)]
    for number in range(visits):
        for stage in stages[_due(number, visits, stages) : _due(number + 1, visits, stages)]:
            stage()
        yield from ((number, fault) for fault in walk.visit())


def _due(number: int, visits: int, stages: Sequence[object]) -> int:
    return -(-number * len(stages) // visits)


def main(folder: Path, visits: int, seed: int) -> None:
    app = styled_application(["flagfall"])
    collection = GarbageCollection(app)
    file = folder / "event.flagfall"
    window = show_event(app, folder, Event(file))
    room = app.primaryScreen().size() - QSize(0, round(SYSTEM / window.devicePixelRatio()))
    window.show()
    window.resize(room)
    window.open_event(file)
    until(lambda: QTest.qWait(20) or window.view is not None)
    try:
        assert window.view is not None
        if window.size() != room:
            print(f"the window has {window.size().toTuple()}, its screen {room.toTuple()}")
        walk = Walk(window, window.view, seed)
        for number, fault in walk_through(walk, visits, window.view):
            print(f"visit {number}: {fault}", flush=True)
        kinds = ", ".join(f"{kind.name} {often}" for kind, often in sorted_offers(walk))
        print(f"{visits} visits, {walk.said} messages, offered: {kinds}", flush=True)
    finally:
        window.close_event()
        window.close()
        collection.end()


def sorted_offers(walk: Walk) -> list[tuple[NeedKind, int]]:
    """Return how often the header offered each kind, most urgent first."""
    return [(kind, walk.offered[kind]) for kind in NeedKind if walk.offered[kind]]


def _words(part: QWidget) -> str:
    return f"{type(part).__name__} {part.property('text') or part.accessibleName()}"


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
