"""Each command has its row and is decided by it."""

from app.engine.acts.commands import Command, Refused
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.table import CallJudge, NoticeFlag
from app.engine.decide import decide
from app.engine.formats.settings import Settings
from app.engine.side import Side
from app.engine.state import State
from app.engine.subjects.every import REQUESTS
from app.store.packets.files import packets
from tests.engine.act_tables import acts_of
from tests.engine.event import MINUTE, under_way


def test_every_command_and_nothing_else_has_its_row():
    assert set(REQUESTS) == acts_of(Command)


def test_an_act_is_recorded_with_the_instant_of_its_decision():
    desk = under_way()

    events = desk.do(CallJudge(1, Side.RED, at_ms=5), MINUTE)

    assert events == (CallJudge(1, Side.RED, at_ms=MINUTE),)


def test_settings_cannot_be_changed_before_there_is_an_event():
    packet = next(iter(packets().values()))
    command = ChangeSettings(Settings("Cup", packet.key, 75, 1), packet)

    decision = decide(State(), command, 0)

    assert decision == Refused("There is no event yet. Create one or open a file.")


def test_no_flag_falls_at_a_table_that_is_gone():
    desk = under_way()

    decision = decide(desk.state, NoticeFlag(99), MINUTE)

    assert isinstance(decision, Refused)
