"""``flagfall clock-log``: reads a recorded byte log with a fresh driver and prints it in words."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias, assert_never

from msgspec import Struct

from app.clock.drivers.catalog import Product, all_products
from app.clock.drivers.dclk.driver import DclkClock
from app.clock.drivers.driver import (
    ButtonDown,
    Cleared,
    Doubted,
    Drift,
    Driver,
    Failed,
    Fallen,
    Gone,
    HandedOver,
    Identified,
    Message,
    Noted,
    OrderDone,
    PauseAsked,
    Placed,
    Pressed,
    Reading,
    Restarted,
    ScoredAtClock,
    SharedLine,
    Started,
    Stopped,
    Touched,
)
from app.clock.drivers.pads import button_name
from app.clock.links.byte_log import ByteLogError, Heard, read_bytes
from app.engine.language import plural, say
from app.engine.text import digits
from app.headless.cli.terminal import Parser, parse_arguments
from app.store.errors import StoreError

LONGEST_GAP_MS = 60_000  # in a longer gap, a driver is not called at every instant it asks for
MOST_CALLS = 1000  # in one gap
NEVER = 1_000_000
GIVES_UP = say("The driver gives up: {}")
AGAIN = say("The recording begins again.")
PRESSED = {
    (False, False): say("The {hand} plunger went down."),
    (False, True): say("The {hand} plunger went down (concluded from the times)."),
    (True, False): say("The {hand} plunger went down, up to {late} ms earlier."),
    (True, True): say(
        "The {hand} plunger went down, up to {late} ms earlier (concluded from the times)."
    ),
}
"""The sentences for a plunger that went down. The first part of a key is True if that may have
happened earlier, the second if it is only concluded from the times.
"""
NOTHING = say("No driver understands this log. Say what was recorded: --as {}.")

Said: TypeAlias = Message | Gone


class LogLine(Struct, frozen=True):
    """The driver's report of one instant. If several clocks share the line, ``place`` names the
    clock.
    """

    at_ms: int
    place: str
    content: Said | str


def clock_log_command(arguments: Sequence[str]) -> int:
    names = [product.name for product in all_products()]
    parser = Parser(prog="flagfall clock-log", description="Explain a recorded byte log in words.")
    parser.add_argument("file", type=Path, help="a .bytes file that the Clocks page recorded")
    parser.add_argument("--as", dest="product", choices=names, help="what was recorded")
    parser.add_argument("--bytes", action="store_true", help="print the bytes as well")
    options = parse_arguments(parser, arguments)
    if options is None:
        return 0
    try:
        log = tuple(read_bytes(options.file))
    except ByteLogError as error:
        raise StoreError(str(error)) from error
    if not log:
        raise StoreError(
            say("{file} holds no bytes: the clock sent nothing.", file=options.file.name)
        )
    product = next((product for product in all_products() if product.name == options.product), None)
    product = product or guess_driver(log)
    if product is None:
        raise StoreError(NOTHING.format(", ".join(names)))
    print(say("Read as {product}.", product=product.words))
    for line in format_log(product, log, show_bytes=options.bytes):
        print(line)
    return 0


def guess_driver(log: Sequence[Heard]) -> Product | None:
    """Return the first driver that finds its own clock in the log."""
    for product in all_products():
        messages = (
            (event.content for event in interpret_log(product, log)) if product.guessed else ()
        )
        if any(isinstance(message, Identified) for message in messages):
            return product
    return None


def _driver(product: Product) -> Driver | SharedLine:
    """Return a driver that reads the recording. The answers in the recording belong to questions of
    the program that made it, so this driver must not give up when its own questions stay
    unanswered.
    """
    return DclkClock(most_vain=NEVER) if product.make is DclkClock else product.make()


def format_log(product: Product, log: Sequence[Heard], *, show_bytes: bool) -> Iterator[str]:
    """Yield one line of text for each thing that the driver understood, with the seconds since the
    log began.
    """
    raw = [LogLine(piece.at_ms, "", f"{piece.direction} {piece.data.hex(' ')}") for piece in log]
    heard_lines = [*interpret_log(product, log), *(raw if show_bytes else ())]
    begin_ms = log[0].at_ms
    for line in (
        sorted(heard_lines, key=lambda log_line: log_line.at_ms) if show_bytes else heard_lines
    ):
        place = f"[{line.place}] " if line.place else ""
        what = line.content if isinstance(line.content, str) else describe_message(line.content)
        yield f"{(line.at_ms - begin_ms) / 1000:10.3f}  {place}{what}"


def interpret_log(product: Product, log: Sequence[Heard]) -> Iterator[LogLine]:
    """Yield what a driver understands from the bytes of a log. A driver that gives up is restarted.

    Until the driver has found its clock, it is also restarted wherever the recorded program
    restarted its own driver. The log shows these places by the first bytes that such a driver
    sends.
    """
    after_ms, first_words = _opening(product)
    driver, known = _driver(product), False
    now_ms = log[0].at_ms
    yield from _log_lines(now_ms, driver.opened(now_ms))
    for piece in log:
        at_ms, log_lines = piece.at_ms, list[LogLine]()
        if driver.dead or at_ms < now_ms:
            log_lines.append(
                LogLine(now_ms, "", GIVES_UP.format(driver.dead) if driver.dead else AGAIN)
            )
            log_lines += _log_lines(at_ms, driver.opened(at_ms))
            known = False
        else:
            log_lines += _run_driver(driver, now_ms, at_ms)
        if piece.direction == ">" and piece.data == first_words and not known:
            log_lines += _log_lines(at_ms - after_ms, driver.opened(at_ms - after_ms))
            log_lines += _run_driver(driver, at_ms - after_ms, at_ms)
        now_ms = at_ms
        if piece.direction == "<" and not driver.dead:
            log_lines += _log_lines(now_ms, driver.receive(piece.data, now_ms))
        driver.to_send()  # the log has what was really sent
        known = known or any(isinstance(each.content, Identified) for each in log_lines)
        yield from log_lines


def _opening(product: Product) -> tuple[int, bytes]:
    """Return the milliseconds after which a driver sends its first bytes, and these bytes."""
    driver, at_ms = _driver(product), 0
    driver.opened(0)
    while not (data := driver.to_send()):
        due_ms = driver.due_ms()
        if due_ms is None or driver.dead or due_ms > LONGEST_GAP_MS:
            return 0, b""
        at_ms = max(due_ms, at_ms + 1)
        driver.tick(at_ms)
    return at_ms, data


def _run_driver(driver: Driver | SharedLine, now_ms: int, until_ms: int) -> Iterator[LogLine]:
    """Yield what the driver reports while no bytes arrive. The driver is called at each instant for
    which it asks.
    """
    end_ms = min(until_ms, now_ms + LONGEST_GAP_MS)
    for _ in range(MOST_CALLS):
        due_ms = driver.due_ms()
        if due_ms is None or due_ms > end_ms or driver.dead:
            return
        now_ms = max(due_ms, now_ms)
        yield from _log_lines(now_ms, driver.tick(now_ms))
        driver.to_send()


def _log_lines(at_ms: int, messages: Sequence[Message | Placed]) -> Iterator[LogLine]:
    for message in messages:
        if isinstance(message, Placed):
            yield LogLine(at_ms, message.place, message.message)
        else:
            yield LogLine(at_ms, "", message)


def describe_message(message: Said) -> str:
    """Return a sentence about what happened at the clock."""
    match message:
        case Identified():
            known = (
                say("This is {product}", product=message.product),
                message.uid,
                message.firmware,
            )
            return ", ".join(part for part in known if part)
        case Reading():
            return _reading(message)
        case ButtonDown():
            return say("{button} went down.", button=button_name(message.button))
        case Touched():
            return say(
                "The {hand} plunger was touched while no time ran.", hand=say(message.hand.value)
            )
        case Pressed():
            words = PRESSED[bool(message.late_ms), message.inferred]
            return words.format(
                hand=say(message.hand.value),
                late=message.late_ms,
            )
        case Fallen():
            return say("The {hand} flag fell.", hand=say(message.hand.value))
        case Stopped():
            return say("The clock was stopped.")
        case Started():
            return say(
                "The clock was started: the {running} side’s time runs.",
                running=say(message.running.value),
            )
        case PauseAsked():
            return say("The pause button was pressed.")
        case Restarted():
            return say("The clock restarted: its times are not the game’s.")
        case HandedOver():
            return plural(
                len(message.happened),
                "It hands over the game so far: {count} event.",
                "It hands over the game so far: {count} events.",
            )
        case Noted():
            return f"{message.fact.value} {message.value}".strip().capitalize() + "."
        case Drift():
            return say("The clock is off by {ppm:+} millionths.", ppm=message.ppm)
        case Cleared():
            return say("That is over: {message}", message=message.sentence)
        case Doubted() | Gone():
            return message.sentence
        case OrderDone():
            return say("Done: {request}.", request=message.request)
        case Failed():
            return say(
                "Not done: {request}. {message}", request=message.request, message=message.sentence
            )
        case ScoredAtClock():
            return say(
                "The {hand} side has {points} points on the clock.",
                hand=say(message.hand.value),
                points=message.points,
            )
        case _:
            assert_never(message)


def _reading(reading: Reading) -> str:
    if reading.left_ms is None or reading.right_ms is None:
        return say("It keeps no time: plungers only.")
    runs = (
        say("the {running} side’s time runs", running=say(reading.running.value))
        if reading.running
        else say("it is stopped")
    )
    if reading.fallen:
        runs = say("{runs}, the {fallen} flag is down", runs=runs, fallen=say(reading.fallen.value))
    left, right = (digits(max(ms, 0)) for ms in (reading.left_ms, reading.right_ms))
    return say(
        "It shows {left} left and {right} right, {runs}.",
        left=left,
        right=right,
        runs=runs,
    )
