"""The pad of a turn that both players score (Steamroller 2026), on a table's window."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.desk.desk import Desk
from app.engine.acts.commands import Command, Refused
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import Counted, Holding, ScoreTurn, StartClock, Tap
from app.engine.formats.settings import Settings
from app.engine.packet.scenario import Held, Seat
from app.engine.side import Side
from app.store.log.event_log import create
from app.store.packets.files import packets
from app.ui.pages.round.live.table_dialog import TableDialog
from app.ui.table.facing import FOCUS_RING, FacingLabel
from app.ui.table.layout_settings import TableWindowSettings
from app.ui.table.paint import fitting_px
from app.ui.table.sheets.briefing import READABLE, BriefingSheet
from app.ui.table.sheets.scoring import ScoringPad
from app.ui.table.sheets.turn_pad import TurnPad
from app.ui.table.sheets.turn_parts import BridgeLabel
from app.views.table.map_places import KillBoxLine
from tests.end_to_end.room import MINUTE_MS, EventRoom, Table
from tests.end_to_end.test_older_packets import sitting_down
from tests.patience import PATIENCE_S

R, B = Side.RED, Side.BLUE
GAME = 1
TRENCH, TWO_FRONTS, WOLVES, HIGH_STAKES, FAULT_LINE, PAYLOAD = 1, 2, 3, 5, 6, 7
TOUCH = 44
LEAST_WORDS = 13
"""Pixels in which points can be read."""


def held(*holds: tuple[str, Side]) -> tuple[Holding, ...]:
    return tuple(Holding(key, side, Held.CONTROLLED) for key, side in holds)


@pytest.fixture
def room(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> EventRoom:
    return EventRoom(qtbot, qapp, tmp_path)


def at_turn(
    room: EventRoom,
    scenario: int,
    holds: Sequence[tuple[str, Side]] = (),
    counted: Sequence[Counted] = (),
    step: int = 8,
) -> Table:
    """A table in ``step``, the Attacker's turn 3; the turn before was scored. It was played there
    before the windows were opened.
    """
    desk = Desk(lambda: create(room.file), timeline=room.timeline)
    desk.start().result(PATIENCE_S)

    def do(command: Command) -> None:
        reply = desk.submit(command).result(PATIENCE_S)
        assert not isinstance(reply, Refused), reply.sentence

    do(CreateEvent(Settings("Pads", "sr2026", 75, 1), packets()["sr2026"]))
    for command in sitting_down(scenario):
        do(command)
    do(StartClock(GAME, R))
    for ended in range(step):
        room.timeline.move_by(MINUTE_MS)
        do(Tap(GAME, B if ended % 2 else R))
    if step == 8:
        do(ScoreTurn(GAME, None, 7, held(*holds), counted=tuple(counted)))
    desk.stop()
    room.open()
    table = room.table(1)
    assert table.game.number == GAME
    assert table.game.play.step == step
    table.window.rearrange(TableWindowSettings(side_by_side=True))
    table.window.resize(1366, 768)
    table.window.sheets.close_opened()
    return table


def end_turn(room: EventRoom, table: Table) -> TurnPad:
    """The Attacker taps; their pad comes up."""
    room.timeline.move_by(MINUTE_MS)
    room.click(table.window.halves[R])
    room.until(lambda: isinstance(table.window.sheets.sheet(R), TurnPad))
    return pad_of(table)


def pad_of(table: Table, side: Side = R) -> TurnPad:
    pad = table.window.sheets.sheet(side)
    assert isinstance(pad, TurnPad)
    return pad


def lit(pad: TurnPad) -> list[tuple[str, Side]]:
    return [key for key, cell in pad.cells.items() if cell.isChecked()]


def scored(room: EventRoom, table: Table) -> ScoreTurn:
    room.until(lambda: 8 in table.game.play.scores)
    return table.game.play.scores[8]


def test_ending_a_turn_opens_its_pad_with_the_elements_held_before(room: EventRoom) -> None:
    table = at_turn(room, TWO_FRONTS, [("objective-40-second", B), ("flag", R)])
    pad = end_turn(room, table)
    assert table.game.play.step == 9, "the scoring runs on the opponent’s clock"
    assert pad.title.text() == "Red’s turn 3 is over"
    assert lit(pad) == [("objective-40-second", B), ("flag", R)]
    assert 8 not in table.game.play.scores
    room.click(pad.cells["objective-40-second", R])
    pad = pad_of(table)
    assert pad.cells["objective-40-second", R].changed
    assert pad.cells["objective-40-second", B].changed
    assert "changed" in pad.cells["objective-40-second", R].accessibleName()
    assert pad.sums[R].text() == "3 (+2)"
    assert pad.verdict.text().startswith("Red is 2 ahead")
    table.press(R, "Done")
    assert scored(room, table).holdings == held(("flag", R), ("objective-40-second", R))
    room.until(lambda: table.window.sheets.sheet(R) is None)


@pytest.mark.parametrize("size", [(1366, 768), (911, 512)])
def test_labels_for_combined_points_cover_no_text_of_the_cells(
    room: EventRoom, size: tuple[int, int]
) -> None:
    """A laptop at 150 % has cells lower than two lines of words."""
    own = ("objective-40-second-1", "objective-50-second", "objective-40-second-2")
    table = at_turn(room, FAULT_LINE, [(key, B) for key in own])
    table.window.resize(*size)
    pad = end_turn(room, table)
    bridges = [part for part in pad.findChildren(BridgeLabel) if part.isVisible()]
    assert [bridge.text() for bridge in bridges] == ["2 own +1", "all 3 +1"]
    for key in own:
        cell = pad.cells[key, B]
        for words in (cell.letter_box, cell.words_box):
            shown = words.translated(cell.pos())
            assert words.height() >= LEAST_WORDS
            assert not any(shown.intersects(bridge.geometry()) for bridge in bridges)
    column = range(cell.x(), cell.x() + cell.width())
    for bridge in bridges:
        assert bridge.x() in column
        assert bridge.geometry().right() in column
        height = fitting_px(bridge.text(), 1000, bridge.height(), 14, bold=True, wrap=True)
        assert letters(bridge, 14) == height, "as large as the pill is high"


def test_the_explanation_of_an_element_is_not_covered(room: EventRoom) -> None:
    holds = [("objective-50-second", B), ("objective-40-second-1", B)]
    holds += [("objective-40-first-1", R), ("objective-50-first", R)]
    table = at_turn(room, FAULT_LINE, holds)
    pad = end_turn(room, table)
    room.click(pad.buttons["i objective-40-second-1"])
    before = pad.tip.geometry()
    table.window.resize(1500, 800)
    room.until(lambda: pad.tip.geometry() != before)
    bridges = [part for part in pad.findChildren(BridgeLabel) if part.isVisible()]
    assert any(bridge.geometry().intersects(pad.tip.geometry()) for bridge in bridges)
    seen = pad.grab(pad.tip.geometry()).toImage()
    for bridge in bridges:
        bridge.hide()
    assert pad.grab(pad.tip.geometry()).toImage() == seen


def test_the_focus_ring_does_not_cover_a_cells_letter(room: EventRoom) -> None:
    table = at_turn(room, TWO_FRONTS, [("flag", R)])
    cell = end_turn(room, table).cells["flag", R]
    ring = cell.rect().adjusted(FOCUS_RING, FOCUS_RING, -FOCUS_RING, -FOCUS_RING)
    assert ring.contains(cell.letter_box)


def test_a_closed_pad_scores_nothing_and_can_be_reopened_from_the_strip(room: EventRoom) -> None:
    table = at_turn(room, TWO_FRONTS, [("flag", R)])
    end_turn(room, table)
    table.press(R, "Close without scoring")
    room.until(lambda: table.window.sheets.sheet(R) is None)
    assert 8 not in table.game.play.scores
    table.window.strip.score_asked.emit(B)
    assert pad_of(table, B).title.text() == "Red’s turn 3 is over"


def letters(label: FacingLabel, most: int = 20) -> int:
    """The pixel size in which a label's words are drawn."""
    return fitting_px(label.text(), label.width(), label.height(), most, bold=True, wrap=True)


@pytest.mark.parametrize("scenario", [WOLVES, PAYLOAD])
def test_the_explanation_of_a_lead_is_legible_at_arms_length(
    room: EventRoom, scenario: int
) -> None:
    holds = [("objective-50-first", R), ("objective-40-first", R)]
    pad = end_turn(room, at_turn(room, scenario, holds))
    assert len(pad.verdict.text()) > 40
    assert letters(pad.verdict) >= 15
    assert all(cell.height() >= TOUCH for cell in pad.cells.values())


def test_all_text_on_the_strip_has_the_same_size(room: EventRoom) -> None:
    table = at_turn(room, WOLVES)
    for width in (911, 1366):
        table.window.resize(width, 768)
        for buttons in table.window.strip.buttons.values():
            shown = [button for button in buttons if not button.isHidden()]
            assert len({button.px for button in shown}) == 1
            assert min(button.fitting for button in shown) == shown[0].px


def test_only_the_kill_box_is_asked_about_in_the_attackers_second_turn(room: EventRoom) -> None:
    table = at_turn(room, TRENCH, step=6)
    pad = end_turn(room, table)
    assert list(pad.cells) == [("kill box", B)]
    room.click(pad.cells["kill box", B])
    table.press(R, "Done")
    room.until(lambda: 6 in table.game.play.scores and table.game.play.scores[6].kill_box)


def test_lighting_the_fuse_comes_before_the_clock_passes_to_the_opponent(room: EventRoom) -> None:
    table = at_turn(room, HIGH_STAKES, [("objective-50", R)], [Counted("flag-first", 3)])
    pad = end_turn(room, table)
    assert table.game.play.step == 8
    assert pad.go.isHidden(), "a number goes on"
    room.click(pad.buttons["2 of 2"])
    room.until(lambda: "POW 14" in pad_of(table).message.text())
    assert "goes off" in table.window.sheets.told(B)
    table.press(R, "Rolled. Now score")
    room.until(lambda: table.game.play.step == 9)
    room.until(lambda: ("flag-first", R) in pad_of(table).cells)
    room.click(pad_of(table).cells["flag-first", R])
    assert pad_of(table).cells["flag-first", R].text() == "+2"
    table.press(R, "Done")
    assert scored(room, table).counted == (Counted("flag-first", 2),)


def test_if_both_hold_the_fuse_both_choose_before_the_clock_passes(room: EventRoom) -> None:
    table = at_turn(room, HIGH_STAKES, [("objective-50", R)], [Counted("flag-first", 3)])
    pad = end_turn(room, table)
    room.click(pad.buttons["i objective-50"])
    room.click(pad.both)
    assert [pad.cells["objective-50", side].text() for side in Side] == ["secures it"] * 2
    room.click(pad.buttons["2 of 2"])
    room.until(lambda: "POW 14" in pad_of(table).message.text())
    table.press(R, "Rolled. Now score")
    assert table.game.play.step == 8, "the other has not chosen"
    room.click(pad_of(table).buttons["3 of 3"])
    room.until(lambda: table.game.play.step == 9)
    table.press(R, "Done")
    lost = (Counted("flag-first", 2), Counted("objective-50", 3))
    assert scored(room, table).counted == lost


def test_the_title_shows_the_fuses_effect_legibly_at_arms_length(room: EventRoom) -> None:
    table = at_turn(room, HIGH_STAKES, [("objective-50", R)], [Counted("flag-first", 3)])
    pad = end_turn(room, table)
    room.click(pad.buttons["2 of 1"])
    room.until(lambda: pad_of(table).title.text().endswith("5 → 3"))
    table.window.resize(1024, 700)
    room.until(lambda: pad_of(table).title.width() < 450)
    seen = pad_of(table).title.grab().toImage()
    rows = [{seen.pixel(x, y) for x in range(seen.width())} for y in range(seen.height())]
    assert sum(len(row) > 1 for row in rows) > 1.5 * READABLE, "two lines of letters"


def test_a_die_chooses_the_countdown_if_nobody_holds_the_fuse(room: EventRoom) -> None:
    table = at_turn(room, HIGH_STAKES)
    pad = end_turn(room, table)
    room.click(pad.buttons["countdown 3"])
    room.until(lambda: table.game.play.step == 9)
    table.press(R, "Done")
    assert scored(room, table).counted == (Counted("objective-50", 1),)


def test_a_die_may_choose_a_countdown_that_has_ended(room: EventRoom) -> None:
    holds = [("objective-50", R)]
    table = at_turn(room, HIGH_STAKES, holds, [Counted("flag-second", 3)])
    room.timeline.move_by(MINUTE_MS)
    room.client.ask(Tap(table.game.number, R))
    room.until(lambda: table.game.play.step == 9)
    took = (Counted("flag-second", 2),)
    room.client.ask(ScoreTurn(table.game.number, None, 8, held(*holds), counted=took))
    room.until(lambda: 8 in table.game.play.scores)
    table.window.sheets.close_opened()
    room.timeline.move_by(MINUTE_MS)
    room.click(table.window.halves[B])
    room.until(lambda: isinstance(table.window.sheets.sheet(B), TurnPad))
    room.click(pad_of(table, B).cells["objective-50", R])
    room.until(lambda: "countdown 1" in pad_of(table, B).buttons)
    assert "has gone off" in pad_of(table, B).buttons["countdown 1"].text()
    room.click(pad_of(table, B).buttons["countdown 1"])
    room.until(lambda: table.game.play.step == 10)
    table.press(B, "Done")
    room.until(lambda: 9 in table.game.play.scores)
    assert table.game.play.scores[9].counted == ()


def test_the_program_rolls_the_die(room: EventRoom) -> None:
    table = at_turn(room, HIGH_STAKES)
    end_turn(room, table)
    table.press(R, "Roll it here")
    room.until(lambda: table.game.play.step == 9)
    table.press(R, "Back a step")
    assert pad_of(table).title.text() == "Light the fuse · before scoring"
    room.click(pad_of(table).cells["objective-50", B])
    room.click(pad_of(table).buttons["roll 1"])
    room.until(lambda: pad_of(table).title.text().startswith("Red’s turn 3 is over"))
    assert "Defender’s terrain: 5 → " in pad_of(table).title.text()


def test_placing_a_token_tells_the_opponent_that_they_may_move(room: EventRoom) -> None:
    table = at_turn(room, WOLVES, [("objective-40-first", R)], [Counted("objective-40-first", 1)])
    end_turn(room, table)
    table.press(R, "Next: tokens")
    assert table.window.sheets.told(B) == "You may move: Attacker’s 40 mm objective"
    table.press(R, "Take it back")
    assert table.window.sheets.told(B) == ""
    table.press(R, "Add the token")
    table.press(R, "Done")
    assert scored(room, table).counted == (Counted("objective-40-first", 1),)


def test_a_payload_is_moved_before_the_clock_passes(room: EventRoom) -> None:
    table = at_turn(room, PAYLOAD, [("objective-50-first", R), ("objective-40-first", R)])
    pad = end_turn(room, table)
    assert table.game.play.step == 8
    table.press(R, "Next: move")
    room.click(pad_of(table).buttons["-1 objective-50-first"])
    table.press(R, "Moved 3″")
    assert scored(room, table).counted == (Counted("objective-50-first", 3),)
    room.until(lambda: table.game.play.step == 9)
    assert pad is not None


@pytest.mark.parametrize(("arrives", "words"), [(True, "Arrived +3"), (False, "It stays")])
def test_a_payload_can_be_recorded_as_arrived_or_still_on_its_way(
    room: EventRoom, arrives: bool, words: str
) -> None:
    table = at_turn(room, PAYLOAD, [("objective-50-first", R)])
    end_turn(room, table)
    table.press(R, "Next: move")
    if arrives:
        room.click(pad_of(table).buttons["arrived objective-50-first"])
        assert pad_of(table).go.text() == words
        room.click(pad_of(table).go)
    else:
        table.press(R, words)
    score = scored(room, table)
    there = Holding("objective-50-first", R, Held.ARRIVED)
    assert (there in score.holdings) is arrives


def test_after_a_clock_out_only_the_opponent_scores_starting_from_an_empty_pad(
    room: EventRoom,
) -> None:
    table = at_turn(room, TWO_FRONTS, [("flag", B)])
    room.timeline.move_by(60 * MINUTE_MS)
    room.until(lambda: table.game.play.flag is not None)
    room.until(lambda: isinstance(table.window.sheets.sheet(B), TurnPad))
    pad = pad_of(table, B)
    assert lit(pad) == []
    assert {side for _, side in pad.cells} == {B}
    assert pad.cells["flag", B].was
    assert pad.earlier.isHidden(), "one question, one answer"
    room.click(pad.cells["flag", B])
    table.press(B, "End the game")
    room.until(lambda: table.game.play.ending is not None)


def test_the_info_button_of_an_element_explains_who_holds_it(room: EventRoom) -> None:
    table = at_turn(room, TWO_FRONTS)
    pad = end_turn(room, table)
    room.click(pad.buttons["i flag"])
    assert pad.tip.isVisible()
    assert "Contests: Any enemy model" in pad.tip.text()
    room.click(pad.buttons["i flag"])
    assert not pad.tip.isVisible()
    assert not pad.both.isVisible()


def test_both_players_can_be_recorded_as_holding_an_element(room: EventRoom) -> None:
    table = at_turn(room, TWO_FRONTS)
    pad = end_turn(room, table)
    room.click(pad.buttons["i flag"])
    assert pad.both.text() == "Both secure it"
    room.click(pad.both)
    assert lit(pad_of(table)) == [("flag", R), ("flag", B)]
    assert not pad.both.isVisible()
    table.press(R, "Done")
    assert scored(room, table).holdings == held(("flag", R), ("flag", B))


def test_an_element_only_one_player_may_hold_is_not_offered_to_both(room: EventRoom) -> None:
    pad = end_turn(room, at_turn(room, TRENCH))
    room.click(pad.buttons["i cache-second"])
    assert pad.tip.isVisible()
    assert not pad.both.isVisible()


def test_the_organizer_can_use_the_scenarios_own_pad_at_the_desk(room: EventRoom) -> None:
    table = at_turn(room, HIGH_STAKES, [("objective-50", R)], [Counted("flag-first", 3)])
    room.timeline.move_by(MINUTE_MS)
    room.client.ask(Tap(table.game.number, R))
    room.until(lambda: table.game.play.step == 9)
    dialog = TableDialog(room.client, table.game.number, ScoringPad, room.window)
    dialog.show()
    pad = dialog.sheet
    assert isinstance(pad, TurnPad)
    room.click(pad.buttons["2 of 1"])
    assert pad.title.text() == "Red’s turn 3 is over · Defender’s terrain: 5 → 3"
    room.click(pad.cells["objective-40-first", R])
    room.click(pad.go)
    score = scored(room, table)
    assert score.by is None
    assert score.counted == (Counted("flag-second", 2),)
    assert score.holdings == held(("objective-50", R), ("objective-40-first", R))
    assert table.game.play.step == 9, "no clock passes by it"
    room.until(lambda: not dialog.isVisible())


def test_the_whole_scenario_is_legible_on_every_page_of_the_briefing(room: EventRoom) -> None:
    table = at_turn(room, WOLVES)
    table.window.sheets.open_briefing(R)
    sheet = table.window.sheets.sheet(R)
    assert isinstance(sheet, BriefingSheet)
    pages, low = [], []
    while sheet.page not in pages:
        pages.append(sheet.page)
        for column in sheet.columns:
            size = column.width(), column.height()
            if min(size) > 1:
                low.append(fitting_px(column.text(), *size, 18, bold=False, wrap=True))
        room.click(sheet.more)
    assert len(pages) > 2
    assert min(low) >= READABLE


def test_the_briefing_map_shows_both_kill_boxes_at_their_current_depth(
    room: EventRoom,
) -> None:
    table = at_turn(room, WOLVES)
    terms = table.game.terms
    table.window.sheets.open_briefing(R)
    sheet = table.window.sheets.sheet(R)
    assert isinstance(sheet, BriefingSheet)
    seen = sheet.beside.grab().toImage()

    def drawn(*boxes: KillBoxLine) -> bool:
        sheet.beside.show_map(terms.scenario, R, Seat.FIRST, terms.briefing, *boxes)
        return sheet.beside.grab().toImage() == seen

    assert drawn(KillBoxLine(14, R), KillBoxLine(14, B))
    assert not drawn(KillBoxLine(14, R))
    assert not drawn(KillBoxLine(12, R), KillBoxLine(12, B))
    assert not drawn()


def test_the_desks_turn_pad_fits_on_a_laptop_at_200_percent(room: EventRoom) -> None:
    table = at_turn(room, TWO_FRONTS)
    dialog = TableDialog(room.client, table.game.number, ScoringPad, room.window)
    dialog.resize(667, 600)
    dialog.show()
    pad = dialog.sheet
    assert isinstance(pad, TurnPad)
    whole = [*pad.cells.values(), pad.go, pad.earlier]
    room.until(lambda: dialog.width() == 667)
    for widget in whole:
        room.until(lambda widget=widget: widget.visibleRegion().boundingRect() == widget.rect())
    dialog.done(0)


@pytest.mark.parametrize("scenario", [TRENCH, TWO_FRONTS, WOLVES, HIGH_STAKES, PAYLOAD])
@pytest.mark.parametrize(
    ("size", "beside"),
    [((1366, 768), True), ((1024, 768), True), ((820, 1180), False), ((1366, 768), False)],
)
def test_no_cell_is_under_44_pixels(
    room: EventRoom, scenario: int, size: tuple[int, int], beside: bool
) -> None:
    table = at_turn(room, scenario)
    table.window.rearrange(TableWindowSettings(side_by_side=beside))
    table.window.resize(*size)
    pad = end_turn(room, table)
    room.until(lambda: all(cell.height() > 0 for cell in pad.cells.values()))
    assert min(cell.height() for cell in pad.cells.values()) >= TOUCH


def test_element_states_are_shown_on_the_clock_face_and_in_the_desks_panel(room: EventRoom) -> None:
    table = at_turn(room, HIGH_STAKES, [("objective-50", R)], [Counted("flag-first", 3)])
    said = (
        "Defender’s terrain (Blue): 5 left · Attacker’s terrain (Red): 2 left · "
        "50 mm objective: 5 left"
    )
    room.until(lambda: table.window.halves[B].info.elements == said)
    assert said in table.window.halves[R].accessibleName()
    page = room.round
    page.live.choose(table.game.number)
    room.until(lambda: page.live.panel.elements.text() == said)
    assert not page.live.panel.elements.isHidden()
    found = [made for made in page.live.panel.findChildren(QPushButton) if made.isVisible()]
    room.until(lambda: all(made.visibleRegion().boundingRect() == made.rect() for made in found))
