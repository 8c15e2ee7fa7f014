"""The row of fields in which players are entered one after the other."""

from collections.abc import Iterable

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QApplication, QCompleter, QLineEdit, QWidget

from app.engine.acts.players import Entry
from app.engine.armies.factions import factions_of
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.players.rosters import has_room
from app.engine.state import State
from app.engine.text import name_order, plain, team_key
from app.ui.widgets.basics import button
from app.ui.widgets.choice_field import ChoiceField, EntryField
from app.ui.widgets.layout import grow, row_of

LONGEST = 500
NAME_ROLE = Qt.ItemDataRole.UserRole
"""The role of a player's name without club and faction."""
PLACE_ROLE = NAME_ROLE + 1


def pastes_list(event: QKeyEvent) -> bool:
    """Tell whether a key press pastes several lines or columns, which cannot be a name."""
    if not event.matches(QKeySequence.StandardKey.Paste):
        return False
    text = QApplication.clipboard().text()
    return "\n" in text.strip() or "\t" in text


class NameField(EntryField):
    """The field for a name. ``list_pasted`` carries a pasted text of several lines."""

    list_pasted = Signal(str)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if pastes_list(event):
            self.list_pasted.emit(QApplication.clipboard().text())
        else:
            super().keyPressEvent(event)


class EntryRow(QWidget):
    """The fields of an entry. ``entered`` carries the ``Entry`` to add; by then the fields are
    empty again. ``give_back`` restores an entry that was not added. At a team event, the team stays
    in its field for the next player until its seats are full.
    """

    entered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name, self.club, self.faction = NameField(), EntryField(), ChoiceField()
        self.team = EntryField()
        self.add = button(say("A&dd"), self._enter)
        self._clubs, self._names = QStringListModel(self), QStandardItemModel(self)
        self._teams = QStringListModel(self)
        self._offered: tuple[Entry, ...] = ()
        self._filled = Entry("")
        self._team_before = ""  # the team of the last entry
        self.add.setProperty("narrow", True)
        row_of(
            grow(self.name, 44),
            grow(self.team, 28),
            grow(self.club, 28),
            grow(self.faction, 28),
            self.add,
            on=self,
        )
        for field, hint, words in (
            (self.name, say("Next player"), say("Name of the next player")),
            (self.team, say("Team"), say("Team")),
            (self.club, say("Club"), say("Club")),
            (self.faction, say("Faction"), say("Faction")),
        ):
            field.setPlaceholderText(hint)
            field.setAccessibleName(words)
            field.setMaxLength(LONGEST)
            field.returnPressed.connect(self._enter)
        self.club.propose(_completer(self._clubs, self.club))
        self.team.propose(_completer(self._teams, self.team))
        self.team.hide()
        self._known = known = _completer(self._names, self.name)
        known.setFilterMode(Qt.MatchFlag.MatchContains)
        known.setCompletionRole(NAME_ROLE)
        known.activated[QModelIndex].connect(self._take_known)  # type: ignore[index]  # no stub for it
        self.name.propose(known)
        self.name.textChanged.connect(self._look)
        self._look("")

    def show_known(self, state: State) -> None:
        """Offer the clubs and teams that were entered so far, and the packet's factions."""
        entries = [player.entry for player in state.players.values()]
        _offer(self._clubs, (entry.club for entry in entries))
        _offer(self._teams, (entry.team for entry in entries))
        seats = state.settings.team_seats if state.settings else 0
        self.team.setVisible(seats > 0)
        if not has_room(state, team_key(self._team_before)):
            if self.team.text() == self._team_before:
                self.team.setText("")
            self._team_before = ""  # a substitute for a full team may be typed next
        self.faction.offer(faction_choices(state))
        self.faction.setVisible(state.armies)

    def show_season(self, known: Iterable[Entry], state: State) -> None:
        """Offer the players of the season who are not yet in the event, as a name is typed."""
        here = {plain(player.entry.name) for player in state.players.values()}
        offered = tuple(entry for entry in known if plain(entry.name) not in here)
        if offered == self._offered:
            return
        self._offered = offered
        self._names.clear()
        for place, entry in enumerate(offered):
            item = QStandardItem(offer_words(entry))
            item.setData(entry.name, NAME_ROLE)
            item.setData(place, PLACE_ROLE)
            self._names.appendRow(item)

    def _take_known(self, index: QModelIndex) -> None:
        """Fill the fields with a player of the season. Text that was typed in the other fields
        stays.
        """
        entry = self._offered[index.data(PLACE_ROLE)]
        self._filled = entry
        self.name.setText(entry.name)
        for field, known in ((self.club, entry.club), (self.faction, entry.faction)):
            if not field.text():
                field.setText(known)

    def give_back(self, entry: Entry) -> bool:
        """Show an entry again for correction. Return False if the next player is already being
        typed.
        """
        fields = (self.name, self.club, self.faction)
        if any(field.text() for field in fields):
            return False
        for field, words in zip(fields, (entry.name, entry.club, entry.faction), strict=True):
            field.setText(words)
        self.team.setText(entry.team)
        self.name.setFocus()
        return True

    def _look(self, text: str) -> None:
        self.add.setEnabled(bool(text.strip()))

    @property
    def _chooses(self) -> bool:
        """Tell whether a player of the season is marked in the list. Enter then chooses that
        player.
        """
        offers = self._known.popup()
        return offers is not None and offers.isVisible() and offers.currentIndex().isValid()

    def _enter(self) -> None:
        if self._chooses:
            return
        self.faction.settle()
        fields = (self.name, self.club, self.faction, self.team)
        entry = Entry(*(edit.text().strip() for edit in fields))
        known = self._filled
        if entry.name and entry.name == known.name:
            entry = replace(entry, nickname=known.nickname, sign_up=known.sign_up)
        self._filled = Entry("")
        self.name.setFocus()
        if entry.name:
            self._team_before = self.team.text()
            for field in (self.name, self.club, self.faction):
                field.setText("")  # clear() would keep the text for the field's own undo
            self.entered.emit(entry)


def _offer(known: QStringListModel, words: Iterable[str]) -> None:
    """Offer each text once, in order. An unchanged list is left alone, because it may be open."""
    offered = sorted({each for each in words if each}, key=name_order)
    if known.stringList() != offered:
        known.setStringList(offered)


def offer_words(entry: Entry) -> str:
    """Return the text that offers a player of the season, such as "Ana Lind · Ravens · Cryx"."""
    return " · ".join(filter(None, (entry.name, entry.club, entry.faction)))


def faction_choices(state: State) -> tuple[str, ...]:
    """Return the packet's factions, and any other factions that players have."""
    names = {each.name for each in factions_of(state.packet)}
    names |= {player.entry.faction for player in state.players.values() if player.entry.faction}
    return tuple(sorted(names, key=name_order))


def _completer(known: QAbstractItemModel, field: QLineEdit) -> QCompleter:
    completer = QCompleter(known, field)
    completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    return completer
