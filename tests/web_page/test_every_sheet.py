"""Every sheet of a table's page is read and pressed on every usual screen, in both languages."""

import re

from tests.web_page.chromium import Browser
from tests.web_page.every_sheet import SHEETS, SIZES, Sheet, all_shown, close, resize, shown, wrong
from tests.web_page.fake_server import WEB, FakeServer

SHEETS_OF_SEATS = re.compile(r"^const MAKE = \{(.*?)^\};", re.DOTALL | re.MULTILINE)
STAGES = {"fuse", "boom", "score", "after"}
LIES = """['red', 'blue'].flatMap((side) => {
    const { kind, lies } = table.seats.of[side];
    return [kind, lies?.dataset.stage];
}).filter(Boolean)"""

UNDER = """[...document.querySelectorAll('.numkeys button')].filter((key) => {
    const { x, y, width, height, top, bottom } = key.getBoundingClientRect();
    const edge = (at) => document.elementFromPoint(x + width / 2, at);
    return [top + 4, y + height / 2, bottom - 4].some((at) => !key.contains(edge(at)));
}).map((key) => key.textContent)"""


def test_every_sheet_is_readable_and_can_be_operated(
    browser: Browser, server: FakeServer, language: str
) -> None:
    """No text is smaller than 16 pixels on tablets and 14 on phones, no target than 44; nothing is
    cut, broken, covered or overlaps, and a time that runs is whole.
    """
    found = []
    seen: set[str] = set()
    sizes = SIZES
    for sheet, page in all_shown(browser, server):
        seen |= set(page.do(LIES))
        for width, high in sizes:
            found += [f"{sheet.name}, {width}: {what}" for what in wrong(page, width, high)]
        sizes = sizes[::-1]  # so that the next sheet begins in the size that the page has now

    made = SHEETS_OF_SEATS.search((WEB / "sheets" / "seats.js").read_text("utf-8"))
    assert made is not None
    assert {*re.findall(r"^  (\w+):", made[1], re.MULTILINE), *STAGES} - seen == set()
    assert found == []


def test_every_key_of_the_number_pad_is_visible(
    browser: Browser, server: FakeServer, language: str
) -> None:
    """A count is typed: nobody looks for a nought below."""
    tallies = [sheet for sheet in SHEETS if sheet.name.startswith("tally")]
    assert len(tallies) == 3
    hidden = []
    for sheet in tallies:
        tablet = shown(browser, server, sheet)
        for width, high in SIZES:
            resize(tablet.page, width, high)
            tablet.page.until("document.querySelectorAll('.numkeys button').length === 22")
            hidden += [f"{sheet.name}, {width}: {key}" for key in tablet.page.do(UNDER)]
        close(tablet)
    assert hidden == []


FRAMED = """(() => {
    const half = document.querySelector('.half[data-low="3"]');
    half.dataset.beat = 'even';
    const plunger = half.querySelector('.plunger');
    const wide = parseFloat(/ (\\d+)px(?: inset)?$/.exec(getComputedStyle(plunger).boxShadow)[1]);
    const { left, right } = plunger.getBoundingClientRect();
    return [...half.querySelectorAll('.head > *')].filter((part) => {
        const box = part.getBoundingClientRect();
        return box.left - left < wide || right - box.right < wide;
    }).map((part) => part.textContent);
})()"""


def test_the_frame_of_the_last_seconds_does_not_cover_the_names(
    browser: Browser, server: FakeServer
) -> None:
    (sheet,) = (sheet for sheet in SHEETS if sheet.name == "last seconds")
    tablet = shown(browser, server, sheet)
    for width, high in SIZES:
        resize(tablet.page, width, high)
        assert tablet.page.do(FRAMED) == [], width
    close(tablet)


ROWS = """[...document.querySelectorAll('.tools')].map((tools) =>
    new Set([...tools.children].filter((one) => one.offsetParent)
        .map((one) => one.offsetTop)).size)"""
SMALLEST = """Math.min(...['.why', '.rest', '.next'].flatMap((kind) =>
    [...document.querySelectorAll(kind)].filter((one) => one.offsetParent))
    .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""


def one_of(name: str) -> Sheet:
    return next(sheet for sheet in SHEETS if sheet.name == name)


def test_the_buttons_of_a_phone_stay_in_one_row_while_the_judge_is_called(
    browser: Browser, server: FakeServer, language: str
) -> None:
    tablet = shown(browser, server, one_of("judge called"))
    resize(tablet.page, 390, 844)
    tablet.page.until(f"{ROWS}.join() === '1,1'")
    close(tablet)


def test_the_points_on_a_final_screen_are_large_enough(
    browser: Browser, server: FakeServer
) -> None:
    tablet = shown(browser, server, one_of("final"))
    for (width, high), least in zip(SIZES, (24, 24, 26, 18), strict=True):
        resize(tablet.page, width, high)
        assert tablet.page.do(SMALLEST) >= least, width
    close(tablet)


TORN = """(() => {
    const found = [];
    for (const part of document.querySelectorAll('.why, .rest, .next')) {
        const text = part.firstChild?.data ?? '';
        const together = /\\p{L}+\\s\\d[\\d:]*|\\d\\s–\\S?\\s\\d+\\s[A-Z]+/gu;
        for (const { 0: words, index } of text.matchAll(together)) {
            const range = document.createRange();
            range.setStart(part.firstChild, index);
            range.setEnd(part.firstChild, index + words.length);
            const tops = [...range.getClientRects()].map((box) => Math.round(box.top));
            if (new Set(tops).size > 1) found.push(words);
        }
    }
    return found;
})()"""


def test_the_numbers_of_a_final_screen_stay_with_their_words(
    browser: Browser, server: FakeServer, language: str
) -> None:
    tablet = shown(browser, server, one_of("final"))
    for width, high in SIZES:
        resize(tablet.page, width, high)
        assert tablet.page.do(TORN) == [], width
    close(tablet)


def test_the_effect_of_a_tap_is_described_in_one_line_if_there_is_room(
    browser: Browser, server: FakeServer, language: str
) -> None:
    tablet = shown(browser, server, one_of("turn"))
    for width, high in SIZES[1:3]:
        resize(tablet.page, width, high)
        note = "document.querySelector('.half[data-runs=yes] .note')"
        assert tablet.page.do(
            f"{note}.offsetHeight < 2 * parseFloat(getComputedStyle({note}).fontSize)"
        ), width
    close(tablet)


LEFT = """['.moved', '.judge'].map((kind) =>
    document.querySelector(`.half.red ${kind}`).getBoundingClientRect().left)"""


def test_the_notices_of_moved_time_and_of_a_call_are_aligned(
    browser: Browser, server: FakeServer
) -> None:
    tablet = shown(browser, server, one_of("time moved, judge called"))
    for width, high in SIZES:
        resize(tablet.page, width, high)
        moved, called = tablet.page.do(LEFT)
        assert moved == called, width
    close(tablet)


LAST_LINE = """((part) => {
    const words = [...part.firstChild.data.matchAll(/\\S+/g)].map(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(part.firstChild, index);
        range.setEnd(part.firstChild, index + word.length);
        return Math.round(range.getBoundingClientRect().top);
    });
    return words.filter((top) => top === words[words.length - 1]).length;
})"""


def test_the_notice_of_a_table_without_a_game_ends_with_at_least_two_words_on_a_line(
    browser: Browser, server: FakeServer, language: str
) -> None:
    tablet = shown(browser, server, one_of("no game"))
    for width, high in SIZES:
        resize(tablet.page, width, high)
        assert tablet.page.do(f"{LAST_LINE}(document.querySelector('.notice'))") > 1, width
    close(tablet)
