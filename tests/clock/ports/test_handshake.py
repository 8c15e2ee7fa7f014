"""One line and those who may be behind it, without a supervisor."""

from app.clock.drivers.catalog import Product
from app.clock.drivers.driver import Identified, Message
from app.clock.drivers.hourglass import ABLE, Hourglass
from app.clock.ports.candidates import Attempt
from app.clock.ports.handshake import Asking, Behind, Said


class Quick(Hourglass):
    """Known as soon as its line is open."""

    def opened(self, now_ms: int) -> list[Message]:
        return [*super().opened(now_ms), Identified("Quick", "", "", ABLE)]


class Line:
    def __init__(self) -> None:
        self.written, self.bauds, self.closed = b"", list[int](), False

    def write(self, data: bytes) -> None:
        self.written += data

    is_held, unheard_s = True, 0.0

    def stay_up(self) -> None:
        pass

    def set_baud(self, baud: int) -> None:
        self.bauds.append(baud)

    def close(self) -> None:
        self.closed = True


class GivesUp(Hourglass):
    """Lost after five seconds of silence, as long as nobody opens its line anew."""

    def opened(self, now_ms: int) -> list[Message]:
        self.dead, self.since_ms = "", now_ms
        return []

    def tick(self, now_ms: int) -> list[Message]:
        self.dead = "It is silent." if now_ms - self.since_ms >= 5000 else ""
        return []

    def due_ms(self) -> int | None:
        return self.since_ms + 5000


GIVES_UP = Product("gives up", "A clock that speaks", 9600, GivesUp, listens=True)
QUICK = Product("quick", "A quick clock", 9600, Quick, listens=True)
SLOW = Product("slow", "An hourglass", 9600, Hourglass, listens=True)


def asked(*products: Product) -> tuple[Asking, Line, list[Behind]]:
    heard: list[Behind] = []

    def hear(driver: Behind, _messages: list[Said]) -> None:
        heard.append(driver)
        asking.only(driver)

    asking = Asking(Attempt(products, 0, 1000), hear, lambda *_: None)
    asking.line = line = Line()
    return asking, line, heard


def test_once_a_product_is_recognized_no_other_is_asked():
    asking, _, heard = asked(QUICK, SLOW)
    asking.opened(1000)
    assert heard == asking.drivers
    assert [product.name for product in asking.products] == ["quick"]


def test_a_driver_used_before_is_asked_again():
    first, _, _ = asked(QUICK)
    again = Asking(
        Attempt((QUICK,), 0, None), lambda *_: None, lambda *_: None, (QUICK, first.drivers[0])
    )
    other = Asking(
        Attempt((SLOW,), 0, None), lambda *_: None, lambda *_: None, (QUICK, first.drivers[0])
    )
    assert again.drivers == first.drivers
    assert other.drivers != first.drivers


def test_a_driver_is_called_only_once_its_line_is_open():
    first, _, _ = asked(GIVES_UP)
    first.opened(1000)
    heard: list[Behind] = []
    again = Asking(
        Attempt((GIVES_UP,), 0, None),
        lambda driver, _messages: heard.append(driver),
        lambda *_: None,
        (GIVES_UP, first.drivers[0]),
    )
    again.tick(60_000)
    assert heard == []
    again.line = Line()
    again.opened(61_000)
    again.tick(61_000)
    assert heard == []
    again.tick(66_000)
    assert heard == again.drivers


def test_an_order_to_a_clock_whose_line_is_closed_writes_nothing():
    asking, line, _ = asked(QUICK)
    asking.opened(1000)
    (driver,) = asking.drivers
    assert isinstance(driver, Quick)
    controls = asking.controls(driver, driver)
    asking.close()
    controls.set_times(60_000, 60_000, 1000)
    controls.run(None, 1000)
    controls.identify(1000)
    assert (line.closed, line.written) == (True, b"")


def test_the_speed_is_changed_without_closing_the_line():
    asking, line, _ = asked(SLOW)
    asking.opened(1000)
    left = asking.leave()
    following, _, _ = asked(SLOW)
    assert left is line
    following.go_on(line, 3000)
    assert (line.closed, line.bauds, following.give_up_ms) == (False, [9600], 4000)
