"""An event moved to another packet: until its first round is published, and refused afterwards."""

import pytest

from app.engine.acts.commands import Refused
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.undo import Undo
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.views.event.format import under
from tests.engine.event import PACKETS, Desk, registered

OLD, NEW = PACKETS["sr2017"], PACKETS["sr2026"]
STAYS = (
    "Round 1 is published, so the event stays with Steamroller 2017: results of two packets cannot"
    " be ranked together. Make a new event for Steamroller 2026, or undo the round first."
)


def event() -> Desk:
    desk = registered(4, Settings("Open", "sr2017", 75, 1))
    assert desk.state.packet == OLD
    return desk


def move(desk: Desk, *, insist: bool = False) -> object:
    assert desk.state.settings is not None
    settings = under(NEW, desk.state.settings)
    return desk.ask(ChangeSettings(settings, NEW), insist=insist)


def test_an_event_is_moved_to_a_newer_packet_before_its_first_round() -> None:
    desk = event()
    assert not isinstance(move(desk), Refused)
    desk.do(DrawRound(7))
    assert {game.terms.packet for game in desk.state.games.values()} == {"sr2026"}


def test_changing_packets_asks_to_redraw_an_unpublished_round() -> None:
    desk = event()
    desk.do(DrawRound(7))
    reply = move(desk)
    assert isinstance(reply, Refused)
    assert reply.insistable
    assert reply.sentence == (
        "Round 1 was drawn with Steamroller 2017, and its games keep that packet. Draw it"
        " again afterwards."
    )
    assert not isinstance(move(desk, insist=True), Refused)
    desk.do(DrawRound(7, again=True), insist=True)
    assert {game.terms.packet for game in desk.state.games.values()} == {"sr2026"}


@pytest.mark.parametrize("started", [False, True])
def test_the_packet_cannot_change_once_the_first_round_is_published(started: bool) -> None:
    desk = event()
    desk.do(DrawRound(7))
    desk.do(PublishRound())
    if started:
        desk.do(StartRound())
    for insist in (False, True):
        reply = move(desk, insist=insist)
        assert isinstance(reply, Refused)
        assert (reply.sentence, reply.insistable) == (STAYS, False)
    assert desk.state.packet == OLD


def test_the_packet_can_change_again_once_the_first_round_is_undone() -> None:
    desk = event()
    desk.do(DrawRound(7))
    desk.do(PublishRound())
    for _ in ("published", "drawn"):
        desk.do(Undo(), insist=True)
    assert not isinstance(move(desk), Refused)


def test_other_settings_and_a_corrected_packet_can_be_changed_at_any_time() -> None:
    desk = event()
    desk.do(DrawRound(7))
    desk.do(PublishRound())
    settings = desk.state.settings
    assert settings is not None
    reloaded = replace(OLD, name="Steamroller 2017, corrected")
    desk.do(ChangeSettings(replace(settings, rounds=4), reloaded))
    assert desk.state.packet == reloaded
