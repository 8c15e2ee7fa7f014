"""A game of Steamroller 2026 on a tablet, and how many taps its pad takes a turn.

python -m tests.web_page.turn_pads prints the table.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from app.engine.acts.table import Counted, Holding, ScoreTurn, StartClock, Tap
from app.engine.packet.scenario import Held
from app.engine.side import Side
from tests.ports import kept_port
from tests.web_page.chromium import Browser
from tests.web_page.fake_server import FakeServer
from tests.web_page.tablet import MINUTE, RED, Tablet
from tests.web_page.venue import Venue

PAD = ".turnpad"
FOOT = f"{PAD} footer"
SETTLED = f"!!document.querySelector('{PAD}') && !document.querySelector('[data-fresh]')"
FIRST_SCORED = 7
"""The Defender's second turn, the first that is scored."""

Held_ = tuple[str, Side]


def held(*holds: Held_) -> tuple[Holding, ...]:
    return tuple(Holding(key, side, Held.CONTROLLED) for key, side in holds)


R, B = Side.RED, Side.BLUE
USUAL: dict[str, tuple[Held_, ...]] = {
    "Trench Warfare": (("objective-50-second", B), ("objective-50-first", R)),
    "Two Fronts": (("objective-40-second", B), ("objective-50-first", R)),
    "Wolves at Our Heels": (("objective-40-first", R), ("objective-50-second", B)),
    "Pressure Point": (("flag-1", B), ("flag-3", R), ("flag-4", R)),
    "High Stakes": (("objective-50", R), ("objective-40-second", B)),
    "Fault Line": (
        *(("objective-40-first-1", R), ("objective-50-first", R)),
        ("objective-50-second", B),
    ),
    "Payload": (("objective-50-first", R), ("objective-40-second", B)),
}
"""By scenario: what was held at the end of the turn before."""


def at_turn(
    server: FakeServer,
    scenario: str,
    *,
    step: int = FIRST_SCORED + 1,
    holds: Sequence[Held_] | None = None,
    counted: Sequence[Counted] = (),
) -> Venue:
    """A table in ``step``; the turn before was scored."""
    venue = Venue(server, packet="sr2026", scenario=scenario)
    venue.ahead_ms = -120 * MINUTE
    venue.eo(StartClock(1, R))
    for ended in range(step):
        venue.pass_by(MINUTE)
        venue.eo(Tap(1, R if ended % 2 == 0 else B))
        if ended == step - 1 and ended >= FIRST_SCORED:
            lies = held(*(USUAL[scenario] if holds is None else holds))
            venue.eo(ScoreTurn(1, None, ended, lies, counted=tuple(counted)))
    venue.pass_by(MINUTE)
    return venue


def opened(
    browser: Browser, venue: Venue, width: int = 820, high: int = 1180, *, drawn: bool | None = None
) -> Tablet:
    tablet = Tablet(browser, venue, width, high, drawn=drawn)
    tablet.page.until("!!table.seats.pads")
    return tablet


class PadTaps:
    """Presses on the pad, counted."""

    def __init__(self, tablet: Tablet) -> None:
        self.page, self.taps = tablet.page, 0

    def press(self, words: str, within: str = PAD) -> None:
        self.page.until(SETTLED)
        self.page.press(words, within)
        self.taps += 1

    def cell(self, row: str, side: str) -> None:
        """Tap the cell of ``side`` in the row that begins so."""
        self._touch(
            f"""[...document.querySelectorAll('{PAD} .turnrow')]
            .find((one) => one.getAttribute('aria-label').startsWith({row!r}))
            .querySelector('button.cell.{side}')"""
        )

    def take(self, number: int, element: str) -> None:
        """Tap the number of tokens that a countdown loses."""
        label = f"{number}: {element}"
        self._touch(f"""document.querySelector(`{PAD} .face[aria-label^="{label}"]`)""")

    def _touch(self, found: str) -> None:
        self.page.until(SETTLED)
        place = self.page.do(f"""(() => {{
            const cell = {found};
            cell.scrollIntoView({{ block: 'nearest' }});
            const box = cell.getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];
        }})()""")
        self.page.touch(*place)
        self.taps += 1


CHANGES = {
    "Trench Warfare": ("Defender’s 50 mm", "red"),
    "Two Fronts": ("Defender’s 40 mm", "red"),
    "Wolves at Our Heels": ("Defender’s 50 mm", "red"),
    "Pressure Point": ("Terrain 1", "red"),
    "High Stakes": ("Defender’s 40 mm", "red"),
    "Fault Line": ("Defender’s 50 mm", "red"),
    "Payload": ("Defender’s 40 mm", "red"),
}
"""What changes hands in the turn: one element."""


def play_turn(tablet: Tablet, scenario: str, *, changes: bool) -> int:
    """Red ends the turn and the pad is filled in; return the taps on it."""
    pad = PadTaps(tablet)
    tablet.tap(RED)
    if scenario == "High Stakes":
        pad.take(2, "Attacker’s terrain")
    if changes:
        pad.cell(*CHANGES[scenario])
    if scenario == "Wolves at Our Heels":
        pad.press("Next: tokens")
    if scenario == "Payload":
        pad.press("Next: move")
        pad.press("Moved ")
    else:
        pad.press("Done")
    tablet.page.until(f"!document.querySelector('{PAD}')")
    tablet.handed_over()
    return pad.taps


def measured(browser: Browser, server: FakeServer, scenario: str) -> tuple[int, int]:
    """Return the taps of a turn in which nothing changes hands, and of one in which one element
    does.
    """
    taps = []
    lit = [Counted("flag-first", 1)] if scenario == "High Stakes" else []
    for changes in (False, True):
        tablet = opened(browser, at_turn(server, scenario, counted=lit))
        taps.append(play_turn(tablet, scenario, changes=changes))
        tablet.page.do("localStorage.clear()")
        tablet.page.close()
    return taps[0], taps[1]


def main() -> None:
    kept, port = kept_port()
    server = FakeServer(port)
    print(f"{'scenario':22}{'as before':>11}{'one change':>12}")
    try:
        with (
            tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
            Browser(Path(folder)) as browser,
        ):
            for scenario in USUAL:
                same, changed = measured(browser, server, scenario)
                print(f"{scenario:22}{same:11}{changed:12}", flush=True)
    finally:
        server.close()
        kept.close()


if __name__ == "__main__":
    main()
