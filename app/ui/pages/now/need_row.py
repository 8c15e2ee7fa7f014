"""One thing that waits for the organizer: its kind, what it is, how long it waits, its one act."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame

from app.engine.language import say
from app.ui.widgets.basics import NameLabel, button, label, restyle
from app.ui.widgets.layout import column_of, grow, place_part, row_of
from app.ui.widgets.theme import Margins, Space
from app.views.round.needs import Need, age_words

CHIP, AGE, ACT = 112, 76, 168


class NeedRow(QFrame):
    """A need; ``act`` and ``show_table`` get it when its buttons are pressed."""

    def __init__(self, need: Need, act: Callable[[Need], None], look: Callable[[Need], None]):
        super().__init__()
        self.setObjectName("need")
        self.need = need
        self.chip = label("", "chip")
        self.chip.setMinimumWidth(CHIP)
        self.chip.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.title = NameLabel(role="waiting")
        self.about = label("", "muted", wraps=True)
        self.age = label("", "muted")
        self.age.setMinimumWidth(AGE)
        self.age.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.look = button(say("Show"), lambda: look(self.need), kind="quiet")
        self.act = button("", lambda: act(self.need))
        self.act.setMinimumWidth(ACT)
        row_of(
            place_part(self.chip, Qt.AlignmentFlag.AlignVCenter),
            grow(column_of(self.title, self.about, gap=Space.XXS)),
            self.age,
            self.look,
            self.act,
            on=self,
            gap=Space.M,
            margins=Margins(Space.L, Space.S, Space.L, Space.S),
        )

    def show_need(self, need: Need, now_ms: int, *, first: bool) -> None:
        """Show the need as it is now. ``first``: it is the most urgent one."""
        self.need = need
        self.chip.setText(say(need.kind.value))
        restyle(self.chip, "tone", need.tone.value)
        self.title.show_name(need.title)
        self.about.setText(need.about)
        self.look.setVisible(need.command is not None and need.game is not None)
        self.look.setAccessibleName(say("Show: {title}", title=need.title))
        self.act.setText(need.act)
        self.act.setAccessibleName(f"{need.act}: {need.title}")
        restyle(self.act, "kind", "primary" if first else "")
        self.show_age(now_ms)

    def show_age(self, now_ms: int) -> None:
        """Show how long it waits."""
        self.age.setText(age_words(self.need, now_ms))
