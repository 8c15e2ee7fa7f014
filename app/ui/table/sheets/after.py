"""The sheets after the game: its result, the numbers to count, and the players' agreement."""

from collections.abc import Callable
from functools import partial

from msgspec import Struct
from PySide6.QtWidgets import QWidget

from app.engine import wording
from app.engine.acts.results import How, Result
from app.engine.acts.table import Answer, EnterTally, Question, TableCommand
from app.engine.language import Text, say, within
from app.engine.packet.packet import Tiebreak
from app.engine.side import Pair, Side
from app.ui.table.facing import FacingButton, FacingLabel
from app.ui.table.paint import LEFT, flag
from app.ui.table.sheets.base import Cells, Sheet
from app.views.table.losses import list_count
from app.views.table.table import TableView

COUNTED = {
    Tiebreak.AREA: wording.COUNTED_IN_THE_AREA,
    Tiebreak.ARMY_LEFT: wording.COUNTED_LEFT_DOUBLED,
    Tiebreak.PRESENCE: wording.COUNTED_PRESENCE,
}


class ResultSheet(Sheet):
    def __init__(
        self,
        side: Side,
        act: Callable[[TableCommand], None],
        count: Callable[[], None],
        score: Callable[[], None],
        parent: QWidget | None = None,
        *,
        armies: bool = True,
    ) -> None:
        """Make the result sheet of a side. Without ``armies`` the result has only points, and the
        sheet has no button that scores the last turn.
        """
        super().__init__(side, "", parent)
        self._act, self._game, self._armies = act, 0, armies
        self.score = FacingButton(wording.SCORE_LAST_TURN, self, most=20)
        self.count = FacingButton("", self, most=20)
        self.wrong = FacingButton(str(wording.NOT_RIGHT_CALL_JUDGE), self, most=20)
        self.right = FacingButton(say("Confirm"), self, kind="primary", most=28)
        self.score.clicked.connect(score)
        self.count.clicked.connect(count)
        self.wrong.clicked.connect(lambda: self._answer(agrees=False))
        self.right.clicked.connect(lambda: self._answer(agrees=True))
        self.set_footer(self.score, self.count, self.wrong, self.right)

    def asks(self, view: TableView) -> object:
        return (view.reached,)

    def show_view(self, view: TableView) -> None:
        self._game = view.game
        ending = view.play.ending
        out = ending is not None and ending.how is How.CLOCK_OUT
        self.show_picture(flag if out else None)
        counted = view.reached is not None
        answer = view.play.answers.of(self.side)
        self.right.setVisible(counted and answer is not True)
        self.wrong.setVisible(counted and answer is None)
        self.count.show_text(self._count_words(counted=counted))
        self.count.show_kind("plain" if counted else "primary")
        self.score.setVisible(not counted and self._armies)
        if view.reached is None:
            self.title.show_text(wording.GAME_IS_OVER)
            enter = _to_count(view.needs) if self._armies else wording.ENTER_WHAT_EACH_SCORED
            self.show_message(f"{view.why}.\n{enter}")
        else:
            self.title.show_text(_phrase_question(answer, self.side))
            doubt = str(wording.WIN_NO_LONGER_SCORED) if view.in_doubt else ""
            lines = (f"{view.why}.", _numbers(view.reached, armies=self._armies), doubt)
            self.show_message("\n".join(filter(None, lines)))

    def _count_words(self, *, counted: bool) -> str:
        if self._armies:
            return wording.CHANGE_COUNT if counted else wording.COUNT_TABLE
        return wording.CHANGE_POINTS if counted else wording.ENTER_THE_POINTS

    def _answer(self, *, agrees: bool) -> None:
        self._act(Answer(self._game, self.side, Question.RESULT, agrees))


def _to_count(needs: Tiebreak | None) -> str:
    if needs is not None and needs.on_table:
        return wording.LEVEL_SO_FAR_COUNT.format(what=COUNTED[needs])
    return wording.COUNT_ARMY_POINTS


def _numbers(result: Result, *, armies: bool) -> str:
    cp, apd = result.cp, result.apd
    points = wording.CONTROL_POINTS_REACHED.format(red=cp.red, blue=cp.blue)
    if not armies:
        return points
    army_points = wording.ARMY_POINTS_REACHED.format(red=apd.red, blue=apd.blue)
    return f"{points}\n{army_points}"


def _phrase_question(answer: bool | None, side: Side) -> str:
    if answer is None:
        return wording.IS_THIS_RIGHT
    if answer:
        return wording.YOU_AGREED_WAITING_FOR.format(side=side.other.colour)
    return str(wording.JUDGE_CALLED_YOU_CAN_AGREE)


MOST = 999
ON_TABLE_WORDS = {
    Tiebreak.AREA: say("{side}’s army points in the area"),
    Tiebreak.ARMY_LEFT: say("{side}’s points left, area doubled"),
    Tiebreak.PRESENCE: say("{side}’s scenario presence"),
}


class CountButtons(QWidget):
    """A number with buttons that change it by one and by ten. The sheet lays out the number and the
    buttons.
    """

    def __init__(self, words: str, value: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.value = value
        self._most = MOST
        self._shown = value  # from the game; a number entered here since differs
        self.label = FacingLabel(words, parent, most=20, align=LEFT)
        self.number = FacingLabel(str(value), parent, most=30, bold=True, wrap=False)
        self.steps = {by: self._step(by, words, parent) for by in (-10, -1, 1, 10)}
        self.hide()

    def _step(self, by: int, words: str, parent: QWidget) -> FacingButton:
        button = FacingButton(f"{by:+}".replace("-", "−"), parent, most=22)
        button.setAccessibleName(f"{words}: {by:+}")
        button.setAutoRepeat(True)
        button.clicked.connect(partial(self._add, by))
        return button

    def _add(self, by: int) -> None:
        self.show_value(min(max(self.value + by, 0), self._most))

    def show_counted(self, value: int) -> None:
        """Show the number that the game has, unless another number was entered here."""
        if self.value == self._shown:
            self.show_value(value)
        self._shown = value

    def show_value(self, value: int) -> None:
        self.value = value
        self.number.show_text(str(value))

    def show_most(self, most: int) -> None:
        """Limit the number to at most ``most``."""
        self._most = most
        for by, button in self.steps.items():
            button.setEnabled(self.value < most if by > 0 else self.value > 0)

    def cells(self) -> Cells:
        less = [button for by, button in self.steps.items() if by < 0]
        more = [button for by, button in self.steps.items() if by > 0]
        parts: list[tuple[QWidget, int]] = [(self.label, 6)]
        parts += [(button_, 2) for button_ in less]
        parts.append((self.number, 2))
        parts += [(facing_button, 2) for facing_button in more]
        return Cells(tuple(parts))


class TallySheet(Sheet):
    """The sheet for the numbers that both players count. A single press saves all of them.
    ``leave`` is called after saving, and when a player goes back.
    """

    def __init__(
        self,
        side: Side,
        view: TableView,
        act: Callable[[TableCommand], None],
        leave: Callable[[], None],
        parent: QWidget | None = None,
        *,
        losses: Callable[[], None],
    ) -> None:
        super().__init__(side, wording.COUNT_TABLE, parent)
        self._game, self._act, self._leave = view.game, act, leave
        counts = _counts(view)
        self.apd = self._pair(wording.ARMY_POINTS_OF, counts.apd)
        self.casters = self.presence = None
        if counts.casters is not None:
            self.casters = self._pair(wording.CASTERS_LEFT_OF, counts.casters)
        if counts.presence is not None and view.on_table is not None:
            self.presence = self._pair(ON_TABLE_WORDS[view.on_table], counts.presence)
        self.compact = self.presence is not None
        pairs = [pair for pair in (self.apd, self.casters, self.presence) if pair is not None]
        self.set_rows([count.cells() for pair in pairs for count in pair])
        self.back = FacingButton(say("Back"), self, most=22)
        self.lists = FacingButton(wording.TAP_OFF_LOSSES, self, most=22)
        self.lists.clicked.connect(losses)
        self.lists.setVisible(any(view.armies))
        self.save = FacingButton(wording.SAVE_COUNT, self, kind="primary", most=24)
        self.back.clicked.connect(leave)
        self.save.clicked.connect(self._save)
        self.set_footer(self.back, self.lists, self.save)
        self.show_view(view)

    def show_view(self, view: TableView) -> None:
        """Show the table's numbers, so that nobody unknowingly overwrites numbers that the other
        player has just saved. Numbers entered here stay.
        """
        counts = _counts(view)
        tally = view.play.tally
        self._stands = tally.presence if tally else None  # asked for since this sheet was opened
        pairs = (
            (self.apd, counts.apd),
            (self.casters, counts.casters),
            (self.presence, counts.presence),
        )
        for displayed, now in pairs:
            if displayed is not None and now is not None:
                displayed.red.show_counted(now.red)
                displayed.blue.show_counted(now.blue)
        area = (
            wording.THE_AREA.format(area=within(view.area)) if self.presence and view.area else ""
        )
        self.show_message(" ".join(filter(None, (area, counts.source))))

    def _pair(self, words: Text, values: Pair[int]) -> Pair[CountButtons]:
        red, blue = (words.format(side=side.colour) for side in Side)
        return Pair(CountButtons(red, values.red, self), CountButtons(blue, values.blue, self))

    def _save(self) -> None:
        def numbers(pair: Pair[CountButtons] | None) -> Pair[int] | None:
            return pair.map(lambda count: count.value) if pair else None

        apd = self.apd.map(lambda count: count.value)
        casters, presence = numbers(self.casters), numbers(self.presence) or self._stands
        self._act(EnterTally(self._game, self.side, apd, casters, presence))
        self._leave()


class Counts(Struct, frozen=True):
    """The numbers to count; None for a number that this game does not need."""

    apd: Pair[int]
    casters: Pair[int] | None
    presence: Pair[int] | None
    source: str
    """A sentence for the players that says where the numbers come from."""


def _counts(view: TableView) -> Counts:
    tally, ending = view.play.tally, view.play.ending
    lists = list_count(view.armies, view.play.losses, view.counting, view.on_table)
    early = ending is not None and ending.how is None and not ending.length
    casters = early and ending is not None and not ending.casters_gone
    known = tally.presence if tally else None
    stands = view.on_table is not None and (view.needs is view.on_table or known is not None)
    return Counts(
        apd=_suggest_points(lists.apd, tally.apd if tally else None, 0),
        casters=_suggest_points(lists.casters, tally.casters if tally else None, 1)
        if casters
        else None,
        presence=_suggest_points(lists.presence, known, 0) if stands else None,
        source=_from_lists(lists.apd, tally.apd if tally else None),
    )


def _suggest_points(lists: Pair[int | None], saved: Pair[int] | None, least: int) -> Pair[int]:
    """Return the numbers that were saved before, or else those of the lists, or else ``least``."""
    return saved or lists.map(lambda points: least if points is None else points)


def _from_lists(lists: Pair[int | None], saved: Pair[int] | None) -> str:
    """Return a sentence on where the numbers come from. If other numbers were saved, the sentence
    gives the numbers according to the lists.
    """
    parts = [f"{side.colour} {points}" for side in Side if (points := lists.of(side)) is not None]
    if not parts:
        return ""
    if saved is None or all(lists.of(side) in {None, saved.of(side)} for side in Side):
        return wording.COUNTED_FROM_THE_LISTS
    return wording.SAVED_BEFORE.format(losses=" – ".join(parts))
