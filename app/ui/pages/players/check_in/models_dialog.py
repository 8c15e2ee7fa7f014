"""The dialog that asks, once for the whole event, about models whose kinds the lists do not say. It
also shows this laptop's table of known models.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtWidgets import QDialog, QLabel, QPlainTextEdit, QWidget

from app.engine.acts.players import SettleModels
from app.engine.armies.army import Kind
from app.engine.armies.models import MOST_MODELS, SEVERAL, Model
from app.engine.language import plural, say
from app.engine.state import State
from app.engine.text import shorten
from app.store.errors import StoreError
from app.store.known_models import (
    join_models,
    keep_models,
    known_models,
    models_text,
    read_models_file,
    with_answers,
    write_models_file,
)
from app.ui.dialogs.chooser import choose_file, choose_new_file
from app.ui.dialogs.unsaved import WorkDialog
from app.ui.widgets.basics import NameLabel, button, label, make_scrollable, restyle
from app.ui.widgets.fields import ComboBox, SpinBox, TabWidget
from app.ui.widgets.layout import STRETCH, column_of, grid_of, grow, row_of
from app.ui.widgets.theme import DIALOG, Space, around
from app.views.event.models import ModelRow, model_rows

FILES = say("Tables of models (*.txt);;All files (*)")
NOTE = say(
    "Lists name these without saying what they are. An answer applies to all lists of the event,"
    " including later ones, and this laptop remembers it."
)
NOTHING = say("All lists say what their models are.")
TABLE = say("One model a line, such as “Doom Reavers: unit of 6” or “Gorman di Wulfe: solo”.")
HEADINGS = (say("Model"), say("Kind"), say("Models"), say("Lists"))
MOST_LETTERS, NAME_WIDTH = 48, 240


class ModelField:
    """A row of the dialog: a model with its kind and its size."""

    def __init__(self, row: ModelRow, every: Sequence[Kind], edited: Callable[[], None]) -> None:
        self._row, self._every = row, every
        self.name = NameLabel(shorten(row.name, MOST_LETTERS))
        self.name.setMinimumWidth(NAME_WIDTH)
        self.kind = ComboBox()
        self.kind.setAccessibleName(say("What {name} is", name=row.name))
        self.models = SpinBox()
        self.models.setRange(0, MOST_MODELS)
        self.models.setSpecialValueText("?")
        self.models.setAccessibleName(say("How many models {name} has", name=row.name))
        self.about = label(row.about, "muted")
        self._offer()
        self._follow()
        self.kind.currentIndexChanged.connect(self._follow)
        self.kind.currentIndexChanged.connect(edited)
        self.models.valueChanged.connect(edited)

    @property
    def parts(self) -> Sequence[QWidget]:
        return self.name, self.kind, self.models, self.about

    @property
    def is_open(self) -> bool:
        """Tell whether the model's kind, or the size of a unit, is still missing."""
        answer = self.answer
        return answer is None or (answer.kind is Kind.UNIT and not answer.models)

    @property
    def answer(self) -> Model | None:
        """The answer about the model; None until a kind is chosen."""
        kind = self.kind.currentData()
        if kind is None:
            return None
        return Model(self._row.name, kind, self.models.value() if kind in SEVERAL else 0)

    def take_guess(self) -> None:
        """Choose the guessed kind unless a kind is already chosen."""
        if self.answer is None:
            self.kind.setCurrentIndex(self.kind.findData(self._row.guess.kind))

    def _offer(self) -> None:
        row = self._row
        kinds = [kind for kind in (row.guess.kind, row.otherwise) if kind is not None]
        if row.lists:
            words = [say(kind.value) for kind in kinds]
            question = say("{kind} or {otherwise}?", kind=words[0], otherwise=words[-1])
            one = say("{kind}: how many?", kind=words[0])
            self.kind.addItem(question if len(words) > 1 else one, None)
        for kind in (*kinds, *(kind for kind in self._every if kind not in kinds)):
            self.kind.addItem(say(kind.value), kind)
        known = row.answer
        if known is not None:
            self.kind.setCurrentIndex(self.kind.findData(known.kind))
        several = known.models if known is not None else row.guess.models
        self.models.setValue(several if several > 1 else 0)

    def _follow(self) -> None:
        """Enable the number of models for kinds that may have several."""
        self.models.setEnabled(self.kind.currentData() in SEVERAL)


def _kinds(state: State) -> Sequence[Kind]:
    """Return the kinds that exist in the packet's edition. Lesser warlocks exist only in editions
    in which casters bring bonus points.
    """
    has_lesser = state.packet is None or state.packet.lists.bonus
    return [kind for kind in Kind if has_lesser or kind is not Kind.LESSER]


class ModelsDialog(WorkDialog):
    """A dialog that asks about unknown models. ``answers`` are the present answers, and ``table``
    is this laptop's table of models.
    """

    def __init__(self, state: State, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Models"))
        self.resize(880, 600)
        rows = model_rows(state, known_models())
        self.fields = [ModelField(row, _kinds(state), self._count) for row in rows]
        self.left = label("", "muted", wraps=True)
        self.all_guessed = button(say("Take all as &guessed"), self._take_guesses)
        self.all_guessed.setVisible(any(row.lists for row in rows))
        self._fault, text = _read_table()
        self.table = QPlainTextEdit(text)
        self.table.setReadOnly(bool(self._fault))
        self.table.setAccessibleName(say("Models known on this laptop"))
        self.table.setTabChangesFocus(True)
        self.table.setPlaceholderText(TABLE)
        self.import_file = button(say("&Import file…"), self._choose_file)
        self.share = button(say("Save as &file…"), self._choose_new_file)
        self.tabs = TabWidget()
        self.note = label("", "muted", wraps=True)
        self.cancel = button(say("&Cancel"), self.reject)
        self.save = button(say("&Save"), self.accept, kind="primary")
        self._lay_out()
        self._count()
        self._say(self._fault)

    @classmethod
    def ask(cls, state: State, parent: QWidget | None = None) -> SettleModels | None:
        """Return the command for the desk; None if no question was answered. Accepting the dialog
        also saves this laptop's table.
        """
        dialog = cls(state, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return SettleModels(dialog.answers) if accepted and dialog.answers else None

    @property
    def answers(self) -> tuple[Model, ...]:
        return tuple(answer for field in self.fields if (answer := field.answer))

    def work(self) -> object:
        return self.answers, self.table.toPlainText()

    def accept(self) -> None:
        """Save the table, then accept the answers. If saving fails, show why and stay open. A table
        that could not be read is left unchanged.
        """
        self._take_typed()
        try:
            if not self._fault:
                keep_models(with_answers(self.table.toPlainText(), self.answers))
        except StoreError as error:
            self._say(str(error))
            return
        super().accept()

    def take_file(self, path: Path) -> None:
        """Read a shared table from a file, and add its models that are missing from this laptop's
        table.
        """
        try:
            text = read_models_file(path)
        except StoreError as error:
            self._say(str(error))
            return
        self.table.setPlainText(join_models(self.table.toPlainText(), text))
        self._say("")

    def write_file(self, path: Path) -> None:
        """Write the table to a file for another laptop, including the present answers."""
        try:
            write_models_file(path, with_answers(self.table.toPlainText(), self.answers))
        except StoreError as error:
            self._say(str(error))
            return
        self._say("")

    def _say(self, fault: str) -> None:
        self.note.setText(fault)
        restyle(self.note, "tone", "doubt" if fault else "")

    def _choose_file(self) -> None:
        if chosen := choose_file(self, say("Import models"), "", FILES):
            self.take_file(chosen)

    def _choose_new_file(self) -> None:
        if chosen := choose_new_file(self, say("Save models"), "models.txt", FILES):
            self.write_file(chosen)

    def _take_guesses(self) -> None:
        for field in self.fields:
            field.take_guess()

    def _count(self) -> None:
        left = sum(field.is_open for field in self.fields)
        words = plural(left, "{count} model is open.", "{count} models are open.")
        self.left.setText(words if left else say("Every model has an answer."))
        self.left.setVisible(bool(self.fields))
        self.all_guessed.setEnabled(any(field.answer is None for field in self.fields))

    def _lay_out(self) -> None:
        inside = QWidget()
        rows = [tuple(field.parts) for field in self.fields]
        empty: list[QLabel] = [] if rows else [label(NOTHING, "muted")]
        heads = [tuple(label(words, "muted") for words in HEADINGS)] if rows else []
        grid = grid_of(*heads, *rows, gap=Space.S, gap_across=Space.L, shares=(4, 2, 1, 3))
        column_of(*empty, grid, STRETCH, on=inside, margins=around(Space.S))
        asked, known = QWidget(), QWidget()
        column_of(
            *([label(NOTE, "muted", wraps=True)] if rows else []),
            grow(make_scrollable(inside)),
            row_of(grow(self.left), self.all_guessed),
            on=asked,
            margins=around(Space.S),
        )
        column_of(
            label(TABLE, "muted", wraps=True),
            grow(self.table),
            row_of(STRETCH, self.import_file, self.share),
            on=known,
            margins=around(Space.S),
        )
        self.tabs.addTab(asked, say("In this &event"))
        self.tabs.addTab(known, say("&Known on this laptop"))
        column_of(
            label(say("What models are"), "heading"),
            grow(self.tabs),
            row_of(grow(self.note), self.cancel, self.save),
            on=self,
            gap=Space.M,
            margins=DIALOG,
        )


def _read_table() -> tuple[str, str]:
    """Return the reason why this laptop's table cannot be read, and the table. One of the two is
    empty.
    """
    try:
        return "", models_text()
    except StoreError as error:
        return str(error), ""
