"""The dialog for a table's terrain: a proposal that can be changed by hand, and its rule
breaches.
"""

from collections.abc import Callable
from decimal import Decimal

from msgspec import Struct
from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from app.engine.frozen import replace
from app.engine.language import say
from app.engine.packet.scenario import Scenario
from app.engine.packet.terrain_rules import Kind, TerrainRules
from app.engine.terrain.check import check, grounds
from app.engine.terrain.edit import (
    another_piece,
    change_piece,
    moved_piece,
    shaped_piece,
    turned_piece,
)
from app.engine.terrain.layout import Breach, Layout, Piece
from app.ui.dialogs.unsaved import WorkDialog
from app.ui.pages.terrain.map import TerrainMap
from app.ui.pages.terrain.piece_form import TerrainPieceForm
from app.ui.pages.terrain.proposer import TerrainProposer
from app.ui.widgets.basics import align_link, button, label
from app.ui.widgets.fields import ComboBox
from app.ui.widgets.layout import STRETCH, caption_for, column_of, grow, row_of
from app.ui.widgets.theme import DIALOG, Space

LEAST_MAP, LEAST_PIECES = 256, 200
"""The least sides of the map, and the least width of the list of pieces, in pixels."""
HINT = say(
    "Drag a piece, or pick it by its number and move it with the arrows; R turns it, Ctrl+Z undoes."
    " Hatched pieces are restricted."
)


class TableTerrain(Struct, frozen=True):
    """A table and everything that its terrain depends on."""

    table: int
    rules: TerrainRules
    scenario: Scenario
    seed: int
    """The seed of the first proposal. Each further proposal uses the next number."""
    layout: Layout | None = None
    """The present terrain; None if there is none."""
    show_print: Callable[[Layout, QWidget], None] = lambda _layout, _parent: None
    """A function that shows the print dialog with the sheet of a layout."""


class TerrainDialog(WorkDialog):
    def __init__(self, at: TableTerrain, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(
            say("Terrain of table {table}: {scenario}", table=at.table, scenario=at.scenario.name)
        )
        self._at, self._rules, self._scenario, self._seed = at, at.rules, at.scenario, at.seed
        self.layout_ = at.layout or Layout()
        self._before: list[tuple[Layout, int]] = []  # and which piece was changed
        self._grounds = grounds(at.rules, at.scenario)
        self._picked = 0
        self._proposer = TerrainProposer(self)
        self.resize(1180, 680)
        self._make()
        self._lay_out()
        self._connect()
        self.method.setCurrentIndex(max(self.method.findData(self.layout_.method), 0))
        self._show()
        if at.layout is None:
            self._propose()

    @classmethod
    def ask(cls, at: TableTerrain, parent: QWidget | None = None) -> Layout | None:
        dialog = cls(at, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return dialog.layout_ if accepted else None

    def work(self) -> object:
        return self.layout_

    def done(self, result: int) -> None:
        self._proposer.wait()
        super().done(result)

    def _make(self) -> None:
        self.map = TerrainMap()
        self.map.setMinimumSize(LEAST_MAP, LEAST_MAP)
        self.map.show_hatched(self._rules.restricted)
        self.method = ComboBox()
        self.method.addItem(say("Freely"), None)
        for setup in self._rules.setups:
            self.method.addItem(setup.method.words, setup.method)
        self.state = label("", "heading", wraps=True)
        self.breaches = _list(say("What breaks a rule"))
        self.breaches.setObjectName("breaches")
        self.pieces = _list(say("Pieces"))
        self.pieces.setMinimumWidth(LEAST_PIECES)
        self.pieces.setMaximumWidth(240)
        self.form = TerrainPieceForm(self._rules.kinds, self._scenario.table)
        self.nothing = label(say("Choose a piece to change it."), "muted", wraps=True)
        self.undo = button(say("&Undo"), self._undo, kind="quiet")
        QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self, self._undo)
        self.another = button(say("&Another proposal"), self._propose)
        self.add = button(say("Add &piece"), self._add)
        self.turn = button(say("&Turn"), lambda: self._turn(self._picked))
        self.remove = button(say("Re&move"), lambda: self._remove(self._picked))
        self.print = align_link(button(say("Pr&int…"), self._print, kind="quiet"))
        self.keep = button(
            say("&Keep for table {table}", table=self._at.table), self.accept, kind="primary"
        )

    def _lay_out(self) -> None:
        method = caption_for(self.method, say("&Setup method"))
        for widget in (method, self.method):
            widget.setVisible(bool(self._rules.setups))
        change = column_of(
            row_of(self.add, self.turn, self.remove, STRETCH), self.nothing, self.form, STRETCH
        )
        side = column_of(
            row_of(method, self.method, self.another, STRETCH, self.undo),
            self.state,
            grow(self.breaches),
            grow(row_of(self.pieces, grow(change), gap=Space.L)),
            label(HINT, "muted", wraps=True),
            gap=Space.M,
        )
        column_of(
            grow(row_of(grow(self.map, 5), grow(side, 4), gap=Space.XL)),
            row_of(self.print, STRETCH, button(say("Cancel"), self.reject), self.keep),
            on=self,
            gap=Space.M,
            margins=DIALOG,
        )

    def _connect(self) -> None:
        self._proposer.proposed.connect(self._take)
        self.map.picked.connect(self._pick)
        self.map.moved.connect(self._move)
        self.map.turned.connect(self._turn)
        self.map.removed.connect(self._remove)
        self.method.activated.connect(lambda _index: self._propose())
        self.breaches.itemActivated.connect(self._pick_item)
        self.breaches.itemClicked.connect(self._pick_item)
        self.pieces.currentRowChanged.connect(lambda row: self._pick(row + 1))
        self.form.kind_chosen.connect(self._choose_kind)
        self.form.shaped.connect(self._shape)

    def _propose(self) -> None:
        self._look(looking=True)
        self.state.setText(say("Looking for a layout…"))
        self._proposer.ask(self._rules, self._scenario, self._seed, self.method.currentData())
        self._seed += 1

    def _take(self, made: Layout | None) -> None:
        self._look(looking=False)
        self._keep_for_undo()
        self.layout_ = made or replace(self.layout_, method=self.method.currentData())
        self._pick(0)
        self._show()
        if self._at.layout is None and not self._before:
            self.begin_here()  # nobody has worked on the first proposal
        if made is None:
            self.state.setText(say("No legal layout was found. Try another method or proposal."))

    def _keep_for_undo(self, number: int = 0) -> None:
        """Save the layout for undo. Successive moves of the piece ``number`` are undone as one."""
        again = bool(self._before) and 0 < number == self._before[-1][1]
        if not again and (self.layout_.pieces or self._before):
            self._before.append((self.layout_, number))

    def _undo(self) -> None:
        if self.undo.isEnabled():
            self.layout_, _ = self._before.pop()
            self.method.setCurrentIndex(max(self.method.findData(self.layout_.method), 0))
            self._show()

    def _look(self, *, looking: bool) -> None:
        for widget in (self.another, self.method, self.keep, self.add):
            widget.setEnabled(not looking)
        self.undo.setEnabled(False)

    def _show(self) -> None:
        breaches = check(self._rules, self._scenario, self.layout_)
        against = [breach for breach in breaches if not breach.advice]
        wrong = {number for breach in against for number in (breach.piece, breach.other) if number}
        self.map.show_layout(self._scenario, self.layout_, self._grounds, wrong)
        self.state.setText(_state_words(len(against)))
        self.undo.setEnabled(bool(self._before))
        self.breaches.clear()
        for breach in breaches:
            self.breaches.addItem(_item(breach))
        self.breaches.setVisible(bool(breaches))
        with QSignalBlocker(self.pieces):
            self.pieces.clear()
            for number, piece in enumerate(self.layout_.pieces, start=1):
                size = piece.size_words.replace(" ", "\u00a0")  # it stays on one line
                words = f"{self.layout_.name(number)}, {size}"
                self.pieces.addItem(f"{words} !" if number in wrong else words)
        self._pick(self._picked)

    def _pick(self, number: int) -> None:
        self._picked = number if number <= len(self.layout_.pieces) else 0
        self.map.show_picked(self._picked)
        with QSignalBlocker(self.pieces):
            self.pieces.setCurrentRow(self._picked - 1)
        self.form.show_piece(self._piece)
        self.form.setVisible(self._picked > 0)
        self.nothing.setVisible(not self._picked)
        for button_ in (self.turn, self.remove):
            button_.setEnabled(self._picked > 0)

    @property
    def _piece(self) -> Piece | None:
        return self.layout_.pieces[self._picked - 1] if self._picked else None

    def _pick_item(self, item: QListWidgetItem) -> None:
        self._pick(int(item.data(Qt.ItemDataRole.UserRole)))

    def _move(self, number: int, x: Decimal, y: Decimal) -> None:
        piece = moved_piece(self.layout_.pieces[number - 1], x, y, self._scenario.table)
        self._change(number, piece, moves=True)

    def _turn(self, number: int) -> None:
        self._change(number, turned_piece(self.layout_.pieces[number - 1], self._scenario.table))

    def _choose_kind(self, kind: Kind) -> None:
        if self._piece is not None:
            self._change(self._picked, replace(self._piece, kind=kind))

    def _shape(self, width: Decimal, height: Decimal, circle: bool) -> None:
        if self._piece is not None:
            table = self._scenario.table
            piece = shaped_piece(self._piece, width, height, table, circle=circle)
            self._change(self._picked, piece)

    def _add(self) -> None:
        number = len(self.layout_.pieces) + 1
        self._change(number, another_piece(self._rules, self._scenario, self.layout_))
        self._pick(number)

    def _remove(self, number: int) -> None:
        self._change(number)
        self._pick(0)

    def _change(self, number: int, *instead: Piece, moves: bool = False) -> None:
        now = change_piece(self.layout_, number, *instead)
        if now != self.layout_:
            self._keep_for_undo(number if moves else 0)
            self.layout_ = now
            self._show()

    def _print(self) -> None:
        self._at.show_print(self.layout_, self)


def _list(name: str) -> QListWidget:
    made = QListWidget()
    made.setWordWrap(True)
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    made.setResizeMode(QListWidget.ResizeMode.Adjust)
    made.setAccessibleName(name)
    return made


def _state_words(against: int) -> str:
    if not against:
        return say("No rule is broken.")
    return (
        say("1 breach of the rules.")
        if against == 1
        else say("{against} breaches of the rules.", against=against)
    )


def _item(breach: Breach) -> QListWidgetItem:
    item = QListWidgetItem(
        say("Advice: {breach}", breach=breach.words) if breach.advice else breach.words
    )
    item.setData(Qt.ItemDataRole.UserRole, breach.piece)
    return item
