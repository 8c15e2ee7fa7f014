"""Each command has its row and is decided by it."""

import pytest

from app.engine.acts.commands import Command, Refused
from app.engine.acts.display import Announce
from app.engine.acts.players import AddPlayers, EditPlayer, Entry, WarnPlayer
from app.engine.acts.setup import ChangeSettings, CreateEvent
from app.engine.acts.table import CallJudge, NoticeFlag, PauseClock
from app.engine.decide import decide, longest_text
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.side import Side
from app.engine.state import State
from app.engine.subjects.every import REQUESTS
from app.store.packets.files import packets
from tests.engine.act_tables import acts_of
from tests.engine.event import MINUTE, SR2017, settings, under_way


def test_every_command_has_a_decider_and_nothing_else_has():
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


MEGABYTES = "Grund 龍 " * 400_000


@pytest.mark.parametrize(
    "command",
    [
        WarnPlayer(1, MEGABYTES),
        Announce(MEGABYTES),
        PauseClock(1, MEGABYTES),
        EditPlayer(1, Entry(MEGABYTES)),
        AddPlayers((Entry("Ann"), Entry("Ben", faction=MEGABYTES))),
    ],
)
def test_an_overlong_text_is_refused_even_if_the_organizer_insists(command: Command):
    desk = under_way()

    decision = decide(desk.state, command, MINUTE, insist=True)

    assert isinstance(decision, Refused)
    assert decision.sentence.endswith("Use at most 20,000.")


def test_a_text_of_20000_characters_is_let_through():
    desk = under_way()

    assert not isinstance(decide(desk.state, WarnPlayer(1, "x" * 20_000), MINUTE), Refused)
    assert isinstance(decide(desk.state, WarnPlayer(1, "x" * 20_001), MINUTE), Refused)


def test_the_longest_text_is_found_in_any_part_of_a_command():
    assert longest_text({1: ("ab", frozenset({"abc"})), "abcd": 5, 2: None}) == 4
    assert longest_text(Entry) == 0


def test_a_long_text_is_found_in_a_packet():
    long = replace(SR2017, notes=(replace(SR2017.notes[0], text="x" * 20_001),))
    for _ in range(2):
        assert longest_text(CreateEvent(settings(), long)) == 20_001
        assert longest_text(CreateEvent(settings(), SR2017)) < 1_000


def test_noticing_a_flag_in_a_game_that_does_not_exist_is_refused():
    desk = under_way()

    decision = decide(desk.state, NoticeFlag(99), MINUTE)

    assert isinstance(decision, Refused)
