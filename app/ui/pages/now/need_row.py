"""One need on the page *Now*: its kind, its age, and its buttons."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QMenu, QPushButton, QSizePolicy

from app.engine.language import say
from app.ui.widgets.basics import NameLabel, button, label, restyle
from app.ui.widgets.escape import escape_mnemonic
from app.ui.widgets.layout import STRETCH, column_of, grow, row_of
from app.ui.widgets.theme import Margins, Space
from app.views.round.needs import Choice, Need, age_words, taker_words
from app.views.table.photos import photos_words

CHIP, ACT = 124, 152
BESIDE = CHIP + Space.M + 2 * Space.L
"""The width of a row's parts other than its text and buttons."""
SHARE = 0.5
"""The share of the remaining width that buttons beside the text may take."""
SIDE_BY_SIDE = 2
"""The greatest number of choices that have buttons of their own. If there are more, they are in a
menu.
"""


class NeedRow(QFrame):
    """The row of a need. ``settle`` is called with the need and the choice that was pressed. None
    in place of a choice means a button that leads to another page or window. ``look`` shows the
    need's table.
    """

    def __init__(
        self,
        need: Need,
        settle: Callable[[Need, Choice | None], None],
        look: Callable[[Need], None],
        show_photos: Callable[[Need], None] = lambda _need: None,
    ) -> None:
        super().__init__()
        self.setObjectName("need")
        self.need = need
        self._as_shown: tuple[Need, str, bool] | None = None
        self._settle = settle
        self.chip = label("", "chip")
        self.chip.setMinimumWidth(CHIP)
        self.chip.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.chip.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.title = NameLabel(role="waiting")
        self.about = label("", "muted", wraps=True)
        self.age = label("", "muted")
        self.age.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.look = button(say("Show"), lambda: look(self.need), kind="quiet")
        self.photos = button("", lambda: show_photos(self.need), kind="quiet")
        self.other = button("", partial(self._press, 1))
        self.act = button("", partial(self._press, 0))
        self.act.setMinimumWidth(ACT)
        self.menu = QMenu(self)
        self.decide: QPushButton = button("", lambda: None)
        self.decide.setMenu(self.menu)
        self.decide.setMinimumWidth(ACT)
        self._choices = row_of(self.other, self.act, self.decide, gap=Space.M)
        self._acts = row_of(
            grow(row_of(STRETCH, self.photos, self.look, gap=Space.M)), self._choices, gap=Space.M
        )
        self._middle = row_of(
            grow(column_of(self.title, self.about, gap=Space.XXS)), self._acts, gap=Space.XS
        )
        row_of(
            column_of(self.chip, self.age, STRETCH, gap=Space.XXS),
            grow(self._middle),
            on=self,
            gap=Space.M,
            margins=Margins(Space.L, Space.S, Space.L, Space.S),
        )

    def show_need(self, need: Need, now_ms: int, here: str, *, first: bool) -> None:
        """Show the present state of a need. ``here`` is this desk's name among the judges.
        ``first`` says that this is the most urgent need.
        """
        if self._as_shown == (need, here, first):
            self.show_age(now_ms)
            return
        self._as_shown = need, here, first
        before, self.need = self.need, need
        self.chip.setText(say(need.kind.value))
        restyle(self.chip, "tone", need.tone.value)
        self.title.show_name(need.title)
        self.about.setText(" · ".join(filter(None, (taker_words(need, here), need.about))))
        self.look.setVisible(bool(need.choices) and need.game is not None)
        self.photos.setVisible(bool(need.photos))
        photos = photos_words(need.photos)
        self.photos.setText(photos)
        self.photos.setAccessibleName(f"{photos}: {need.title}")
        self.look.setAccessibleName(say("Show: {title}", title=need.title))
        many = len(need.choices) > SIDE_BY_SIDE
        few = () if many else need.choices
        self.act.setHidden(many)
        self.decide.setVisible(many)
        self.other.setVisible(len(few) > 1)
        self._name(self.act, few[0].words if few else need.act)
        self._name(self.other, few[1].words if len(few) > 1 else "")
        self._name(self.decide, need.act)
        if many and (before.choices != need.choices or self.menu.isEmpty()):
            self.menu.clear()
            for place, choice in enumerate(need.choices):
                self.menu.addAction(escape_mnemonic(choice.words), partial(self._press, place))
        restyle(self.act, "kind", "primary" if first and not (need.is_even and few) else "")
        restyle(self.decide, "kind", "primary" if first else "")
        self.show_age(now_ms)
        self._place_acts()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_acts()

    def minimumSizeHint(self) -> QSize:
        """Return the size that is needed with the buttons below each other."""
        widest = max(map(_width_of, self._shown()), default=0)
        return QSize(BESIDE + widest, super().minimumSizeHint().height())

    def _place_acts(self) -> None:
        """Place the buttons below the text if they would leave too little width for it. Place them
        below each other if they do not fit in a row.
        """
        room = self.width() - BESIDE
        wide = {act: _width_of(act) + Space.M for act in self._shown()}
        acts = sum(wide.values())
        choices = acts - wide.get(self.photos, 0) - wide.get(self.look, 0)
        placed = (
            _turn(self._middle, beside=acts <= SHARE * room),
            _turn(self._acts, beside=acts <= room),
            _turn(self._choices, beside=choices <= room),
        )
        layout = self.layout()
        if any(placed) and layout is not None:
            layout.invalidate()  # Qt reports a new height only to the row's own part
            self.updateGeometry()

    def _shown(self) -> list[QPushButton]:
        acts = (self.photos, self.look, self.other, self.act, self.decide)
        return [act for act in acts if not act.isHidden()]

    def _name(self, act: QPushButton, words: str) -> None:
        act.setText(escape_mnemonic(words))
        act.setAccessibleName(f"{words}: {self.need.title}")

    def _press(self, place: int) -> None:
        choices = self.need.choices
        self._settle(self.need, choices[place] if choices else None)

    def show_age(self, now_ms: int) -> None:
        """Show how long the need has waited."""
        self.age.setText(age_words(self.need, now_ms))


def _width_of(act: QPushButton) -> int:
    return max(act.sizeHint().width(), act.minimumWidth())


def _turn(layout: QBoxLayout, *, beside: bool) -> bool:
    """Place the parts beside or below each other. Tell whether that changed anything."""
    across, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
    wanted = across if beside else below
    if layout.direction() is wanted:
        return False
    layout.setDirection(wanted)
    return True
