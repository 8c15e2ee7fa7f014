"""Where an event opens, what Help has, and whether all can be read."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.store.resources import resources_folder
from app.ui.clients.tablets import TabletsSnapshot
from app.ui.pages.round.live.icons import condition_colour
from app.ui.pages.round.live.painter import CHOSEN_TINT
from app.ui.pages.round.page import RoundPage
from app.ui.pages.tablets.page import TabletsPage
from app.ui.shell.help.help_boxes import AboutBox, GuideBox
from app.ui.shell.main_window import MainWindow
from app.ui.widgets.printing import printed
from app.ui.widgets.theme import DARK, LIGHT, Theme
from app.views.table.table import Condition
from tests.ui.windows import begin

LEFT = Qt.MouseButton.LeftButton
WORDS = ("text", "muted", "accent", "good", "danger")
GROUNDS = ("window", "surface", "raised", "chosen", "idle")
FILLED = ("accent", "red", "blue", "idle", "warn", "danger")


def light_of(colour: str) -> float:
    """Relative luminance (WCAG 2.1)."""
    parts = [part / 255 for part in QColor(colour).getRgb()[:3]]  # type: ignore[index]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((light_of(one), light_of(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_every_word_stands_out_from_every_ground(theme: Theme) -> None:
    colours = theme._asdict()
    pairs = [(colours[words], colours[ground]) for words in WORDS for ground in GROUNDS]
    pairs += [(colours[f"on_{name}"], colours[name]) for name in FILLED]
    weak = [(*pair, contrast(*pair)) for pair in pairs if contrast(*pair) < 4.5]
    assert not weak


def rules() -> dict[str, dict[str, str]]:
    """Every selector of the style sheet with what it declares, as the theme's names."""
    sheet = (resources_folder() / "style.qss").read_text(encoding="utf-8")
    sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    found: dict[str, dict[str, str]] = {}
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet):
        said = dict(re.findall(r"([a-z-]+)\s*:\s*([^;]+);", body))
        for selector in selectors.split(","):
            found.setdefault(" ".join(selector.split()), {}).update(said)
    return found


def declared(found: dict[str, dict[str, str]], selector: str, name: str) -> str:
    """What holds for it: its own, else that of the same part in no state, else of the kind."""
    plain = re.sub(r"(?<!:):(?!:)[a-z-]+", "", selector)
    kindless = re.sub(r"\[[^]]*\]", "", plain)
    for candidate in (selector, plain, kindless, (kindless.split() or [""])[-1]):
        if name in found.get(candidate, {}):
            return found[candidate][name]
    return ""


def around(selector: str) -> str:
    """What it lies in, as far as that has a ground of its own."""
    if "inStrip" in selector:
        return "QFrame#pending"
    return selector.rsplit(" ", 1)[0] if " " in selector else ""


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_words_stand_out_also_when_disabled_hovered_or_selected(theme: Theme) -> None:
    colours, found = theme._asdict(), rules()
    weak, seen = [], set()
    for selector in found:
        for words, ground in (
            ("color", "background"), ("selection-color", "selection-background-color"),
        ):  # fmt: skip
            ink, behind = declared(found, selector, words), declared(found, selector, ground)
            if behind in {"", "transparent"}:
                behind = declared(found, around(selector), ground)
            if not ink.startswith("$"):
                continue
            seen.add(selector)
            on = [behind[1:]] if behind.startswith("$") else ["window", "surface", "raised"]
            weak += [
                (selector, ink, name)
                for name in on
                if contrast(colours[ink[1:]], colours[name]) < 4.5
            ]
    assert not weak
    states = {state for selector in seen for state in re.findall(r"(?<!:):(\w+)", selector)}
    assert {"disabled", "hover", "pressed", "checked", "selected"} <= states


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_words_stand_out_on_a_chosen_row_of_the_tables(theme: Theme) -> None:
    surface, accent = QColor(theme.surface), QColor(theme.accent)
    mixed = [
        round(under + (over - under) * CHOSEN_TINT)
        for under, over in zip(surface.getRgb()[:3], accent.getRgb()[:3], strict=True)  # type: ignore[index]
    ]
    row = QColor(*mixed).name()
    inks = {condition_colour(theme, condition, low=low)
            for condition in Condition for low in (False, True)
            if condition_colour(theme, condition, low=low) == theme.danger}  # fmt: skip
    weak = [ink for ink in (theme.text, theme.muted, *inks) if contrast(ink, row) < 4.5]
    assert not weak


def start(qtbot: QtBot, window: MainWindow, file: Path) -> None:
    client = begin(qtbot, window, file).client
    for command in (
        AddPlayers((Entry("Ann"), Entry("Bo"))), CheckIn((1, 2)), DrawRound(1), PublishRound(),
        StartRound(1),
    ):  # fmt: skip
        client.ask(command, insist=True)
    qtbot.waitUntil(lambda: any(round_.started_ms for round_ in client.state.rounds))


def test_recent_events_that_are_gone_or_damaged_say_so(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    damaged = tmp_path / "damaged.flagfall"
    damaged.write_bytes(b"no event")
    page = window.start_page
    page.show_recent([str(tmp_path / "gone.flagfall"), str(damaged)])
    qtbot.waitUntil(lambda: "Cannot be read · " in page.recent.item(1).text())
    assert page.recent.item(0).text().startswith("gone\nNot found · ")
    page.show_recent([str(damaged)])
    qtbot.waitUntil(lambda: "Cannot be read · " in page.recent.item(0).text())


def test_one_click_opens_a_recent_event_where_it_goes_on(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    start(qtbot, window, tmp_path / "night.flagfall")
    window.close_event()
    recent = window.start_page.recent
    qtbot.waitUntil(lambda: "Round 1 running · " in recent.item(0).text())
    assert re.search(r"running · \d+ \w+ \d{4}, \d\d:\d\d · ", recent.item(0).text())
    place = recent.visualItemRect(recent.item(0)).center()
    with qtbot.waitSignal(window.opened):
        QTest.mouseClick(recent.viewport(), LEFT, pos=place)
    view = window.view
    assert view is not None
    qtbot.waitUntil(lambda: isinstance(view.page, RoundPage))


def test_red_goes_first_is_red_and_blue_is_blue(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    start(qtbot, window, tmp_path / "night.flagfall")
    assert window.view is not None
    window.view.show_page_named("Round")
    page = window.view.page
    assert isinstance(page, RoundPage)
    page.live.choose(window.view.client.state.rounds[0].games[0])
    for side, colour in (("Red", LIGHT.red), ("Blue", LIGHT.blue)):
        (first,) = (
            button
            for button in page.live.panel.findChildren(QPushButton)
            if button.text() == f"{side} goes first"
        )
        assert QColor(first.grab().toImage().pixel(8, 8)) == QColor(colour)


def test_the_pin_is_shown_only_while_it_is_asked_for(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    view.show_page_named("Tablets")
    page = view.page
    assert isinstance(page, TabletsPage)
    panel = page.panel
    panel.show_picture(TabletsSnapshot(pin="123456"))
    assert panel.pin.text() == "••• •••"
    panel.show_pin.click()
    assert panel.pin.text() == "123 456"
    panel.hide()
    panel.show()
    view.show_page_named("Event")
    assert panel.pin.text() == "••• •••"


def test_help_has_the_guide_and_says_what_this_is(qtbot: QtBot) -> None:
    guide, about = GuideBox(), AboutBox()
    for box in (guide, about):
        qtbot.addWidget(box)
    assert guide.text.toPlainText().startswith("Running an event")
    assert about.windowTitle() == "About Flagfall"


def test_a_sheet_says_when_it_was_made() -> None:
    assert "Printed on 2" in printed(1_795_300_000_000)
