"""The dialog with a player's lists, one on each tab, and the packet's objections below."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtWidgets import QApplication, QDialog, QStackedWidget, QWidget

from app.engine import wording
from app.engine.acts.players import EnterArmy
from app.engine.armies.army_list import MOST_LISTS, ArmyList, tidy
from app.engine.armies.list_checks import lists_wanted
from app.engine.armies.models import known_of
from app.engine.armies.parse.sheets import read_sheets, text_fault
from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.players.models import event_models
from app.engine.state import State
from app.engine.subjects.players.lists import doubts_of
from app.engine.text import join_words
from app.store.errors import StoreError
from app.store.known_models import known_models, list_model_names, remember_models
from app.store.tables.sources import read_lists
from app.store.tables.workbook import WrittenList
from app.ui.dialogs.chooser import choose_file
from app.ui.dialogs.unsaved import WorkDialog
from app.ui.pages.players.check_in.list_form import ArmyListForm
from app.ui.widgets.basics import NameLabel, button, label, restyle
from app.ui.widgets.escape import escape_mnemonic, escape_tooltip
from app.ui.widgets.fields import NumberedTabs
from app.ui.widgets.layout import STRETCH, column_of, grow, row_of
from app.ui.widgets.theme import DIALOG, Space

FILES = say("Lists (*.txt *.csv *.tsv *.html *.htm *.mhtml *.webarchive);;All files (*)")
SECRET = say("Players see no list before both have revealed theirs.")
OPEN = say(
    "Opponents see these lists once their pairing is published. Which one is played stays secret"
    " until both have chosen."
)
FINE = say("These lists break no rule of the packet.")
NOTHING = say("No list yet. Type the entries, paste a list builder’s text, or import a file.")


class ListsDialog(WorkDialog):
    """A player's army lists. ``lists`` holds those that are not empty. Saving without any list
    deletes the player's lists.
    """

    def __init__(self, state: State, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        assert state.packet is not None
        assert state.settings is not None
        self.setWindowTitle(say("Army lists"))
        self.resize(1120, 640)
        self._state, self._player, self._packet = state, state.players[number], state.packet
        self.tabs = NumberedTabs()
        others = (other for other in state.players.values() if other.number != number)
        said = known_of(army_list for other in others for army_list in other.lists)
        self._known = {**known_models(), **said, **event_models(state)}
        self.forms: list[ArmyListForm] = []
        self._filling = False
        self._pages = QStackedWidget()
        self.add = button(say("&New list"), self._add_empty, kind="quiet")
        self.import_file = button(say("Import fi&le…"), self._choose_file)
        self.paste = button(say("&Paste"), self._paste)
        self.doubts = label("", "doubts", wraps=True)
        self._when_seen = SECRET if state.settings.lists_hidden else OPEN
        self.note = label(self._when_seen, "muted", wraps=True)
        self.cancel = button(say("&Cancel"), self.reject)
        self.save = button(say("Sa&ve lists"), self.accept, kind="primary")
        self._lay_out()
        wanted, brought = lists_wanted(state.packet, state.settings), self._player.lists
        for army_list in (*brought, *[self._fresh] * (max(wanted, 1) - len(brought))):
            self._add(army_list)
        self.tabs.currentChanged.connect(self._turn)
        self._turn(0)
        self._check()
        self.forms[0].texts[0].setFocus()

    @property
    def lists(self) -> tuple[ArmyList, ...]:
        return tuple(tidy(form.value) for form in self.forms if not form.is_empty)

    def work(self) -> object:
        """Return the lists, including texts that could not be read."""
        texts = ((form, tuple(text.toPlainText() for text in form.texts)) for form in self.forms)
        return [
            (form.value, contents) for form, contents in texts if any(contents) or not form.is_empty
        ]

    @property
    def doubts_found(self) -> tuple[str, ...]:
        """The objections to the lists."""
        return doubts_of(self._state, self._player, self.lists)

    @classmethod
    def ask(
        cls,
        state: State,
        number: int,
        parent: QWidget | None = None,
        lists: Sequence[WrittenList] = (),
    ) -> tuple[EnterArmy, bool] | None:
        """Return the command for the desk, and whether the organizer accepts the doubts about the
        lists. The dialog shows ``lists`` on further tabs beside the player's present lists.
        """
        if state.packet is None or state.settings is None:
            return None
        dialog = cls(state, number, parent)
        if lists:
            dialog.take_lists(lists)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        if accepted:
            remember_models(dialog.lists, list_model_names(dialog.lists))
        return (EnterArmy(number, dialog.lists), bool(dialog.doubts_found)) if accepted else None

    @property
    def _fresh(self) -> ArmyList:
        return ArmyList(faction=self._player.entry.faction)

    def take_text(self, text: str) -> None:
        """Put each list of a text into a form: the first into the present form, the others into the
        next ones.
        """
        fault = text_fault(text)
        sheets = () if fault else read_sheets(text, self._packet.lists.factions)
        begin = self.tabs.currentIndex()
        left_out = begin + len(sheets) - MOST_LISTS
        with self._check_once():
            for place, sheet in enumerate(sheets[: MOST_LISTS - begin], start=begin):
                if place >= len(self.forms):
                    self._add(self._fresh)
                self.tabs.setCurrentIndex(place)
                self.forms[place].show_sheet(sheet)
        if left_out > 0:
            fault = _left_out_words(left_out)
        self._say(fault)

    def take_file(self, path: Path) -> None:
        try:
            lists = read_lists(path)
        except StoreError as error:
            self._say(str(error))
            return
        if len(lists) == 1 and not lists[0].title:
            self.take_text(lists[0].text)
        else:
            self.take_lists(lists)

    def take_lists(self, lists: Sequence[WrittenList]) -> None:
        """Put each list into an empty form, or into a new form if none is empty. Leave out lists
        whose titles the dialog already has, and lists beyond ``MOST_LISTS``.
        """
        here = {form.name.text().casefold() for form in self.forms} - {""}
        fresh = [each for each in lists if each.title.casefold() not in here]
        left_out = 0
        with self._check_once():
            for each in fresh:
                place = next((at for at, form in enumerate(self.forms) if form.is_empty), None)
                if place is None and len(self.forms) == MOST_LISTS:
                    left_out += 1
                    continue
                if place is None:
                    place = len(self.forms)
                    self._add(self._fresh)
                sheet = read_sheets(each.text)[0]
                self.forms[place].show_sheet(replace(sheet, name=each.title or sheet.name))
                self.tabs.setCurrentIndex(place)
        faults = [_left_out_words(left_out)] if left_out else []
        if len(fresh) < len(lists):
            faults.append(_here_words(len(lists) - len(fresh)))
        self._say(" ".join(faults))

    def _say(self, fault: str) -> None:
        """Show what is wrong with a text or a file. The message stays until the next one replaces
        it; an empty ``fault`` removes it.
        """
        self.note.setText(fault or self._when_seen)
        restyle(self.note, "tone", "doubt" if fault else "")

    def _choose_file(self) -> None:
        if chosen := choose_file(self, say("Import lists"), "", FILES):
            self.take_file(chosen)

    def _paste(self) -> None:
        self.take_text(QApplication.clipboard().text())

    def _add(self, army_list: ArmyList) -> None:
        form = ArmyListForm(army_list, self._packet.lists, self._known)
        form.edited.connect(self._edited)
        form.sheets_pasted.connect(self.take_text)
        form.refused.connect(self._say)
        self.forms.append(form)
        self._pages.addWidget(form)
        self.tabs.addTab(wording.LIST_NUMBER.format(number=len(self.forms)))
        self.add.setEnabled(len(self.forms) < MOST_LISTS)

    def _add_empty(self) -> None:
        self._add(self._fresh)
        self.tabs.setCurrentIndex(len(self.forms) - 1)
        self.forms[-1].texts[0].setFocus()

    def _turn(self, place: int) -> None:
        self._pages.setCurrentIndex(place)

    def _edited(self) -> None:
        if not self._filling:
            self._check()

    @contextmanager
    def _check_once(self) -> Iterator[None]:
        """Check the lists once after the forms are filled in, instead of at each change of a
        field.
        """
        self._filling = True
        try:
            yield
        finally:
            self._filling = False
            self._check()

    def _check(self) -> None:
        for place, form in enumerate(self.forms):
            names = " & ".join(row.name for row in form.value.casters) or form.value.name
            number = place + 1
            words = (
                f"{number}: {escape_mnemonic(names)}"
                if names
                else wording.LIST_NUMBER.format(number=number)
            )
            self.tabs.setTabText(place, words)
            self.tabs.setTabToolTip(place, escape_tooltip(names))
        lists, doubts = self.lists, self.doubts_found
        held = not lists and bool(self._player.lists)
        sentences = doubts or (FINE if lists else NOTHING,)
        self.doubts.setText("\n".join((*sentences, *self._guessed())))
        restyle(self.doubts, "tone", "doubt" if doubts else "done" if lists else "")
        words = (
            say("Remo&ve lists")
            if held
            else say("Accept and sa&ve")
            if doubts
            else say("Sa&ve lists")
        )
        self.save.setText(words)
        self.save.setEnabled(bool(lists) or held)

    def _guessed(self) -> tuple[str, ...]:
        """Return a sentence about guessed kinds, including those on hidden pages, because one text
        may contain several lists.
        """
        counts = [(place, form.guesses) for place, form in enumerate(self.forms, start=1)]
        guesses = [
            say("{number} in list {place}", number=number, place=place)
            for place, number in counts
            if number
        ]
        return (
            (say("Kinds only guessed, marked “?” above: {guesses}.", guesses=join_words(guesses)),)
            if guesses
            else ()
        )

    def _lay_out(self) -> None:
        entry = self._player.entry.name
        heading = NameLabel(say("Lists of {entry}", entry=entry), "heading")
        column_of(
            row_of(grow(heading), self.paste, self.import_file),
            row_of(self.tabs, self.add, STRETCH),
            grow(self._pages),
            self.doubts,
            row_of(grow(self.note), self.cancel, self.save),
            on=self,
            gap=Space.M,
            margins=DIALOG,
        )


def _left_out_words(lists: int) -> str:
    return plural(
        lists,
        "A player has at most {most_lists} lists: {count} more was left out.",
        "A player has at most {most_lists} lists: {count} more were left out.",
        most_lists=MOST_LISTS,
    )


def _here_words(lists: int) -> str:
    return plural(
        lists,
        "{count} list of the file is already here under its title and stays as it is.",
        "{count} lists of the file are already here under their titles and stay as they are.",
    )
