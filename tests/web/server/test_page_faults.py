"""Errors of pages' scripts, as bytes on the line: what the organizer sees and the log has."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.store.faults import Faults
from app.web.server.page_faults import MOST, SHOWN, browser_name
from tests.web.venue import Tablet, Venue, notices, on_line

FAULT = {
    "type": "fault", "kind": "error", "words": "TypeError: x is null",
    "place": "v0123456789ab/table/table.js:40:7", "browser": "Mozilla/5.0 Chrome/80.0 Safari/537",
}  # fmt: skip


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    own = Faults(tmp_path)
    stop = own.watch()
    monkeypatch.setattr("app.web.server.page_faults.faults", own)
    yield own.file
    stop()


def fault(**more: Any) -> dict[str, Any]:
    return {**FAULT, **more}


async def shown(venue: Venue, device: Tablet, count: int) -> list[str]:
    """Return what the organizer sees, once it is so many and everything sent was read."""
    await device.ping()
    await device.until_soon(lambda: venue.links and len(notices(venue)) >= count)
    seen = len(venue.links)
    await device.until_soon(lambda: len(venue.links) > seen + 1)
    return notices(venue)


def test_an_error_of_a_tables_page_is_shown_with_the_table_and_logged_once(
    venue: Venue, log: Path
) -> None:
    async def story() -> None:
        for _ in range(2):  # a page says it again on each new connection
            async with Tablet(venue, 3, device="tablet-of-three") as tablet:
                await tablet.say(FAULT)
                await tablet.say(FAULT)
                (sentence,) = await shown(venue, tablet, 1)
        assert sentence.startswith("An error occurred in the table’s page. If the page no longer")
        assert "Chrome 80: TypeError: x is null (v0123456789ab/table/table.js:40:7)" in sentence
        (notice,) = venue.links[-1].notices
        assert notice.table == 3

    on_line(story)
    written = log.read_text("utf-8")
    assert written.count("TypeError: x is null") == 1
    for part in ("table.js:40:7", "Chrome/80.0 Safari/537", "time 1", "error: "):
        assert part in written


@pytest.mark.parametrize(
    ("role", "words"),
    [
        ("eo", "An error occurred in the organizer’s page."),
        ("room", "An error occurred in a phone’s page."),
        ("wall", "An error occurred in a room display’s page."),
    ],
)
def test_an_error_in_another_page_is_shown_with_its_owner(
    venue: Venue, log: Path, role: str, words: str
) -> None:
    async def story() -> None:
        async with Tablet(venue, 0, role=role) as device:
            await device.say(fault(kind="rejection", place=""))
            (sentence,) = await shown(venue, device, 1)
            assert sentence.startswith(words)
            assert "place unknown" in sentence

    on_line(story)
    assert "rejection: TypeError" in log.read_text("utf-8")


def test_a_page_that_failed_to_start_reports_it_without_a_secret_and_can_do_nothing_else(
    venue: Venue, log: Path
) -> None:
    async def story() -> None:
        async with Tablet(venue, 0, role="fault") as device:
            await device.say(fault(words="SyntaxError: Unexpected token '?'", table=2))
            await device.say(fault(words="SyntaxError: Unexpected token '??='"))
            first, second = await shown(venue, device, 2)
            assert first.startswith("A page of table 2 did not start.")
            assert second.startswith("A page did not start.")
            assert [notice.table for notice in venue.links[-1].notices] == [0, 0]
            await device.say({"type": "lock"})
            assert await device.closed() == 4400

    on_line(story)
    assert "SyntaxError" in log.read_text("utf-8")


def test_a_malicious_page_can_flood_neither_the_notices_nor_the_log(
    venue: Venue, log: Path
) -> None:
    async def story() -> None:
        for _ in range(3):
            async with Tablet(venue, 0, role="room") as hostile:
                for number in range(15):
                    await hostile.say(fault(words=f"{number} " + 200 * "spam "[:1]))
                assert len(await shown(venue, hostile, MOST)) == MOST
        async with Tablet(venue, 1) as tablet:
            await tablet.say(FAULT)
            sentences = await shown(venue, tablet, MOST + 1)
            assert len(sentences) == MOST + 1
            assert "the table’s page" in sentences[-1]
        assert all(len(sentence) < SHOWN + 300 for sentence in sentences)

    on_line(story)
    assert log.read_text("utf-8").count("(time ") == MOST + 1


def test_text_from_a_malicious_page_stays_on_its_line_and_affects_no_other_text(
    venue: Venue, log: Path
) -> None:
    words = "a\n2026-11-29 10:00:00 the desk\r\x1b[31m\u202eb\u2028<b>c</b>\x00"

    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            await tablet.say(fault(words=words, place="\n\n", browser="\u2066\n"))
            (sentence,) = await shown(venue, tablet, 1)
            assert sentence.isprintable()
            assert "a 2026-11-29 10:00:00 the desk [31m b <b>c</b>" in sentence
            assert "Unknown browser" in sentence

    on_line(story)
    lines = log.read_text("utf-8").splitlines()
    assert sum("2026-11-29 10:00:00 the desk" in line for line in lines) == 1
    assert not any(line.startswith("2026-11-29 10:00:00 the desk") for line in lines)


@pytest.mark.parametrize(
    "wrong",
    [
        {"words": 301 * "a"},
        {"place": 201 * "a"},
        {"browser": 301 * "a"},
        {"kind": "other"},
        {"table": 10_000},
        {"more": 1},
        {"words": None},
    ],
)
def test_an_oversized_error_report_closes_the_connection(
    venue: Venue, log: Path, wrong: dict[str, Any]
) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            await tablet.say(fault(**wrong))
            assert await tablet.closed() == 4400

    on_line(story)
    assert not log.exists()


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (Linux; Android 9) Chrome/80.0.3987.162 Safari/537.36", "Chrome 80"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/120.0 Safari/537.36 Edg/120.0", "Edge 120"),
        ("Mozilla/5.0 (X11; Linux; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox 128"),
        ("Mozilla/5.0 (iPad; CPU OS 13_4) Version/13.1 Mobile/15E148 Safari/604.1", "Safari 13.1"),
        ("Mozilla/5.0 (Linux) SamsungBrowser/14.0 Chrome/87.0 Safari", "Samsung Internet 14"),
        ("curl", "Unknown browser"),
    ],
)
def test_a_browser_is_given_its_familiar_name(agent: str, name: str) -> None:
    assert browser_name(agent) == name
