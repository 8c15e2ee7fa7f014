"""The scenario sheet for paper: its map, what counts, what wins."""

import re
from base64 import b64decode
from html import escape, unescape
from math import hypot

import pytest
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtSvg import QSvgRenderer

from app.engine.formats.settings import Settings
from app.engine.formats.terms import terms_for
from app.engine.packet.packet import GameRules
from app.engine.packet.scenario import Scenario
from app.reports.scenario_sheet import UNKNOWN, scenario_page, scenario_svg
from app.store.packets.files import packets
from app.ui.printing.pages import Paper, box_of, html_pages
from app.ui.widgets.steps import at_once


def terms(key: str, number: int) -> GameRules:
    packet = packets()[key]
    return terms_for(packet, Settings("Open", key, packet.sizes[-1], 1), number)


def image_of(html: str) -> bytes:
    found = re.search(r'base64,([^"]+)"', html)
    assert found
    return b64decode(found[1])


@pytest.mark.parametrize(
    ("key", "number"), [("sr2012", 17), ("sr2012", 10), ("sr2014", 6), ("sr2015", 2)]
)
def test_a_sheet_has_a_map_that_can_be_drawn(qapp: object, key: str, number: int) -> None:
    rules = terms(key, number)
    html = scenario_page(rules, "Steamroller", "Cup <3")
    assert "Cup &lt;3" in html
    svg = image_of(html)
    assert QSvgRenderer(svg).isValid()
    for element in rules.scenario.elements:
        for word in element.name.split():
            assert escape(word) in svg.decode()
    assert not QImage.fromData(svg).isNull()


def test_a_sheet_for_a_scenario_without_positions_says_where_to_find_them() -> None:
    html = scenario_page(terms("sr2017", 1), "Steamroller 2017", "")
    assert UNKNOWN in html
    assert "base64" not in html


def test_a_scenario_sheet_contains_everything_the_tablet_shows(qapp: object) -> None:
    document = QTextDocument()
    document.setHtml(scenario_page(terms("sr2014", 6), "Steamroller 2014", "Open"))
    words = document.toPlainText()
    for part in (
        "Scoring",
        "A zone",
        "An objective",
        "Kill box",
        "How this game ends",
        "Deployment",
    ):
        assert part in words.splitlines()


@pytest.mark.usefixtures("language", "qapp")
@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("key", [key for key, packet in packets().items() if packet.scenarios])
def test_every_scenario_sheet_fits_on_one_page(key: str, paper: Paper) -> None:
    box = box_of(paper.size).size()
    pages = {}
    for scenario in packets()[key].scenarios:
        html = scenario_page(terms(key, scenario.number), "Steamroller", "Open")
        pages[scenario.name] = len(at_once(html_pages(html, box)))
    assert set(pages.values()) == {1}, pages


def test_scoring_is_printed_beside_the_map_and_each_section_only_once() -> None:
    html = scenario_page(terms("sr2015", 4), "Steamroller 2015", "Open")
    beside, below = html.split("</table>")
    assert "Scoring" in beside
    assert "Dominates" in below
    for title in ("Scoring", "A flag", "Kill box", "How this game ends", "Objectives", "Remember"):
        assert html.count(f"<b>{title}</b>") == 1


KILL_BOX = re.compile(r"translate\((\S+) (\S+)\) [^<]*>Kill box")
CIRCLE = re.compile(r'<circle cx="(\S+)" cy="(\S+)" r="(\S+)" fill="none"')
WORDS_WIDE, WORDS_HIGH = 8.7, 1.2
"""Inches that the words of a kill box take."""


@pytest.mark.parametrize("scenario", packets()["sr2026"].scenarios, ids=lambda one: one.name)
def test_no_circle_crosses_the_label_of_a_kill_box(scenario: Scenario) -> None:
    svg = scenario_svg(terms("sr2026", scenario.number))
    circles = [tuple(map(float, found)) for found in CIRCLE.findall(svg)]
    assert len(circles) >= len(scenario.elements)
    words = {tuple(map(float, found)) for found in KILL_BOX.findall(svg)}
    assert len(words) == 2
    for left, low in words:
        corners = [(left + part * WORDS_WIDE / 20, low - WORDS_HIGH / 2) for part in range(21)]
        for x, y, radius in circles:
            ways = [hypot(to_x - x, to_y - y) for to_x, to_y in corners]
            assert max(ways) < radius or min(ways) > radius, (left, low)


MEASURE = re.compile(r'd="M(\S+) (\S+)L(\S+) (\S+)" stroke="#\w+" stroke-width="0.1"')


@pytest.mark.parametrize("scenario", packets()["sr2026"].scenarios, ids=lambda one: one.name)
def test_no_measuring_line_crosses_the_label_of_a_kill_box(scenario: Scenario) -> None:
    svg = scenario_svg(terms("sr2026", scenario.number))
    lines = [tuple(map(float, found)) for found in MEASURE.findall(svg)]
    assert len(lines) >= 2 * len(scenario.elements)
    for left, low in {tuple(map(float, found)) for found in KILL_BOX.findall(svg)}:
        for x, y, to_x, to_y in lines:
            beside = max(x, to_x) < left or left + WORDS_WIDE < min(x, to_x)
            above = max(y, to_y) < low - WORDS_HIGH or low < min(y, to_y)
            assert beside or above, (left, low)


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("number", [4, 6])
def test_elements_of_one_size_are_told_apart_by_their_numbers(number: int) -> None:
    svg = scenario_svg(terms("sr2026", number))
    names = [unescape(text) for _, _, _, text in TEXT.findall(svg) if not text.isdigit()]
    assert len({*names}) == len(names) - 1, "a kill box for each side"


TEXT = re.compile(r'translate\((\S+) (\S+)\) .*?text-anchor="(\w+)">([^<]*)<')


@pytest.mark.parametrize("key", list(packets()))
def test_no_two_labels_on_a_map_overlap(key: str) -> None:
    for scenario in packets()[key].scenarios:
        svg = scenario_svg(terms(key, scenario.number))
        boxes = []
        for x, y, anchor, text in TEXT.findall(svg):
            words = unescape(text)
            width = 0.75 * len(words)
            left = float(x) - {"start": 0, "middle": width / 2, "end": width}[anchor]
            assert 0 <= left <= left + width <= scenario.table, (scenario.name, words)
            boxes.append((left, left + width, float(y) - 1.4, float(y), words))
        for at, (left, right, top, low, words) in enumerate(boxes):
            for other in boxes[at + 1 :]:
                apart = right <= other[0] or other[1] <= left or low <= other[2] or other[3] <= top
                assert apart, (scenario.name, words, other[4])
