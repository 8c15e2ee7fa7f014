"""The tables of what each act is called in the history and after "Undo"."""

from typing import get_args

from app.engine.acts.draw import DrawChange
from app.engine.acts.events import Event, Redone, RowLost, Undone
from app.engine.acts.late import PressSetAside
from app.engine.acts.rounds import DiceDownCalled
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import MARKS
from app.engine.evolve import UNDOABLE_MARKS
from app.views.history.draw_words import DRAW_ACT_WORDS, DRAW_WORDS
from app.views.history.words import ACT_WORDS

NEVER_UNDONE = {CreateEvent, DiceDownCalled, PressSetAside, Undone, Redone, RowLost, *MARKS}


def test_every_act_that_undo_takes_back_has_its_name():
    assert set(ACT_WORDS) == (set(get_args(Event)) - NEVER_UNDONE) | {*UNDOABLE_MARKS}


def test_every_change_of_a_draw_has_its_words():
    assert set(DRAW_WORDS) == set(DRAW_ACT_WORDS) == set(get_args(DrawChange))
