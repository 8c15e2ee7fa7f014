"""The form for a game of no particular rules: its clock, points and columns."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSpinBox, QWidget

from app.engine.formats.own_game import LONGEST_HEADING, LONGEST_NAME, OwnGame, Won, own_game
from app.engine.language import reword, say
from app.engine.packet.packet import Heading, Packet
from app.engine.packet.ranking import RankingColumn
from app.ui.widgets.basics import label
from app.ui.widgets.fields import ComboBox, SpinBox
from app.ui.widgets.layout import caption_for, column_of, form_of, grow, row_of
from app.ui.widgets.theme import Space
from app.views.event.standings import RANKED

WON_WORDS = {
    Won.MORE: say("More points when it is over"),
    Won.FIRST: say("The first to so many points"),
    Won.LEAD: say("A lead of points"),
    Won.AGREEMENT: say("The players agree"),
}
COUNTS = {Won.FIRST: 1, Won.LEAD: 2}
"""The least number of points for ways to win that need points."""
CAPTION_WIDTH = 168
COLUMNS = (RankingColumn.TP, RankingColumn.SOS, RankingColumn.CP)
ABOUT = say("A bye is worth a win. A column that you do not name keeps its own name.")


class OwnGameForm(QWidget):
    """The form for a game without a packet. ``changed`` is emitted when a value has been entered;
    ``own`` holds the present values.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = QLineEdit()
        self.name.setMaxLength(LONGEST_NAME)
        self.minutes = _spin(1, 600, suffix=f" {say('min')}")
        self.entered = ComboBox()
        self.entered.addItem(say("Once, when the game is over"), True)
        self.entered.addItem(say("At the end of each turn"), False)
        self.won = ComboBox()
        for won, words in WON_WORDS.items():
            self.won.addItem(words, won)
        self.points = _spin(1, 999)
        self.points.setFixedWidth(96)
        self.points.setAccessibleName(say("Points that win"))
        self.turns = _spin(0, 99)
        self.turns.setSpecialValueText(say("No last turn"))
        self.win, self.tie, self.loss = (_spin(0, 99) for _ in range(3))
        self.headings = {column: _heading() for column in COLUMNS}
        self._build()
        self._wire()

    @property
    def own(self) -> OwnGame:
        won: Won = self.won.currentData()
        return OwnGame(
            name=self.name.text().strip(),
            minutes=self.minutes.value(),
            turns=0 if won is Won.AGREEMENT else self.turns.value(),
            points_at_end=self.entered.currentData(),
            won=won,
            points=self.points.value() if won in COUNTS else 0,
            win=self.win.value(),
            tie=self.tie.value(),
            loss=self.loss.value(),
            headings=tuple(
                Heading(column, field.text().strip())
                for column, field in self.headings.items()
                if field.text().strip()
            ),
        )

    def show_packet(self, packet: Packet) -> None:
        """Show a packet's values without emitting ``changed``."""
        own = own_game(packet)
        self.blockSignals(True)
        for column, line in self.headings.items():
            usual = reword(RANKED[column].value, packet.briefing.vocabulary)
            line.setPlaceholderText(say(usual))
            line.setAccessibleName(say("Name of the column {column}", column=say(usual)))
        self.entered.setCurrentIndex(self.entered.findData(own.points_at_end))
        self.won.setCurrentIndex(self.won.findData(own.won))
        numbers = (own.minutes, own.points, own.turns, own.win, own.tie, own.loss)
        for field, number in zip(self._numbers, numbers, strict=True):
            field.setValue(number)
        texts = (own.name, *(own.heading(column) for column in COLUMNS))
        for line, text in zip((self.name, *self.headings.values()), texts, strict=True):
            if line.text().strip() != text:
                line.setText(text)
        self.blockSignals(False)
        self._show_fitting()

    @property
    def _numbers(self) -> tuple[QSpinBox, ...]:
        return (self.minutes, self.points, self.turns, self.win, self.tie, self.loss)

    def _wire(self) -> None:
        for line in (self.name, *self.headings.values()):
            line.editingFinished.connect(self.changed)
        for box in (self.entered, self.won):
            box.activated.connect(self._chosen)
        for field in self._numbers:
            field.setKeyboardTracking(False)
            field.valueChanged.connect(self.changed)

    def _chosen(self) -> None:
        self._show_fitting()
        self.changed.emit()

    def _show_fitting(self) -> None:
        """Show the fields that belong to the chosen way to win, and set the smallest number of
        points that can be entered for it.
        """
        won = self.won.currentData()
        self.points.blockSignals(True)
        self.points.setMinimum(COUNTS.get(won, 0))
        self.points.blockSignals(False)
        self.points.setVisible(won in COUNTS)
        self.form.setRowVisible(self.turns, won is not Won.AGREEMENT)

    def _build(self) -> None:
        self.form = form = form_of()
        rows: Sequence[tuple[str, QWidget, QHBoxLayout | QWidget]] = (
            (say("The &game"), self.name, self.name),
            (say("On each cloc&k"), self.minutes, self.minutes),
            (say("Entr&y of points"), self.entered, self.entered),
            (say("A game is &won by"), self.won, row_of(grow(self.won), self.points, gap=Space.M)),
            (say("L&ast turn"), self.turns, self.turns),
            (say("Tournament points: win"), self.win, self.win),
            (say("Tie"), self.tie, self.tie),
            (say("Loss"), self.loss, self.loss),
            (
                say("Co&lumn names"),
                self.headings[COLUMNS[0]],
                row_of(*self.headings.values(), gap=Space.M),
            ),
        )
        for words, field, part in rows:
            caption = caption_for(field, words)
            caption.setMinimumSize(CAPTION_WIDTH, 34)
            form.addRow(caption, part)
        column_of(form, label(ABOUT, "muted", wraps=True), on=self, gap=Space.M)


def _heading() -> QLineEdit:
    line = QLineEdit()
    line.setMaxLength(LONGEST_HEADING)
    return line


def _spin(least: int, most: int, suffix: str = "") -> QSpinBox:
    spin = SpinBox()
    spin.setRange(least, most)
    spin.setSuffix(suffix)
    return spin
