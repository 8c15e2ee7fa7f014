"""The sheets before the game. The first sheet asks who goes first. It then asks for a second press,
so that no game starts by a mistaken tap.
"""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.engine import wording
from app.engine.acts.players import ChooseList
from app.engine.acts.table import ChooseObjective, StartClock, TableCommand
from app.engine.armies.army_list import ArmyList
from app.engine.armies.list_checks import called_more, describe_list
from app.engine.language import TextTable, say
from app.engine.packet.timing import TimingKind
from app.engine.players.list_choice import ListChoice
from app.engine.side import Pair, Side
from app.ui.table.facing import FacingButton
from app.ui.table.sheets.base import Cells, Sheet
from app.ui.widgets.escape import escape_tooltip
from app.views.table.table import TableView

NAME_LETTERS = 26
STARTS = TextTable(
    {
        TimingKind.DEATHCLOCK: wording.DEPLOYS_FIRST_ON_CLOCK,
        TimingKind.TURNS: wording.DEPLOYS_FIRST_NOT_TIMED,
        TimingKind.UNTIMED: wording.DEPLOYS_FIRST,
    }
)


class StartSheet(Sheet):
    def __init__(
        self,
        side: Side,
        game: int,
        names: Pair[str],
        act: Callable[[TableCommand], None],
        parent: QWidget | None = None,
        *,
        lists: str = "",
        starts: str = "",
        kind: TimingKind = TimingKind.DEATHCLOCK,
        objective: Callable[[], None] | None = None,
        objective_words: str = "",
        again: Callable[[], None] | None = None,
        spells: Callable[[], None] | None = None,
        spells_words: str = "",
    ) -> None:
        """Make the sheet that asks who goes first.

        ``lists`` is a sentence about the chosen lists. Without it, ``starts`` explains what going
        first means. ``objective`` opens the choice of the objective, and ``spells`` the choice of
        the spells; either is None if there is nothing to choose. ``again`` reopens the choice of
        the list; it is None once both lists are shown.
        """
        super().__init__(side, str(wording.WHO_GOES_FIRST), parent)
        self._game, self._act = game, act
        self._asked = f"{lists} {wording.DEPLOYS_FIRST}" if lists else starts or STARTS[kind]
        self._first, self._is_timed_at_once = Side.RED, kind is not TimingKind.TURNS
        self.choices = {first: self._choice(first, names.of(first)) for first in Side}
        self.start = FacingButton("", self, most=32)
        self.back = FacingButton(say("Back"), self, most=24)
        self.start.clicked.connect(lambda: self._act(StartClock(self._game, self._first)))
        self.back.clicked.connect(self._ask)
        self.objective = FacingButton(objective_words, self, most=24)
        self._chooses_objective = objective is not None
        if objective is not None:
            self.objective.clicked.connect(lambda _checked: objective())
        self.spells = FacingButton(spells_words, self, most=24)
        self._chooses_spells = spells is not None
        if spells is not None:
            self.spells.clicked.connect(lambda _checked: spells())
        self.list_again = FacingButton(wording.CHANGE_MY_LIST, self, most=24)
        self._chooses_list = again is not None
        if again is not None:
            self.list_again.clicked.connect(lambda _checked: again())
        self._row = Cells(tuple((choice, 1) for choice in self.choices.values()))
        self.set_footer(self.list_again, self.objective, self.spells, self.back, self.start)
        self._ask()

    def _choice(self, side: Side, name: str) -> FacingButton:
        short = name if len(name) <= NAME_LETTERS else f"{name[: NAME_LETTERS - 1]}…"
        button = FacingButton(
            say("{colour} goes first\n{short}", colour=side.colour, short=short),
            self,
            kind=side.value,
            most=32,
        )
        button.setToolTip(escape_tooltip(name))
        button.clicked.connect(lambda: self._choose(side))
        return button

    def _ask(self) -> None:
        self._show(choosing=True)
        self.show_message(self._asked)

    def _choose(self, first: Side) -> None:
        self._first = first
        self.start.show_kind(first.value)
        words, asked = (
            (wording.START_CLOCK_OF, wording.START_THE_CLOCK_NOW)
            if self._is_timed_at_once
            else (wording.START_THE_GAME, wording.START_THE_GAME_NOW)
        )
        self.start.show_text(words.format(side=first.colour))
        self._show(choosing=False)
        self.show_message(asked.format(side=first.colour))

    def _show(self, *, choosing: bool) -> None:
        self.set_rows([self._row] if choosing else ())
        for button in self.choices.values():
            button.setVisible(choosing)
        self.objective.setVisible(choosing and self._chooses_objective)
        self.spells.setVisible(choosing and self._chooses_spells)
        self.list_again.setVisible(choosing and self._chooses_list)
        self.start.setVisible(not choosing)
        self.back.setVisible(not choosing)


def objective_words(view: TableView, side: Side) -> str:
    """Return the text of the button for the objective. It says whether the player has chosen, and
    names both objectives once both players have chosen.
    """
    red, blue = view.play.objectives
    if red and blue:
        return wording.OBJECTIVES_OF_BOTH.format(red=red, blue=blue)
    return wording.OBJECTIVE_CHOSEN if view.play.objectives.of(side) else wording.MY_OBJECTIVE


def spells_words(view: TableView, side: Side) -> str:
    """Return the text of the button for the spells, which says whether the player has chosen."""
    return wording.SPELLS_CHOSEN if view.play.racks.of(side) else wording.MY_SPELLS


class ObjectiveSheet(Sheet):
    """The sheet on which a player chooses their objective for this game. ``leave`` goes back."""

    def __init__(
        self,
        side: Side,
        view: TableView,
        act: Callable[[TableCommand], None],
        leave: Callable[[], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(side, wording.WHICH_OBJECTIVE, parent)
        self._game, self._act, self._leave = view.game, act, leave
        self.choices = {name: FacingButton(name, self, most=24) for name in view.objectives}
        for name, button in self.choices.items():
            button.clicked.connect(lambda _checked, name=name: self._choose(name))
        choices = tuple(self.choices.values())
        self.set_rows(
            [
                Cells(tuple((choice, 1) for choice in choices[at : at + 3]))
                for at in range(0, len(choices), 3)
            ]
        )
        self.back = FacingButton(say("Back"), self, most=24)
        self.back.clicked.connect(lambda _checked: leave())
        self.set_footer(self.back)
        self.compact = True
        self.show_message(wording.OBJECTIVE_NOTE)

    def _choose(self, name: str) -> None:
        self._act(ChooseObjective(self._game, self.side, self.side, name))
        self._leave()


class ListSheet(Sheet):
    def __init__(
        self,
        side: Side,
        round_number: int,
        choice: ListChoice,
        act: Callable[[ChooseList], None],
        parent: QWidget | None = None,
        *,
        brought: tuple[ArmyList, ...] = (),
        notice: str = "",
        name: str = "",
        leave: Callable[[], None] = lambda: None,
    ) -> None:
        """Make the sheet that asks which list a player plays. ``notice`` says what is known about
        the opponent's list. ``name`` is the player's name. ``leave`` goes back, if the player has
        already chosen.
        """
        asked = wording.WHICH_LIST_DOES_SIDE_PLAY.format(side=side.colour, name=name)
        super().__init__(side, asked, parent)
        self._round, self._choice, self._act = round_number, choice, act
        self._brought, self._leave = brought, leave
        self.lists = {number: self._button(number) for number in choice.offered}
        self.set_rows([Cells(tuple((army_list, 1) for army_list in self.lists.values()))])
        sentence = wording.OPPONENT_SEES_YOUR_CHOICE
        closed = f" {wording.CLOSED_LIST}" if choice.barred else ""
        self.back = FacingButton(say("Back"), self, most=24)
        self.back.clicked.connect(lambda _checked: leave())
        self.back.setVisible(choice.made)
        if choice.made:
            self.set_footer(self.back)
        self.show_message(" ".join(filter(None, (notice, sentence + closed))))

    def _button(self, number: int) -> FacingButton:
        words = wording.LIST_NUMBER.format(number=number)
        if len(self._brought) >= number:
            more = called_more(self._brought[number - 1])
            words = "\n".join(filter(None, (describe_list(self._brought, number), more)))
        button = FacingButton(words, self, most=24)
        button.setEnabled(number not in self._choice.barred)
        button.clicked.connect(lambda: self._choose(number))
        return button

    def _choose(self, number: int) -> None:
        self._act(ChooseList(self._round, self._choice.player, number, at_table=True))
        if self._choice.made:
            self._leave()
