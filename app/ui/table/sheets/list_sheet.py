"""The sheet on which players say which of their lists they play: a secret until the other has
chosen too. The lists themselves are open, unless the event hides them.
"""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.engine.acts.commands import ChooseList
from app.engine.armies.army_list import ArmyList
from app.engine.armies.list_checks import called
from app.engine.players.list_choice import ListChoice
from app.engine.side import Side
from app.ui.table.facing import FacingButton
from app.ui.table.sheets.base import Cells, Sheet


class ListSheet(Sheet):
    def __init__(
        self,
        side: Side,
        round_number: int,
        choice: ListChoice,
        act: Callable[[ChooseList], None],
        parent: QWidget | None = None,
        *,
        brought: tuple[ArmyList, ...] = (),
    ) -> None:
        super().__init__(side, "Which list do you play?", parent)
        self._round, self._choice, self._act = round_number, choice, act
        self._brought = brought
        self.lists = {number: self._button(number) for number in choice.offered}
        self.set_rows([Cells(tuple((one, 1) for one in self.lists.values()))])
        said = "Your opponent sees your choice when both of you have chosen."
        closed = " A list that is closed has been played often enough." if choice.barred else ""
        self.show_message(said + closed)

    def _button(self, number: int) -> FacingButton:
        open_ = len(self._brought) >= number
        words = called(self._brought, number) if open_ else f"List {number}"
        button = FacingButton(words, self, most=24)
        button.setEnabled(number not in self._choice.barred)
        button.clicked.connect(
            lambda: self._act(ChooseList(self._round, self._choice.player, number, at_table=True))
        )
        return button
