"""The tables of what decides each command."""

from typing import get_args

import pytest

from app.engine.acts.commands import Command, Refused
from app.engine.acts.late import LateCommand, PutTimeBack
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.table import CallJudge
from app.engine.decide import (
    DECIDERS,
    decide,
    late,
)
from app.engine.formats.settings import Settings
from app.engine.side import Side
from app.engine.state import State
from app.store.packets.files import packets
from tests.engine.act_tables import acts_of, misplaced
from tests.engine.event import MINUTE, under_way


def test_every_command_and_nothing_else_has_its_row():
    assert set(DECIDERS) == acts_of(Command)


def test_what_is_asked_about_one_game_has_its_row_there():
    assert set(late.OF_GAME) == set(get_args(LateCommand)) - {PutTimeBack}


@pytest.mark.parametrize(
    "table",
    [
        DECIDERS,
        late.OF_GAME,
    ],
)
def test_each_act_is_decided_by_what_is_written_for_it(table):
    assert misplaced(table) == []


def test_an_act_is_recorded_with_the_instant_of_its_decision():
    desk = under_way()

    events = desk.do(CallJudge(1, Side.RED, at_ms=5), MINUTE)

    assert events == (CallJudge(1, Side.RED, at_ms=MINUTE),)


def test_settings_cannot_be_changed_before_there_is_an_event():
    packet = next(iter(packets().values()))
    command = ChangeSettings(Settings("Cup", packet.key, 75, 1), packet)

    decision = decide(State(), command, 0)

    assert decision == Refused("There is no event yet. Create one or open a file.")
