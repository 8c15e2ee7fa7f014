"""Asks which scenario a round under way is played with."""

from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from app.engine.acts.rounds import ChooseScenario
from app.engine.state import Round
from app.ui.clients.desk import DeskClient
from app.ui.widgets.basics import button, foot, label
from app.ui.widgets.fields import ComboBox


class ScenarioDialog(QDialog):
    """``scenarios``: number and name of each; ``played``: the round's."""

    def __init__(
        self, scenarios: tuple[tuple[int, str], ...], played: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Scenario of the round")
        self.scenario = ComboBox()
        for number, name in scenarios:
            self.scenario.addItem(f"{number}  {name}", number)
        self.scenario.setCurrentIndex(self.scenario.findData(played))
        caption = label("&Scenario")
        caption.setBuddy(self.scenario)
        self.change = button("&Change", self.accept, kind="primary")
        self.change.setDefault(True)
        self.change.setEnabled(False)
        self.scenario.currentIndexChanged.connect(
            lambda: self.change.setEnabled(self.scenario.currentData() != played)
        )
        note = "For all tables, where another one is played than was drawn. Undo takes it back."
        text = label(note, "muted", wraps=True)
        text.setMinimumWidth(380)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(8)
        column.addWidget(caption)
        column.addWidget(self.scenario)
        column.addWidget(text)
        column.addSpacing(16)
        column.addLayout(foot(button("Cancel", self.reject), self.change))

    @classmethod
    def ask(
        cls, scenarios: tuple[tuple[int, str], ...], played: int, parent: QWidget | None = None
    ) -> int | None:
        dialog = cls(scenarios, played, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return dialog.scenario.currentData() if accepted else None

    @classmethod
    def show_for(cls, client: DeskClient, round_: Round | None, parent: QWidget) -> None:
        packet = client.state.packet
        if round_ is None or packet is None:
            return
        offered = tuple((scenario.number, scenario.name) for scenario in packet.scenarios)
        chosen = cls.ask(offered, round_.scenario, parent)
        if chosen is not None:
            client.ask(ChooseScenario(chosen))
