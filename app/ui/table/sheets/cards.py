"""Sheets with cards to tick: specialists before the game, reinforcements during the game."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QWidget

from app.engine import wording
from app.engine.acts.table import BringReinforcements, SwapSpecialists, TableCommand
from app.engine.armies.army import Army, ArmyRow
from app.engine.language import by_number, say
from app.engine.side import Side
from app.ui.table.facing import FacingButton
from app.ui.table.sheets.base import Cells, Sheet
from app.views.table.table import TableView

A_PAGE = 8


class CardsSheet(Sheet):
    """A sheet with cards, each a button to tick. ``marked`` holds the indexes of the ticked
    cards.
    """

    def __init__(
        self, side: Side, title: str, note: str, cards: Sequence[str], parent: QWidget | None = None
    ) -> None:
        super().__init__(side, title, parent)
        self.marked: set[int] = set()
        self.page = 0
        self.compact = True
        self.cards = [self._card(place, words) for place, words in enumerate(cards)]
        self.more = FacingButton(say("More entries"), self, most=20)
        self.more.clicked.connect(self._turn)
        self.more.setVisible(len(self.cards) > A_PAGE)
        self.show_message(note)
        self._show_page()

    def _card(self, place: int, words: str) -> FacingButton:
        card = FacingButton(words, self, kind="choice", most=20)
        card.setCheckable(True)
        card.clicked.connect(lambda: self._tick(place))
        return card

    def _tick(self, place: int) -> None:
        self.marked ^= {place}
        self.cards[place].setChecked(place in self.marked)
        self.marks_changed()

    def marks_changed(self) -> None:
        """React after a card has been ticked or unticked."""

    def _turn(self) -> None:
        """Turn to the next page. After the last page comes the first."""
        self.page = 0 if (self.page + 1) * A_PAGE >= len(self.cards) else self.page + 1
        self._show_page()

    def _show_page(self) -> None:
        for card in self.cards:
            card.hide()
        shown = self.cards[self.page * A_PAGE :][:A_PAGE]
        self.set_rows([Cells(tuple((card, 1) for card in shown[at : at + 2]))
                       for at in range(0, len(shown), 2)])  # fmt: skip


class SpecialistsSheet(CardsSheet):
    """The sheet for specialists, on which a player chooses the cards that leave the list and the
    cards that come in. The choice is secret until the opponent has also chosen.
    """

    def __init__(
        self,
        side: Side,
        view: TableView,
        act: Callable[[TableCommand], None],
        parent: QWidget | None = None,
    ) -> None:
        choice = view.lists.of(side)
        self._army, self._specialists = choice.army, choice.specialists
        self._game, self._act = view.game, act
        words = [
            *(wording.CARD_COMES_IN.format(card=describe_card(row)) for row in self._specialists),
            *(wording.CARD_LEAVES.format(card=describe_card(row)) for row in self._army),
        ]
        title = wording.WHICH_SPECIALISTS_PLAY
        super().__init__(side, title, wording.SPECIALISTS_NOTE, words, parent)
        self.save = FacingButton("", self, kind="primary", most=24)
        self.save.clicked.connect(self._save)
        self.set_footer(self.more, self.save)
        self.marks_changed()

    def marks_changed(self) -> None:
        self.save.show_text(wording.PLAY_THESE if self.marked else wording.NO_SPECIALISTS)

    def _save(self) -> None:
        rows = (*self._specialists, *self._army)
        added = tuple(rows[at] for at in sorted(self.marked) if at < len(self._specialists))
        out = tuple(rows[at] for at in sorted(self.marked) if at >= len(self._specialists))
        self._act(SwapSpecialists(self._game, self.side, self.side, out, added))


class ReinforcementsSheet(CardsSheet):
    """The sheet for the reinforcements that have arrived. ``leave`` goes back."""

    def __init__(
        self,
        side: Side,
        view: TableView,
        act: Callable[[TableCommand], None],
        leave: Callable[[], None],
        parent: QWidget | None = None,
    ) -> None:
        self._came: Army = view.lists.of(side).reinforcements
        self._game, self._act, self._leave = view.game, act, leave
        words = list(map(describe_card, self._came))
        note = wording.REINFORCEMENTS_NOTE
        super().__init__(side, wording.REINFORCEMENTS, note, words, parent)
        came = list(view.play.reinforcements.of(side))
        for place, row in enumerate(self._came):
            if row in came:
                came.remove(row)
                self._tick(place)
        self.back = FacingButton(say("Back"), self, most=24)
        self.save = FacingButton(wording.THEY_HAVE_COME, self, kind="primary", most=24)
        self.back.clicked.connect(leave)
        self.save.clicked.connect(self._save)
        self.set_footer(self.more, self.back, self.save)

    def _save(self) -> None:
        rows = tuple(self._came[place] for place in sorted(self.marked))
        self._act(BringReinforcements(self._game, self.side, self.side, rows))
        self._leave()


def describe_card(row: ArmyRow) -> str:
    """Return the name and points of a card, such as "Hunter, 6 points"."""
    if row.points is None:
        return row.name
    return f"{row.name}, {by_number(wording.POINTS, row.points)}"
