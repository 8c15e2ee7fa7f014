"""The pages' font: it comes from the program, holds up no page, and has every letter they need."""

import fontpkg_inter
import pytest
from fontTools.ttLib import TTFont

from app.web.server.http import read_pages
from tests.web.venue import Venue
from tests.web_page.chromium import Browser
from tests.web_page.fake_server import ROOT, WEB, FakeServer
from tests.web_page.tablet import BLUE, MINUTE, RED, Tablet
from tests.web_page.venue import Venue as FakeVenue

pytestmark = pytest.mark.undrawn

FONTS = WEB / "fonts"
HAS_COME = """[...document.fonts].some((font) =>
    font.family.replace(/"/g, "") === "Inter" && font.status === "loaded")"""
IN_OTHER_FONTS = """[...document.querySelectorAll("body, body *")]
    .filter((one) => one.innerText && !getComputedStyle(one).fontFamily.includes("Inter"))
    .map((one) => one.outerHTML)"""


@pytest.fixture
def text_font() -> TTFont:
    return TTFont(FONTS / "inter.woff2")


@pytest.mark.parametrize("place", ["", "eo", "room", "wall", "hall", "stream"])
def test_every_page_uses_the_program_s_font(browser: Browser, tables: Venue, place: str) -> None:
    asked = f"#table=1&secret={tables.secrets[1]}" if not place else ""
    page = browser.open(f"{tables.base}/{place}{asked}", 800, 1280)
    page.until(HAS_COME)
    assert page.do(IN_OTHER_FONTS) == []
    page.close()


def test_the_font_has_every_letter_used_by_the_pages_and_their_languages(
    text_font: TTFont,
) -> None:
    wrote = [*WEB.rglob("*.js"), *WEB.rglob("*.html"), *(ROOT / "resources").rglob("*.po")]
    letters = set[str]().union(*(file.read_text(encoding="utf-8") for file in wrote))
    whole = TTFont(fontpkg_inter.ROOT / "files" / "Inter[opsz,wght].ttf").getBestCmap()
    needed = {one for one in letters if ord(one) in whole}
    assert {"ß", "„", "−", "↓"} <= needed
    assert needed - set(map(chr, text_font.getBestCmap())) == set()
    assert {*"ŁłŻżČčŘřŐőŞşÑñÅåØøÆæ"} <= set(map(chr, text_font.getBestCmap()))


def test_only_figures_all_have_the_same_width(text_font: TTFont) -> None:
    """A hyphen as wide as a figure would tear names apart."""
    glyphs, widths = text_font.getBestCmap(), text_font["hmtx"]
    figures = {widths[glyphs[ord(digit)]][0] for digit in "0123456789"}
    assert len(figures) == 1
    assert widths[glyphs[ord("-")]][0] < figures.pop() * 0.8
    assert "GSUB" not in text_font or "tnum" not in {
        each.FeatureTag for each in text_font["GSUB"].table.FeatureList.FeatureRecord
    }


def test_the_font_is_small_and_keeps_its_licence() -> None:
    pages = read_pages(WEB)
    assert 10_000 < len(pages["fonts/inter.woff2"].body) < 30_000
    assert 500 < len(pages["fonts/inter-figures.woff2"].body) < 3_000
    licence = (FONTS / "inter.LICENSE.txt").read_text(encoding="utf-8")
    assert "Copyright 2020 The Inter Project Authors" in licence
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence


def test_digits_limited_by_their_width_are_condensed_and_larger(
    browser: Browser, server: FakeServer
) -> None:
    for width, high, limits in ((820, 1180, True), (390, 844, True), (1280, 700, False)):
        venue = FakeVenue(server)
        tablet = Tablet(browser, venue, width, high)
        tablet.page.do("table.wish({ layout: 'facing' })")
        tablet.deploy()
        condensed = tablet.page.until(f"""(() => {{
            const digits = document.querySelector("{RED} .digits");
            if (!digits.textContent) return null;
            const fits = digits.offsetWidth <= digits.parentElement.clientWidth;
            return [digits.classList.contains("narrow"), fits];
        }})()""")
        assert condensed == [limits, True], (width, high)
        tablet.page.do("localStorage.clear()")
        tablet.page.close()


TEXTS = """[...document.querySelectorAll(".sheet *")]
    .filter((one) => one.offsetParent && [...one.childNodes].some((text) =>
        text.nodeType === 3 && text.textContent.trim()))
    .map((one) => parseFloat(getComputedStyle(one).fontSize))"""


def test_the_text_of_a_sheet_grows_with_its_half_of_the_screen(
    browser: Browser, server: FakeServer
) -> None:
    """A line of 20 pixels on a tablet of 10 inches can be read from a metre."""
    smallest = {}
    for width, high in ((820, 1180), (1640, 2360), (1024, 768), (1366, 1024)):
        tablet = Tablet(browser, FakeVenue(server), width, high)
        for sheet in ("Red goes first", "Back"):
            tablet.page.press(sheet, RED)
            sizes = tablet.page.do(TEXTS)
            smallest[width] = min(smallest.get(width, 99), *sizes)
        tablet.deploy()
        for half in (RED, BLUE, RED):
            tablet.skip(MINUTE)
            tablet.tap(half)
        for sheet in ("Score", "End game"):
            tablet.page.press(sheet, ".tools.red")
            tablet.page.until("!!document.querySelector('.sheet')")
            smallest[width] = min(smallest[width], *tablet.page.do(TEXTS))
        tablet.page.do("localStorage.clear()")
        tablet.page.close()
    assert smallest[820] >= 20
    assert smallest[1640] >= 30
    assert smallest[1024] >= 16
    assert smallest[1366] >= 20
