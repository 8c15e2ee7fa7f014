"""A page at the venue's table, and what two players do on it."""

from tests.web_page.ahead import PASS_OLD_PONGS, skip
from tests.web_page.chromium import Browser, Page
from tests.web_page.venue import Venue

RED, BLUE = ".half.red", ".half.blue"


MINUTE = 60_000
UNCOVERED = """['red', 'blue'].every((side) =>
    performance.now() > table.halves[side].uncovered + 450)"""


def touchable(page: Page) -> None:
    """A second touch where a button was is no tap, for a moment."""
    page.until(UNCOVERED)


class Tablet:
    """A page at the venue's table, and what two players do on it."""

    def __init__(
        self, browser: Browser, venue: Venue, width: int = 800, high: int = 1280,
        *, drawn: bool | None = None,
    ) -> None:  # fmt: skip
        self.venue = venue
        self.page: Page = browser.open(venue.url, width, high, drawn=drawn)
        self._join()

    def load_again(self, venue: Venue) -> None:
        """The page is loaded again, for the table that is served there now."""
        self.venue = venue
        self.page.reload()
        self._join()

    def _join(self) -> None:
        self.page.until("window.table?.link?.state === 'in touch' && table.game()")
        self.page.do(PASS_OLD_PONGS)

    def tap(self, half: str) -> None:
        self.page.click(f"{half} .time")

    def skip(self, ms: int) -> None:
        """So much time passes at the venue and on the device."""
        skip(self.page, ms, lambda: self.venue.pass_by(ms))

    def start(self, first: str = "Red") -> None:
        self.page.press(f"{first} goes first", RED)
        self.page.press("Start ", RED)
        self.page.until("!!table.game().play.clock")
        touchable(self.page)

    def deploy(self) -> None:
        """Red goes first; both deploy, two minutes a phase, and red begins the first turn."""
        self.start()
        for half in (RED, BLUE, RED, BLUE):
            self.skip(2 * MINUTE)
            self.tap(half)
        self.start_turn(RED)

    def start_turn(self, half: str) -> None:
        """``half`` starts the turn's time, where turns are timed."""
        if self.page.do("table.game().play.awaits_start"):
            self.tap(half)
            self.page.until("!table.game().play.awaits_start")
            touchable(self.page)

    def handed_over(self) -> None:
        self.page.until("table.link.state === 'in touch' && table.queue.marks.length === 0")

    @property
    def step(self) -> int:
        return int(self.page.do("table.game().play.step"))


def marks(venue: Venue, kind: type) -> list[object]:
    return [mark for mark in venue.game.marks if isinstance(mark, kind)]
