"""The rules of a round's scenario, and the choice of another one while the round runs."""

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QDialog, QWidget

from app.engine.acts.rounds import ChooseScenario
from app.engine.formats.terms import terms_for
from app.engine.language import say
from app.engine.packet.packet import GameRules
from app.engine.state import Round, Stage
from app.ui.clients.desk import DeskClient
from app.ui.pages.round.briefing_view import BriefingView, print_scenario
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import ComboBox
from app.ui.widgets.layout import LayoutGap, caption_for, column_of, foot, grow
from app.ui.widgets.theme import DIALOG, Space


class ScenarioDialog(Dialog):
    """A dialog that asks for the scenario of a round or a table. ``scenarios`` holds numbers and
    names, and ``played`` is the scenario of the round. ``terms_of`` returns the rules of a game
    under a scenario. ``changeable`` says that the round is under way.
    """

    def __init__(
        self,
        scenarios: tuple[tuple[int, str], ...],
        played: int,
        terms_of: Callable[[int], GameRules],
        show_print: Callable[[GameRules], None],
        parent: QWidget | None = None,
        *,
        changeable: bool = True,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Scenario of the round"))
        self.scenario = ComboBox()
        for number, name in scenarios:
            self.scenario.addItem(f"{number}  {name}", number)
        self.scenario.setCurrentIndex(self.scenario.findData(played))
        self.change = button(say("&Change"), self.accept, kind="primary")
        self.change.setDefault(True)
        self.change.setEnabled(False)
        self.change.setVisible(changeable)
        self.view = BriefingView(self)
        self.print = button(
            say("&Print…"), lambda: show_print(terms_of(self.scenario.currentData()))
        )

        def shown() -> None:
            self.change.setEnabled(self.scenario.currentData() != played)
            self.view.show_terms(terms_of(self.scenario.currentData()))

        self.scenario.currentIndexChanged.connect(shown)
        if self.scenario.count():
            self.scenario.setCurrentIndex(max(self.scenario.currentIndex(), 0))
            shown()
        note = say(
            "Use this if all tables play a different scenario from the one drawn. Undo takes it"
            " back."
        )
        text = label(note, "muted", wraps=True)
        text.setVisible(changeable)
        leave = button(say("Cancel") if changeable else say("&Close"), self.reject)
        column_of(
            caption_for(self.scenario, say("&Scenario")),
            self.scenario,
            text,
            LayoutGap(Space.XS),
            grow(self.view),
            LayoutGap(Space.S),
            foot(self.print, leave, self.change),
            on=self,
            margins=DIALOG,
        )
        self.resize(840, 600)

    @classmethod
    def ask(
        cls,
        scenarios: tuple[tuple[int, str], ...],
        played: int,
        terms_of: Callable[[int], GameRules],
        show_print: Callable[[GameRules], None],
        parent: QWidget | None = None,
        *,
        changeable: bool = True,
    ) -> int | None:
        dialog = cls(scenarios, played, terms_of, show_print, parent, changeable=changeable)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return dialog.scenario.currentData() if accepted else None

    @classmethod
    def show_for(cls, client: DeskClient, round_: Round | None, parent: QWidget) -> None:
        packet, settings = client.state.packet, client.state.settings
        if round_ is None or packet is None or settings is None:
            return
        offered = tuple((scenario.number, scenario.name) for scenario in packet.scenarios)
        chosen = cls.ask(
            offered,
            round_.scenario,
            partial(terms_for, packet, settings),
            lambda terms: print_scenario(client, terms, parent),
            parent,
            changeable=round_.stage is Stage.STARTED,
        )
        if chosen is not None:
            client.ask(ChooseScenario(chosen))
