"""The dialog in which the organizer enters a table's objectives, spells, specialists and
reinforcements.
"""

from functools import partial

from PySide6.QtWidgets import (
    QCheckBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.engine.acts.table import (
    BringReinforcements,
    ChooseObjective,
    ChooseSpells,
    SwapSpecialists,
)
from app.engine.armies.army import Army, ArmyRow, Kind
from app.engine.armies.at_table import Swap
from app.engine.language import say
from app.engine.players.list_choice import list_at, list_look_ups, racks_to_fill
from app.engine.side import Side
from app.engine.table.game import Game
from app.ui.clients.desk import DeskClient
from app.ui.table.racks_dialog import RackFields
from app.ui.table.sheets.cards import describe_card
from app.ui.widgets.basics import NameLabel, button, label, make_scrollable
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.escape import escape_mnemonic
from app.ui.widgets.fields import ComboBox
from app.ui.widgets.layout import (
    STRETCH,
    LayoutGap,
    append,
    column_of,
    foot,
    grow,
    measure_anew,
    row_of,
)
from app.ui.widgets.theme import BESIDE_SCROLL_BAR, DIALOG, Space

NOTE = say("Flagfall asks before it accepts what the packet forbids.")


class Cards:
    """The check boxes for cards of one kind."""

    def __init__(self, heading: str, rows: Army, ticked: Army, box: QVBoxLayout) -> None:
        self.rows = rows
        self.boxes = [QCheckBox(escape_mnemonic(describe_card(row))) for row in rows]
        there = list(ticked)
        if rows:
            append(box, LayoutGap(Space.M), label(heading, "muted"))
        for row, tick in zip(rows, self.boxes, strict=True):
            if row in there:
                there.remove(row)
                tick.setChecked(True)
            box.addWidget(tick)
        self.others = tuple(there)
        """Cards that were chosen although they are not on the list."""

    @property
    def chosen(self) -> Army:
        ticked = zip(self.rows, self.boxes, strict=True)
        return (*(row for row, tick in ticked if tick.isChecked()), *self.others)


class OtherCard(QWidget):
    """The fields for a card that is not in the list: its name, its points, its kind."""

    def __init__(self) -> None:
        super().__init__()
        self.name = QLineEdit()
        self.name.setPlaceholderText(say("Other card (models) points"))
        self.name.setAccessibleName(say("Another card and its points"))
        self.kind = ComboBox()
        self.kind.setAccessibleName(say("Kind of the other card"))
        for kind in Kind:
            self.kind.addItem(say(kind.value), kind)
        self.kind.setCurrentIndex(self.kind.findData(Kind.SOLO))
        row_of(grow(self.name), self.kind, on=self)

    @property
    def card(self) -> Army:
        """The card as it was typed, such as "Long Gunners (5) 8": the points come last, and the
        number in brackets counts models.
        """
        words = self.name.text().split()
        points = int(words.pop()) if len(words) > 1 and words[-1].isdecimal() else None
        models = 1
        if len(words) > 1 and words[-1].strip("()").isdecimal() and words[-1].startswith("("):
            models = int(words.pop().strip("()"))
        name, kind = " ".join(words), self.kind.currentData()
        return (ArmyRow(name, kind, points, models),) if name else ()


class CardsDialog(Dialog):
    """A dialog with a column for each player. Each column is saved by its own button."""

    def __init__(self, client: DeskClient, game: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._client, self._game = client, game
        self.setWindowTitle(say("Cards at table {table}", table=self._now.table))
        self.out: dict[Side, Cards] = {}
        self.specialists: dict[Side, Cards] = {}
        self.reinforcements: dict[Side, Cards] = {}
        self.other: dict[Side, OtherCard] = {}
        self.objectives: dict[Side, ComboBox] = {}
        self.save_objective: dict[Side, QPushButton] = {}
        self.spells: dict[Side, RackFields] = {}
        self.save_spells: dict[Side, QPushButton] = {}
        self.take_spells_back: dict[Side, QPushButton] = {}
        self.save: dict[Side, tuple[QPushButton, QPushButton]] = {}
        self.look_up: dict[Side, QLabel] = {}
        inside = QWidget()
        row_of(
            *(grow(self._column(side)) for side in Side),
            on=inside,
            gap=Space.XL,
            margins=BESIDE_SCROLL_BAR,
        )
        column_of(
            label(NOTE, "muted", wraps=True),
            grow(make_scrollable(inside)),
            foot(button(say("&Done"), self.accept, kind="primary")),
            on=self,
            gap=Space.L,
            margins=DIALOG,
        )
        self._show_now()
        sides = DIALOG.left + DIALOG.right
        measure_anew(inside)
        self.resize(max(820, inside.minimumSizeHint().width() + sides), 560)
        client.changed.connect(self._show_now)

    @classmethod
    def show_for(cls, client: DeskClient, game: int, parent: QWidget) -> None:
        dialog = cls(client, game, parent)
        dialog.exec()
        dialog.deleteLater()

    @property
    def _now(self) -> Game:
        return self._client.state.games[self._game]

    def _column(self, side: Side) -> QVBoxLayout:
        state, game = self._client.state, self._now
        name = state.name(game.players.of(side))
        self.look_up[side] = label("", wraps=True)
        column = column_of(NameLabel(f"{side.colour}: {name}"), self.look_up[side], gap=Space.XS)
        self._offer_objectives(side, column)
        army_list = list_at(state, game, side)
        if army_list is None:
            append(
                column, label(say("The list of this player is not known yet."), wraps=True), STRETCH
            )
            return column
        self._offer_spells(side, column)
        swap = game.play.swaps.of(side) or Swap()
        army = tuple(row for row in army_list.army if row.kind is not Kind.CASTER)
        came = game.play.reinforcements.of(side)
        self.specialists[side] = Cards(
            say("Specialists that come in"), army_list.specialists, swap.added, column
        )
        leaving = army if army_list.specialists else ()
        self.out[side] = Cards(say("Cards that leave the list"), leaving, swap.out, column)
        self.reinforcements[side] = Cards(
            say("Reinforcements that have come"), army_list.reinforcements, came, column
        )
        self.other[side] = OtherCard()
        self.save[side] = (
            button(say("Save specialists"), partial(self._swap, side)),
            button(say("Save reinforcements"), partial(self._bring, side)),
        )
        self.save[side][1].setEnabled(game.play.clock is not None)
        append(column, LayoutGap(Space.M), self.other[side], row_of(*self.save[side]), STRETCH)
        return column

    def _show_now(self) -> None:
        """Show which cards have to be looked up and which choices can be taken back. Both change
        whenever a part is saved.
        """
        for side, back in self.take_spells_back.items():
            back.setEnabled(bool(self._now.play.racks.of(side)))
        state = self._client.state
        for side, text in self.look_up.items():
            text.setText("\n".join(list_look_ups(state, self._now, side)))
            text.setVisible(bool(text.text()))

    def _offer_objectives(self, side: Side, column: QVBoxLayout) -> None:
        """Offer a choice of objectives if the scenario lets the player choose one."""
        offered, play = self._now.terms.objectives_offered, self._now.play
        chosen = play.objectives.of(side)
        if not offered and not chosen:
            return
        field = ComboBox()
        field.setAccessibleName(say("Objective of {colour}", colour=side.colour))
        field.addItem(say("No objective chosen"), "")
        for name in dict.fromkeys((*offered, *filter(None, (chosen,)))):
            field.addItem(name, name)
        field.setCurrentIndex(field.findData(chosen))
        self.objectives[side] = field
        self.save_objective[side] = button(say("Save objective"), partial(self._choose, side))
        append(column, label(say("Objective"), "muted"), row_of(field, self.save_objective[side]))

    def _offer_spells(self, side: Side, column: QVBoxLayout) -> None:
        """Offer a field for each rack of the player's Leaders. Leaders whose racks are already
        filled keep their fields.
        """
        racks = self._now.play.racks.of(side)
        casters = racks_to_fill(self._client.state, self._now, side)
        if not casters and not racks:
            return
        names = tuple(dict.fromkeys((*casters, *(rack.caster for rack in racks))))
        self.spells[side] = RackFields(names, racks)
        self.save_spells[side] = button(say("Save spells"), partial(self._fill_racks, side))
        self.take_spells_back[side] = button(
            say("Take spells back"), partial(self._empty_racks, side), kind="quiet"
        )
        buttons = row_of(self.save_spells[side], self.take_spells_back[side], STRETCH)
        append(column, LayoutGap(Space.M), self.spells[side], buttons)

    def _fill_racks(self, side: Side) -> None:
        self._client.ask(ChooseSpells(self._game, None, side, self.spells[side].racks))

    def _empty_racks(self, side: Side) -> None:
        self.spells[side].fill_in(())
        self._client.ask(ChooseSpells(self._game, None, side, ()))

    def _choose(self, side: Side) -> None:
        name = self.objectives[side].currentData()
        self._client.ask(ChooseObjective(self._game, None, side, name))

    def _swap(self, side: Side) -> None:
        added = (*self.specialists[side].chosen, *self.other[side].card)
        self._client.ask(SwapSpecialists(self._game, None, side, self.out[side].chosen, added))

    def _bring(self, side: Side) -> None:
        rows = (*self.reinforcements[side].chosen, *self.other[side].card)
        self._client.ask(BringReinforcements(self._game, None, side, rows))
