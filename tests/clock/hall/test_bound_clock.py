"""What a clock at its table was ordered, and what it has not done of it."""

from app.clock.drivers.driver import Abilities, Failed, Hand, OrderDone
from app.clock.hall.bound_clock import BoundClock
from app.clock.hall.clock import Clock, Seat
from app.engine.acts.table import StartClock
from app.engine.side import Side
from tests.engine.event import under_way


class Obedient:
    """Takes all orders and answers none."""

    def set_times(self, left_ms: int, right_ms: int, now_ms: int) -> None: ...

    def run(self, hand: Hand | None, now_ms: int) -> None: ...

    def identify(self, now_ms: int) -> None: ...


def test_a_clock_that_refused_its_times_still_lacks_them_when_it_runs() -> None:
    desk = under_way(2)
    desk.do(StartClock(1, Side.RED))
    able = Abilities(holds_time=True, sets=True, runs=True)
    place = BoundClock(Clock("clock", "DCLK", "1", able), Obedient())
    seat, game = Seat(1), desk.game()
    place.set(seat, game, 0)
    place.run(seat, game, 0)
    place.answered(Failed(5, "set", "No."))
    place.lacks("No.")
    place.answered(OrderDone(9, "run"))
    assert not place.has_met("run")
    place.set(seat, game, 20)
    place.run(seat, game, 20)
    place.answered(OrderDone(25, "set"))
    assert place.has_met("set")
    place.answered(OrderDone(29, "run"))
    assert place.has_met("run")
