"""A room of four tables on the real server, and the organizer's page let in."""

from collections.abc import Iterator
from pathlib import Path

from tests.real_time import RealTimeline
from tests.web.venue import Venue, just_now
from tests.web_page.chromium import Page
from tests.web_page.fake_server import WEB


def four_tables(folder: Path) -> Iterator[Venue]:
    """After a finished round four tables under way in real time."""
    venue = Venue(folder, began_ms=just_now())
    venue.register(8)
    venue.finish()
    venue.start()
    venue.pages = WEB
    venue.serve()
    venue.restart(RealTimeline())
    yield venue
    venue.close()


def enter(page: Page, pin: str) -> None:
    page.until("window.desk?.link.state === 'in touch'")
    for digit in pin:
        page.press(digit, ".keys")
