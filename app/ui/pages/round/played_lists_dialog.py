"""The dialog that records which list each player uses in a round, or for which list a bye
counts.
"""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QWidget

from app.engine.acts.players import ChooseList
from app.engine.armies.crucible import to_choose_from
from app.engine.armies.list_checks import describe_list
from app.engine.language import say
from app.engine.players.list_choice import list_of, may_choose, plays
from app.engine.state import Round, State
from app.ui.clients.desk import DeskClient
from app.ui.widgets.basics import NameLabel, button, label, make_scrollable
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import ComboBox
from app.ui.widgets.layout import column_of, foot, grid_of, grow
from app.ui.widgets.theme import BESIDE_SCROLL_BAR, DIALOG, Space

AS_WIDE_AS_SAID = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
NOTE = say("These players have several lists. A bye counts for one of them, too.")


class PlayedListsDialog(Dialog):
    """A dialog with the lists used in a round. Every choice is saved at once."""

    def __init__(
        self, client: DeskClient, round_number: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._client, self._number = client, round_number
        self.setWindowTitle(say("Lists of round {round_number}", round_number=round_number))
        self.resize(640, 520)
        self.choices: dict[int, ComboBox] = {}
        inside = QWidget()
        self._grid = grid_of(
            on=inside, gap_across=Space.L, margins=BESIDE_SCROLL_BAR, shares=(1, 1)
        )
        done = button(say("&Done"), self.accept, kind="primary")
        column_of(
            label(NOTE, "muted", wraps=True),
            grow(make_scrollable(inside)),
            foot(done),
            on=self,
            gap=Space.L,
            margins=DIALOG,
        )
        client.changed.connect(self._show)
        self._show()

    @classmethod
    def show_for(cls, client: DeskClient, round_number: int, parent: QWidget) -> None:
        dialog = cls(client, round_number, parent)
        dialog.exec()
        dialog.deleteLater()

    def _show(self) -> None:
        state = self._client.state
        round_ = state.round(self._number)
        if round_ is None:
            self.reject()
            return
        for number, player in state.players.items():
            if len(player.lists) > 1 and plays(round_, state, number):
                self._show_player(state, round_, number)

    def _show_player(self, state: State, round_: Round, number: int) -> None:
        if number not in self.choices:
            combo = ComboBox()
            combo.setMinimumWidth(240)
            combo.setSizeAdjustPolicy(AS_WIDE_AS_SAID)
            combo.setMinimumContentsLength(24)
            combo.setPlaceholderText(say("not recorded"))
            combo.activated.connect(partial(self._choose, number))
            self.choices[number] = combo
            place = self._grid.rowCount()
            shown = state.name(number)
            if round_.bye_of(number) is not None:
                shown = say("{name} (bye)", name=shown)
            name = NameLabel(shown)
            self._grid.addWidget(name, place, 0, Qt.AlignmentFlag.AlignVCenter)
            self._grid.addWidget(combo, place, 1)
        combo, lists = self.choices[number], state.players[number].lists
        combo.setAccessibleName(say("List of {name}", name=state.name(number)))
        left = may_choose(state, number, round_.number)
        choices = to_choose_from(state.settings, lists)
        words = [
            describe_list(lists, place)
            if place in left
            else say("{list} · played often enough", list=describe_list(lists, place))
            for place in choices
        ]
        if words != [combo.itemText(place) for place in range(combo.count())]:
            combo.clear()  # otherwise left alone: the organizer may just be choosing
            for choice, text in zip(choices, words, strict=True):
                combo.addItem(text, choice)
        combo.setCurrentIndex(combo.findData(list_of(state, round_, number)))

    def _choose(self, number: int, _place: int) -> None:
        chosen = self.choices[number].currentData()
        command = ChooseList(self._number, number, chosen)
        self._client.ask(command)
        self._show()
