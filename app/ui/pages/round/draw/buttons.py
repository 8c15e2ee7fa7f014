"""The buttons above the pairings under review, for acts on the chosen players."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from app.engine.language import say
from app.ui.widgets.basics import button, label
from app.ui.widgets.layout import STRETCH, column_of, row_of
from app.ui.widgets.theme import Space
from app.ui.widgets.two_lines import TwoLines

FIRST = 5
"""The number of acts in the first line if they do not all fit in one line."""


class DrawActs(QWidget):
    """Buttons that only emit signals, because the page knows who is chosen."""

    swap_wanted = Signal()
    pair_wanted = Signal()
    bye_wanted = Signal()
    table_wanted = Signal()
    lock_wanted = Signal()
    forbid_wanted = Signal()
    what_if_wanted = Signal()
    plan_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.swap = button(say("S&wap"), self.swap_wanted.emit)
        self.pair = button(say("Let them &meet"), self.pair_wanted.emit)
        self.bye = button(say("&Give the bye"), self.bye_wanted.emit)
        self.table = button(say("Ta&ble…"), self.table_wanted.emit)
        self.lock = button(say("&Lock"), self.lock_wanted.emit)
        self.forbid = button(say("F&orbid…"), self.forbid_wanted.emit)
        self.what_if = button(say("What &if"), self.what_if_wanted.emit)
        self.plan = button(say("Draw setti&ngs…"), self.plan_wanted.emit, kind="quiet")
        self.hint = label("", "muted")
        for part, tip in (
            (self.swap, say("Swap the two selected players or teams, or drag one onto the other")),
            (
                self.pair,
                say("Pair the two selected players or teams; their old opponents meet each other"),
            ),
            (
                self.bye,
                say("Give the selected player or team the bye; who had it takes their place"),
            ),
            (self.table, say("Move the selected game or match to other tables")),
            (self.lock, say("Keep the selected player’s game when you draw again")),
            (self.forbid, say("Forbid this pair; draw again to separate them")),
            (self.what_if, say("Show what gets worse, and which games are new, if these two meet")),
        ):
            part.setToolTip(tip)
        first, rest = self._buttons[:FIRST], self._buttons[FIRST:]
        lines = TwoLines(row_of(*first, STRETCH), row_of(*rest, STRETCH, self.plan))
        lines.set_gap(Space.S)  # as between the buttons
        column_of(lines, on=self)
        self.show_chosen((), has_bye=False, locked=False)

    @property
    def _buttons(self) -> tuple[QPushButton, ...]:
        return (
            self.swap,
            self.pair,
            self.bye,
            self.table,
            self.lock,
            self.forbid,
            self.what_if,
        )

    def show_chosen(self, players: Sequence[int], *, has_bye: bool, locked: bool) -> None:
        """Enable the acts that the chosen players allow. ``has_bye`` says that another player, or
        another team, has the bye. ``locked`` says that the chosen games are locked.
        """
        two, single = len(players) == 2, len(players) == 1
        for part in (self.swap, self.pair, self.what_if):
            part.setEnabled(two)
        self.forbid.setEnabled(two or single)
        self.bye.setEnabled(single and has_bye)
        self.table.setEnabled(single)
        self.lock.setEnabled(bool(players))
        self.lock.setText(say("Un&lock") if locked else say("&Lock"))
