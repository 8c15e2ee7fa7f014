"""The map shows where things stand, for either player, and takes taps and keys."""

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from pytestqt.qtbot import QtBot

from app.engine.acts.table import Holding
from app.engine.packet.scenario import Held, Seat
from app.engine.side import Side
from app.store.packets.files import packets
from app.ui.widgets.scenario_map import EDGE, LEGEND, ScenarioMap
from app.ui.widgets.theme import current_theme
from app.views.table.map_places import KillBoxLine, measures

RALLY = packets()["sr2014"].scenarios[7]
RED, BLUE = Side.RED, Side.BLUE


@pytest.fixture
def shown(qtbot: QtBot) -> ScenarioMap:
    made = ScenarioMap()
    qtbot.addWidget(made)
    made.resize(480, 480)
    made.show_map(RALLY, RED)
    made.show()
    return made


def at(shown: ScenarioMap, key: str) -> QPointF:
    return shown.box(key).center()


def test_the_first_players_elements_are_near_their_own_edge(shown: ScenarioMap) -> None:
    assert shown.known
    assert at(shown, "objective-first").y() > at(shown, "objective-second").y()
    assert at(shown, "zone-first").x() < at(shown, "zone-second").x()
    zone = shown.box("zone-first")
    assert zone.width() == pytest.approx(12 / 48 * (480 - 2 * EDGE - LEGEND))


def test_the_second_player_sees_the_map_from_the_other_side(shown: ScenarioMap) -> None:
    before = at(shown, "zone-first")
    shown.show_map(RALLY, RED, Seat.SECOND)
    after = at(shown, "zone-first")
    assert after.x() == pytest.approx(480 - before.x())
    assert after.y() == pytest.approx(480 - LEGEND - before.y())
    shown.turned = True
    turned = at(shown, "zone-first")
    assert turned.x() == pytest.approx(before.x())
    assert turned.y() == pytest.approx(before.y() + LEGEND)  # which is the player's foot, too


def test_a_tap_names_the_element_on_top(qtbot: QtBot, shown: ScenarioMap) -> None:
    with qtbot.waitSignal(shown.element_tapped) as tapped:
        spot = at(shown, "objective-first").toPoint()
        qtbot.mouseClick(shown, Qt.MouseButton.LeftButton, pos=spot)
    assert tapped.args == ["objective-first"]
    with qtbot.assertNotEmitted(shown.element_tapped, wait=20):
        qtbot.mouseClick(shown, Qt.MouseButton.LeftButton, pos=QPointF(5, 5).toPoint())


def test_arrow_keys_move_between_map_elements(qtbot: QtBot, shown: ScenarioMap) -> None:
    shown.setFocus()
    qtbot.keyClick(shown, Qt.Key.Key_Right)
    with qtbot.waitSignal(shown.element_tapped) as tapped:
        qtbot.keyClick(shown, Qt.Key.Key_Space)
    assert tapped.args == ["zone-second"]
    qtbot.keyClick(shown, Qt.Key.Key_Left)
    qtbot.keyClick(shown, Qt.Key.Key_Left)
    with qtbot.waitSignal(shown.element_tapped) as tapped:
        qtbot.keyClick(shown, Qt.Key.Key_Return)
    assert tapped.args == ["objective-first"]


@pytest.mark.parametrize("key", ["sr2012", "sr2014", "sr2015"])
@pytest.mark.parametrize("movable", [False, True])
def test_no_label_sticks_out_of_a_small_map(shown: ScenarioMap, key: str, movable: bool) -> None:
    shown.movable = movable
    for scenario in packets()[key].scenarios:
        shown.show_map(scenario, RED)
        both = [
            Holding(element.key, side, Held.DOMINATED)
            for element in scenario.elements
            for side in Side
        ]
        shown.show_holdings(() if movable else both)
        for wide, high in ((240, 290), (300, 300), (160, 130)):
            shown.resize(wide, high)
            for element in scenario.elements:
                if element.area:
                    assert QRectF(shown.rect()).contains(shown.words_box(element.key)), element.name


def test_holdings_change_the_map_and_elements_that_are_gone_are_not_drawn(
    shown: ScenarioMap,
) -> None:
    before = shown.grab().toImage()
    shown.show_holdings((Holding("zone-first", BLUE, Held.DOMINATED),))
    held = shown.grab().toImage()
    assert held != before
    shown.show_holdings((), ("objective-first",))
    assert shown.box("objective-first").isNull()
    assert shown.grab().toImage() not in (before, held)


SR2026 = packets()["sr2026"]


def test_bases_are_drawn_to_scale_and_can_be_tapped_within_their_reach(
    qtbot: QtBot, shown: ScenarioMap
) -> None:
    """Steamroller 2026: within 3 inches of an objective's base, here 40 and 50 mm wide."""
    inch = (480 - 2 * EDGE - LEGEND) / 48
    shown.show_map(SR2026.scenarios[0], RED, briefing=SR2026.briefing)
    for key, base_mm in (("objective-50-first", 50), ("objective-40-first", 40)):
        box = shown.box(key)
        assert box.width() == pytest.approx(base_mm / 25.4 * inch, abs=0.1)
        reached = box.center() + QPointF(0, box.height() / 2 + 2.5 * inch)
        with qtbot.waitSignal(shown.element_tapped) as tapped:
            qtbot.mouseClick(shown, Qt.MouseButton.LeftButton, pos=reached.toPoint())
        assert tapped.args == [key]


def test_a_tap_within_reach_of_two_elements_chooses_the_nearer(
    qtbot: QtBot, shown: ScenarioMap
) -> None:
    two_fronts = SR2026.scenarios[1]
    shown.show_map(two_fronts, RED, briefing=SR2026.briefing)
    for element in two_fronts.elements:
        with qtbot.waitSignal(shown.element_tapped) as tapped:
            qtbot.mouseClick(shown, Qt.MouseButton.LeftButton, pos=at(shown, element.key).toPoint())
        assert tapped.args == [element.key]


@pytest.mark.parametrize("of", [RED, BLUE, None])
def test_a_kill_box_is_drawn_from_the_table_edge_it_applies_to(
    shown: ScenarioMap, of: Side | None
) -> None:
    shown.show_map(SR2026.scenarios[2], RED, briefing=SR2026.briefing)
    without = shown.grab().toImage()
    shown.show_map(SR2026.scenarios[2], RED, Seat.FIRST, SR2026.briefing, KillBoxLine(14, of))
    image = shown.grab().toImage()
    inch = (480 - 2 * EDGE - LEGEND) / 48
    changed = {
        y for y in range(480) if any(image.pixel(x, y) != without.pixel(x, y) for x in range(480))
    }
    lines = {round(EDGE + inches * inch) for inches in (14, 34)}
    near = {line for line in lines if any(abs(line - y) <= 2 for y in changed)}
    assert near == {RED: {max(lines)}, BLUE: {min(lines)}, None: lines}[of]


@pytest.mark.parametrize("width", [180, 250, 480])
def test_the_colour_legend_is_fully_visible(shown: ScenarioMap, width: int) -> None:
    shown.resize(width, 480)
    shown.show_map(RALLY, RED)
    boxes = shown.legend_boxes(current_theme())
    assert [words.split()[-1] for _, words, _ in boxes] == ["Red", "Blue", "both"]
    assert all(box.left() >= 0 and box.right() <= width for _, _, box in boxes)


def test_a_scenario_without_known_positions_has_no_map(shown: ScenarioMap) -> None:
    shown.show_map(packets()["sr2017"].scenarios[0], RED)
    assert not shown.known
    assert shown.box("zone-1").isNull()


@pytest.mark.parametrize("side", [220, 300, 480])
def test_no_label_beside_a_marker_crosses_the_edge_of_a_zone(shown: ScenarioMap, side: int) -> None:
    restoration = packets()["sr2012"].scenarios[14]
    shown.resize(side, side)
    shown.show_map(restoration, RED)
    zone = shown.box("zone")
    for element in restoration.elements:
        if element.key != "zone":
            words = shown.room_for_words(element, shown.box(element.key)).adjusted(30, 2, -30, -2)
            assert not words.intersects(zone) or zone.contains(words)


def test_map_labels_are_uncut_and_say_who_holds_an_element(shown: ScenarioMap) -> None:
    zone = RALLY.elements[0].key
    assert shown.words(zone) == "Red’s"
    shown.show_holdings((Holding(zone, BLUE, Held.CONTROLLED), Holding(zone, RED, Held.CONTESTED)))
    assert shown.words(zone) == "Blue controls\nRed contests"
    shown.resize(320, 320)  # a small zone: in lines of one word
    assert shown.words(zone) == "Blue\ncontrols\nRed\ncontests"
    shown.resize(160, 130)  # a smaller one: the sides alone stay inside it
    assert shown.words(zone) == "Blue\nRed"


@pytest.mark.parametrize(
    ("number", "inches"),
    [*((number, 12) for number in range(1, 8)), *((3, inches) for inches in (14, 16, 18, 20))],
)
@pytest.mark.parametrize("turned", [False, True])
def test_kill_box_labels_appear_at_both_edges_without_overlapping_anything(
    shown: ScenarioMap, number: int, inches: int, turned: bool
) -> None:
    scenario = SR2026.scenario(number)
    assert scenario is not None
    shown.measured, shown.turned = True, turned
    boxes = [KillBoxLine(inches, side) for side in Side]
    shown.show_map(scenario, RED, Seat.FIRST, SR2026.briefing, *boxes)
    without = shown.grab().toImage()
    words = shown.kill_box_words()
    assert [(of, said) for of, said, _ in words] == [(side, f"Kill box {inches}″") for side in Side]
    places = [place for _, _, place in words]
    bases = [shown.box(one.key) for one in scenario.elements]
    numbers = [box for _, _, box in shown.number_boxes()]
    for place in places:
        assert QRectF(shown.rect()).contains(place)
        assert not any(place.intersects(each) for each in (*bases, *numbers))
    shown.resize(150, 150)
    assert shown.kill_box_words() == [], "too small to read"
    shown.resize(480, 480)
    shown.measured = False
    assert shown.kill_box_words() == []
    assert shown.grab().toImage() != without


@pytest.mark.parametrize("number", range(1, 8))
@pytest.mark.parametrize("turned", [False, True])
def test_distances_are_written_on_their_lines_without_overlapping(
    shown: ScenarioMap, number: int, turned: bool
) -> None:
    packet = packets()["sr2026"]
    scenario = packet.scenario(number)
    assert scenario is not None
    shown.measured, shown.turned = True, turned
    shown.show_map(scenario, RED, Seat.FIRST, packet.briefing)
    shown.grab()
    boxes = shown.number_boxes()
    expected = [one.inches for each in scenario.elements for one in measures(each, scenario.table)]
    assert sorted(inches for _, inches, _ in boxes) == sorted(expected)
    places = [box for _, _, box in boxes]
    assert all(QRectF(shown.rect()).contains(box) for box in places)
    for at, one in enumerate(places):
        assert not any(one.intersects(two) for two in places[at + 1 :])
