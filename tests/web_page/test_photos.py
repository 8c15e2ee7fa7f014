"""Photos of slips taken on pages in a real browser, by tables, phones and the organizer."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from app.engine.acts.results import How, ReportResult, Result
from app.engine.side import Pair, Side
from app.engine.table.game import Game
from app.store.photos import MOST_SIDE, photos_folder
from app.web.phones.codes import PlayerCodes, space_code
from tests import pictures
from tests.web.venue import Venue
from tests.web_page.chromium import Browser, Page, until
from tests.web_page.room import enter

pytestmark = pytest.mark.undrawn
PHONE = 360, 640


def camera_photo(path: Path, *, turned: bool = False) -> Path:
    """What a phone's camera makes of a slip: 4,000 × 3,000 pixels; its upper left corner is red.
    ``turned``: held upright, so that the file says how it is to be turned.
    """
    picture = QImage(4_000, 3_000, QImage.Format.Format_RGB32)
    picture.fill(QColor("#e9e5da"))
    painter = QPainter(picture)
    painter.fillRect(0, 0, 1_000, 1_000, QColor("#c02020"))
    for line in range(12):
        painter.fillRect(1_200, 300 + 200 * line, 2_000, 40, QColor("#333333"))
    painter.end()
    assert picture.save(str(path), "JPG", 85)
    if turned:
        raw = path.read_bytes()
        turn = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
        path.write_bytes(raw[:2] + pictures.segment(0xE1, b"Exif\0\0" + turn) + raw[2:])
    return path


def take(page: Page, photo: Path) -> None:
    """The camera gives the page this photo."""
    page.until("!!document.querySelector('input[type=file]')")
    root = page.call("DOM.getDocument")["root"]["nodeId"]
    field = page.call("DOM.querySelector", nodeId=root, selector="input[type=file]")
    page.call("DOM.setFileInputFiles", nodeId=field["nodeId"], files=[str(photo)])


def ended(venue: Venue) -> Game:
    """Table 1, whose game has its result."""
    result = Result(Side.RED, How.SCENARIO, Pair(5, 0), Pair(20, 10))
    venue.do(ReportResult(venue.game(1).number, result))
    return venue.game(1)


@pytest.fixture
def phone(browser: Browser, tables: Venue) -> Iterator[Page]:
    """The phone of the red player of table 1, signed in."""
    player = tables.game(1).players.red
    page = browser.open(f"{tables.base}/room", *PHONE)
    page.until("!!window.room?.own && room.latest?.players.length === 8")
    page.press("Sign in to your page")
    code = space_code(PlayerCodes(tables.keys).code(player))
    page.do(f"(room.own.who.value = '{player}', room.own.code.value = '{code}')")
    page.press("Sign in", "form")
    page.until("!document.querySelector('section.own[aria-label]').hidden")
    yield page
    page.do("localStorage.clear()")
    page.close()
    assert browser.errors() == []


def kept(venue: Venue) -> list[QImage]:
    folder = photos_folder(venue.path)
    return [QImage(str(file)) for file in sorted(folder.glob("*.jpg"))]


@pytest.mark.parametrize("turned", [False, True])
def test_a_player_can_send_a_photo_with_one_press(
    phone: Page, tables: Venue, tmp_path: Path, turned: bool
) -> None:
    phone.press("Take a photo of the slip", "section.own[aria-label]")
    take(phone, camera_photo(tmp_path / "slip.jpg", turned=turned))
    phone.until("document.body.innerText.includes('The organizer has 1 photo of your slip.')")
    until(lambda: len(tables.game(1).photos) == 1, "a row of the photo")
    (photo,) = tables.game(1).photos
    assert photo.side is Side.RED
    (picture,) = kept(tables)
    size = picture.width(), picture.height()
    assert size == ((1_200, 1_600) if turned else (1_600, 1_200))
    red = QColor(picture.pixel(picture.width() - 20 if turned else 20, 20))
    assert red.red() > 2 * red.green(), "it is turned as it was held"
    (file,) = photos_folder(tables.path).iterdir()
    assert b"Exif" not in file.read_bytes()
    assert file.stat().st_size == photo.size
    assert phone.do("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.parametrize("bad", [b"no picture", pictures.heic(), pictures.SLIP[:300]])
def test_a_file_that_is_no_picture_is_reported_and_another_can_be_chosen(
    phone: Page, tables: Venue, tmp_path: Path, bad: bytes
) -> None:
    (tmp_path / "bad.jpg").write_bytes(bad)
    phone.press("Take a photo of the slip", "section.own[aria-label]")
    take(phone, tmp_path / "bad.jpg")
    words = "This photo could not be opened. Take another one."
    phone.until(f"document.body.innerText.includes({words!r})")
    phone.press("Take a photo of the slip", "section.own[aria-label]")
    take(phone, camera_photo(tmp_path / "slip.jpg"))
    until(lambda: len(tables.game(1).photos) == 1, "a row of the photo")


def test_a_file_of_50_mb_is_refused_before_it_is_read(
    phone: Page, tables: Venue, tmp_path: Path
) -> None:
    with (tmp_path / "huge.jpg").open("wb") as file:
        file.truncate(50_000_000)
    phone.press("Take a photo of the slip", "section.own[aria-label]")
    take(phone, tmp_path / "huge.jpg")
    phone.until("document.body.innerText.includes('This photo is too large. Take another one.')")
    assert not tables.game(1).photos


def test_a_png_is_converted_to_a_jpeg_that_looks_the_same(
    phone: Page, tables: Venue, tmp_path: Path
) -> None:
    picture = QImage(3_000, 400, QImage.Format.Format_ARGB32)
    picture.fill(QColor(0, 0, 0, 0))
    assert picture.save(str(tmp_path / "slip.png"))
    phone.press("Take a photo of the slip", "section.own[aria-label]")
    take(phone, tmp_path / "slip.png")
    until(lambda: len(tables.game(1).photos) == 1, "a row of the photo")
    (sent,) = kept(tables)
    assert max(sent.width(), sent.height()) <= MOST_SIDE
    assert QColor(sent.pixel(50, 50)).lightness() > 240, "what can be seen through is white"


def test_a_photo_waits_for_the_line_and_is_sent_once(
    phone: Page, tables: Venue, tmp_path: Path
) -> None:
    server = tables.server
    assert server is not None
    phone.press("Take a photo of the slip", "section.own[aria-label]")
    phone.until("!!room.own.camera.sender")
    server.stop().result(120)
    phone.until("room.link.state !== 'in touch'")
    take(phone, camera_photo(tmp_path / "slip.jpg"))
    phone.until("document.body.innerText.includes('Leave this page open')")
    tables.serve()
    until(lambda: len(tables.game(1).photos) == 1, "a row of the photo")
    phone.until("document.body.innerText.includes('The organizer has 1 photo of your slip.')")
    assert len(kept(tables)) == 1


def test_a_photo_is_taken_at_the_table_once_the_game_is_over(
    browser: Browser, tables: Venue, tmp_path: Path
) -> None:
    ended(tables)
    page = browser.open(f"{tables.base}/#table=1&secret={tables.secrets[1]}", 820, 1180)
    page.until("window.table?.link?.state === 'in touch'")
    page.until("!!table.game()")
    page.do("table.seats.open('blue', 'menu')")
    page.press("Take a photo of the slip", ".sheet")
    take(page, camera_photo(tmp_path / "slip.jpg"))
    until(lambda: len(tables.game(1).photos) == 1, "a row of the photo")
    assert tables.game(1).photos[0].side is Side.BLUE
    said = "The organizer’s computer has the photo."
    page.until(f"document.body.innerText.includes({said!r})")
    page.do("localStorage.clear()")
    page.close()
    assert browser.errors() == []


def test_photos_can_be_taken_and_viewed_on_the_organizer_s_phone(
    browser: Browser, tables: Venue, tmp_path: Path
) -> None:
    ended(tables)
    page = browser.open(f"{tables.base}/eo", *PHONE)
    enter(page, tables.keys.new_pin())
    page.until("desk.unlocked && desk.latest?.tables.length")
    page.press("Table 1", ".tables")
    page.until("!!document.querySelector('dialog[open] .photos')")
    page.press("Take a photo of the slip", "dialog[open]")
    take(page, camera_photo(tmp_path / "slip.jpg"))
    page.until("!!document.querySelector('dialog[open] .photos button:nth-child(2)')")
    words = page.text("dialog[open] .photos button")
    assert words.startswith("Photo: Organizer, ")
    page.press(words, "dialog[open]")
    page.until("document.querySelector('dialog[open] .photo img')?.naturalWidth === 1600")
    assert page.do("document.querySelector('dialog[open] img').alt").startswith("Photo of the slip")
    assert page.do("document.querySelector('dialog[open] img').getBoundingClientRect().width") < 360
    page.do("document.querySelector('dialog[open] .photo button').focus()")
    page.click("dialog[open] .photo button")
    page.until("document.querySelector('dialog[open] img').getBoundingClientRect().width === 1600")
    page.do("sessionStorage.clear()")
    page.close()
    assert browser.errors() == []
