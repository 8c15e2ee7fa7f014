"""The rules of a scenario for the organizer, with its map."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTextBrowser, QWidget

from app.engine.language import say
from app.engine.packet.packet import GameRules
from app.engine.packet.scenario import Seat
from app.engine.side import Side
from app.reports.scenario_sheet import briefing_html
from app.ui.clients.desk import DeskClient
from app.ui.widgets.basics import button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import column_of, foot, grow, row_of
from app.ui.widgets.scenario_map import ScenarioMap
from app.ui.widgets.theme import DIALOG, Space
from app.views.table.briefing import scenario_briefing
from app.views.table.map_places import kill_boxes

MAP_SIDE = 300
LOOK = "b { font-weight: 600; } p { margin: 0 0 3px 0; } .part { margin-top: 10px; }"


class BriefingView(QWidget):
    """The rules of a scenario. If the positions of its elements are known, the map is at the left
    of the text.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.map = ScenarioMap(self)
        self.map.setFixedSize(MAP_SIDE, MAP_SIDE)
        self.map.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # nothing happens on it
        self.text = QTextBrowser()
        self.text.setAccessibleName(say("What counts"))
        self.text.setMinimumSize(380, 200)
        self.text.document().setDefaultStyleSheet(LOOK)
        row_of(self.map, grow(self.text), on=self, gap=Space.M)

    def show_terms(self, terms: GameRules, first: Side = Side.RED) -> None:
        self.map.measured = any(one.base_mm for one in terms.scenario.elements)
        boxes = kill_boxes(terms, 1)
        self.map.show_map(terms.scenario, first, Seat.FIRST, terms.briefing, *boxes)
        self.map.setVisible(self.map.known)
        self.text.setHtml(briefing_html(scenario_briefing(terms).parts))


class BriefingDialog(Dialog):
    """A dialog with everything that players need to know about the round. ``show_print`` opens the
    print dialog.
    """

    def __init__(
        self, terms: GameRules, show_print: Callable[[], None], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("What counts in {scenario}", scenario=terms.scenario.name))
        self.view = BriefingView(self)
        self.view.show_terms(terms)
        self.print = button(say("&Print…"), show_print)
        self.close_button = button(say("&Close"), self.accept, kind="primary")
        self.close_button.setDefault(True)
        column_of(
            grow(self.view),
            foot(self.print, self.close_button),
            on=self,
            gap=Space.M,
            margins=DIALOG,
        )
        self.resize(840, 520)

    @classmethod
    def show_for(cls, client: DeskClient, terms: GameRules, parent: QWidget) -> None:
        dialog = cls(terms, lambda: print_scenario(client, terms, dialog), parent)
        dialog.exec()
        dialog.deleteLater()


def print_scenario(client: DeskClient, terms: GameRules, parent: QWidget) -> None:
    """Show the print dialog with the players' sheet about a scenario."""
    from app.ui.printing.dialog import PrintDialog  # loads the system's printing

    PrintDialog.show_for(client, "scenario", parent, terms=terms)
