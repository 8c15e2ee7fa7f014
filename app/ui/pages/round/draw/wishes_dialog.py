"""The dialog for the organizer's wishes about draws and tables: which players are kept apart, the
tables, fixed pairs.
"""

from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QHBoxLayout,
    QWidget,
)

from app.engine.draw.wishes import HallTable, Plan, SetPair
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.state import State
from app.ui.dialogs.unsaved import WorkDialog
from app.ui.pages.round.draw.wishes_parts import ApartList, HallForm, PairList
from app.ui.widgets.basics import button, label
from app.ui.widgets.fields import SpinBox, TabWidget
from app.ui.widgets.layout import STRETCH, caption_for, column_of, grow, row_of
from app.ui.widgets.theme import DIALOG, Space, around

APART_NOTE = say(
    "These come after equal tournament points and no rematches. Higher lines matter more; Alt"
    " and the arrow keys move a line."
)
TABLES_NOTE = say(
    "Without a list, the number of tables in the settings counts. Nobody gets a table or a"
    " terrain twice if it can be avoided. Set a player’s own tables under Players, Groups and"
    " tables."
)
PAIRS_NOTE = say("Set and forbidden pairs always hold. Make them when you review a draw.")


class PlanDialog(WorkDialog):
    def __init__(self, state: State, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Draw and tables"))
        self.resize(640, 560)
        self._plan = plan = state.plan
        self.apart = ApartList(plan.apart)
        self.hall = HallForm(plan.tables, _expect_tables(state))
        self.pairs = PairList(state)
        self.top_first = QCheckBox(say("&Top tables first: the leaders play at the lowest numbers"))
        self.top_first.setChecked(plan.top_tables_first)
        self.fresh_first = QCheckBox(
            say("&Fresh tables before top tables: nobody gets a table twice if it can be avoided")
        )
        self.fresh_first.setChecked(plan.fresh_tables_first)
        self.fresh_first.setEnabled(plan.top_tables_first)
        self.top_first.toggled.connect(self.fresh_first.setEnabled)
        self.no_show = SpinBox()
        self.no_show.setRange(0, 120)
        self.no_show.setSpecialValueText(say("never"))
        self.no_show.setSuffix(f" {say('min')}")
        self.no_show.setValue(plan.no_show_minutes)
        self.tabs = TabWidget()
        self.tabs.addTab(_page(APART_NOTE, self.apart), say("&Kept apart"))
        self.tabs.addTab(
            _page(TABLES_NOTE, self.hall, self.top_first, self.fresh_first), say("Ta&bles")
        )
        self.tabs.addTab(_page(PAIRS_NOTE, self.pairs), say("Set &pairs"))
        self.save = button(say("&Save"), self.accept, kind="primary")
        self.save.setDefault(True)
        column_of(
            grow(self.tabs),
            row_of(grow(self._timer()), button(say("Cancel"), self.reject), self.save),
            on=self,
            gap=Space.L,
            margins=DIALOG,
        )
        self.apart.setFocus()

    def _timer(self) -> QHBoxLayout:
        return row_of(
            caption_for(self.no_show, say("&No-show: tell me after the round’s start")),
            self.no_show,
            STRETCH,
        )

    @property
    def plan(self) -> Plan:
        tables: tuple[HallTable, ...] = self.hall.tables
        return replace(
            self._plan,
            apart=self.apart.rules,
            tables=tables,
            top_tables_first=self.top_first.isChecked(),
            no_show_minutes=self.no_show.value(),
            fresh_tables_first=self.fresh_first.isChecked(),
        )

    def work(self) -> object:
        return self.plan, self.hall.typed, self.pairs.freed

    @classmethod
    def ask(
        cls, state: State, parent: QWidget | None = None
    ) -> tuple[Plan, tuple[SetPair, ...]] | None:
        """Return the plan, and the pairs that are no longer set; None to change nothing."""
        dialog = cls(state, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return (dialog.plan, dialog.pairs.freed) if accepted else None


def _expect_tables(state: State) -> int:
    """Return the number of tables in the settings, or else the number that all players of the event
    need.
    """
    set_ = state.settings.tables if state.settings else 0
    return set_ or sum(not player.status.has_left for player in state.players.values()) // 2


def _page(note: str, first: QWidget, *others: QWidget) -> QWidget:
    page = QWidget()
    column_of(
        label(note, "muted", wraps=True),
        grow(first),
        *others,
        on=page,
        gap=Space.M,
        margins=around(Space.L),
    )
    return page
