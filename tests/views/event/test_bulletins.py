"""What is published round by round, in order, each once."""

from dataclasses import replace

from app.engine.acts.players import EditPlayer, Entry
from app.engine.acts.results import How
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.side import Side
from app.engine.state import State
from app.views.event.bulletins import BulletinKind, as_after, bulletins, latest_bulletin
from app.views.event.publish import standings_words
from tests.engine.event import Desk, registered


def play(desk: Desk, seed: int) -> None:
    desk.do(DrawRound(seed, seed - 4))
    desk.do(PublishRound())
    desk.do(StartRound(0))
    latest = desk.state.latest
    assert latest is not None
    for game in desk.state.games_of(latest):
        desk.report(game.table, Side.RED, How.SCENARIO, (5, 3), (20, 10))
    desk.do(FinishRound())


def test_nothing_is_there_before_a_draw_is_public() -> None:
    desk = registered(4)
    assert bulletins(State()) == ()
    assert latest_bulletin(desk.state) is None
    desk.do(DrawRound(7, 3))
    assert bulletins(desk.state) == ()


def test_a_round_gives_its_pairings_and_then_its_standings() -> None:
    desk = registered(4)
    play(desk, 7)
    desk.do(DrawRound(8, 4))
    desk.do(PublishRound())
    found = bulletins(desk.state)
    assert [one.key for one in found] == ["pairings 1", "standings 1", "pairings 2"]
    assert found[0].title == "Open – pairings of round 1"
    assert found[1].title == "Open – standings after round 1"
    assert len(found[0].lines) == 2
    assert len(found[1].lines) == 4
    latest = latest_bulletin(desk.state)
    assert latest is not None
    assert latest.kind is BulletinKind.PAIRINGS


def test_the_standings_of_a_round_stay_those_after_it() -> None:
    desk = registered(4)
    play(desk, 7)
    after_1 = bulletins(desk.state)[1]
    play(desk, 8)
    assert bulletins(desk.state)[1] == after_1
    assert standings_words(as_after(desk.state, 1)).splitlines()[1:] == list(after_1.lines)
    assert bulletins(desk.state)[3].lines != after_1.lines


def test_another_result_is_another_fact_and_another_spelling_is_none() -> None:
    desk = registered(4)
    play(desk, 7)
    pairs, places = bulletins(desk.state)
    desk.do(EditPlayer(1, Entry("Anna Maria")))
    again = bulletins(desk.state)
    assert (again[0].facts, again[1].facts) == (pairs.facts, places.facts)
    assert again[0].lines != pairs.lines
    desk.report(1, Side.BLUE, How.SCENARIO, (5, 3), (20, 10))
    assert bulletins(desk.state)[1].facts != places.facts
    assert bulletins(desk.state)[0].facts == pairs.facts


def test_a_round_without_a_scenario_of_the_packet_has_a_title_all_the_same() -> None:
    desk = registered(4)
    play(desk, 7)
    nameless = replace(desk.state, settings=None)
    assert [one.title for one in bulletins(nameless)] == [
        "pairings of round 1", "standings after round 1",
    ]  # fmt: skip
