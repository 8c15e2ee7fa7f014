"""The preview of a list that was typed or pasted, line by line."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import (
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
)

from app.engine.armies.army import Kind
from app.engine.armies.army_list import cost
from app.engine.armies.parse.entries import ArmyLine, army_of
from app.engine.language import plural, say
from app.ui.widgets.basics import button
from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.table_model import dress
from app.ui.widgets.theme import current_theme

EXAMPLE = say(
    "One entry a line, or paste a list builder’s text.\n\n"
    "Long Gunners (10) 10\n- Officer and Standard 2\n\n"
    "or in columns: name; kind; points; models\n\n"
    "Iron Giant; jack; 9"
)
EXAMPLE_NOW = say(
    "Paste the list as the app writes it, or one entry a line, its points first:\n\n"
    "Major Orla Stormhand\n29 Fortress Mauler\n1 Scribe Elder"
)
HEADINGS = (say("Line"), say("Name"), say("Kind"), say("Points"), say("Models"))
LINE, NAME, KIND, POINTS, MODELS = range(5)
NUMBERS = (LINE, POINTS, MODELS)
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class ArmyPreview(QTableWidget):
    """A table of everything read from a list's text: each entry, each line that could not be read,
    and remarks. ``kind_wanted`` carries a line and the kind to use instead of the guess.
    """

    kind_wanted = Signal(object, object)

    def __init__(self) -> None:
        super().__init__(0, len(HEADINGS))
        self.setHorizontalHeaderLabels(HEADINGS)
        self.setAccessibleName(say("What was understood"))
        dress(self)
        head = self.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column in NUMBERS:
            heading = self.horizontalHeaderItem(column)
            if heading is not None:
                heading.setTextAlignment(RIGHT)

    def show_lines(self, lines: tuple[ArmyLine, ...]) -> None:
        visible = [line for line in lines if line.row is not None or line.fault or line.doubt]
        self.setRowCount(len(visible))
        theme = current_theme()
        for place, line in enumerate(visible):
            ink = theme.danger if line.row is None else theme.text
            for column, text in enumerate(_cells(line)):
                item = QTableWidgetItem(text)
                item.setToolTip(escape_tooltip(line.fault or line.doubt or text))
                item.setForeground(QBrush(QColor(ink if column == NAME else theme.text)))
                if column in NUMBERS:
                    item.setTextAlignment(RIGHT)
                self.setItem(place, column, item)
            self.removeCellWidget(place, KIND)
            if line.row is not None and line.otherwise is not None:
                self.setCellWidget(place, KIND, self._guess(line, line.row.kind, line.otherwise))

    def _guess(self, line: ArmyLine, kind: Kind, otherwise: Kind) -> QPushButton:
        words = f"{say(kind.value)} ? → {say(otherwise.value)}"
        change = button(words, lambda: self.kind_wanted.emit(line, otherwise), kind="inCell")
        change.setToolTip(
            escape_tooltip(
                say(
                    "{doubt} Press to take it as a {otherwise}.",
                    doubt=line.doubt,
                    otherwise=say(otherwise.value),
                )
            )
        )
        change.setAccessibleName(
            say(
                "{text}: {kind}? Take it as {otherwise}",
                text=line.text.strip(),
                kind=say(kind.value),
                otherwise=say(otherwise.value),
            )
        )
        return change


def _cells(line: ArmyLine) -> tuple[str, ...]:
    if line.row is None:
        words = f"{line.text.strip()}: {line.fault or line.doubt}"
        return (str(line.line), words, say("not read") if line.fault else "", "", "")
    row = line.row
    attached = "+ " if row.kind is Kind.ATTACHMENT else ""
    points = "–" if row.points is None else str(row.points)
    if row.kind is Kind.CASTER and row.points is not None:
        points = f"+{row.points}"
    elif row.free:
        points = say("free") if not row.points else say("free ({points})", points=row.points)
    odd = line.doubt and line.otherwise is None
    models = f"{row.models} ?" if odd else str(row.models)
    kind = say(row.kind.value) if line.otherwise is None else ""  # its button says it
    return (str(line.line), attached + row.name, kind, points, models)


def list_summary(lines: tuple[ArmyLine, ...]) -> str:
    rows = army_of(lines)
    if not rows and not any(line.fault for line in lines):
        return say("No entries: army points are counted by hand.")
    points = cost(rows)
    entries = plural(len(rows), "{count} entry", "{count} entries")
    sentences = [
        plural(points, "{entries}, {count} point.", "{entries}, {count} points.", entries=entries)
    ]
    faults = [line for line in lines if line.fault]
    if faults:
        sentences.append(
            say("Line {line}: {fault} It is left out.", line=faults[0].line, fault=faults[0].fault)
        )
    guesses = sum(line.otherwise is not None for line in lines)
    if guesses:
        sentences.append(
            plural(
                guesses,
                "{count} kind guessed, with “?”: press to change it.",
                "{count} kinds guessed, with “?”: press to change it.",
            )
        )
    doubts = [army_line for army_line in lines if army_line.doubt and army_line.otherwise is None]
    doubts.sort(key=lambda army_line: army_line.row is not None)
    if doubts:
        sentences.append(say("Line {line}: {doubt}", line=doubts[0].line, doubt=doubts[0].doubt))
    return " ".join(sentences)
