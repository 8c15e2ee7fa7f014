"""The results desk, at which slips are typed at full speed, by keyboard alone and without
dialogs.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise

from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from app.engine.acts.commands import Refused
from app.engine.acts.results import How, ReportResult, Result
from app.engine.language import say
from app.engine.side import Pair, Side
from app.engine.table.game import GIVEN_UP
from app.engine.table.sentences import result_words
from app.engine.text import few_tables, shorten
from app.ui.pages.round.results_fields import (
    STILL_PLAYED,
    DigitRun,
    HowBox,
    ShortField,
    before_typing,
    choices_of,
)
from app.ui.widgets.basics import (
    FittingLabel,
    button,
    is_in_sight,
    label,
    restyle,
    scroll_to,
    step_button,
)
from app.ui.widgets.layout import (
    STRETCH,
    LayoutGap,
    Part,
    caption_for,
    column_of,
    grow,
    row_of,
    set_room,
)
from app.ui.widgets.theme import CONTROL, FIELD, Margins, Space
from app.ui.widgets.two_lines import TwoLines
from app.views.event.finding import Find
from app.views.round.result_entry import (
    TIED_BY,
    WON_BY,
    ReportSheet,
    is_start_of_table,
    is_whole_number,
    is_whole_table,
    ranges_words,
    sheets_named,
    side_meant,
    sides_named,
    tables_out,
)
from app.views.table.photos import photos_words

NAMING = 52
"""The width, in pixels, of fields that accept names as well as numbers."""
LONGEST = 40
NAME, SHORT_NAME = 24, 12
"""The numbers of letters to which names are shortened while both players are named side by side."""
REPORT = say("&Report")
SURE = frozenset({"1", "2", "0", "t"})
"""The keys that determine a winner without any further key."""
FILLED = frozenset({*GIVEN_UP, How.NO_SHOW})
"""The ways to win that determine the points."""


class _Message(Struct, frozen=True):
    """A message for the message line."""

    text: str = ""
    tone: str = ""
    """The tone: "doubt" for a warning that must be read before Enter reports, "done", "hint" or
    empty.
    """
    report: tuple[int, Result] | None = None
    """The game and its result if the message is about a finished report; None for other
    messages.
    """


class ResultsDesk(QFrame):
    """The fields for results. ``reported`` carries a ReportResult and whether the organizer insists
    on that result.
    """

    reported = Signal(object, bool)
    looked_up = Signal(int)  # the game of the table number that was entered
    photos_wanted = Signal(int)  # the same

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("resultsDesk")
        self.setProperty("role", "card")
        self._sheets: dict[int, ReportSheet] = {}
        self._armies = True
        self.sheet: ReportSheet | None = None
        self._out: Sequence[int] = ()
        self._beside = ""
        self._on_the_way = 0
        self._doubted = False
        self._said = _Message()
        self._brought = False  # whether the present doubt was scrolled to
        self._under_hint: _Message | None = None  # the message that comes back after a hint
        self._run = DigitRun()
        self.look_for: Callable[[str], Sequence[Find]] = lambda _typed: ()
        """A function that finds people of the event by name, including people without a game in the
        round.
        """
        self.effect: Callable[[int, Result], str] = lambda _game, _result: ""
        """A function that describes the effect of a game's result on its match of teams."""
        self._make_fields()
        self._lay_out()
        self._wire()
        self._show_sheet(None)

    def _make_fields(self) -> None:
        self.table = ShortField(
            LONGEST, say("Table number, or a player’s name"), width=NAMING, numeric=False
        )
        self.winner = ShortField(
            LONGEST, say("Winner: 1, 2 or T for a tie, or a name"), width=NAMING, numeric=False
        )
        self.cp = Pair(
            ShortField(3, say("Control points 1")), ShortField(3, say("Control points 2"))
        )
        self.apd = Pair(
            *(ShortField(4, say("Army points destroyed by {number}", number=n)) for n in (1, 2))
        )
        self.how = HowBox()
        self.send = step_button(self._report, REPORT, kind="primary")
        self.names = FittingLabel()
        self.photos = button("", self._show_photos, kind="quiet")
        self.photos.hide()
        self.message = label("", wraps=True)
        self.message.setObjectName("deskMessage")
        self.out = FittingLabel(role="muted")
        self.out.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.ahead = label("", "muted", wraps=True)
        """The text on what comes after the round."""
        self.ahead.hide()

    def _lay_out(self) -> None:
        fields: tuple[tuple[str, QWidget], ...] = (
            (say("&Table"), self.table),
            (say("&Winner"), self.winner),
            (say("H&ow"), self.how),
            (say("&CP"), self.cp.red),
            ("–", self.cp.blue),
            (say("&AP"), self.apd.red),
            ("–", self.apd.blue),
        )
        who, points = _add_captions(fields[:3]), _add_captions(fields[3:])
        of_armies = {*self.apd}
        self._of_armies = [
            part
            for part in points
            if isinstance(part, QWidget)
            and (part in of_armies or (isinstance(part, QLabel) and part.buddy() in of_armies))
        ]
        self._lines = TwoLines(
            row_of(*who, STRETCH, gap=Space.XS),
            row_of(*points, LayoutGap(Space.XS), self.send, grow(self.out), gap=Space.XS),
        )
        self._parts = column_of(
            self._lines,
            row_of(grow(self.names, 2), self.photos, grow(self.message, 3), gap=Space.XL),
            self.ahead,
            on=self,
            gap=Space.XS,
        )
        self.show_closer(closer=False)

    def _wire(self) -> None:
        self.table.is_whole = lambda typed: is_whole_table(self._sheets, typed)
        self.table.entered.connect(self._look_up)
        self.table.whole.connect(lambda: self._look_up(typed_through=True))
        self.winner.is_whole = lambda typed: typed.casefold() in SURE
        self.winner.textEdited.connect(self._winner_typed)
        self.winner.entered.connect(self._winner_taken)
        self.winner.whole.connect(lambda: self._winner_taken(typed_through=True))
        self.how.entered.connect(self._how_taken)
        self.how.whole.connect(lambda: self._how_taken(typed_through=True))
        for field, following in pairwise(self._numbers):
            field.entered.connect(partial(self._after, field, following))
            field.whole.connect(following.reach)
        for field in self._numbers:
            field.textEdited.connect(self._edited)
            field.textEdited.connect(
                lambda _typed, field=field: self._run.note_typed(field, last=field is self._last)
            )
            field.refused.connect(self._refuse_letter)
        for field in (self.table, *self._numbers):
            field.textEdited.connect(partial(self._hint_at_more, field))
        for field in self._numbers:
            field.entered.connect(self._end_hint)
        for field in self.cp:
            field.whole.connect(partial(self._run.note_whole, field))
        self.apd.blue.entered.connect(self._enter)
        self.cp.red.is_whole = self._is_whole_cp
        self.cp.blue.is_whole = lambda typed: self._armies and self._is_whole_cp(typed)
        for side in Side:
            self.apd.of(side).is_whole = partial(self._is_whole_apd, side)
        self.apd.blue.is_whole = lambda _typed: False  # its Enter reports
        self.how.activated.connect(self._how_chosen)
        self.how.currentIndexChanged.connect(self._edited)

    def _is_whole_cp(self, typed: str) -> bool:
        return self.sheet is not None and is_whole_number(self.sheet.most_cp, typed)

    def _is_whole_apd(self, side: Side, typed: str) -> bool:
        return self.sheet is not None and is_whole_number(self.sheet.most_apd(side), typed)

    def _hint_at_more(self, field: ShortField, typed: str) -> None:
        """Show a hint if the number in ``field`` may have another digit, because the next key could
        be read as part of that number. A warning stays instead of the hint.
        """
        self._end_hint()
        warned = self._said.tone == "doubt" and bool(self._said.text)
        if warned or not typed.isdecimal() or field.is_whole(typed):
            return
        if field is self.table and not is_start_of_table(self._sheets, typed):
            return
        if field in self.apd and (len(typed) == 1 or field is self._last):
            return  # most have two digits, and Enter follows the last
        self._show_hint(say("{typed} so far. Press Enter, or type another digit.", typed=typed))

    def _show_hint(self, text: str) -> None:
        """Show a hint about the next key in place of the message until that key is pressed."""
        under = self._said if self._under_hint is None else self._under_hint
        self._say(_Message(text, "hint"))
        self._under_hint = under

    def _end_hint(self) -> None:
        if self._under_hint is not None:
            self._say(self._under_hint)

    def _after(self, field: ShortField, following: ShortField) -> None:
        """Go to the next number. After the last number, report the result."""
        if field is self._last:
            self._enter()
        else:
            following.setFocus()

    @property
    def _last(self) -> ShortField:
        """The field for the last number of a result."""
        return self.apd.blue if self._armies else self.cp.blue

    def _show_armies(self, *, armies: bool) -> None:
        if armies is self._armies:
            return
        self._armies = armies
        if self.sheet is None:
            self.how.show_choices(*self._usual_ways())
        for part in self._of_armies:
            part.setVisible(armies)

    @property
    def _numbers(self) -> list[ShortField]:
        return [*self.cp, *self.apd]

    def shows(self, games: Iterable[int]) -> bool:
        """Tell whether the desk has any of these games, so that a typed number means one of their
        tables.
        """
        return not {sheet.game.number for sheet in self._sheets.values()}.isdisjoint(games)

    def show_sheets(self, sheets: Sequence[ReportSheet]) -> None:
        """Show the round's games. Text that is being typed stays. A message that is no longer true
        is removed.
        """
        if not self.shows(sheet.game.number for sheet in sheets):
            typed = "" if self.sheet else self.table.text()  # the beginning of a table's number
            self._show_sheet(None)
            self.table.setText(typed)
            self.show_message("")
        self._drop_what_is_untrue(sheets)
        self._sheets = {report_sheet.table: report_sheet for report_sheet in sheets}
        if sheets:
            self._show_armies(armies=sheets[0].game.armies)
        self._out = tables_out(sheets)
        self._show_out()
        if self.sheet is not None:
            self.sheet = self._sheets.get(self.sheet.table)
            if self.sheet is None:
                self._show_sheet(None)
            self._make_room()

    def show_closer(self, *, closer: bool) -> None:
        """Set whether the lines are closer together, which leaves more pixels for the list
        above.
        """
        edge = Space.XXS if closer else Space.XS
        set_room(self._parts, Space.XS, Margins(Space.S, edge, Space.S, edge))
        self._lines.set_gap(edge)
        restyle(self.send, "low", str(closer).lower())
        self.send.setFixedHeight(FIELD if closer else CONTROL)

    def show_beside(self, words: str) -> None:
        """Show ``words`` after the list of missing results, as far as there is room."""
        self._beside = words
        if self._sheets:
            self._show_out()

    def _show_out(self) -> None:
        out = self._out
        short = say("{out} still out", out=len(out)) if out else say("Every result is in")
        words = (
            say("{out} still out: {names}", out=len(out), names=ranges_words(out)) if out else short
        )
        self.out.show_any(" · ".join(filter(None, (words, self._beside))), words, short)

    def show_message(self, text: str, *, tone: str = "") -> None:
        """Show a message. ``tone`` styles it as a doubt or as something done."""
        self._say(_Message(text, tone))

    def _say(self, message: _Message) -> None:
        self._said, self._brought, self._under_hint = message, False, None
        self.message.setText(message.text)
        restyle(self.message, "tone", message.tone)
        self._make_room()

    def _drop_what_is_untrue(self, sheets: Sequence[ReportSheet]) -> None:
        """Remove the message about a report that has since been undone or changed."""
        reported = {sheet.game.number: sheet.game.reported for sheet in sheets}

        def untrue(said: _Message | None) -> bool:
            report = said.report if said is not None else None
            return report is not None and reported.get(report[0]) != report[1]

        if untrue(self._said):
            self.show_message("")
        elif untrue(self._under_hint):
            self._under_hint = _Message()

    def _make_room(self) -> None:
        """Show the names, the photos and the message if there are any. The missing results are
        always shown below them.
        """
        photos = len(self.sheet.game.photos) if self.sheet is not None else 0
        self.names.setVisible(self.sheet is not None)
        self.photos.setVisible(bool(photos))
        self.photos.setText(photos_words(photos))
        self.message.setVisible(bool(self.message.text()))

    def _show_photos(self) -> None:
        if self.sheet is not None:
            self.photos_wanted.emit(self.sheet.game.number)

    @property
    def waits(self) -> bool:
        """Tell whether a report is still unanswered."""
        return self._on_the_way > 0

    def show_sent(self, game: int) -> ReportSheet:
        """Show that a report is being sent. The next table can be typed at once."""
        sheet = next(
            report_sheet
            for report_sheet in self._sheets.values()
            if report_sheet.game.number == game
        )
        self._on_the_way += 1
        self.show_message(say("Table {table} is being reported…", table=sheet.table))
        self._show_sheet(None)
        self.table.setFocus()
        return sheet

    def show_answer(self, sheet: ReportSheet, result: Result, effect: str, reply: object) -> None:
        """Show whether a report was saved or refused. A doubt waits for a second Enter. ``effect``
        is the effect of the result on the match.

        If the next report is already being typed, show only a message.
        """
        self._on_the_way -= 1
        idle = self.sheet is None and not self.table.text()
        if isinstance(reply, Refused) and idle:
            self._show_sheet(sheet)
            self.table.setText(str(sheet.table))
            self._show_result(result)
            self._doubted = reply.insistable
            self.send.setText(say("&Report anyway") if self._doubted else REPORT)
            again = say("Press Enter again to report it anyway.") if self._doubted else ""
            self.show_message(f"{reply.sentence} {again}".strip(), tone="doubt")
            self.send.hold()
            self._last.setFocus()
        elif isinstance(reply, Refused):
            sentence = say(
                "Table {table} was not reported: {reply}", table=sheet.table, reply=reply.sentence
            )
            self.show_message(sentence, tone="doubt")
        elif self.sheet is None:
            sentence = result_words(result, sheet.names.of, armies=sheet.game.armies)
            reported = say("Table {table}: {sentence}", table=sheet.table, sentence=sentence)
            words = "\n".join(filter(None, (reported, effect)))
            self._say(_Message(words, "done", (sheet.game.number, result)))

    def choose(self, table: int) -> None:
        """Choose a game as if its table number had been entered."""
        self.table.setText(str(table))
        self._look_up()

    def begin(self) -> None:
        self.table.setFocus()
        self.table.selectAll()

    def begin_with(self, digit: QKeyEvent) -> None:
        """Begin a report with the first digit of a table number."""
        self.begin()
        self.table.keyPressEvent(digit)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._show_sheet(None)
            self.show_message("")
            self.begin()
        else:
            super().keyPressEvent(event)

    def _look_up(self, *, typed_through: bool = False) -> None:
        """Look up the table. ``typed_through`` says that the number was complete before anybody
        pressed Enter.
        """
        typed = self.table.text().strip()
        sheet, fault = self._meant(typed)
        if sheet is None:
            self.show_message(fault, tone="doubt")
            self.table.selectAll()
            return
        self._show_sheet(sheet)
        self.looked_up.emit(sheet.game.number)
        self._go_on(self.winner, typed_through=typed_through)
        self.winner.selectAll()

    def _meant(self, typed: str) -> tuple[ReportSheet | None, str]:
        """Return the table with this number, or the table of the only player with this name. If
        there is no such table, return the reason.
        """
        if typed.isdecimal():
            fault = say("There is no table {typed} in this round.", typed=typed)
            return self._sheets.get(int(typed)), fault
        if not typed:
            return None, say("Type a table number.")
        named = sheets_named(list(self._sheets.values()), typed)
        if len(named) == 1:
            return named[0], ""
        if named:
            tables = few_tables([sheet.table for sheet in named])
            return None, say(
                "“{typed}” matches {tables}. Type more letters.", typed=typed, tables=tables
            )
        return None, self._stranger_words(typed)

    def _stranger_words(self, typed: str) -> str:
        """Return a sentence about a person without a game in this round."""
        known = self.look_for(typed)
        if known:
            return say("{words}. Type a table number.", words=known[0].words)
        return say("Nobody in this event is called “{typed}”. Type a table number.", typed=typed)

    @staticmethod
    def _go_on(field: ShortField | HowBox, *, typed_through: bool) -> None:
        if typed_through:
            field.reach()
        else:
            field.setFocus()

    def _show_sheet(self, sheet: ReportSheet | None) -> None:
        self.sheet, self._doubted = sheet, False
        self._run.begin()
        known = sheet.known if sheet else None
        for field in (self.winner, *self._numbers):
            field.setText("")
            field.setEnabled(sheet is not None)
        self.how.setEnabled(sheet is not None)
        self.send.setEnabled(sheet is not None)
        self.send.let_go()
        self.send.setText(REPORT)
        if sheet is None:
            self.table.setText("")
            self.how.show_choices(*self._usual_ways())
            self.names.show_any("")
            self._make_room()
            return
        if known is not None:
            self._show_winner(known.winner)
            self._fill(known)
        else:
            if sheet.ended is not None:
                self._show_winner(sheet.ended.winner)
            if sheet.cp != Pair(0, 0):
                self._fill_numbers(self.cp, sheet.cp)
        self.how.show_choices(*choices_of(sheet))
        self._show_names()
        self.show_message(before_typing(sheet), tone="doubt" if sheet.replaces else "")

    def _usual_ways(self) -> tuple[tuple[How, ...], How]:
        """Return the ways in which games of the round can be won, and the most common of them."""
        sheet = next(iter(self._sheets.values()), None)
        return (sheet.won_by, sheet.likeliest) if sheet else (WON_BY, How.ASSASSINATION)

    def _show_winner(self, winner: Side | None) -> None:
        self.winner.setText({Side.RED: "1", Side.BLUE: "2", None: "T"}[winner])

    def _show_result(self, result: Result) -> None:
        """Show an earlier result as it was entered."""
        self._show_winner(result.winner)
        self._fill(result)
        self._winner_typed()
        self.how.show_choices(self._ways(result.winner), result.how)

    def _ways(self, winner: Side | None) -> tuple[How, ...]:
        won_by = self.sheet.won_by if self.sheet else WON_BY
        return TIED_BY if winner is None else won_by

    def _winner_typed(self) -> None:
        """Show the winner that was typed. The next key continues: Enter, or the first digit of the
        points.
        """
        self._edited()
        named, winner = self._winner()
        if not named:
            return
        if self.sheet is not None and not self.sheet.replaces:
            self.show_message(STILL_PLAYED if self.sheet.going_on else "")
        choices = self._ways(winner)
        self.how.show_choices(choices, self.how.chosen if self.how.chosen in choices else None)
        self._show_names()

    def _winner(self) -> tuple[bool, Side | None]:
        """Return whether a result is named, and the winning side, None for a tie. Players are named
        by 1 or 2 or by name, and a tie by T.
        """
        typed = self.winner.text()
        named, winner = side_meant(typed)
        if named or self.sheet is None:
            return named, winner
        sides = sides_named(self.sheet, typed)
        return (True, sides[0]) if len(sides) == 1 else (False, None)

    def _winner_taken(self, *, typed_through: bool = False) -> None:
        if not self._winner()[0]:
            self.show_message(self._no_winner_words(self.winner.text().strip()), tone="doubt")
            self.winner.selectAll()
            return
        self._winner_typed()
        self._go_on(self.how, typed_through=typed_through)

    def _no_winner_words(self, typed: str) -> str:
        """Return a sentence for a name that is not a player's of this game: where that person
        plays, if that is known, and what to type for the winner.
        """
        ask = say("Type 1 or 2 for the winner, or T for a tie.")
        sheet = self.sheet
        if sheet is None or not typed or typed.isdecimal() or sides_named(sheet, typed):
            return ask
        elsewhere = sheets_named(list(self._sheets.values()), typed)
        if len(elsewhere) != 1:
            known = self.look_for(typed)
            return f"{known[0].words}. {ask}" if known else ask
        other = elsewhere[0]
        who = other.names.of(sides_named(other, typed)[0])
        return say(
            "{who} plays at table {table}, not here. {ask}", who=who, table=other.table, ask=ask
        )

    def _how_taken(self, *, typed_through: bool = False) -> None:
        """Continue after the way to win was entered: to the points, or to the last field if the way
        to win determines the points.
        """
        if self.how.chosen in FILLED:
            self._last.setFocus()
        else:
            self._go_on(self.cp.red, typed_through=typed_through)

    def _how_chosen(self) -> None:
        """Fill in the points that the chosen way to win determines, so that they are seen before
        they are reported.
        """
        if (result := self._entered()) is not None:
            self._fill(result)

    def _edited(self) -> None:
        self._end_hint()
        self.send.let_go()
        if self._doubted or self._run.is_asked:
            self._doubted = self._run.is_asked = False
            self.send.setText(REPORT)
            self.show_message("")

    def _enter(self) -> None:
        """Report the result, unless a doubt has just appeared, because Enter is easily pressed
        twice.
        """
        if not self.send.held:
            self._report()

    def _report(self) -> None:
        self._end_hint()
        result = self._entered()
        if self.sheet is None or result is None:
            self.winner.setFocus()
            return
        if self._lacks_points:
            self._show_zeros()
            return
        if points := self._run.suspect:
            self._ask_of_run(points)
            return
        if not self._is_doubt_read():
            return
        self.reported.emit(ReportResult(self.sheet.game.number, result), self._doubted)

    def _is_doubt_read(self) -> bool:
        """Tell whether the present doubt was visible before this key. If it was not, scroll to it,
        but only once.
        """
        doubt = self._said.tone == "doubt" and bool(self._said.text)
        if not doubt or self._brought or is_in_sight(self.message):
            return True
        self._brought = True
        scroll_to(self.message)
        return False

    @property
    def _lacks_points(self) -> bool:
        """Tell whether a result that needs points was entered with empty fields. A typed 0 counts
        as points.
        """
        pointless = self.how.chosen in FILLED or self.how.chosen is How.UNRECORDED
        return not pointless and not any(field.text() for field in self._numbers)

    def _show_zeros(self) -> None:
        """Fill empty fields with 0, so that the next Enter reports numbers that can be seen."""
        for points in (self.cp, self.apd):
            self._fill_numbers(points, Pair(0, 0))
        self.show_message(
            say("No points were entered. Press Enter again to report 0–0."), tone="doubt"
        )
        self.send.hold()
        self._last.setFocus()
        self._last.selectAll()

    def _ask_of_run(self, points: str) -> None:
        """Ask whether two digits are really one number."""
        self.show_message(
            say(
                "Is {points} one number? Nothing was typed in the last field. Press Enter again to"
                " report it, or Esc to start again.",
                points=points,
            ),
            tone="doubt",
        )
        self._run.is_asked = True
        self.send.hold()
        self._last.setFocus()
        self._last.selectAll()

    def _refuse_letter(self) -> None:
        self._show_hint(say("Points are digits only. Type a number."))

    def _entered(self) -> Result | None:
        named, winner = self._winner()
        if self.sheet is None or not named:
            return None
        cp, apd = self.cp.map(ShortField.number), self.apd.map(ShortField.number)
        return self.sheet.filled(winner, self.how.chosen, cp, apd)

    def _fill(self, result: Result) -> None:
        self._fill_numbers(self.cp, result.cp)
        self._fill_numbers(self.apd, result.apd)

    @staticmethod
    def _fill_numbers(fields: Pair[ShortField], numbers: Pair[int]) -> None:
        for field, number in zip(fields, numbers, strict=True):
            field.setText(str(number))

    def _show_names(self) -> None:
        if self.sheet is None:
            return
        named, winner = self._winner()
        red, blue = self.sheet.names
        words, short = (
            f"1 {shorten(red, most)}   2 {shorten(blue, most)}" for most in (NAME, SHORT_NAME)
        )
        if named:
            name = self.sheet.names.of(winner) if winner else ""
            words, short = (
                say("{names} wins", names=each) if winner else say("Tie")
                for each in (name, shorten(name, SHORT_NAME))
            )
        result = self._entered()
        match = self.effect(self.sheet.game.number, result) if result else self.sheet.match
        self.names.show_any("   ".join(filter(None, (words, match))), words, short)


def _add_captions(fields: Sequence[tuple[str, QWidget]]) -> list[Part]:
    """Return fields with their captions. The two players' fields are closer together than other
    fields.
    """
    parts: list[Part] = []
    for words, field in fields:
        if parts and words != "–":
            parts.append(LayoutGap(Space.XS))
        parts += (caption_for(field, words, "muted"), field)
    return parts
