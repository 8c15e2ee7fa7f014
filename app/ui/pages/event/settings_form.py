"""The form with an event's settings, used for a new event and for changes."""

from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDateEdit,
    QLabel,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from app.engine.formats.notes import clock_out_notes, rounds_notes, timing_notes, win_notes
from app.engine.formats.settings import MOST_LEAD, MOST_ROUNDS, MOST_TABLES, Settings
from app.engine.formats.times import setting_words
from app.engine.frozen import replace
from app.engine.language import plural, say, template
from app.engine.packet.packet import ClockOut, Packet
from app.engine.packet.timing import Timing, TimingKind
from app.engine.subjects.setup.event import MOST_SEATS
from app.ui.dialogs.house_decisions import HouseDecisionsBox
from app.ui.widgets.basics import button, label, restyle, scroll_to
from app.ui.widgets.fields import ComboBox, DayField, SpinBox
from app.ui.widgets.layout import (
    across,
    caption_for,
    column_of,
    form_of,
    grid_of,
    place_part,
)
from app.ui.widgets.letters_of_alt import paint_without_letters
from app.ui.widgets.theme import Space
from app.views.event.format import under
from app.views.event.settings_words import CLOCK_OUT_SAYS

CLOCK_OUT_WORDS = {
    ClockOut.PACKET: (
        say("The packet’s rule"),
        say(
            "The player loses, unless both agree that the scenario was already won before their"
            " time ran out."
        ),
    ),
    ClockOut.LOSE: (say("Lose at once"), CLOCK_OUT_SAYS[ClockOut.LOSE]),
    ClockOut.LAST_TURN: (say("Opponent’s last turn"), CLOCK_OUT_SAYS[ClockOut.LAST_TURN]),
    ClockOut.WARN: (say("Warn only"), CLOCK_OUT_SAYS[ClockOut.WARN]),
}

SCORES_ONCE_MORE = template(
    "The opponent scores what they control: at once in the player’s own turn, at the end of the"
    " turn in the opponent’s. Without a scenario win the player’s loss is an assassination."
)

SEED = say("Draws and scenarios are rolled from this number. You can leave it as it is.")
SEED_OF_DRAWS = say("Draws are rolled from this number. You can leave it as it is.")
SEED_MORE = say(
    "The same number gives the same draws as long as players and results are the same, so anyone"
    " can repeat a draw and check it. You can roll the number in public. With 0, each draw gets a"
    " new one."
)

NO_SEED = say("A dice seed is a whole number such as 4711. Until you type one, it stays {seed}.")
LONGEST_SEED = 18
USUAL_SIZE = 75
"""The usual army size, in points."""

NEW = Settings("", "", 0, 0)
OF_PACKET = frozenset({"size", "timing", "limits"})
"""The settings whose choices depend on the packet."""
CAPTIONS = {
    "name": say("Name"), "packet": say("Packet"), "size": say("Army size"), "timing": say("Timing"),
    "limits": say("Time limits"), "extensions": say("Turn extensions"),
    "reinforcements": say("Reinforcements"),
    "rounds": say("Rounds"), "tables": say("Tables"), "lead": say("Scenario win"),
    "clock_out": say("When a clock runs out"),
    "seed": say("Dice seed"),
    "date": say("Date"), "venue": say("Venue"), "fee": say("Entry fee"),
    "team_seats": say("Played by"),
}  # fmt: skip

MOST_OF = {"rounds": MOST_ROUNDS, "tables": MOST_TABLES, "lead": MOST_LEAD}
"""The numeric settings with their greatest values."""

Changed: TypeAlias = tuple[Settings, Packet]


class SettingsForm(QWidget):
    """The form with an event's settings. Settings that belong to other pages keep the values that
    were shown.

    ``changed`` is emitted with every edit, and ``settings`` are the present values.
    ``with_decisions`` adds a button for the packet's house decisions. With ``basics_apart``, the
    caller must place ``basics``, because the form's own layout leaves them out. ``faults`` say why
    packet files could not be read.
    """

    changed = Signal()

    def __init__(
        self,
        packets: Mapping[str, Packet],
        parent: QWidget | None = None,
        *,
        with_decisions: bool = True,
        basics_apart: bool = False,
        faults: Sequence[str] = (),
    ) -> None:
        super().__init__(parent)
        self._basics_apart = basics_apart
        self._packets, self._with_decisions = dict(packets), with_decisions
        self._shown, self._seed = NEW, 0
        self._make_basics(faults)
        self.about_lead = label("", "muted", wraps=True)
        self.rounds = _spin(MOST_OF["rounds"], say("By the number of players"))
        self.tables = _spin(MOST_OF["tables"], say("No limit"))
        self.lead = _spin(MOST_OF["lead"], say("The packet’s points"))
        self.clock_out = ComboBox()
        for value, (words, _) in CLOCK_OUT_WORDS.items():
            self.clock_out.addItem(words, value)
        self.timing = ComboBox()
        self.limits = ComboBox()
        self.extensions = QCheckBox(say("Turn extensions, where the packet has them"))
        self.reinforcements = QCheckBox(say("Reinforcements, where the scenario has them"))
        self.times = label("", "muted", wraps=True)
        self.decisions = button(
            say("Where the packet is silent…"), self._show_decisions, kind="quiet"
        )
        self.seed = QLineEdit()
        self.seed.setMaxLength(LONGEST_SEED)
        self.seed.setToolTip(SEED_MORE)
        self.seed.setWhatsThis(f"{SEED} {SEED_MORE}")
        self.seed.setAccessibleDescription(SEED)
        self.about_seed = label(SEED, "muted", wraps=True)
        self.explained = label("", "muted", wraps=True)
        self._fields: dict[str, QComboBox | QSpinBox | QLineEdit | QCheckBox | QDateEdit] = {
            "name": self.name, "packet": self.packet, "size": self.army, "timing": self.timing,
            "limits": self.limits, "extensions": self.extensions,
            "reinforcements": self.reinforcements, "rounds": self.rounds, "tables": self.tables,
            "lead": self.lead, "clock_out": self.clock_out, "seed": self.seed,
            "date": self.date, "venue": self.venue, "fee": self.fee, "team_seats": self.teams,
        }  # fmt: skip
        self._build()
        self._fill()
        self._wire()
        self._explain()

    def _make_basics(self, faults: Sequence[str]) -> None:
        self.name = QLineEdit()
        self.name.setPlaceholderText(say("Spring Open"))
        self.packet = ComboBox()
        for key, packet in self._packets.items():
            self.packet.addItem(packet.name, key)
        left_out = "\n".join(say("{fault} It is left out.", fault=fault) for fault in faults)
        self.faults = label(left_out, "muted", wraps=True)
        self.army = ComboBox()
        self.army.setAccessibleName(CAPTIONS["size"])
        self.about_size = label("", "warning", wraps=True)
        self.date = DayField(say("not set"))
        self.venue = QLineEdit()
        self.fee = QLineEdit()
        self.teams = ComboBox()
        self.teams.addItem(say("Single players"), 0)
        for seats in range(2, MOST_SEATS + 1):
            self.teams.addItem(say("Teams of {seats}", seats=seats), seats)

    @property
    def chosen_packet(self) -> Packet:
        return self._packets[self.packet.currentData()]

    @property
    def settings(self) -> Settings:
        packet = self.chosen_packet
        before = self._shown if self._shown.packet == packet.key else under(packet, self._shown)
        return replace(
            before,
            name=self.name.text().strip(),
            packet=self.packet.currentData(),
            size=self.army.currentData() or 0,
            seed=self._seed if self.seed_fault else int(self.seed.text()),
            tables=self.tables.value(),
            rounds=self.rounds.value(),
            lead=self.lead.value(),
            clock_out=self.clock_out.currentData(),
            timing=self.timing.currentData() or "",
            limits=self.limits.currentData() or "",
            extensions=self.extensions.isChecked(),
            reinforcements=self.reinforcements.isChecked(),
            date=self.date.iso,
            venue=self.venue.text().strip(),
            fee=self.fee.text().strip(),
            team_seats=self.teams.currentData(),
        )

    @property
    def seed_fault(self) -> str:
        """The reason why the typed seed is not valid; empty if it is valid."""
        is_number = self.seed.text().strip().isdecimal()
        return "" if is_number else NO_SEED.format(seed=self._seed)

    def show_settings(self, settings: Settings) -> None:
        self._shown, self._seed = settings, settings.seed
        self._show(settings)
        self.seed.setText(str(settings.seed))

    def show_changed(self, settings: Settings, before: Settings | None) -> None:
        """Show the event's new settings in place of the settings ``before``. Changes made here but
        not applied stay, even half-typed ones, unless they are choices of a packet that was
        replaced.
        """
        mine = self.settings
        if before is None or mine == settings:
            self.show_settings(settings)
            return
        changed = {
            name
            for name in CAPTIONS.keys() - {"seed"}
            if getattr(mine, name) != getattr(before, name)
        }
        if mine.packet != before.packet:
            changed |= OF_PACKET
        elif settings.packet != before.packet:
            changed -= OF_PACKET
        self._shown, self._seed = settings, settings.seed
        self._show(replace(settings, **{name: getattr(mine, name) for name in changed}))
        if self.seed.text().strip() == str(before.seed):
            self.seed.setText(str(settings.seed))

    def changes(self, settings: Settings) -> dict[str, object]:
        """Return the form's values that differ from ``settings``, by the names of the settings."""
        mine = self.settings
        return {
            key: getattr(mine, key)
            for key in CAPTIONS
            if getattr(mine, key) != getattr(settings, key)
        }

    def only(self, keys: Collection[str], settings: Settings, packet: Packet) -> Changed:
        """Return ``settings`` and ``packet``, changed only by those edits made here whose names are
        in ``keys``. If another packet is chosen here and one of these edits depends on it, also
        include that packet and all choices that depend on it.
        """
        mine = self.settings
        if self.changes(settings).keys() <= {*keys}:
            return mine, self.chosen_packet
        if mine.packet != settings.packet and {*keys} & {"packet", *OF_PACKET}:
            keys = {*keys, "packet", *OF_PACKET}
            settings, packet = under(self.chosen_packet, settings), self.chosen_packet
        return replace(settings, **{key: getattr(mine, key) for key in keys}), packet

    def begin_at(self, key: str) -> None:
        """Move the focus to a setting and select its contents. Scroll to it once the page is laid
        out.
        """
        self._fields[key].setFocus(Qt.FocusReason.TabFocusReason)
        QTimer.singleShot(0, self, lambda: scroll_to(self._fields[key], Space.XXL))

    def show_field(self, key: str) -> bool:
        """Move the focus to the field of a setting. Return False if this form has no such field."""
        if key in self._fields:
            self.begin_at(key)
        return key in self._fields

    def value_words(self, key: str) -> str:
        """Return the present value of a setting in words."""
        field = self._fields[key]
        if isinstance(field, QComboBox):
            return field.currentText()
        if isinstance(field, QCheckBox):
            return "on" if field.isChecked() else "off"
        return field.text()

    def _show(self, settings: Settings) -> None:
        for line, text in (
            (self.name, settings.name),
            (self.venue, settings.venue),
            (self.fee, settings.fee),
        ):
            if line.text().strip() != text:
                line.setText(text)
                line.home(False)  # a long one is read from its beginning
        self.date.show_iso(settings.date)
        self.teams.setCurrentIndex(max(self.teams.findData(settings.team_seats), 0))
        self.packet.setCurrentIndex(self.packet.findData(settings.packet))
        self.army.setCurrentIndex(self.army.findData(settings.size))
        self._explain_size("")
        self.rounds.setValue(settings.rounds)
        self.tables.setValue(settings.tables)
        self.lead.setValue(settings.lead)
        self.clock_out.setCurrentIndex(self.clock_out.findData(settings.clock_out))
        self.timing.setCurrentIndex(max(self.timing.findData(settings.timing), 0))
        self.limits.setCurrentIndex(max(self.limits.findData(settings.limits), 0))
        self.extensions.setChecked(settings.extensions)
        self.reinforcements.setChecked(settings.reinforcements)

    def show_packet(self, packet: Packet) -> None:
        """Add the event's own packet to the list, or replace the one with the same key."""
        if self._packets.get(packet.key) == packet:
            return
        self._packets[packet.key] = packet
        place = self.packet.findData(packet.key)
        if place < 0:
            self.packet.addItem(packet.name, packet.key)
        elif self.packet.currentIndex() == place:
            self._fill()
            self._explain()

    def _build(self) -> None:
        self._build_basics()
        self.rest = QWidget()
        self.form = form = form_of(on=self.rest)
        parts = (self.rest,) if self._basics_apart else (self.basics, self.rest)
        column_of(*parts, on=self, gap=Space.L)
        for words, field in (
            (say("T&iming"), self.timing),
            (say("Time &limits"), self.limits),
            ("", self.extensions),
            ("", self.reinforcements),
            ("", self.times),
            (say("Ro&unds"), self.rounds),
            (say("&Tables"), self.tables),
            (say("Scenario wi&n"), self.lead),
            ("", self.about_lead),
            (say("When a clock runs &out"), self.clock_out),
            ("", self.explained),
            (say("Dice see&d"), self.seed),
            ("", self.about_seed),
            ("", self.decisions),
        ):
            caption = label(words, buddy=None if isinstance(field, QLabel) else field)
            caption.setMinimumSize(104, 34)
            form.addRow(caption, field)

    def _build_basics(self) -> None:
        """Lay out the event's name, packet and size, and below them its place, fee, players and
        date. The name takes the width of two fields.
        """
        self.basics = QWidget()
        below = (
            caption_for(self.venue, say("Venue")),
            caption_for(self.fee, say("Entry fee")),
            caption_for(self.teams, say("Played by")),
            caption_for(self.date, say("Date")),
        )
        fields = grid_of(
            (
                across(caption_for(self.name, say("Na&me")), 2),
                None,
                across(caption_for(self.packet, say("&Packet and size")), 2),
            ),
            (across(self.name, 2), None, self.packet, self.army),
            [place_part(caption, Qt.AlignmentFlag.AlignBottom) for caption in below],
            (self.venue, self.fee, self.teams, self.date),
            gap=Space.XS,
            gap_across=Space.L,
            shares=(3, 2, 2, 2),
        )
        fields.setRowMinimumHeight(2, Space.XL)
        for part in (*below, self.packet, self.army, self.teams):
            paint_without_letters(part)
        column_of(fields, self.about_size, self.faults, on=self.basics)
        self.faults.setVisible(bool(self.faults.text()))

    def _wire(self) -> None:
        self.packet.currentIndexChanged.connect(self._fill)
        self.timing.currentIndexChanged.connect(self._fill_limits)
        self.changed.connect(self._explain)
        self.seed.textChanged.connect(self._explain_seed)
        self.packet.currentIndexChanged.connect(self._explain_seed)
        self.date.dateChanged.connect(self.changed)
        for line in (self.name, self.seed, self.venue, self.fee):
            line.textChanged.connect(self.changed)
        for box in (self.extensions, self.reinforcements):
            box.toggled.connect(self.changed)
        for combo in (self.packet, self.army, self.clock_out, self.timing, self.limits, self.teams):
            combo.currentIndexChanged.connect(self.changed)
        self.army.activated.connect(lambda: self._explain_size(""))
        for spin in (self.rounds, self.tables, self.lead):
            spin.valueChanged.connect(self.changed)

    def _fill_sizes(self) -> None:
        packet, before = self.chosen_packet, self.army.currentData()
        self.army.clear()
        for size in packet.sizes:
            self.army.addItem(_size_words(size), size)
        wanted = USUAL_SIZE if before is None else before
        nearest = min(packet.sizes, key=lambda size: abs(size - wanted), default=wanted)
        self.army.setCurrentIndex(self.army.findData(nearest))
        self._explain_size(
            "" if before is None or nearest == wanted else _no_such_size(packet, wanted, nearest)
        )

    def _explain_size(self, why: str) -> None:
        """Show ``why`` the packet lacks the chosen size; hide the line if ``why`` is empty."""
        self.about_size.setText(why)
        self.army.setAccessibleDescription(why)
        self.about_size.setVisible(bool(why))

    def _fill(self) -> None:
        """Fill in the choices of the chosen packet. A value that the packet does not know becomes
        its default.
        """
        self._fill_sizes()
        packet = self.chosen_packet
        timings = [
            (timing.key if i else "", timing.name) for i, timing in enumerate(packet.timings)
        ]
        _offer(self.timing, timings)
        self._fill_limits()
        reinforced = any(scenario.reinforcements for scenario in packet.scenarios)
        self.form.setRowVisible(self.reinforcements, reinforced)
        points = plural(packet.victory.win.points, "{count} point", "{count} points")
        self.lead.setSpecialValueText(points)

    def _fill_limits(self) -> None:
        offered = self.chosen_packet.limits_for(self.timing.currentData() or "")
        _offer(self.limits, [("", say("The packet’s")), *((o.key, o.name) for o in offered)])
        self.form.setRowVisible(self.limits, bool(offered))

    def _show_decisions(self) -> None:
        HouseDecisionsBox.ask(self.chosen_packet, self)

    def _explain_seed(self) -> None:
        fault = self.seed_fault
        about = SEED if self.chosen_packet.scenarios else SEED_OF_DRAWS
        self.about_seed.setText(fault or about)
        self.seed.setWhatsThis(f"{about} {SEED_MORE}")
        restyle(self.about_seed, "role", "warning" if fault else "muted")
        self.seed.setAccessibleDescription(fault or about)

    def _explain(self) -> None:
        """Show the consequences of the choices, and hide rows that have no meaning under them."""
        packet, settings = self.chosen_packet, self.settings
        kind = packet.timing(settings.timing).kind
        clocks = kind is TimingKind.DEATHCLOCK
        self.army.setVisible(bool(packet.sizes))
        for row in (self.timing, self.times):
            self.form.setRowVisible(row, not packet.adjustable)
        self.form.setRowVisible(self.extensions, kind is TimingKind.TURNS)
        for row in (self.clock_out, self.explained):
            self.form.setRowVisible(row, clocks)
        times = f"{setting_words(packet, settings)}. {timing_notes(packet, settings)}"
        self.times.setText(times.strip())
        self.form.setRowVisible(self.decisions, self._with_decisions and bool(packet.notes))
        self.rounds.setToolTip(rounds_notes(packet, settings))
        self.about_lead.setText(win_notes(packet))
        chosen = self.clock_out.currentData()
        self.explained.setText(_describe_clock_out(packet.timing(settings.timing), chosen))
        self.clock_out.setToolTip(clock_out_notes(packet, settings))
        packet_wins = not packet.scenarios or any(
            scenario.win is None for scenario in packet.scenarios
        )
        offered = packet_wins and packet.armies
        self.form.setRowVisible(self.lead, offered)
        self.form.setRowVisible(self.about_lead, offered and bool(self.about_lead.text()))


def _offer(combo: QComboBox, choices: Sequence[tuple[str, str]]) -> None:
    """Fill ``combo`` with keys and texts. The present choice stays if it is still offered."""
    before = combo.currentData()
    combo.blockSignals(True)
    combo.clear()
    for key, words in choices:
        combo.addItem(words, key)
    combo.setCurrentIndex(max(combo.findData(before), 0))
    combo.blockSignals(False)


def _describe_clock_out(timing: Timing, chosen: ClockOut) -> str:
    if chosen is ClockOut.PACKET and timing.clock_out_scores:
        return str(SCORES_ONCE_MORE)
    loses = chosen is ClockOut.PACKET and timing.clock_out_loses
    return CLOCK_OUT_WORDS[ClockOut.LOSE if loses else chosen][1]


def _size_words(size: int) -> str:
    return say("Battlegroup") if size == 0 else say("{size} points", size=size)


def _no_such_size(packet: Packet, wanted: int, nearest: int) -> str:
    return say(
        "{packet} has no clock for {wanted}. The size is now {nearest}.",
        packet=packet.name,
        wanted=_size_words(wanted),
        nearest=_size_words(nearest),
    )


def _spin(most: int, zero: str) -> QSpinBox:
    spin = SpinBox()
    spin.setRange(0, most)
    spin.setSpecialValueText(zero)
    return spin
