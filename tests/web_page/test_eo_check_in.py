"""Check-in on the organizer's phone, with a photo of the code on a player's strip."""

import base64
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter, QTransform

from app.engine.acts.players import AddPlayers, Entry
from app.ui.clients.tablets import TabletsClient
from app.web.phones.codes import PlayerCodes, scanned_text
from tests.web.venue import Venue, tables_under_way
from tests.web_page.chromium import Browser, Page, until
from tests.web_page.fake_server import WEB
from tests.web_page.room import enter

pytestmark = pytest.mark.undrawn
PHONE = 390, 844
ROWS = """[...document.querySelectorAll('.arrivals li')].map((row) =>
    [row.querySelector('b')?.innerText, row.querySelector('button')?.innerText.trim()])"""
SEARCH = "document.querySelector('dialog[open] input[type=search]')"


@pytest.fixture
def venue(tmp_path: Path, real_port: int) -> Iterator[Venue]:
    with tables_under_way(tmp_path, pages=WEB, port=real_port) as venue:
        venue.do(AddPlayers((Entry("Zoe Ångström"), Entry("Łukasz Wójcik", team="Iron Wolves"))))
        yield venue


@pytest.fixture
def eo(browser: Browser, venue: Venue) -> Iterator[Page]:
    """The organizer's phone with check-in open."""
    page = browser.open(f"{venue.base}/eo", *PHONE)
    enter(page, venue.keys.new_pin())
    page.until("desk.unlocked && desk.latest?.tables.length")
    page.press("Check-in", "header")
    page.until("document.querySelectorAll('.arrivals li').length > 2")
    yield page
    page.do("sessionStorage.clear()")
    page.close()
    assert browser.errors() == []


def number_of(venue: Venue, name: str) -> int:
    return next(
        number for number, player in venue.state.players.items() if player.entry.name == name
    )


def type_in(page: Page, words: str) -> None:
    page.do(f"({SEARCH}.value = {words!r}, {SEARCH}.dispatchEvent(new Event('input')))")


def press_enter(page: Page) -> None:
    page.do(f"{SEARCH}.dispatchEvent(new KeyboardEvent('keydown', {{ key: 'Enter' }}))")


def photo(text: str, path: Path, *, turned: float = 0.0, part: float = 0.3) -> Path:
    """A strip on a table as a phone's camera sees it: askew, unevenly lit, with noise; the code
    takes this part of the picture's height.
    """
    modules = TabletsClient.scanned_code(*text.split("#code=")[::-1])
    side = len(modules)
    code = QImage(side + 8, side + 8, QImage.Format.Format_RGB32)
    code.fill(QColor("white"))
    for y, row in enumerate(modules):
        for x, module in enumerate(row):
            if module == "1":
                code.setPixelColor(x + 4, y + 4, QColor("black"))
    picture = QImage(1_600, 1_200, QImage.Format.Format_RGB32)
    picture.fill(QColor("#8b6b4a"))
    size = round(picture.height() * part)
    paper = code.scaled(size, size, mode=Qt.TransformationMode.FastTransformation)
    turn = QTransform().rotate(turned)
    turn.shear(0.05, -0.04)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.translate(760, 560)
    painter.setTransform(turn, combine=True)
    painter.drawImage(-size // 2, -size // 2, paper)
    painter.resetTransform()
    dice = random.Random(2)
    for x in range(0, 1_600, 8):
        painter.fillRect(x, 0, 8, 1_200, QColor(0, 0, 0, round(x / 1_600 * 110)))
    for _ in range(20_000):
        shade = QColor(*[dice.randrange(256)] * 3, 60)
        painter.fillRect(dice.randrange(1_600), dice.randrange(1_200), 2, 2, shade)
    painter.end()
    assert picture.save(str(path), "JPG", 70)
    return path


def take(page: Page, picture: Path) -> None:
    """The camera gives the page this picture."""
    root = page.call("DOM.getDocument")["root"]["nodeId"]
    field = page.call("DOM.querySelector", nodeId=root, selector="dialog input[type=file]")
    page.call("DOM.setFileInputFiles", nodeId=field["nodeId"], files=[str(picture)])


def test_players_not_here_come_first_and_are_checked_in_with_one_press(
    eo: Page, venue: Venue
) -> None:
    rows = eo.do(ROWS)
    assert rows[:2] == [["Łukasz Wójcik", "Check in"], ["Zoe Ångström", "Check in"]]
    assert {button for _, button in rows[2:]} == {"Here"}
    assert "Iron Wolves" in eo.text(".arrivals li")
    eo.press("Check in", ".arrivals")
    eo.until(
        "document.querySelector('dialog[open] .said').innerText.startsWith('Łukasz Wójcik is here')"
    )
    eo.until(f"({ROWS}).filter(([, words]) => words === 'Check in').length === 1")
    assert venue.state.players[number_of(venue, "Łukasz Wójcik")].plays
    player = number_of(venue, "Łukasz Wójcik")
    eo.click(f".arrivals [data-player='{player}']")
    until(lambda: not venue.state.players[player].plays, "taken back")


def test_a_few_letters_and_enter_check_in_the_matching_player(eo: Page, venue: Venue) -> None:
    type_in(eo, "ang")
    assert eo.do(ROWS) == [["Zoe Ångström", "Check in"]]
    type_in(eo, "iron")
    assert eo.do(ROWS) == [["Łukasz Wójcik", "Check in"]]
    type_in(eo, "nobody")
    assert eo.text(".arrivals") == "Nobody by that name is on the list."
    type_in(eo, "ang")
    press_enter(eo)
    until(lambda: venue.state.players[number_of(venue, "Zoe Ångström")].plays, "checked in")
    eo.until(f"{SEARCH}.value === ''")
    code = PlayerCodes(venue.keys).code(number_of(venue, "Łukasz Wójcik"))
    type_in(eo, f"{code[:3].lower()} {code[3:]}")
    press_enter(eo)
    until(lambda: venue.state.players[number_of(venue, "Łukasz Wójcik")].plays, "by the code")


@pytest.mark.parametrize(("turned", "part"), [(0.0, 0.6), (14.0, 0.3), (-100.0, 0.4)])
def test_a_photo_of_a_player_s_strip_checks_them_in(
    eo: Page, venue: Venue, tmp_path: Path, turned: float, part: float
) -> None:
    zoe = number_of(venue, "Zoe Ångström")
    address = f"{venue.base}/room#key={venue.keys.mark()}"
    text = scanned_text(PlayerCodes(venue.keys).code(zoe), address)
    take(eo, photo(text, tmp_path / "photo.jpg", turned=turned, part=part))
    until(lambda: venue.state.players[zoe].plays, "checked in")
    eo.until("document.querySelector('dialog[open] .said').innerText.startsWith('Zoe')")


def test_a_photo_without_a_code_and_an_invalid_file_are_reported(eo: Page, tmp_path: Path) -> None:
    empty = tmp_path / "empty.png"
    picture = QImage(640, 480, QImage.Format.Format_RGB32)
    picture.fill(QColor("#777"))
    assert picture.save(str(empty))
    take(eo, empty)
    eo.until(
        "document.querySelector('dialog[open] .problem').innerText.startsWith('No code was found')"
    )
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(base64.b64decode("/9j/4AAQ"))
    take(eo, broken)
    eo.until(
        "document.querySelector('dialog[open] .problem').innerText.includes('could not be opened')"
    )


def test_a_change_at_the_desk_is_seen_while_the_list_is_open(eo: Page, venue: Venue) -> None:
    venue.do(AddPlayers((Entry("Late Larry"),)))
    eo.until(f"({ROWS}).some(([name]) => name === 'Late Larry')")
