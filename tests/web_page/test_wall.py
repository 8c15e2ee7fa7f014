"""The room display in a browser: nothing cut, letters large enough, in step with the event."""

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from app.engine.acts.display import Announce
from app.web.server.http import read_pages
from tests.views.round.halls import shown
from tests.web.venue import Venue, tables_under_way
from tests.web_page.chromium import Browser, Page
from tests.web_page.fake_server import WEB

FAULTS = """(() => {
    const pen = document.createElement("canvas").getContext("2d");
    const found = [];
    const texts = [...document.querySelectorAll("main .text")].map((one) => {
        const style = getComputedStyle(one);
        pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        const range = document.createRange();
        range.selectNodeContents(one);
        return { one, capital: pen.measureText("H").actualBoundingBoxAscent,
            place: range.getBoundingClientRect(), box: one.getBoundingClientRect() };
    });
    for (const { one, capital, place, box } of texts) {
        const said = one.textContent;
        if (capital < 0.025 * innerHeight) found.push(`small: ${said} ${capital}`);
        if (place.left < box.left - 2 || place.right > box.right + 2)
            found.push(`wide: ${said} ${place.right} ${box.right}`);
        if (box.left < -1 || box.right > innerWidth + 1) found.push(`out: ${said}`);
        if (box.top < -1 || box.bottom > innerHeight + 1) found.push(`below: ${said}`);
        if (place.height > box.height * 1.5 + 2)
            found.push(`high: ${said} ${place.height} ${box.height}`);
    }
    const boxes = texts.map(({ one, box }) => ({ one, box }));
    boxes.forEach(({ one, box }, n) => boxes.slice(n + 1).forEach((other) => {
        const { min, max } = Math;
        const across = min(box.right, other.box.right) - max(box.left, other.box.left);
        const down = min(box.bottom, other.box.bottom) - max(box.top, other.box.top);
        if (across > 2 && down > 2)
            found.push(`covered: ${one.textContent} by ${other.one.textContent}`);
    }));
    return found;
})()"""


@pytest.fixture
def venue(tmp_path: Path, real_port: int) -> Iterator[Venue]:
    with tables_under_way(tmp_path, pages=WEB, port=real_port, rounds_before=1) as venue:
        yield venue


def show(page: Page, players: int, *, plain: bool = False) -> None:
    told = msgspec.json.encode(shown(players, plain=plain)).decode()
    page.do(f"wall.hear({{ type: 'wall', shown: {told} }})")


def kinds(page: Page) -> list[str]:
    return [str(kind) for kind in page.do("wall.shown.slides.map((slide) => slide.kind)")]


def test_nothing_is_cut_and_all_letters_can_be_read_from_afar(
    browser: Browser, venue: Venue
) -> None:
    page = browser.open(f"{venue.base}/wall", 1920, 1080)
    page.until("!!window.wall?.shown")
    wrong = list[str]()
    for width, height in ((1920, 1080), (1280, 720)):
        page.resize(width, height)
        for players in (32, 64, 128):
            show(page, players)
            for kind in kinds(page):
                number, pages = 0, 1
                while number < pages:
                    page.do(f"wall.turnTo('{kind}', {number})")
                    pages = int(page.do("wall.pages"))
                    faults = page.do(FAULTS)
                    wrong += [f"{width} {players} {kind} {number}: {fault}" for fault in faults]
                    number += 1
        show(page, 64, plain=True)
        for kind in ("by_name", "by_table"):
            page.do(f"wall.turnTo('{kind}', 0)")
            assert page.do("wall.pages") == 1, (width, kind)
    page.close()
    assert wrong == [], "\n".join(wrong)


def test_a_screen_in_the_hall_follows_the_event_and_can_order_nothing(
    browser: Browser, venue: Venue
) -> None:
    page = browser.open(f"{venue.base}/wall", 1280, 720)
    page.until("wall.shown?.slides.length > 2")
    assert kinds(page) == ["clock", "by_name", "by_table", "scenario", "standings"]
    page.until("/Expected end [0-9][0-9]:[0-9][0-9]/.test(document.body.innerText)")
    page.until("/1:[0-9][0-9]:[0-9][0-9]/.test(document.body.innerText)")
    page.do("window.dispatchEvent(new KeyboardEvent('keydown', { keyCode: 39 }))")
    assert page.do("wall.slide.kind") == "by_name"
    page.do("window.dispatchEvent(new KeyboardEvent('keydown', { keyCode: 37 }))")
    assert page.do("wall.slide.kind") == "clock"
    page.do("window.dispatchEvent(new KeyboardEvent('keydown', { keyCode: 80 }))")
    page.until("document.body.innerText.includes('Paused')")
    venue.do(Announce("Lunch until 13:30"))
    page.until("wall.slide.kind === 'announcements'")
    page.until("document.body.innerText.includes('Lunch until 13:30')")
    assert venue.server is not None
    venue.server.stop().result(60)
    page.until("document.body.innerText.includes('No connection')")
    assert "Lunch until 13:30" in page.text()
    venue.serve()
    page.until("wall.away === ''")
    page.until("!document.body.innerText.includes('No connection')")
    page.close()


def test_the_page_is_small_and_old_browsers_understand_it() -> None:
    pages = read_pages(WEB)
    scripts = ("screen/faults.js", "screen/watch.js", "wall/wall.js")
    files = ("wall.html", *scripts, "styles/wall.css")
    assert sum(len(pages[name].packed) for name in files) < 10_000
    script = "".join(pages[name].body.decode() for name in scripts)
    for new in ("?.", "??", "async ", "await ", "import", "...", ".append(", "replaceChildren"):
        assert new not in script, new
    assert "var(" not in pages["styles/wall.css"].body.decode()
    assert json.dumps("room") not in script
