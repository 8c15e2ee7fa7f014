"""How a player says that the game is over: choose, confirm, then the opponent is asked."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.engine.acts.table import Claim, MakeClaim, TableCommand
from app.engine.side import Side
from app.engine.table.claims import offers
from app.ui.table.facing import FacingButton
from app.ui.table.sheets.base import Cells, Sheet
from app.views.table.table import TableView


class ClaimSheet(Sheet):
    def __init__(
        self,
        side: Side,
        view: TableView,
        act: Callable[[TableCommand], None],
        leave: Callable[[], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(side, "Is the game over?", parent)
        self.compact = True  # what is refused is said above: the buttons stay where they are
        self._act, self._chosen = act, MakeClaim(view.game, side, Claim.CONCESSION, side)
        self.offers: list[FacingButton] = []
        for text, claim, whose in offers(view.victory, side):
            button = FacingButton(text, self, most=22)
            command = MakeClaim(view.game, side, claim, whose)
            button.clicked.connect(
                lambda _=False, text=text, command=command: self._choose(text, command)
            )
            self.offers.append(button)
        self.confirm = FacingButton("", self, kind="danger", most=24)
        self.confirm.clicked.connect(lambda: self._act(self._chosen))
        self.back = FacingButton("No, play on", self, most=24)
        self.back.clicked.connect(leave)
        self.confirm.hide()
        across = 2 if len(self.offers) < 5 else 3  # two lines, so that fingers hit them
        lines = [self.offers[at : at + across] for at in range(0, len(self.offers), across)]
        self.set_rows([Cells(tuple((one, 1) for one in line)) for line in lines])
        self.set_footer(self.back, self.confirm)
        self.show_message("")

    def _choose(self, text: str, command: MakeClaim) -> None:
        """The second of two presses is in another place than the first."""
        self._chosen = command
        self.compact = False
        for button in self.offers:
            button.hide()
        self.set_rows(())
        other = self.side.other.colour
        self.confirm.show_text(f"Yes: ask {other}")
        self.confirm.show()
        self.show_message(f"{text}.\n{other} is asked whether that is so.")
