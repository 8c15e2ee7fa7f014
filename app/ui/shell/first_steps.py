"""The first steps in the sample event, shown below the rail until all are done."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from app.engine.language import say, template
from app.engine.state import State
from app.ui.widgets.basics import button, label
from app.ui.widgets.layout import column_of, row_of
from app.ui.widgets.theme import Margins, Space
from app.views.event.first_steps import FirstStep, list_steps_done

INDENT = Margins(Space.S, Space.NONE, Space.NONE, Space.NONE)
"""The indent of the heading, equal to that of the buttons' texts."""
DONE, OPEN = "✓", "○"
TIPS = {
    FirstStep.JUDGE: template(
        "A player called the judge. The Now page shows the call: go to the table, then clear it."
    ),
    FirstStep.RESULT: say("Type in the slip of a table: its number, the winner, how, the points."),
    FirstStep.DRAW: say("The other tables play to the end. Then draw the next round."),
    FirstStep.PUBLISH: say("Look over the draw, then publish it for the players to see."),
    FirstStep.START: say("Start the round once everybody is seated."),
}


class FirstSteps(QFrame):
    """Buttons for the first steps. Each button is marked once its step is done, and all disappear
    after the last step. ``wanted`` carries the step whose button was pressed.
    """

    wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("firstSteps")
        self._before: State | None = None
        self._taken: set[FirstStep] = set()
        self._is_short = False
        self.buttons: dict[FirstStep, QPushButton] = {}
        for step in FirstStep:
            made = button("", partial(self.wanted.emit, step))
            made.setProperty("within", True)
            made.setToolTip(str(TIPS[step]))
            self.buttons[step] = made
        column_of(
            row_of(label(say("First steps"), "muted"), margins=INDENT),
            *self.buttons.values(),
            on=self,
            gap=Space.NONE,
            margins=Margins(Space.M, Space.S, Space.NONE, Space.S),
        )

    def show_state(self, state: State) -> None:
        """Mark the steps that were done since this method was first called. Marks are never
        removed.
        """
        if self._before is None:
            self._before = state
        self._taken |= list_steps_done(self._before, state)
        for step, made in self.buttons.items():
            taken, name = step in self._taken, say(step.value)
            made.setText(f"{DONE if taken else OPEN} {name}")
            made.setAccessibleName(say("{step}, done", step=name) if taken else name)
        self._show_open()
        if len(self._taken) == len(FirstStep):
            self.hide()

    def show_short(self, *, short: bool) -> None:
        """Show only the next step if ``short``, because there is then little room."""
        self._is_short = short
        self._show_open()

    def _show_open(self) -> None:
        coming = next((step for step in FirstStep if step not in self._taken), None)
        for step, made in self.buttons.items():
            made.setVisible(step is coming or not self._is_short)
