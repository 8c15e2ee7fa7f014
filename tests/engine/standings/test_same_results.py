from app.engine.acts.players import AddPlayers, Entry
from app.engine.acts.table import CallJudge, PauseClock, StartClock, Tap
from app.engine.frozen import replace
from app.engine.side import Side
from app.engine.standings.ranking import standings
from app.engine.standings.same_results import same_results
from tests.engine.event import MINUTE, Desk, start_clock, under_way


def after(desk: Desk, *acts: object) -> bool:
    """Whether these acts changed nothing but play."""
    before = desk.state
    for act in acts:
        desk.now_ms += MINUTE
        desk.do(act)
    return same_results(before, desk.state)


def test_starting_a_clock_counts_as_more_than_play_but_ending_a_turn_does_not() -> None:
    desk = under_way(4)
    number = desk.game(1).number
    assert not after(desk, StartClock(number, Side.RED))
    assert after(desk, Tap(number, Side.RED))
    assert after(desk, CallJudge(number, Side.RED))
    assert not after(desk, PauseClock(number, "a dispute"))  # undo passes over it
    assert same_results(desk.state, desk.state)


def test_results_and_organizer_acts_count_as_more_than_play() -> None:
    desk = under_way(4)
    start_clock(desk, 1)
    before = desk.state
    desk.report(1, Side.RED)
    assert not same_results(before, desk.state)
    reported = desk.state
    desk.report(1, Side.BLUE)
    assert not same_results(reported, desk.state)
    assert not after(desk, AddPlayers((Entry("Late"),)))


def test_states_with_different_games_do_not_have_the_same_results() -> None:
    desk = under_way(4)
    assert not same_results(desk.state, under_way(8).state)
    fewer = replace(desk.state, games={1: desk.state.games[1]})
    others = replace(desk.state, games={1: desk.state.games[1], 99: desk.state.games[2]})
    assert not same_results(desk.state, fewer)
    assert not same_results(desk.state, others)
    assert same_results(desk.state, replace(desk.state, games={**desk.state.games}))


def test_standings_are_not_recomputed_while_only_play_goes_on() -> None:
    desk = under_way(4)
    start_clock(desk, 1)
    before = standings(desk.state)
    number = desk.game(1).number
    assert after(desk, Tap(number, Side.RED), Tap(number, Side.BLUE))
    assert standings(desk.state) is before
    desk.report(1, Side.RED)
    assert standings(desk.state) is not before
    for table in (1, 2):
        for winner in (Side.BLUE, Side.RED):
            desk.report(table, winner)
            fresh = {row.number: row.tp for row in standings(desk.state)}
            assert fresh[desk.game(table).players.of(winner)] == 1
