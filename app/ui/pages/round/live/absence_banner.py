"""Tables where nobody has begun once the time for it is over: no-shows to be called."""

from collections.abc import Iterator, Sequence
from functools import partial

from PySide6.QtWidgets import QWidget

from app.engine.acts.commands import AwardNoShow
from app.engine.rounds.no_shows import Absence
from app.engine.side import Side
from app.engine.text import clock_words, counted, shortened
from app.ui.pages.round.live.banners import CallBanner
from app.ui.widgets.basics import NameLabel, button, label
from app.ui.widgets.escape import on_button

TALLEST = 84


class AbsenceBanner(CallBanner):
    """``asked`` carries the no-show the EO calls."""

    def __init__(self) -> None:
        super().__init__(TALLEST)
        self._shown: tuple[int, ...] = ()
        self.fill(())

    def show_games(self, games: Sequence[Absence]) -> None:
        """Before the time is over only the title counts down; then each game has its buttons, also
        if the countdown was put off.
        """
        self.show_waiting((one.game, one.is_due) for one in games)
        if not games:
            return
        said = f"Nobody has begun at {counted(len(games), 'table')}"
        left = "" if games[0].is_due else f": no-show in {clock_words(games[0].left_ms)}"
        self.title.setText(said + left)
        due = [one for one in games if one.is_due]
        shown = tuple(one.game for one in due)
        if shown != self._shown:
            self._shown = shown
            self.fill(tuple(self._row(one)) for one in due)

    def _row(self, one: Absence) -> Iterator[QWidget]:
        yield label(f"Table {one.table}")
        yield NameLabel(f"{one.names.red} – {one.names.blue}")
        for side in Side:
            words = f"{on_button(shortened(one.names.of(side), 20))} is absent"
            yield button(words, partial(self._call, one, side), kind="quiet")

    def _call(self, one: Absence, side: Side) -> None:
        self.asked.emit(AwardNoShow(one.game, side))
