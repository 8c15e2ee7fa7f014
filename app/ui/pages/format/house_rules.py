"""The organizer's own choices besides the packet's keywords: ranking, scenarios, late and absent
players, teams.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QLayout,
    QPushButton,
    QSpinBox,
    QWidget,
)

from app.engine.formats.advice import advice_on
from app.engine.formats.settings import Late, LevelMatch, PaintingCategory, Settings
from app.engine.frozen import replace
from app.engine.language import TextTable, say, template
from app.engine.match_up.procedure import Procedure
from app.engine.packet.packet import Packet, PacketTopic
from app.engine.packet.ranking import TEAMS, RankingColumn
from app.engine.standings.awards import BEST_PAINTED, award_name
from app.engine.subjects.setup.event import MOST_SEATS
from app.engine.text import join_words
from app.store.match_ups import procedures
from app.ui.widgets.basics import button, card, label
from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.fields import ComboBox, SpinBox
from app.ui.widgets.layout import STRETCH, caption_for, column_of, grow, row_of
from app.ui.widgets.ordered_checklist import CheckedOrder
from app.ui.widgets.theme import CARD, Space
from app.views.event.format import layout_rows
from app.views.event.settings_words import PAINTING_WORDS, column_words, list_disputed

K = TypeVar("K")
BY_SEAT = "seats"
"""The match-up procedure of events that do not name another."""
BY_POINTS = template("goes by control points")
LEVEL_WORDS = TextTable(
    {
        LevelMatch.DRAW: say("is a draw"),
        LevelMatch.POINTS: template("goes by control points, then army points"),
    }
)
LATE_WORDS = {Late.LOSSES: say("count as losses"), Late.BYES: say("count as byes")}


LEAD_WINS = template("A lead in control points wins {scenarios}, too; sources differ on that")
ALL_SCENARIOS = say("Leave all unticked to use the whole packet.")
MATCHES = say("Teams are ranked by matches won instead of the sum of their players.")
CHOICE_ONLY = say(
    "In every packet players may see their opponents’ lists at any time; only the choice is secret."
)


class OrganizersOwn(QWidget):
    """The organizer's own choices. ``wanted`` carries a function that changes the present settings
    to the new ones.
    """

    wanted = Signal(object)
    layout_wanted = Signal(int)  # the number of a scenario

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scenarios = CheckedOrder(say("Scenarios played"), say("All of the packet"))
        self.in_order = QCheckBox(say("Play in this order, no roll"))
        self.public = QCheckBox(
            say("Published in advance; otherwise secret until the round starts")
        )
        self.disputed = QCheckBox()
        self.layout_of = ComboBox()
        self.layout_ = button(
            say("La&yout…"), lambda: self.layout_wanted.emit(self.layout_of.currentData())
        )
        self.order = CheckedOrder(say("Standings order"), say("As the packet says"))
        self.team_order = CheckedOrder(say("Team order"), say("As usual"))
        self.seats = SpinBox()
        self.seats.setRange(1, MOST_SEATS)
        self.seats.setSpecialValueText(say("no team event"))
        self.level = ComboBox()
        for level, words in LEVEL_WORDS.items():
            self.level.addItem(words, level)
        self.match_up = ComboBox()
        self._procedures: dict[str, Procedure] = {}
        self.match_up_about = label("", "muted", wraps=True)
        self.half = QCheckBox(say("A drawn match is half a win"))
        self.substitutes = SpinBox()
        self.substitutes.setRange(0, MOST_SEATS)
        self.substitutes.setSpecialValueText(say("none"))
        self.casters_differ = QCheckBox(say("No caster leads lists of two players of a team"))
        self.characters_differ = QCheckBox(say("No character is in lists of two players of a team"))
        self.to_captains = QCheckBox(say("Captains see the lists of the team they meet"))
        self.by_seed = QCheckBox(say("After a cut, pair by seed: first against last"))
        self.late = ComboBox()
        for late, words in LATE_WORDS.items():
            self.late.addItem(words, late)
        self.painting = ComboBox()
        for category in PaintingCategory:
            words = PAINTING_WORDS.get(category, say("not announced"))
            self.painting.addItem(_sentence(words), category)
        self.painting_advice = label("", "muted", wraps=True)
        self.lists_hidden = QCheckBox(say("Hide lists from opponents until both have chosen"))
        self.absences = SpinBox()
        self.absences.setRange(0, 9)
        self.absences.setSpecialValueText(say("never"))
        self.absences.setSuffix(f" {say('no-shows in a row')}")
        self._lay_out()
        self._wire()

    def show_settings(self, packet: Packet, settings: Settings) -> None:
        self._show_what_fits(packet)
        columns = column_words(packet)
        names = {scenario.number: scenario.name for scenario in packet.scenarios}
        self.scenarios.show_entries(*_split(settings.scenarios, names))
        self.order.show_entries(*_split(settings.order or packet.standings, columns))
        self.order.back.setEnabled(bool(settings.order))
        self.team_order.show_entries(*_split(settings.team_order or TEAMS, columns))
        self.team_order.back.setEnabled(bool(settings.team_order))
        self.seats.blockSignals(True)
        self.seats.setValue(max(settings.team_seats, 1))
        self.seats.blockSignals(False)
        self.level.setCurrentIndex(self.level.findData(settings.level_match))
        self._show_match_up(settings.match_up)
        self.half.setChecked(settings.drawn_match_half)
        self.substitutes.blockSignals(True)
        self.substitutes.setValue(settings.team_substitutes)
        self.substitutes.blockSignals(False)
        self.casters_differ.setChecked(settings.team_casters_differ)
        self.characters_differ.setChecked(settings.team_characters_differ)
        self.to_captains.setChecked(settings.lists_to_captains)
        for part in self._of_matches:
            part.setEnabled(bool(settings.team_seats))
        self.in_order.setChecked(settings.in_order)
        self.in_order.setEnabled(bool(settings.scenarios))
        self.public.setChecked(settings.scenarios_public)
        self._show_disputed(packet, settings)
        self._show_layouts(packet, settings)
        self.by_seed.setChecked(settings.cut_by_seed)
        self.late.setCurrentIndex(self.late.findData(settings.late))
        self.painting.setCurrentIndex(self.painting.findData(settings.painting))
        self.painting_advice.setText(" ".join(advice_on(packet, PacketTopic.PAINTING)))
        self.painting_advice.setVisible(bool(self.painting_advice.text()))
        self.lists_hidden.setChecked(settings.lists_hidden)
        self.absences.blockSignals(True)
        self.absences.setValue(settings.absences)
        self.absences.blockSignals(False)

    def _show_what_fits(self, packet: Packet) -> None:
        """Show only the parts for which the packet has choices: scenarios, and everything about
        armies.
        """
        self._scenario_card.setVisible(bool(packet.scenarios))
        words = LEVEL_WORDS[LevelMatch.POINTS] if packet.armies else str(BY_POINTS)
        self.level.setItemText(self.level.findData(LevelMatch.POINTS), words)
        of_armies = (
            self.casters_differ,
            self.characters_differ,
            self.to_captains,
            self._list_card,
            self._painting_card,
        )
        for part in of_armies:
            part.setVisible(packet.armies)

    def _show_disputed(self, packet: Packet, settings: Settings) -> None:
        """Show a check box that decides whether a lead wins in the scenarios about which the
        sources differ. Its text names these scenarios. Hide it if there are none.
        """
        names = list_disputed(packet)
        self.disputed.setVisible(bool(names))
        self.disputed.setChecked(settings.disputed_wins)
        self.disputed.setText(LEAD_WINS.format(scenarios=join_words(names)))

    def _show_layouts(self, packet: Packet, settings: Settings) -> None:
        """Show the scenarios whose diagrams are not known, so that the organizer has to lay them
        out.
        """
        chosen = self.layout_of.currentData()
        self.layout_of.clear()
        for words, number in layout_rows(packet, settings):
            self.layout_of.addItem(words, number)
        self.layout_of.setCurrentIndex(max(self.layout_of.findData(chosen), 0))
        self._places.setVisible(self.layout_of.count() > 0)

    @property
    def _of_matches(self) -> tuple[QWidget, ...]:
        """Return the settings that only team events have."""
        return (
            self.level,
            self.match_up,
            self.match_up_about,
            self.half,
            self.substitutes,
            self.casters_differ,
            self.characters_differ,
            self.to_captains,
        )

    def _show_match_up(self, chosen: Procedure | None) -> None:
        """Show the event's match-up procedure, even if this computer does not know it."""
        known = procedures()
        self._procedures = known.by_key | ({chosen.key: chosen} if chosen else {})
        names = [procedure.name for procedure in self._procedures.values()]
        if names != [self.match_up.itemText(place) for place in range(self.match_up.count())]:
            self.match_up.clear()
            for place, procedure in enumerate(self._procedures.values()):
                self.match_up.addItem(procedure.name, procedure.key)
                tip = escape_tooltip(procedure.about)
                self.match_up.setItemData(place, tip, Qt.ItemDataRole.ToolTipRole)
        key = chosen.key if chosen else BY_SEAT
        self.match_up.setCurrentIndex(self.match_up.findData(key))
        about = self._procedures[key].about
        left_out = [say("{fault} It is left out.", fault=fault) for fault in known.faults]
        self.match_up_about.setText("\n".join((about, *left_out)))

    def _choose_match_up(self, _place: int) -> None:
        procedure = self._procedures[self.match_up.currentData()]
        self._want(lambda settings: replace(settings, match_up=procedure))

    def _want(self, change: Callable[[Settings], Settings]) -> None:
        """Request a change. The controls then show the event's settings, not the click."""
        self.wanted.emit(change)

    def _play(self, keys: tuple[int, ...]) -> None:
        self._want(
            lambda settings: replace(
                settings, scenarios=keys, in_order=settings.in_order and bool(keys)
            )
        )

    def _rank(self, keys: tuple[RankingColumn, ...]) -> None:
        self._want(lambda settings: replace(settings, order=keys))

    def _rank_teams(self, keys: tuple[RankingColumn, ...]) -> None:
        self._want(lambda settings: replace(settings, team_order=keys))

    def _seat(self, seats: int) -> None:
        """Request a number of seats for each team. 1 makes it an event without teams."""
        self._want(lambda settings: replace(settings, team_seats=seats if seats > 1 else 0))

    def _wire(self) -> None:
        self.scenarios.changed.connect(self._play)
        self.order.changed.connect(self._rank)
        self.team_order.changed.connect(self._rank_teams)
        self.seats.valueChanged.connect(self._seat)
        self.level.activated.connect(
            lambda _at: self._want(
                lambda settings: replace(settings, level_match=self.level.currentData())
            )
        )
        self.match_up.activated.connect(self._choose_match_up)
        self.half.clicked.connect(
            lambda on: self._want(lambda settings: replace(settings, drawn_match_half=on))
        )
        self.substitutes.valueChanged.connect(
            lambda most: self._want(lambda settings: replace(settings, team_substitutes=most))
        )
        self.casters_differ.clicked.connect(
            lambda on: self._want(lambda settings: replace(settings, team_casters_differ=on))
        )
        self.characters_differ.clicked.connect(
            lambda on: self._want(lambda settings: replace(settings, team_characters_differ=on))
        )
        self.to_captains.clicked.connect(
            lambda on: self._want(lambda settings: replace(settings, lists_to_captains=on))
        )
        self.in_order.clicked.connect(
            lambda on: self._want(lambda settings: replace(settings, in_order=on))
        )
        self.public.clicked.connect(
            lambda on: self._want(lambda settings: replace(settings, scenarios_public=on))
        )
        self.disputed.clicked.connect(
            lambda on: self._want(lambda settings: replace(settings, disputed_wins=on))
        )
        self.by_seed.clicked.connect(
            lambda on: self._want(lambda settings: replace(settings, cut_by_seed=on))
        )
        self.late.activated.connect(
            lambda _at: self._want(lambda settings: replace(settings, late=self.late.currentData()))
        )
        self.painting.activated.connect(
            lambda _at: self._want(
                lambda settings: replace(settings, painting=self.painting.currentData())
            )
        )
        self.lists_hidden.clicked.connect(
            lambda on: self._want(lambda settings: replace(settings, lists_hidden=on))
        )
        self.absences.valueChanged.connect(
            lambda times: self._want(lambda settings: replace(settings, absences=times))
        )

    def _lay_out(self) -> None:
        absences = _fields(self.late, self.absences)
        self._places = _layout_field(self.layout_of, self.layout_)
        scenarios = (self.scenarios, self.in_order, self.public, self.disputed, self._places)
        self._scenario_card = _card(say("Scenarios played"), ALL_SCENARIOS, *scenarios)
        self._painting_card = _card(
            award_name(BEST_PAINTED), "", self.painting_advice, _painting_field(self.painting)
        )
        self._list_card = _card(say("Army lists"), CHOICE_ONLY, self.lists_hidden)
        column_of(
            self._scenario_card,
            _card(
                say("Standings order"), say("First criterion at the top."), self.order, self.by_seed
            ),
            _card(
                say("Team matches"),
                MATCHES,
                _match_fields(self.seats, self.substitutes, self.level, self.match_up),
                self.match_up_about,
                self.half,
                self.casters_differ,
                self.characters_differ,
                self.to_captains,
            ),
            _card(say("Team order"), say("For players with a team."), self.team_order),
            self._list_card,
            self._painting_card,
            _card(say("Late and absent players"), "", absences),
            on=self,
            gap=Space.M,
        )


def _fields(late: QComboBox, absences: QSpinBox) -> QWidget:
    both = QWidget()
    missed = caption_for(late, say("Rounds missed before a player ca&me"))
    after = caption_for(absences, say("Ask to &drop a player after"))
    column_of(_below(missed, late), _below(after, absences), on=both)
    return both


def _layout_field(scenario: QComboBox, layout: QPushButton) -> QWidget:
    row = QWidget()
    words = caption_for(scenario, say("Where the elements of a scenario stand"))
    column_of(words, row_of(scenario, layout, STRETCH), on=row, gap=Space.XS)
    return row


def _below(caption: QWidget, field: QWidget) -> QLayout:
    """Return a field of long words below its caption. Side by side, the two would be too wide for a
    narrow window.
    """
    return column_of(caption, row_of(field, STRETCH), gap=Space.XS)


def _painting_field(painting: QComboBox) -> QWidget:
    row = QWidget()
    row_of(grow(caption_for(painting, say("&Given for"))), painting, on=row, gap=Space.M)
    return row


def _match_fields(
    seats: QWidget, substitutes: QWidget, level: QWidget, match_up: QWidget
) -> QWidget:
    both = QWidget()
    playing = caption_for(seats, say("Players of a team in a round"))
    beyond = caption_for(substitutes, say("Substitutes per team"))
    drawn = caption_for(level, say("A tied match"))
    settled = caption_for(match_up, say("Pairings within a match"))
    column_of(
        row_of(grow(playing), seats, gap=Space.M),
        row_of(grow(beyond), substitutes, gap=Space.M),
        _below(drawn, level),
        _below(settled, match_up),
        on=both,
    )
    return both


def _split(
    chosen: Sequence[K], words: Mapping[K, str]
) -> tuple[list[tuple[object, str]], list[tuple[object, str]]]:
    """Return the chosen keys in their order, and then the other keys, all with their texts."""
    ticked: list[tuple[object, str]] = [(k, _sentence(words[k])) for k in chosen if k in words]
    rest: list[tuple[object, str]] = [
        (key, _sentence(text)) for key, text in words.items() if key not in chosen
    ]
    return ticked, rest


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _card(title: str, note: str, *parts: QWidget) -> QFrame:
    frame = card("own")
    column_of(
        label(title, "heading"),
        label(note, "muted", wraps=True) if note else None,
        *parts,
        on=frame,
        margins=CARD,
    )
    return frame
