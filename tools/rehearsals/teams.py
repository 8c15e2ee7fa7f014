"""Plays an event of teams at the real window and on phones in Chromium: captains settle their
match-ups by nominations, and results are typed at the desk.

    python -m tools.rehearsals.teams [--teams 16] [--seats 5] [--rounds 5] [--seed 1] [--out folder]

One team is a player short, and one has a substitute who comes in after round 1. In rounds 1 and 2 a
match is drawn, and in round 1 a corrected game turns a match. The best four teams play on after the
cut. The rehearsal ends with the awards, and verifies the file. ``--out`` keeps pictures of the
window and the phones.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from app.engine.frozen import replace

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.engine.acts.players import AddPlayers, CheckIn
from app.engine.formats.settings import Settings
from app.engine.rounds.match_ups import MatchUpNow, incomplete, match_up
from app.engine.side import Side
from app.engine.standings.matches import Match, matches_of
from app.engine.state import Round, Stage, State
from app.engine.table.game import Game
from app.engine.table.verdict import final_result
from app.headless.recheck.verify import verify
from app.store.match_ups import procedures
from app.ui.dialogs.confirm import InsistDialog
from app.ui.pages.players.page import TEAMS as PLAYERS_TEAMS
from app.ui.pages.players.teams.substitute_dialog import SubstituteDialog
from app.ui.pages.standings.page import TEAMS as TEAMS_TAB
from app.ui.widgets.theme import styled_application
from app.views.pages import DeskPage
from tests.events import Event
from tests.team_events import team_entries
from tests.ui.full_hall import show_event
from tests.web_page.chromium import Browser, Page
from tools.pictures.manual import settle

PATIENCE_S = 60
CUT = 4
TIED = "t"
RETURN = Qt.Key.Key_Return


def wait_for(condition: Callable[[], object], what: str) -> None:
    """Wait until the condition holds. Raises SystemExit if that takes too long."""
    until_s = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > until_s:
            raise SystemExit(f"It did not come to this: {what}.")
        QApplication.processEvents()
        time.sleep(0.002)


class TeamDay:
    """One event. ``told`` has the results, one on each line."""

    def __init__(
        self, app: QApplication, folder: Path, browser: Browser, options: argparse.Namespace
    ) -> None:
        self.browser, self.out = browser, options.out
        self.dice = random.Random(options.seed)
        self.teams, self.seats, self.rounds = options.teams, options.seats, options.rounds
        self.told: list[str] = []
        self.insisted: list[str] = []
        self.phones: dict[int, Page] = {}
        event = self._made(folder / "event.flagfall")
        self.file = event.path
        self.window = show_event(app, folder, event)
        self.window.resize(1366, 768)
        self.window.show()
        self.window.open_event(self.file)
        wait_for(lambda: self.window.view and self.state.settings, "the event is open")
        self._insister = QTimer()
        self._insister.timeout.connect(self._insist)
        self._insister.start(20)

    def _made(self, file: Path) -> Event:
        """Make the event. The last team is a player short; the first has one more."""
        chosen = Settings(
            "Team Cup", "sr2017", 75, 20_261_123, team_seats=self.seats,
            cut=CUT, match_up=procedures().by_key["nominations"],
        )  # fmt: skip
        event = Event(file, chosen)
        count = self.teams * self.seats
        entries = team_entries(self.teams, self.seats)
        event.do(AddPlayers((*entries, replace(entries[-1], name="Sub", team=entries[0].team))))
        event.do(CheckIn((*range(1, count), count + 1)))
        return event

    @property
    def view(self) -> Any:
        return self.window.view

    @property
    def state(self) -> State:
        state: State = self.view.client.state
        return state

    @property
    def latest(self) -> Round:
        assert self.state.latest
        return self.state.latest

    def games(self) -> tuple[Game, ...]:
        return self.state.games_of(self.latest)

    def page(self, name: str) -> Any:
        self.view.show_page(DeskPage(name))
        QApplication.processEvents()
        return self.view.page

    def press(self, part: QWidget) -> None:
        def takes_presses() -> bool:
            """Tell whether the button takes presses. A button that has just changed its meaning
            takes none for a moment.
            """
            return part.isVisible() and part.isEnabled() and not getattr(part, "held", False)

        wait_for(takes_presses, "a button to press")
        QTest.mouseClick(part, Qt.MouseButton.LeftButton)

    def type(self, keys: str) -> None:
        """Type into whatever part has the keyboard; ``>`` is Enter."""
        for key in keys:
            part = QApplication.focusWidget()
            assert part is not None
            if key == ">":
                QTest.keyClick(part, RETURN)
            else:
                QTest.keyClicks(part, key)

    def _insist(self) -> None:
        """Answer each question as an organizer does who insists."""
        asked = QApplication.activeModalWidget()
        if isinstance(asked, InsistDialog):
            self.insisted.append(asked.findChildren(QWidget)[0].text())
            self.press(asked.anyway)
        elif isinstance(asked, SubstituteDialog):
            self.press(asked.substitute)

    def keep(self, name: str, part: QWidget | None = None) -> None:
        if self.out is not None:
            QApplication.processEvents()
            (part or self.window).grab().save(str(self.out / f"{name}.png"))

    def play(self) -> None:
        self._switch_on()
        for number in range(1, self.rounds + 1):
            if number == 2:
                self._substitute()
            self._draw(number)
            settled = self._settle()
            self._press_on(Stage.STARTED)
            self._report(number)
            self._press_on(Stage.FINISHED)
            self.told.append(f"Round {number}: {self._round_words(settled)}")
        self._end()

    def close(self) -> None:
        self._insister.stop()
        self.window.close_event()
        self.window.close()

    def _switch_on(self) -> None:
        page = self.page("Tablets")
        self.press(page.on)
        wait_for(lambda: self.view.client.tablets.picture.address, "the tablets' server is on")

    def _press_on(self, stage: Stage) -> None:
        """Press the next step of the round page, and wait until the round has reached
        this stage.
        """
        page = self.page("Round")
        self.press(page.header.next)
        wait_for(lambda: self.state.latest and self.latest.stage is stage, f"{stage.value}")

    def _draw(self, number: int) -> None:
        page = self.page("Round")
        self.press(page.header.next)
        wait_for(lambda: self.state.latest and self.latest.number == number, "the draw")
        self._press_on(Stage.PUBLISHED)

    def _settle(self) -> int:
        """Let every captain choose on their phone. Return the number of choices."""
        taken = 0
        while waiting := incomplete(self.state):
            for now in waiting:
                for side in (*now.progress.asks,):
                    self._choose(now, side)
                    taken += 1
            if taken < 2 * self.teams:
                self.keep(f"round {self.latest.number} match-ups")
        return taken

    def _choose(self, now: MatchUpNow, side: Side) -> None:
        asked = now.progress.asks[side]
        phone = self._phone(now.captains.of(side))
        phone.until(f"room.own.own.page.match?.question?.step === {asked.step}")
        chosen = self.dice.sample(range(len(asked.options)), asked.count)
        for place in chosen:
            phone.do(f"document.querySelectorAll('.choosing .winners button')[{place}].click()")
        phone.press("Confirm", ".choosing")

        def taken() -> bool:
            after = match_up(self.state, now.number)
            return after is None or after.made != now.made

        wait_for(taken, "a captain's choice")

    def _phone(self, player: int) -> Page:
        if player not in self.phones:
            page = self.browser.open(self.view.client.tablets.page_code("room")[0], 360, 640)
            page.until("!!window.room?.own && room.latest?.players.length > 0", 20)
            code = self.view.client.tablets.player_codes((player,))[player]
            said = f"{{ type: 'sign_in', player: {player}, code: '{code}' }}"
            page.do(f"room.own.around.say({said})")
            page.until("!!room.own.own?.page", 10)
            self.phones[player] = page
        return self.phones[player]

    def _report(self, number: int) -> None:
        """Report all results of the round at the results desk, and correct one in round 1."""
        page = self.page("Round")
        self.window.activateWindow()
        wait_for(lambda: "out" in page.desk.out.text(), "the results desk of this round")
        settle()  # keys that are typed before the page shows the start are lost
        page.desk.begin()
        for place, match in enumerate(matches_of(self.state, number)):
            winners = self._winners(match, drawn=place == 0 and number < 3, close=place == 1)
            for winner, game in zip(winners, match.games, strict=True):
                self._type_result(page, self.state.games[game], winner)
        wait_for(lambda: all(map(final_result, self.games())), "all results")
        if number == 1:
            self._correct(page)

    def _winners(self, match: Match, *, drawn: bool, close: bool) -> list[Side | None]:
        """Choose the winner of each game of a match by dice; None for a tie. If the teams are
        complete, a match can be made ``drawn``, or ``close``, which means won by one game.
        """
        count = len(match.games)
        behind = min(Side, key=match.won.of)
        if close:
            return [behind if game % 2 == 0 else behind.other for game in range(count)]
        if not drawn:
            return [self.dice.choice([*Side, Side.RED]) for _ in range(count)]
        level = [behind] * abs(match.won.red - match.won.blue)
        level += [Side.RED, Side.BLUE] * ((count - len(level)) // 2)
        return [*level, *([None] * (count - len(level)))]

    def _type_result(self, page: Any, game: Game, winner: Side | None) -> None:
        who = {Side.RED: "1", Side.BLUE: "2", None: TIED}[winner]
        points = {Side.RED: "5", Side.BLUE: "0", None: "2"}[winner]
        other = {Side.RED: "0", Side.BLUE: "5", None: "2"}[winner]
        self.type(f"{game.table}")
        self.type(">")
        self.type(who + "1" + points + other + "30>20>")
        wait_for(lambda: self._has(game, winner), f"the result of table {game.table}")
        wait_for(lambda: page.desk.table.hasFocus() and not page.desk.waits, "the next result")

    def _has(self, game: Game, winner: Side | None) -> bool:
        result = final_result(self.state.games[game.number])
        return result is not None and result.winner is winner

    def _correct(self, page: Any) -> None:
        """Correct a game of a match that was won by one game, so that the other team wins."""
        close = [
            match
            for match in matches_of(self.state, 1)
            if match.winner and match.won.of(match.winner) - match.won.of(match.winner.other) == 1
        ]
        match = close[0]
        before = match.winner
        game = next(
            game
            for number in match.games
            if (game := self.state.games[number])
            and (result := final_result(game))
            and result.winner
            and self._team_side(match, game, result.winner) is before
        )
        result = final_result(game)
        assert result
        assert result.winner
        page.desk.begin()
        who = "1" if result.winner is Side.BLUE else "2"
        self.type(f"{game.table}>")
        self.type(f"{who}1" + ("50" if who == "1" else "05") + "30>20>")
        send = page.desk.send
        wait_for(lambda: send.text() == "&Report anyway" and not send.held, "the doubt about it")
        self.type(">")
        wait_for(lambda: self._winner_of(match) is not before, "the corrected match")
        self.told.append(f"Round 1: a corrected game at table {game.table} turned a match")

    def _team_side(self, match: Match, game: Game, side: Side) -> Side:
        first = self.state.games[match.games[0]]
        red_team = self.state.players[first.players.red].entry.team
        is_red = self.state.players[game.players.of(side)].entry.team == red_team
        return Side.RED if is_red else Side.BLUE

    def _winner_of(self, match: Match) -> Side | None:
        return next(m.winner for m in matches_of(self.state, 1) if m.games[0] == match.games[0])

    def _substitute(self) -> None:
        """Let the substitute of the first team take the place of the player in its second seat."""
        page = self.page("Players")
        page.tabs.setCurrentIndex(PLAYERS_TEAMS)
        page.teams.find_player(2)
        self.press(page.teams.substitute)
        wait_for(lambda: self.state.substitutions, "the substitution")
        self.told.append("Round 2: a substitute comes in")

    def _round_words(self, settled: int) -> str:
        matches = matches_of(self.state, self.latest.number)
        drawn = sum(match.is_drawn for match in matches)
        cut = " after the cut" if self.latest.cut else ""
        return (
            f"{len(matches)} matches{cut}, {len(self.games())} games, {settled} choices on phones,"
            f" {len(self.latest.byes)} byes, {drawn} drawn"
        )

    def _end(self) -> None:
        standings = self.page("Standings")
        standings.tabs.setCurrentIndex(TEAMS_TAB)
        self.keep("standings")
        self.page("Awards")
        self.keep("awards")
        self.keep_phones()

    def keep_phones(self) -> None:
        errors = self.browser.errors()
        if errors:
            raise SystemExit(f"A phone said: {errors[0]}")


def main(arguments: Sequence[str] = ()) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--teams", type=int, default=16)
    parser.add_argument("--seats", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args(arguments)
    if options.out is not None:
        options.out.mkdir(parents=True, exist_ok=True)
    began_s = time.monotonic()
    app = styled_application([])
    with tempfile.TemporaryDirectory(prefix="flagfall-", ignore_cleanup_errors=True) as made:
        folder = Path(made)
        (folder / "browser").mkdir()
        with Browser(folder / "browser") as browser:
            day = TeamDay(app, folder, browser, options)
            try:
                day.play()
            finally:
                day.close()
        faults = verify(day.file).faults
    for line in (*day.told, *faults):
        print(line)
    print(f"{time.monotonic() - began_s:.0f} s, {len(faults)} faults found by verify.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
