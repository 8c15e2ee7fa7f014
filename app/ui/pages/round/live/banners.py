"""The frame of a banner over the live list: games that wait for the organizer's call."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from app.engine import wording
from app.engine.acts.results import AwardNoShow, How
from app.engine.acts.table import Rule, RuleOnStop
from app.engine.language import plural, say
from app.engine.remarks import Reason, reason
from app.engine.rounds.no_shows import Absence
from app.engine.rounds.stops import StopCall
from app.engine.side import Side
from app.engine.text import clock_words, shorten
from app.ui.widgets import basics
from app.ui.widgets.basics import NameLabel, button, card, label, make_scrollable
from app.ui.widgets.escape import escape_mnemonic
from app.ui.widgets.layout import STRETCH, column_of, grid_of, row_of
from app.ui.widgets.theme import BESIDE_SCROLL_BAR, CARD, Space
from app.views.round.round import Overtime, Proposal


class CallBanner(QWidget):
    """Tables that call for the judge. ``requested`` carries the command the EO wants. ``tallest``:
    its rows scroll beyond.
    """

    requested = Signal(object)

    def __init__(self, tallest: int) -> None:
        super().__init__()
        self._tallest = tallest
        self._waiting: set[object] = set()
        self._put_off: set[object] = set()
        self.title = label("", "heading")
        self.later = button(say("Later"), self._leave, kind="quiet")
        self._scroll = make_scrollable(QWidget())
        self.head = row_of(self.title, STRETCH, self.later)
        self._frame = frame = card("overtime")
        self._fresh = QTimer(self)
        self._fresh.setSingleShot(True)
        self._fresh.timeout.connect(lambda: frame.setEnabled(True))
        column_of(self.head, self._scroll, on=frame, margins=CARD)
        column_of(frame, on=self)
        self.hide()

    def show_waiting(self, games: Iterable[object]) -> None:
        """Show the banner while something waits that was not put off."""
        games = set(games)
        self._waiting = games
        visible = not games <= self._put_off
        if visible and self.isHidden():
            self._hold()
        self.setVisible(visible)

    def _hold(self) -> None:
        """Take no press for a moment: the banner comes by itself, perhaps under the mouse."""
        if basics.HELD_MS:
            self._frame.setEnabled(False)
            self._fresh.start(basics.HELD_MS)

    def fill(self, rows: Iterable[Sequence[QWidget]]) -> None:
        """Show other rows, or none. The second column takes the width that the others leave."""
        rows = tuple(rows)
        if self.isVisible():
            self._hold()
        self._scroll.setVisible(bool(rows))
        inside = QWidget()
        grid_of(
            *rows,
            on=inside,
            gap=Space.XS,
            gap_across=Space.L,
            margins=BESIDE_SCROLL_BAR,
            shares=(0, 1),
        )
        self._scroll.setWidget(inside)
        inside.setAutoFillBackground(False)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Make the banner as high as its rows are; a sentence that wraps makes one higher."""
        inside, wide = self._scroll.widget(), self._scroll.viewport().width()
        if inside is None:
            return
        high = inside.sizeHint().height()
        if inside.hasHeightForWidth():
            high = max(high, inside.heightForWidth(wide))
        self._scroll.setFixedHeight(min(high + 4, self._tallest))

    def _leave(self) -> None:
        """Hide until another game waits."""
        self._put_off = self._waiting
        self.hide()


ABSENCES_TALLEST = 84


class AbsenceBanner(CallBanner):
    """Players who are not at their table. ``asked`` carries the no-show the EO calls."""

    def __init__(self) -> None:
        super().__init__(ABSENCES_TALLEST)
        self._shown: tuple[int, ...] = ()
        self.fill(())

    def show_games(self, games: Sequence[Absence]) -> None:
        """Show the games. Before the time is over only the title counts down; then each game has
        its buttons, also if the countdown was put off.
        """
        self.show_waiting((game.game, game.is_due) for game in games)
        if not games:
            return
        if games[0].is_due:
            words = plural(
                len(games),
                "Nobody has begun at {count} table",
                "Nobody has begun at {count} tables",
            )
        else:
            words = plural(
                len(games),
                "Nobody has begun at {count} table: no-show in {time}",
                "Nobody has begun at {count} tables: no-show in {time}",
                time=clock_words(games[0].left_ms),
            )
        self.title.setText(words)
        due = [game for game in games if game.is_due]
        games_due = tuple(absence.game for absence in due)
        if games_due != self._shown:
            self._shown = games_due
            self.fill(tuple(self._row(absence)) for absence in due)

    def _row(self, absence: Absence) -> Iterator[QWidget]:
        yield label(say("Table {table}", table=absence.table))
        yield NameLabel(f"{absence.names.red} – {absence.names.blue}")
        for side in Side:
            words = say(
                "{escape_mnemonic} is absent",
                escape_mnemonic=escape_mnemonic(shorten(absence.names.of(side), 20)),
            )
            yield button(words, partial(self._call, absence, side), kind="quiet")

    def _call(self, absence: Absence, side: Side) -> None:
        self.requested.emit(AwardNoShow(absence.game, side))


STOPS_TALLEST = 116
STOPPED_AGAIN = say("Stopped the clock again after a warning (Death Clock)")


class StopBanner(CallBanner):
    """Clocks that players stopped where nobody may: who did it, and the game loss the second
    time.
    """

    def __init__(self) -> None:
        super().__init__(STOPS_TALLEST)
        self._shown: tuple[StopCall, ...] = ()
        self.fill(())

    def show_calls(self, calls: Sequence[StopCall]) -> None:
        self.show_waiting((call.game, call.open, call.loses) for call in calls)
        if tuple(calls) == self._shown:
            return
        self._shown = tuple(calls)
        if calls:
            self.title.setText(
                plural(
                    len(calls), "Clock stopped at {count} table", "Clock stopped at {count} tables"
                )
            )
        self.fill(tuple(self._row(call)) for call in calls)

    def _row(self, call: StopCall) -> Iterator[QWidget]:
        yield label(say("Table {table}", table=call.table))
        yield label(call.sentence, wraps=True)
        answers = QWidget()
        row_of(*self._answers(call), STRETCH, on=answers, gap=Space.S)
        yield answers

    def _answers(self, call: StopCall) -> Iterator[QWidget]:
        if call.loses is not None:
            name = escape_mnemonic(shorten(call.names.of(call.loses), 20))
            yield button(
                say("Game loss for {name}", name=name), partial(self._lose, call), kind="danger"
            )
            return
        for side in Side:
            name = escape_mnemonic(shorten(call.names.of(side), 20))
            yield button(name, partial(self._name, call, side))
        yield button(wording.NO_PLAYER, partial(self._name, call, None))

    def _name(self, call: StopCall, side: Side | None) -> None:
        self.requested.emit(RuleOnStop(call.game, side))

    def _lose(self, call: StopCall) -> None:
        if call.loses is not None:
            winner = call.loses.other
            self.requested.emit(Rule(call.game, winner, How.GAME_LOSS, STOPPED_AGAIN))


OVERTIMES_TALLEST = 116
VERDICTS = {
    Proposal.PLAY_ON: say("Plays on"),
    Proposal.YOURS: say("You decide"),
    Proposal.TIE: say("A tie"),
}


class OvertimeBanner(CallBanner):
    """Games that go on past the round's time. ``asked`` carries the ruling the EO wants."""

    def __init__(self) -> None:
        super().__init__(OVERTIMES_TALLEST)
        self.call_all = button("", self._call_all, kind="danger")
        self.head.addWidget(self.call_all)
        self._games: tuple[Overtime, ...] = ()
        self._sentences: dict[int, QLabel] = {}

    @property
    def ties(self) -> list[Overtime]:
        return [game for game in self._games if game.proposal is Proposal.TIE]

    def show_games(self, games: Sequence[Overtime]) -> None:
        """Show the games, rebuilt only when a game comes or goes or its proposal changes."""
        before = [(game.game, game.proposal) for game in self._games]
        self._games = tuple(games)
        self.show_waiting(game.game for game in games)
        if before == [(game.game, game.proposal) for game in games]:
            for game in games:
                self._sentences[game.game].setText(game.sentence)
            return
        going = plural(len(games), "{count} game", "{count} games")
        self.title.setText(say("Expected end of the round: check {going} still going", going=going))
        self.call_all.setText(plural(len(self.ties), "Call {count} tie", "Call {count} ties"))
        self.call_all.setVisible(len(self.ties) > 1)
        self._sentences = {game.game: label(game.sentence, "muted") for game in games}
        self.fill(tuple(self._row(overtime)) for overtime in games)

    def _row(self, overtime: Overtime) -> Iterator[QWidget]:
        yield label(say("Table {table}", table=overtime.table))
        yield NameLabel(f"{overtime.names.red} – {overtime.names.blue}")
        yield self._sentences[overtime.game]
        verdict = label(VERDICTS[overtime.proposal], "pill")
        verdict.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        yield verdict
        if overtime.proposal is not Proposal.PLAY_ON:
            kind = "" if overtime.proposal is Proposal.TIE else "quiet"
            yield button(say("Call a tie"), partial(self._call, overtime), kind=kind)

    def _call(self, overtime: Overtime) -> None:
        self.requested.emit(Rule(overtime.game, None, How.TIME, reason(Reason.EXPECTED_END)))

    def _call_all(self) -> None:
        for tie in self.ties:
            self._call(tie)
