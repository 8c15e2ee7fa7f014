"""What is published round by round, in order, each once."""

from app.engine.acts.players import EditPlayer, Entry
from app.engine.acts.results import How
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.frozen import replace
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


def test_there_is_no_bulletin_before_a_draw_is_published() -> None:
    desk = registered(4)
    assert bulletins(State()) == ()
    assert latest_bulletin(desk.state) is None
    desk.do(DrawRound(7, 3))
    assert bulletins(desk.state) == ()


def test_each_round_produces_a_pairings_bulletin_and_then_a_standings_bulletin() -> None:
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


def test_a_standings_bulletin_keeps_the_standings_after_its_round() -> None:
    desk = registered(4)
    play(desk, 7)
    after_1 = bulletins(desk.state)[1]
    play(desk, 8)
    assert bulletins(desk.state)[1] == after_1
    assert standings_words(as_after(desk.state, 1)).splitlines()[1:] == list(after_1.lines)
    assert bulletins(desk.state)[3].lines != after_1.lines


def test_a_changed_result_changes_a_bulletins_facts_but_a_changed_spelling_does_not() -> None:
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


def test_bulletins_have_titles_even_without_event_settings() -> None:
    desk = registered(4)
    play(desk, 7)
    nameless = replace(desk.state, settings=None)
    assert [one.title for one in bulletins(nameless)] == [
        "pairings of round 1", "standings after round 1",
    ]  # fmt: skip
