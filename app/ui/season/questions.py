"""The questions whether two players of a season are the same person. Each has two answers."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.engine.language import say
from app.ui.widgets.basics import button, card, label, make_scrollable
from app.ui.widgets.layout import STRETCH, append, clear, column_of, grow, row_of
from app.ui.widgets.theme import CARD, Space, around
from app.views.season.people import Answer, Doubt
from app.views.season.season import Season
from app.views.season.words import doubt_words

NONE = say("Everybody is known: there are no questions.")
ABOUT = say(
    "Player numbers start again in each event, so players are matched by name, club and number"
    " at the sign-up site. Answers are saved in the folder."
)
MOST_SHOWN = 40


class Questions(QWidget):
    """The list of open questions. ``answered`` carries the answer to the question about two
    players.
    """

    answered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: list[QWidget] = []
        self._season: Season | None = None
        inside = QWidget()
        self._rows = column_of(on=inside, gap=Space.M, margins=around(Space.L))
        column_of(grow(make_scrollable(inside)), on=self)

    def show_season(self, season: Season) -> None:
        """Show the season's open questions."""
        doubts = season.people.doubts
        if self._season is not None and self._season.people.doubts == doubts:
            return
        self._season = season
        clear(self._rows)
        self.cards = [self._card(season, doubt) for doubt in doubts[:MOST_SHOWN]]
        about = label(ABOUT if doubts else NONE, "muted", wraps=True)
        append(self._rows, about, *self.cards, STRETCH)

    def _card(self, season: Season, doubt: Doubt) -> QWidget:
        asked = card("question")
        same = button(say("Same person"), partial(self._answer, doubt, same=True))
        other = button(say("Two people"), partial(self._answer, doubt, same=False))
        column_of(
            label(doubt_words(season, doubt), wraps=True),
            row_of(same, other, STRETCH),
            on=asked,
            gap=Space.S,
            margins=CARD,
        )
        return asked

    def _answer(self, doubt: Doubt, *, same: bool) -> None:
        self.answered.emit(Answer(doubt.one.entries[0], doubt.other.entries[0], same))
