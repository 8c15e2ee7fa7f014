"""An event as it is shown before and after the day."""

from app.engine.acts.display import Announce
from app.engine.acts.players import DropPlayer, EditPlayer, Entry
from app.engine.acts.rounds import DrawRound
from app.engine.acts.setup import ChangeSettings
from app.engine.frozen import replace
from app.engine.state import State
from app.views.event.online import Coming, OnlineEvent, online_event, who_comes
from tests.engine.event import registered


def test_an_event_not_yet_set_up_has_nothing_to_show_online() -> None:
    assert online_event(State()) == OnlineEvent()
    assert who_comes(State()) == ()


def test_the_online_event_shows_its_date_fee_format_and_announcements() -> None:
    desk = registered(4)
    settings, packet = desk.state.settings, desk.state.packet
    assert settings is not None
    assert packet is not None
    there = replace(settings, date="2026-12-05", venue="Ravens’ club", fee="15 €", rounds=2)
    desk.do(ChangeSettings(there, packet, (settings, packet)), insist=True)
    desk.do(Announce("Bring a lamp."))
    desk.do(Announce("Lunch is at noon."))
    shown = online_event(desk.state)
    assert shown.invitation == "Saturday 5 December 2026 · Ravens’ club · Entry: 15 €"
    assert shown.fee == "15 €"
    assert shown.format.startswith("75-point Steamroller 2017")
    assert [name for name, _ in shown.schedule] == ["Round 1", "Round 2"]
    assert shown.schedule[0][1].startswith("10:00–")
    assert shown.announcements == ("Lunch is at noon.", "Bring a lamp.")
    assert ("Cryx", ()) in [(name, ()) for name, _ in shown.factions]
    assert (shown.of_teams, shown.armies, shown.begun) == (False, True, False)
    desk.do(DrawRound(7, 4))
    assert online_event(desk.state).begun


def test_online_players_have_their_sign_up_number_and_those_who_left_are_marked() -> None:
    desk = registered(3)
    desk.do(EditPlayer(1, Entry("Ann", "Ravens", "Cryx", "Foxes", sign_up="W7")))
    desk.do(DropPlayer(2))
    first, second, third = who_comes(desk.state)
    assert first == Coming("Ann", "Ravens", "Cryx", "Foxes", "W7")
    assert (second.left, third.left) == (True, False)
