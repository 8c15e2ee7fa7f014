"""Plays twenty more acts of an organizer's day after the ten of ``day``, and counts the presses.

    python -m tools.rehearsals.more_acts [the options of day]

Each act begins on the page that is named beside it, where an organizer would be who does something
else; going there is not counted. In another checkout, the shortest way is played that the checkout
has.
"""

import sys
from collections.abc import Callable
from typing import Any

from tools.rehearsals import day
from tools.rehearsals.day import ENTER, GLANCE_S, Day, part_of, wait_for, xdotool

ACTS = 30
WHY = "Slow play"
TOPIC = "Late players"
OFFERED_S = 3
"""The seconds to wait for an offer in the header."""


class WholeDay(Day):
    """A day of the ten acts and twenty more."""

    def play(self) -> None:
        super().play()
        self.do(part_of("OpenToPhones")(sign_up=True, results=True))
        for name, page, may, act in (
            ("Answer a judge’s call", "Players", 1, self.answer_call),
            ("Settle lost time everywhere", "Players", 1, self.settle_gap),
            ("Let in a sign-up", "Players", 1, self.let_in),
            ("Check in one player", "Players", 1, self.check_in_one),
            ("Undo the latest act", "Players", 1, self.undo),
            ("Warn a player", "Players", 4, self.warn),
            ("Pause all clocks", "Players", 1, self.pause_all),
            ("Resume all clocks", "", 1, self.resume_all),
            ("Give a player five minutes", "Round", 5, self.give_time),
            ("Correct a result", "Standings", 9, self.correct),
            ("Finish the round", "Standings", 1, self.finish),
            ("Draw, publish, start another", "Standings", 3, self.next_round),
            ("Enter a report of a phone", "Players", 1, self.enter_report),
            ("Rule on reports that differ", "Players", 2, self.rule_on_reports),
            ("Decline a wish to drop", "Players", 1, self.decline),
            ("Drop a player", "Players", 3, self.drop),
            ("Set the number of rounds", "Standings", 3, self.set_rounds),
            ("Read about late players", "Round", 3, self.read),
            ("Wear the dark theme", "Round", 2, self.wear_dark),
            ("Open the lists of a player", "Round", 2, self.find_lists),
        ):
            if page:
                self.turn(page)
            self.act(name, may, act)

    def turn(self, page: str) -> None:
        self.hand.click(page)
        if self.screen.ask(lambda: self.screen.tab(page)):
            self.hand.turn(page)

    def settle(self, new: str, old: Callable[[], None]) -> None:
        """Settle something that waits for the organizer by pressing ``new``, which is offered on
        every page or else on the page *Now*. If the program does not have *Now* yet, call ``old``.
        """
        if self.has_now:
            if not self.hand.sees(new, OFFERED_S):
                self.hand.click("Now")
            self.hand.click(new)
        else:
            old()

    def answer_by_phone_dialog(self, words: str) -> None:
        self.hand.click("Answer…")
        self.hand.click(words)
        self.hand.click("Close")

    @staticmethod
    def words_of(name: str) -> str:
        """Return the text that has this name in `app.engine.wording`, in the words of the event's
        packet.
        """
        from app.engine import wording

        return str(getattr(wording, name))

    def running(self) -> Any:
        """Return a game whose clock runs."""
        return next(game for game in self.state.games.values() if _ticks(game))

    def answer_call(self) -> None:
        game = self.screen.ask(self.running)
        self.do(part_of("CallJudge")(game.number, next(iter(part_of("Side")))))

        def old() -> None:
            self.hand.click("Round")
            self.hand.point("tableList", str(game.table))
            self.hand.click(done)

        done = self.screen.ask(lambda: self.words_of("JUDGE_IS_DONE"))
        self.settle(done, old)
        self.until(lambda state: not state.games[game.number].play.judge_called, "the judge")

    def settle_gap(self) -> None:
        now_ms = self.screen.ask(self.screen.view().client.now_ms)
        self.do(part_of("NoticeGap")(now_ms - 60_000, now_ms))

        def old() -> None:
            self.hand.click("Round")
            self.hand.click("Count it at all tables")

        self.settle("Count it", old)
        self.until(lambda state: not any(map(_has_gap, state.games.values())), "the answer")

    def let_in(self) -> None:
        before = self.screen.ask(lambda: len(self.state.players))
        self.do(part_of("SignUp")(part_of("Entry")("Yara Newcomer")))
        self.settle("Accept", lambda: self.answer_by_phone_dialog("Accept"))
        self.until(lambda state: len(state.players) > before, "the player")

    def check_in_one(self) -> None:
        """Check in the only missing player: by the button with their name, or else by their tick in
        the check-in list.
        """
        name = "Yara Newcomer"
        if self.hand.sees(f"{name} is here"):
            self.hand.click(f"{name} is here")
            number = self.screen.ask(lambda: self.number_of(name, self.state))
            self.until(lambda state: state.players[number].plays, "their check-in")
            return
        if self.screen.ask(lambda: self.screen.tab("Check-in")):
            self.hand.turn("Check-in")
        else:
            self.hand.click("Check-in")
        self.hand.point("checkIn", name, heading="Here")
        number = self.screen.ask(lambda: self.number_of(name, self.state))
        self.until(lambda state: state.players[number].plays, "their check-in")

    def undo(self) -> None:
        number = self.screen.ask(lambda: self.number_of("Yara Newcomer", self.state))
        self.hand.key("ctrl+z")
        self.until(lambda state: not state.players[number].plays, "the act undone")

    def warn(self) -> None:
        self.menu("players", day.LATE)
        self.hand.choose("Warn…")
        self.give_reason()
        number = self.screen.ask(lambda: self.number_of(day.LATE, self.state))
        self.until(lambda state: state.players[number].warnings, "the warning")

    def menu(self, name: str, words: str) -> None:
        """Press a cell with the right mouse button, to open its menu."""

        def look() -> tuple[int, int] | None:
            return self.screen.cell(name, words)

        self.hand.bring_into_sight(name, words)
        wait_for(lambda: self.screen.ask(look), words)
        xdotool("mousemove", *map(str, self.screen.ask(look) or ()), "click", "3")
        self.hand.presses += 1

    def give_reason(self) -> None:
        wait_for(lambda: self.screen.ask(self.screen.takes_words), "the field for a reason")
        self.hand.type(WHY)
        self.hand.key(ENTER)

    def pause_all(self) -> None:
        if self.screen.ask(lambda: hasattr(self.screen.view(), "set_number")):
            self.hand.key("ctrl+shift+p")
        else:
            self.hand.click("Round")
            self.hand.click("Pause all")
        self.until(lambda state: not any(map(_ticks, state.games.values())), "the pause")

    def resume_all(self) -> None:
        if self.hand.sees("Resume all", 0):
            self.hand.click("Resume all")
        else:
            self.hand.key("ctrl+shift+r")
        self.until(lambda state: any(map(_ticks, state.games.values())), "the clocks")

    def give_time(self) -> None:
        games = self.state.games.values()
        game = next(game for game in games if game.play.clock and game.reported is None)
        before = self.screen.ask(lambda: game.play.clock)
        name = self.screen.ask(lambda: self.state.name(game.players.red))
        if self.has_now:  # the name that is pointed at says whose clock
            self.menu("tableList", name)
            self.hand.choose("Adjust time")
        else:  # its menu does not open for the first row
            self.hand.point("tableList", str(game.table))
            self.hand.click("Adjust time")
            self.hand.click(name)
        if not self.has_now:
            self.hand.field("Minutes")
        else:
            wait_for(lambda: self.screen.ask(self.screen.takes_number), "the field for minutes")
        self.hand.type("5")
        if not self.has_now:
            self.hand.field("Reason")
        self.hand.type(WHY)
        self.hand.key(ENTER)
        self.until(lambda state: state.games[game.number].play.clock != before, "the time")

    def correct(self) -> None:
        """Correct the result that was typed from a slip. It should have been 2 control
        points to 5.
        """
        table = self.players // 2 - 1
        if not self.has_now:
            self.hand.click("Round")
        begins = () if self.has_now and self.screen.ask(self.screen.begins_results) else ("F2",)
        self.hand.key(*begins, *str(table), "2", "1", "2", "5", "0", "0", ENTER)
        if self.hand.sees("Report anyway", OFFERED_S):  # held for a moment, so that it is read
            self.hand.key(ENTER)
        self.until(lambda state: self.game(state, table).reported.cp.blue == 5, "the result")

    def finish(self) -> None:
        how, result = part_of("How"), part_of("Result")
        sides, pair = part_of("Side"), part_of("Pair")
        red = next(iter(sides))
        done = result(red, how.SCENARIO, pair(5, 1), pair(20, 10))
        report = part_of("ReportResult")
        games = self.screen.ask(lambda: self.state.games_of(self.state.latest))
        for game in games:
            if game.reported is None:
                self.do(report(game.number, done))
        self.until(
            lambda state: all(game.reported for game in state.games_of(state.latest)), "the results"
        )
        self.step("Round", "Finish round 1")
        self.until(lambda state: state.latest.stage.name == "FINISHED", "the end of the round")
        self.turn("Standings")
        self.hand.presses -= 1

    def next_round(self) -> None:
        self.step("Round", "Draw round 2")
        self.until(lambda state: state.latest.number == 2, "the draw")
        for words, stage in (("Publish round 2", "PUBLISHED"), ("Start round 2", "STARTED")):
            self.step("Round", words)
            self.until(lambda state, stage=stage: state.latest.stage.name == stage, stage)

    def report_by(self, place: int, *cps: tuple[int, int]) -> Any:
        """Let one or both players report the game at index ``place`` of the round's games."""
        how, result = part_of("How"), part_of("Result")
        red, pair = next(iter(part_of("Side"))), part_of("Pair")
        game = self.screen.ask(lambda: self.state.games_of(self.state.latest)[place])
        for player, cp in zip(game.players, cps, strict=False):
            said = result(red, how.SCENARIO, pair(*cp), pair(20, 10))
            self.do(part_of("ReportByPhone")(game.number, player, said))
        return game

    def enter_report(self) -> None:
        game = self.report_by(0, (5, 1))
        self.settle("Enter the report", lambda: self.answer_by_phone_dialog("Enter this result"))
        self.until(lambda state: state.games[game.number].reported, "the result")

    def rule_on_reports(self) -> None:
        game = self.report_by(1, (5, 1), (5, 2))
        self.settle("Rule for", lambda: self.answer_by_phone_dialog("Rule for"))
        self.until(lambda state: state.games[game.number].reported, "the result")

    def decline(self) -> None:
        game = self.screen.ask(lambda: self.state.games_of(self.state.latest)[2])
        player = game.players.red
        self.do(part_of("AskToDrop")(player))
        self.settle("Decline", lambda: self.answer_by_phone_dialog("Decline"))
        self.until(lambda state: not state.players[player].asks_to_drop, "the answer")

    def drop(self) -> None:
        game = self.screen.ask(lambda: self.state.games_of(self.state.latest)[0])
        name = self.screen.ask(lambda: self.state.name(game.players.red))
        self.menu("players", name)
        self.hand.choose("Drop")
        self.until(lambda state: state.players[game.players.red].status.has_left, "the drop")

    def set_rounds(self) -> None:
        if self.has_now:
            self.hand.key("ctrl+k")
            self.hand.type("rounds 4")
            self.hand.key(ENTER)
        else:
            self.hand.click("Event")
            self.hand.field("Rounds")
            self.hand.key("ctrl+a")
            self.hand.type("4")
            self.hand.click("Apply changes")
        self.until(lambda state: state.settings.rounds == 4, "the rounds")

    def read(self) -> None:
        if self.has_now:
            self.hand.key("ctrl+k")
            self.hand.type(TOPIC)
            self.hand.key(ENTER)
        else:
            self.hand.menu_of("Help")
            self.hand.choose("Manual")
            self.hand.field("Search the manual")
            self.hand.type(TOPIC)
            self.hand.key(ENTER)
        wait_for(lambda: self.screen.ask(self.screen.reads), "the manual")
        self.screen.ask(self.screen.close_manual)

    def wear_dark(self) -> None:
        self.hand.menu_of("View")
        self.hand.choose("Dark")

    def find_lists(self) -> None:
        game = self.screen.ask(lambda: self.state.games_of(self.state.latest)[-1])
        name = self.screen.ask(lambda: self.state.name(game.players.blue))
        if self.has_now:
            self.menu("tableList", name)
            self.hand.choose("Army lists")
        else:
            self.hand.click("Players")
            self.hand.point("players", name)
            self.hand.click("Army lists…")
        wait_for(lambda: self.hand.sees("Cancel", GLANCE_S), "the lists")


def _has_gap(game: Any) -> bool:
    return game.play.pause is not None and game.play.pause.cause.name == "GAP"


def _ticks(game: Any) -> bool:
    return bool(game.play.ticking) and game.reported is None


def main() -> int:
    return day.main(WholeDay, ACTS)


if __name__ == "__main__":
    sys.exit(main())
