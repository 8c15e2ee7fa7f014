"""The strip in the header that shows the most urgent need on every page but *Now*."""

from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy

from app.engine.language import say
from app.ui.widgets.basics import NameLabel, StepButton, label, restyle, step_button
from app.ui.widgets.escape import escape_mnemonic
from app.ui.widgets.layout import column_of, grow, row_of
from app.ui.widgets.theme import Space
from app.views.round.needs import Choice, Need, taker_words

MOST = 2
"""The greatest number of choices that are buttons in the strip."""
SHOW = say("Show")
LEAST = 80
"""The width of the text that remains if the header is narrow."""
Ways = tuple[tuple[str, Callable[[], object]], ...]
"""Buttons, each with its text and its action."""


class NeedStrip(QFrame):
    """A strip with the most urgent need, on two lines, and the buttons that settle it. If there is
    no room for the text beside them, the only button leads to *Now* by emitting ``now_wanted``.
    ``settle`` is called with the need and the choice that was pressed.
    """

    now_wanted = Signal()

    def __init__(self, settle: Callable[[Need, Choice | None], None]) -> None:
        super().__init__()
        self.setObjectName("needStrip")
        self.need: Need | None = None
        self._here = ""
        self._settle = settle
        self.chip = label("", "chip")
        self.chip.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.chip.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.title, self.about = NameLabel(role="waiting"), NameLabel(role="muted")
        self.buttons = tuple(step_button(partial(self._press, place)) for place in range(MOST))
        for made in self.buttons:
            made.setProperty("narrow", True)
        self._ways: Ways = ()
        self._ruler = StepButton(self)  # never shown; a measured button must not ignore presses
        self._ruler.setProperty("narrow", True)
        self._ruler.hide()
        row_of(
            self.chip,
            grow(column_of(self.title, self.about, gap=Space.NONE)),
            *reversed(self.buttons),
            on=self,
            gap=Space.S,
        )
        self.hide()

    def minimumSizeHint(self) -> QSize:
        """Return the least usable size. With more room, the strip shows more."""
        way = self.fontMetrics().horizontalAdvance(SHOW) + 2 * Space.L
        return QSize(LEAST + way, super().minimumSizeHint().height())

    def show_need(self, need: Need | None, here: str) -> None:
        """Show a need; None hides the strip. ``here`` is this desk's name among the judges."""
        before, self.need = self.need, need
        here_before, self._here = self._here, here
        self.setVisible(need is not None)
        if need is None or (need, here) == (before, here_before):
            return
        self.chip.setText(say(need.kind.value))
        restyle(self.chip, "tone", need.tone.value)
        self.title.show_name(need.title)
        self.about.show_name(" · ".join(filter(None, (taker_words(need, here), need.about))))
        self.about.setVisible(bool(self.about.text()))
        self.setAccessibleName(f"{say(need.kind.value)}: {need.title}")
        self._offer()
        if before is None or before.key != need.key:
            for made in self.buttons:
                made.hold()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._offer()

    def _offer(self) -> None:
        """Offer as many choices as possible while the need's text stays readable."""
        if self.need is None:
            return
        self.ensurePolished()
        words, room = max(_width_of(self.title), _width_of(self.about)), 0
        for ways, needed in self._possible(self.need, words):
            self._ways, room = ways, self._room_beside(ways)
            if room >= needed:
                break
        self._show_ways()
        self.chip.setVisible(room >= LEAST)

    def _possible(self, need: Need, words: int) -> Iterator[tuple[Ways, int]]:
        """Yield the possible sets of buttons, the best first. Each comes with the least width that
        it must leave for the text.
        """
        settle, choices = self._settle, need.choices
        acts: Ways = tuple((each.words, partial(settle, need, each)) for each in choices)
        if not acts and need.act:
            yield ((need.act, partial(settle, need, None)),), LEAST
        if 0 < len(acts) <= MOST:
            yield acts, words
        if acts and not need.is_even:
            yield acts[:1], words
        yield ((SHOW, self.now_wanted.emit),), 0

    def _show_ways(self) -> None:
        """Show the buttons. The usual choice comes last."""
        for place, made in enumerate(self.buttons):
            said = self._ways[place][0] if place < len(self._ways) else ""
            made.show_step(escape_mnemonic(said))
            made.setAccessibleName(f"{said}: {self.need.title}" if self.need else said)

    def _room_beside(self, ways: Ways) -> int:
        """Return the width that the buttons of ``ways`` leave for the text."""
        beside = self.chip.sizeHint().width() + Space.S
        for words, _ in ways:
            self._ruler.setText(escape_mnemonic(words))
            beside += self._ruler.sizeHint().width() + Space.S
        return self.width() - beside

    def _press(self, place: int) -> None:
        if place < len(self._ways):
            self._ways[place][1]()


def _width_of(name: NameLabel) -> int:
    name.ensurePolished()
    return name.fontMetrics().horizontalAdvance(name.text()) + Space.XXS
