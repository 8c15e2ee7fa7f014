"""The EO sets out a table's terrain: a proposal, changed by hand, with what breaks a rule."""

from dataclasses import replace
from decimal import Decimal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.engine.scenario import Scenario
from app.engine.terrain import check, grounds
from app.engine.terrain_layout import Layout, Piece, moved_piece, turned_piece
from app.engine.terrain_proposal import propose
from app.engine.terrain_rules import TerrainRules
from app.ui.pieces import button, label
from app.ui.terrain_map import TerrainMap


class TerrainDialog(QDialog):
    """``seed`` is the first proposal's; every other proposal takes the next one."""

    def __init__(
        self,
        rules: TerrainRules,
        scenario: Scenario,
        seed: int,
        layout: Layout | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Terrain for {scenario.name}")
        self._rules, self._scenario, self._seed = rules, scenario, seed
        self.layout_ = layout or Layout()
        self._grounds = grounds(rules, scenario)
        self.map = TerrainMap()
        self.map.setMinimumSize(480, 480)
        self.method = QComboBox()
        self.method.setAccessibleName("Setup method")
        self.method.addItem("Freely", None)
        for one in rules.setups:
            self.method.addItem(one.method.words, one.method)
        self.state = label("", "heading", wraps=True)
        self.breaches = QListWidget()
        self.breaches.setWordWrap(True)
        self.breaches.setAccessibleName("What breaks a rule")
        self.pieces = label("", "muted", wraps=True)
        self.another = button("&Another proposal", self._propose)
        self.turn = button("&Turn piece", lambda: self._turn(self._picked))
        self.keep = button("&Use this layout", self.accept, kind="primary")
        self._picked = 0
        self._lay_out()
        self._connect()
        if layout is None:
            self._propose()
        else:
            self.method.setCurrentIndex(max(self.method.findData(layout.method), 0))
            self._show()

    @classmethod
    def ask(
        cls,
        rules: TerrainRules,
        scenario: Scenario,
        seed: int,
        layout: Layout | None = None,
        parent: QWidget | None = None,
    ) -> Layout | None:
        dialog = cls(rules, scenario, seed, layout, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return dialog.layout_ if accepted else None

    def _lay_out(self) -> None:
        method = label("Setup &method")
        method.setBuddy(self.method)
        top = QHBoxLayout()
        top.setSpacing(8)
        for widget in (method, self.method, self.another):
            top.addWidget(widget)
        top.addStretch()
        side = QVBoxLayout()
        side.setSpacing(16)
        side.addLayout(top)
        side.addWidget(self.state)
        side.addWidget(self.breaches, 1)
        side.addWidget(self.pieces)
        hint = "Drag a piece, or pick it by its number and move it with the arrows; R turns it."
        side.addWidget(label(hint, "muted", wraps=True))
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.turn)
        buttons.addStretch()
        buttons.addWidget(button("Cancel", self.reject))
        buttons.addWidget(self.keep)
        side.addLayout(buttons)
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 24, 24, 16)
        row.setSpacing(24)
        row.addWidget(self.map, 3)
        row.addLayout(side, 2)

    def _connect(self) -> None:
        self.map.picked.connect(self._pick)
        self.map.moved.connect(self._move)
        self.map.turned.connect(self._turn)
        self.map.removed.connect(self._remove)
        self.method.activated.connect(lambda _index: self._propose())
        self.breaches.itemActivated.connect(self._pick_breach)
        self.breaches.itemClicked.connect(self._pick_breach)

    def _propose(self) -> None:
        made = propose(self._rules, self._scenario, self._seed, self.method.currentData())
        self._seed += 1
        if made is None:
            self.layout_ = Layout(method=self.method.currentData())
        else:
            self.layout_ = made
        self._pick(0)
        self._show()
        if made is None:
            self.state.setText("No legal layout was found here. Try another method or proposal.")

    def _show(self) -> None:
        found = check(self._rules, self._scenario, self.layout_)
        wrong = [one.piece for one in found if one.piece and not one.advice]
        wrong += [one.other for one in found if one.other and not one.advice]
        self.map.show_layout(self._scenario, self.layout_, self._grounds, wrong)
        broken = sum(not one.advice for one in found)
        words = "Every rule is kept." if not broken else f"{broken} against the rules."
        self.state.setText(words)
        self.breaches.clear()
        for one in found:
            item = QListWidgetItem(f"Advice: {one.words}" if one.advice else one.words)
            item.setData(Qt.ItemDataRole.UserRole, one.piece)
            self.breaches.addItem(item)
        names = (self.layout_.name(i) for i in range(1, len(self.layout_.pieces) + 1))
        self.pieces.setText(" · ".join(names))

    def _pick(self, number: int) -> None:
        self._picked = number
        self.map.show_picked(number)
        self.turn.setEnabled(number > 0)

    def _pick_breach(self, item: QListWidgetItem) -> None:
        self._pick(int(item.data(Qt.ItemDataRole.UserRole)))

    def _move(self, number: int, x: Decimal, y: Decimal) -> None:
        piece = moved_piece(self.layout_.pieces[number - 1], x, y, self._scenario.table)
        self._change(number, piece)

    def _turn(self, number: int) -> None:
        self._change(number, turned_piece(self.layout_.pieces[number - 1], self._scenario.table))

    def _change(self, number: int, *instead: Piece) -> None:
        pieces = list(self.layout_.pieces)
        pieces[number - 1 : number] = instead
        self.layout_ = replace(self.layout_, pieces=tuple(pieces), seed=0)
        self._show()

    def _remove(self, number: int) -> None:
        self._change(number)
        self._pick(0)
