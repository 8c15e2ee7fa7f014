"""The form for one army list: its headings, its entries as text, and how the program read them."""

from collections.abc import Mapping

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import (
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
)

from app.engine.armies.army import Army, Kind
from app.engine.armies.army_list import ArmyList, count_guessed_kinds
from app.engine.armies.factions import armies_of, faction_of
from app.engine.armies.models import Known
from app.engine.armies.parse.entries import ArmyLine, army_of, army_text, read_army
from app.engine.armies.parse.guesses import with_known
from app.engine.armies.parse.phrases import with_kind
from app.engine.armies.parse.sheets import MOST_TEXT, Sheet, is_whole_sheet, read_sheets, text_fault
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.packet.list_rules import ListRules
from app.ui.pages.players.check_in.list_preview import (
    EXAMPLE,
    EXAMPLE_NOW,
    ArmyPreview,
    list_summary,
)
from app.ui.widgets.basics import button, label
from app.ui.widgets.choice_field import ChoiceField
from app.ui.widgets.fields import ComboBox, SpinBox, TabWidget, fill_in
from app.ui.widgets.layout import caption_for, column_of, grid_of, grow, place_part, row_of
from app.ui.widgets.theme import Space

WORD = 104
"""The least width, in pixels, of a field for a few words."""
PARTS = (say("&Army"), say("&Specialists"), say("&Reinforcements"))
BESIDE = say("One entry a line, as in the army.")


class EntriesText(QPlainTextEdit):
    """The text of an army list. ``sheets_pasted`` carries a pasted text with whole lists;
    ``refused`` carries the reason why a text is not accepted.
    """

    sheets_pasted = Signal(str)
    refused = Signal(str)

    def __init__(self, rules: ListRules) -> None:
        super().__init__()
        self._rules = rules
        self.setTabChangesFocus(True)

    def insertFromMimeData(self, source: QMimeData) -> None:
        text = source.text()
        fault = text_fault(text) if text.strip() else ""
        if not fault and len(text) + len(self.toPlainText()) > MOST_TEXT:
            fault = text_fault(text + self.toPlainText())
        if fault:
            self.refused.emit(fault)
        elif self.document().isEmpty() and is_whole_sheet(text, self._rules.factions):
            self.sheets_pasted.emit(text)
        else:
            self.insertPlainText(text)


class ArmyListForm(QWidget):
    """The form for one army list. ``edited`` is emitted with every change, and ``value`` is the
    present list. ``sheets_pasted`` and ``refused`` pass on the signals of the same names from the
    text fields.
    """

    edited = Signal()
    sheets_pasted = Signal(str)
    refused = Signal(str)

    def __init__(
        self,
        army_list: ArmyList,
        rules: ListRules,
        known: Mapping[str, Known],
        parent: QWidget | None = None,
    ) -> None:
        """Make the form. ``known`` has the models whose kinds are known by name, so that nobody has
        to be asked about them.
        """
        super().__init__(parent)
        self._rules, self._known, objectives = rules, known, rules.objectives
        self.name, self.faction, self.theme = QLineEdit(), ChoiceField(), ChoiceField()
        self.faction.offer(each.name for each in rules.factions)
        for field in (self.name, self.faction, self.theme):
            field.setMinimumWidth(WORD)
        self.tier, self.points = _spin(9, say("none")), _spin(999, say("their sum"))
        self.objective = ComboBox()
        self.objective.setEditable(bool(objectives))
        self.objective.addItems(["", *objectives])
        self.objective.setVisible(bool(objectives))
        self.texts = tuple(EntriesText(rules) for _ in PARTS)
        self.cards = QPlainTextEdit()
        self.cards.setTabChangesFocus(True)
        self.parts = TabWidget()
        self.preview = ArmyPreview()
        self.reading = label("", "muted", wraps=True)
        self.confirm = button(say("&Kinds are right"), self._confirm_kinds)
        self.confirm.setToolTip(say("Accepts every guessed kind as it is"))
        self._lay_out(rules)
        self.show_list(army_list)
        self._offer_armies()
        self._wire()
        self._read()

    @property
    def value(self) -> ArmyList:
        faction = self.faction.text().strip()
        army, specialists, reinforcements = (
            army_of(self._lines(text, faction)) for text in self.texts
        )
        return ArmyList(
            army=army,
            name=self.name.text().strip(),
            faction=faction,
            theme=self.theme.text().strip(),
            tier=self.tier.value(),
            points=self.points.value(),
            objective=self.objective.currentText().strip(),
            specialists=specialists,
            reinforcements=reinforcements,
            cards=tuple(self.cards.toPlainText().splitlines()),
        )

    @property
    def guesses(self) -> int:
        """The number of kinds that are only guesses, in all parts of the list."""
        return count_guessed_kinds(self.value)

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing was entered, except perhaps a faction."""
        return replace(self.value, faction="") == ArmyList()

    def show_list(self, army_list: ArmyList) -> None:
        self._fill(army_list)
        for text, rows in zip(self.texts, _parts(army_list), strict=True):
            text.setPlainText(army_text(rows))

    def show_sheet(self, sheet: Sheet) -> None:
        """Show a list from a file or the clipboard. Its entries appear as they were written."""
        self._fill(replace(sheet, faction=sheet.faction or self.faction.text()))
        words = (sheet.army, sheet.specialists, sheet.reinforcements)
        for text, sheet_words in zip(self.texts, words, strict=True):
            text.setPlainText(sheet_words)

    def _fill(self, army_list: ArmyList | Sheet) -> None:
        fill_in(self.name, army_list.name)
        fill_in(self.faction, army_list.faction)
        fill_in(self.theme, army_list.theme)
        self.tier.setValue(army_list.tier)
        self.points.setValue(army_list.points)
        self.objective.setCurrentText(army_list.objective)
        self.cards.setPlainText("\n".join(army_list.cards))
        for place, words in enumerate((army_list.specialists, army_list.reinforcements), start=1):
            self.parts.setTabVisible(place, bool(words) or not self._rules.one_army)

    def _lines(self, text: QPlainTextEdit, faction: str) -> tuple[ArmyLine, ...]:
        lines = read_army(
            text.toPlainText(),
            faction,
            points_first=not self._rules.bonus,
            led=text is self.texts[0],
        )
        return with_known(lines, self._known)

    @property
    def _shown(self) -> QPlainTextEdit:
        """The text field of the tab that is shown, or the army's text field while the tab of the
        command cards is shown.
        """
        place = self.parts.currentIndex()
        return self.texts[place] if place < len(self.texts) else self.texts[0]

    def _offer_armies(self) -> None:
        """Offer the armies of the chosen faction."""
        self.theme.offer(armies_of(self._rules.factions, self.faction.text()))

    def _take_faction(self) -> None:
        if not self.faction.text():
            fill_in(self.faction, faction_of(self._rules.factions, self.theme.text()))

    def _take_headings(self) -> None:
        """Fill empty fields with the faction, the theme and other headings found in the text."""
        sheet = read_sheets(self.texts[0].toPlainText(), self._rules.factions)[0]
        for field, words in (
            (self.faction, sheet.faction),
            (self.theme, sheet.theme),
            (self.name, sheet.name),
        ):
            if words and not field.text():
                fill_in(field, words)
        if sheet.tier and not self.tier.value():
            self.tier.setValue(sheet.tier)
        if sheet.cards and not self.cards.toPlainText():
            self.cards.setPlainText("\n".join(sheet.cards))
        if sheet.objective and not self.objective.currentText():
            self.objective.setCurrentText(sheet.objective)

    def _read(self) -> None:
        lines = self._lines(self._shown, self.faction.text())
        self.preview.show_lines(lines)
        self.reading.setText(list_summary(lines))
        self.confirm.setVisible(any(line.otherwise is not None for line in lines))

    def _take_kind(self, line: ArmyLine, kind: Kind) -> None:
        """Write the kind into the line of the text that it belongs to, so that this can be
        undone.
        """
        text = self._shown
        block = text.document().findBlockByNumber(line.line - 1)
        if block.text() == line.text:
            cursor = QTextCursor(block)
            cursor.movePosition(
                QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor
            )
            cursor.insertText(with_kind(line.text, kind))

    def _confirm_kinds(self) -> None:
        for line in self._lines(self._shown, self.faction.text()):
            if line.row is not None and line.otherwise is not None:
                self._take_kind(line, line.row.kind)

    def _text_changed(self) -> None:
        self._take_headings()
        self._read()
        self.edited.emit()

    def _wire(self) -> None:
        for text in self.texts:
            text.textChanged.connect(self._text_changed)
            text.sheets_pasted.connect(self.sheets_pasted)
            text.refused.connect(self.refused)
        self.preview.kind_wanted.connect(self._take_kind)
        self.faction.textChanged.connect(self._read)
        self.faction.textChanged.connect(self._offer_armies)
        self.theme.editingFinished.connect(self._take_faction)
        for field in (self.name, self.faction, self.theme):
            field.textChanged.connect(self.edited)
        self.tier.valueChanged.connect(self.edited)
        self.points.valueChanged.connect(self.edited)
        self.objective.currentTextChanged.connect(self.edited)
        self.cards.textChanged.connect(self.edited)
        self.parts.currentChanged.connect(self._read)

    def _lay_out(self, rules: ListRules) -> None:
        fields = {
            say("Na&me"): self.name,
            say("&Faction"): self.faction,
            say("Arm&y") if rules.one_army else say("&Theme, contract or pact"): self.theme,
            **({} if rules.one_army else {say("T&ier"): self.tier}),
            say("P&oints on the sheet"): self.points,
            say("O&bjective"): self.objective,
        }
        captions = [caption_for(field, words, "muted") for words, field in fields.items()]
        captions[-1].setVisible(bool(rules.objectives))
        above = grid_of(
            captions,
            tuple(fields.values()),
            gap=Space.XS,
            gap_across=Space.M,
            shares=(3, 3, 4, 3, 3) if rules.one_army else (3, 3, 4, 1, 3, 3),
        )
        for words, text in zip(_parts_words(rules), self.texts, strict=True):
            text.setAccessibleName(words.replace("&", ""))
            example = EXAMPLE if rules.bonus else EXAMPLE_NOW
            text.setPlaceholderText(example if text is self.texts[0] else BESIDE)
            self.parts.addTab(text, words)
        if rules.command_cards:
            self.cards.setAccessibleName(say("Command cards"))
            self.cards.setPlaceholderText(say("One command card a line."))
            self.parts.addTab(self.cards, say("Comman&d cards"))
        both = row_of(
            grow(self.parts, 2),
            grow(
                column_of(
                    grow(self.preview),
                    row_of(
                        grow(self.reading),
                        place_part(self.confirm, Qt.AlignmentFlag.AlignTop),
                        gap=Space.M,
                    ),
                ),
                3,
            ),
            gap=Space.L,
        )
        column_of(above, grow(both), on=self, gap=Space.M)


def _parts_words(rules: ListRules) -> tuple[str, ...]:
    """Return the names of the tabs. The first is called "Entries" instead of "Army" if all entries
    form one army.
    """
    return (say("&Entries"), *PARTS[1:]) if rules.one_army else PARTS


def _parts(army_list: ArmyList) -> tuple[Army, Army, Army]:
    return army_list.army, army_list.specialists, army_list.reinforcements


def _spin(most: int, zero: str) -> QSpinBox:
    spin = SpinBox()
    spin.setRange(0, most)
    spin.setSpecialValueText(zero)
    return spin
