"""Takes pictures of the pads, maps and faces of every scenario of Steamroller 2026.

    python -m tools.pictures.turn_pads [--into folder] [--languages en,de] [--only wolves,payload]

Each scenario's turn is played on a page in Chromium, in each size, light and dark. The pictures of
a stage are put on one sheet. Without a folder, the sheets go to `out/turn_pads`.
"""

import argparse
import base64
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter

from app.engine.acts.table import Counted, HandBack, Interrupt, ScoreTurn, StartClock, Tap
from app.engine.language import use_words
from app.engine.side import Pair, Side
from app.store.languages import VARIABLE
from app.web.server.http import plural_rule
from app.web.server.page_language import in_language
from tests.engine.event import PACKETS
from tests.ports import kept_port
from tests.web_page import fake_server
from tests.web_page.chromium import Browser, Page
from tests.web_page.fake_server import FakeServer
from tests.web_page.tablet import MINUTE
from tests.web_page.turn_pads import Held_, held
from tests.web_page.venue import Venue
from tools.pictures.manual import folder

OUT = Path(__file__).resolve().parents[2] / "out" / "turn_pads"
SIZES = (
    (1920, 1080),
    (1366, 768),
    (911, 512),
    (1024, 768),
    (820, 1180),
    (768, 1024),
    (390, 844),
)
"""The sizes of a hall's and a laptop's screen, of the laptop's at 150 %, of tablets and
of a phone.
"""
SHEET_WIDE, GAP = 3340, 12
NAMES = Pair("Maximiliane Oberhausen-Lindqvist", "Bernard Okafor")
PAD = ".turnpad"
R, B = Side.RED, Side.BLUE
WAS: dict[str, tuple[tuple[Held_, ...], tuple[Counted, ...]]] = {
    "Trench Warfare": (
        (("objective-50-second", B), ("objective-50-first", R), ("cache-first", B)), (),
    ),
    "Two Fronts": (
        (("objective-40-second", B), ("objective-50-first", R), ("objective-50-second", R)), (),
    ),
    "Wolves at Our Heels": (
        (("objective-40-first", R), ("objective-50-first", R)),
        (Counted("objective-40-first", 1),),
    ),
    "Pressure Point": ((("flag-1", B), ("objective-50", B), ("flag-3", R)), ()),
    "High Stakes": (
        (("objective-50", R), ("objective-40-second", B)), (Counted("flag-first", 3),),
    ),
    "Fault Line": (
        (
            ("objective-40-first-1", R), ("objective-50-first", R), ("objective-50-second", B),
            ("objective-40-second-1", B), ("objective-40-second-2", B),
        ), (),
    ),
    "Payload": (
        (
            ("objective-50-first", R), ("objective-40-first", R), ("objective-40-second", R),
            ("flag-second", B),
        ),
        (Counted("objective-50-first", 4),),
    ),
}  # fmt: skip
"""The elements that were held and counted at the end of the turn before, by scenario."""
Keep = Callable[[str], None]


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--into", type=Path, default=OUT)
    parser.add_argument("--languages", default="en,de")
    parser.add_argument("--only", default="")
    parser.add_argument("--schemes", default="light,dark")
    asked = parser.parse_args(arguments)
    languages = asked.languages.split(",")
    if languages == [os.environ.get(VARIABLE)]:
        return take(asked.into, languages[0], asked.only, asked.schemes.split(","))
    command = [sys.executable, "-m", "tools.pictures.turn_pads", "--into", str(asked.into)]
    more = ["--only", asked.only, "--schemes", asked.schemes, "--languages"]
    return max(
        subprocess.call([*command, *more, one], env=os.environ | {VARIABLE: one})
        for one in languages
    )


def take(into: Path, language: str, only: str, schemes: Sequence[str]) -> int:
    """Take all pictures in the language of this process."""
    use_words(PACKETS["sr2026"].briefing.vocabulary)
    raw = fake_server.as_sent
    fake_server.as_sent = lambda text: raw(in_language(text, plural_rule()))
    into.mkdir(parents=True, exist_ok=True)
    QGuiApplication([])
    kept, port = kept_port()
    server = FakeServer(port)
    try:
        with folder() as profile, Browser(profile) as browser:
            for scenario in WAS:
                if only and not any(scenario.lower().startswith(one) for one in only.split(",")):
                    continue
                for scheme in schemes:
                    sheets = take_scenario(browser, server, scenario, language, scheme)
                    for name, picture in sheets.items():
                        short = scenario.split(maxsplit=1)[0].lower()
                        picture.save(str(into / f"{short}_{name}_{language}_{scheme}.png"))
    finally:
        server.close()
        kept.close()
    return 0


def take_scenario(
    browser: Browser, server: FakeServer, scenario: str, language: str, scheme: str
) -> dict[str, QImage]:
    """Play one turn in each size. Return a sheet for each stage, with the stage's pictures in all
    sizes.
    """
    stages: dict[str, list[QImage]] = {}
    for width, high in SIZES:
        venue = played(server, scenario)
        page = browser.open(venue.url, width, high, dark=scheme == "dark")
        page.do(f"document.documentElement.lang = {language!r}")
        page.until("window.table?.link.state === 'in touch' && table.game() && !!table.seats.pads")
        for name in stages_of(page, venue):
            shot = page.call("Page.captureScreenshot", format="png")["data"]
            stages.setdefault(name, []).append(QImage.fromData(base64.b64decode(shot)))
        page.do("localStorage.clear()")
        page.close()
    print(scenario, language, scheme, ", ".join(stages), browser.errors(), flush=True)
    return {name: montage(pictures) for name, pictures in stages.items()}


def played(server: FakeServer, scenario: str) -> Venue:
    """Play a table to the end of the Defender's third turn, with the turn before already scored."""
    lies, counted = WAS[scenario]
    venue = Venue(server, packet="sr2026", scenario=scenario, names=NAMES)
    venue.ahead_ms = -60 * MINUTE
    venue.eo(StartClock(1, R))
    for step in range(9):
        venue.pass_by(MINUTE)
        venue.eo(Tap(1, R if step % 2 == 0 else B))
        if step == 7:
            venue.eo(ScoreTurn(1, B, 7, held(*lies), counted=counted))
    venue.pass_by(MINUTE)
    venue.eo(Interrupt(1))
    venue.eo(HandBack(1))
    return venue


def stages_of(page: Page, venue: Venue) -> Iterator[str]:
    """Go through a turn's pad, and yield the name of each stage once the stage is visible."""
    ready(page)
    page.until(f"!!document.querySelector('{PAD}')")
    ready(page)
    yield "1begin"
    if stage(page) == "fuse":
        page.do(f"""document.querySelectorAll('{PAD} .countdown')[1]
            .querySelectorAll('.face')[1].click()""")
        ready(page)
    if stage(page) == "boom":
        yield "3boom"
        page.do(f"document.querySelector('{PAD} .go').click()")
        ready(page)
    press_cell(page, 1)
    page.do(f"document.querySelector('{PAD} .info').click()")
    yield "4info"
    page.do(f"document.querySelector('{PAD} .info').click()")
    press_cell(page, 2)
    yield "5score"
    page.do(f"document.querySelector('{PAD} .go').click()")
    ready(page)
    if page.do(f"document.querySelector('{PAD}')?.dataset.stage") == "after":
        yield "6after"
        page.do(f"document.querySelector('{PAD} .card .toggle')?.click()")
        yield "7arrived"
        page.do(f"document.querySelector('{PAD} .go').click()")
    page.until(f"!document.querySelector('{PAD}')")
    ready(page)
    yield "8face"
    page.do("table.seats.brief('red')")
    page.until("!!document.querySelector('.mapsheet .measure')")
    ready(page)
    yield "9briefing"


def press_cell(page: Page, at: int) -> None:
    page.do(f"document.querySelectorAll('{PAD} button.cell.blue')[{at}]?.click()")


def stage(page: Page) -> Any:
    return page.do(f"document.querySelector('{PAD}')?.dataset.stage")


def ready(page: Page) -> None:
    page.do("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300)))")
    page.until("!document.querySelector('[data-fresh]')")


def montage(pictures: Sequence[QImage]) -> QImage:
    """Put pictures side by side, in rows of about the same width."""
    rows: list[list[QImage]] = [[]]
    for picture in pictures:
        if rows[-1] and sum(one.width() + GAP for one in rows[-1]) + picture.width() > SHEET_WIDE:
            rows.append([])
        rows[-1].append(picture)
    wide = max(sum(one.width() + GAP for one in row) for row in rows)
    high = sum(max(one.height() for one in row) + GAP for row in rows)
    sheet = QImage(wide, high, QImage.Format.Format_RGB32)
    sheet.fill(QColor("#888888"))
    painter, top = QPainter(sheet), 0
    for row in rows:
        left = 0
        for one in row:
            painter.drawImage(left, top, one)
            left += one.width() + GAP
        top += max(one.height() for one in row) + GAP
    painter.end()
    return sheet


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
