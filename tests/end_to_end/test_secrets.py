"""What players must not learn early leaves the program by no surface but the organizer's own.

The round's secret length is 111 minutes here, and the scenario of a drawn round has a name that
stands nowhere else, so both can be looked for in whatever the program gives out.
"""

import html
import json
import re
from decimal import Decimal
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QBuffer, QIODevice, QPoint
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, ChooseList, EnterArmy, Entry
from app.engine.acts.rounds import CallDiceDown, DrawRound, PublishRound, SetRoundLength, StartRound
from app.engine.acts.setup import ChangeSettings, SetTerrain
from app.engine.acts.table import StartClock
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.frozen import replace
from app.engine.packet.scenario import Area
from app.engine.packet.terrain_rules import Kind as TerrainKind
from app.engine.side import Side
from app.engine.state import Stage, State
from app.engine.terrain.layout import Layout, Piece
from app.headless.cli import standings_text
from app.reports.pairings_sheet import as_page
from app.reports.results_page import results_page
from app.reports.standings_sheet import standings_page, teams_page
from app.reports.terrain_sheet import TerrainSheet, terrain_sheets
from app.store.exports.tables import as_json
from app.ui.pages.round.round_time_dialog import RoundTimeDialog
from app.ui.shell.main_window import MainWindow
from app.views.event.facts import fact_tables
from app.views.event.publish import results_words, standings_words
from app.views.history.memory import HistoryMemory
from app.views.history.rows import describe
from app.views.round.live import live_row
from app.views.table.clock_face import face
from app.views.table.table import table_view
from tests.end_to_end.room import EventRoom
from tests.engine.event import MINUTE, PACKETS, Desk, registered, settings, under_way

SECRET_MINUTES = 111
SECRET_NAME = "Zanzibar Causeway"
SR2014 = PACKETS["sr2014"]
SCENARIO = replace(SR2014.scenarios[0], name=SECRET_NAME)
PACKET = replace(SR2014, scenarios=(SCENARIO, *SR2014.scenarios[1:]))
CHOSEN = replace(settings(50), packet="sr2014")
CASTER = Kind.CASTER
SOMEWHERE = Area(Decimal(20), Decimal(20), Decimal(5), Decimal(5))
TOLD = ("111", "6660000", "1:51", str(SECRET_MINUTES * MINUTE + 7 * MINUTE))


def playing() -> Desk:
    """A round that began at the seventh minute and ends at the secret one."""
    desk = under_way(4, CHOSEN, 1, packet=PACKET)
    desk.do(SetRoundLength(SECRET_MINUTES * MINUTE))
    desk.do(StartClock(1, Side.RED))
    desk.now_ms += 3 * MINUTE
    return desk


def as_text(value: object) -> str:
    """A plain value as its data would go over a wire; remarks go as their text."""
    return msgspec.json.encode(value, enc_hook=str).decode()


def given_out(state: State, now_ms: int) -> dict[str, str]:
    """Everything headless that leaves the organizer's own screen: tables, sheets, exports."""
    latest = state.latest
    assert latest is not None
    games = state.games_of(latest)
    views = [table_view(state, game) for game in games]
    return {
        "table data": as_text(views),
        "faces": repr(
            [face(g, v, s, now_ms) for g, v in zip(games, views, strict=True) for s in Side]
        ),
        "live rows": repr([live_row(view, now_ms) for view in views]),
        "pairings": as_page(state, latest),
        "standings on paper": standings_page(state),
        "teams on paper": teams_page(state),
        "standings": standings_text.as_text(state),
        "standings csv": standings_text.standings_as_csv(state),
        "standings json": standings_text.standings_as_json(state),
        **told_to_all(state),
    }


def told_to_all(state: State) -> dict[str, str]:
    """What goes onto a web site or into a chat."""
    return {
        "results page": results_page(state, ""),
        "standings to paste": standings_words(state),
        "round to paste": results_words(state, 1),
    }


def test_the_secret_round_length_is_on_no_table_sheet_or_export() -> None:
    desk = playing()
    for surface, text in given_out(desk.state, desk.now_ms).items():
        for told in TOLD:
            assert told not in text, surface
        packet = re.sub("at_length|dice_down_is_length", "", text)  # the packet's own rules
        assert "length" not in packet, surface


def test_a_hidden_list_is_shown_nowhere_before_both_are_revealed() -> None:
    desk = registered(2, replace(settings(), lists_hidden=True))
    desk.do(EnterArmy(1, (ArmyList((ArmyRow(SECRET_NAME, Kind.CASTER),)),)))
    for step in (DrawRound(7), PublishRound(), StartRound(4)):
        desk.do(step)
        for surface, text in given_out(desk.state, desk.now_ms).items():
            assert SECRET_NAME not in text, surface
        told = [describe(record, desk.state, HistoryMemory()) for record in desk.records]
        assert SECRET_NAME not in "".join(told)


def test_a_hidden_list_stays_secret_until_the_opponent_chooses_even_if_the_clock_runs() -> None:
    desk = registered(2, replace(settings(), lists_hidden=True))
    for number in (1, 2):
        names = (f"{SECRET_NAME} {number}", f"Other {number}")
        desk.do(EnterArmy(number, tuple(ArmyList((ArmyRow(name, CASTER),)) for name in names)))
    for step in (DrawRound(7), PublishRound(), StartRound(4), ChooseList(1, 1, 1)):
        desk.do(step)
    desk.do(StartClock(1, Side.RED), insist=True)
    for surface, text in given_out(desk.state, desk.now_ms).items():
        assert SECRET_NAME not in text, surface
    desk.do(ChooseList(1, 2, 2))
    told = given_out(desk.state, desk.now_ms)["table data"]
    assert SECRET_NAME in told
    assert "Other 2" in told
    assert "Other 1" not in told


def test_the_history_does_not_reveal_the_round_length() -> None:
    desk = playing()
    said = " ".join(describe(record, desk.state, HistoryMemory()) for record in desk.records)
    assert "length set by hand" in said
    assert not any(told in said for told in TOLD)


def test_tables_are_told_of_dice_down_when_it_is_called() -> None:
    desk = playing()
    desk.do(CallDiceDown(), SECRET_MINUTES * MINUTE)
    told = given_out(desk.state, SECRET_MINUTES * MINUTE)
    assert "Dice down" in told["faces"]
    assert json.loads(told["table data"])[0]["play"]["dice_down_ms"] == SECRET_MINUTES * MINUTE


def test_the_dice_of_a_length_are_not_the_seed_that_is_printed() -> None:
    lengths = set()
    for secret in range(18):
        desk = under_way(2, CHOSEN, 1, packet=PACKET, secret=secret)
        assert desk.state.latest is not None
        lengths.add(desk.state.latest.length_ms)
    assert len(lengths) == 6


@pytest.mark.parametrize("published", [False, True])
def test_the_scenario_is_secret_until_the_round_starts(published: bool) -> None:
    desk = registered(4, CHOSEN, PACKET)
    desk.do(DrawRound(7, 1))
    if published:
        desk.do(PublishRound())
    assert desk.state.latest is not None
    for game in desk.state.games_of(desk.state.latest):
        view = table_view(desk.state, game)
        faces = [face(game, view, side, 0) for side in Side]
        assert SECRET_NAME not in repr(faces)
        assert SECRET_NAME not in as_text(view)
        assert view.secret
    assert SECRET_NAME not in as_page(desk.state, desk.state.latest)
    for write in (
        standings_text.as_text,
        standings_text.standings_as_csv,
        standings_text.standings_as_json,
        standings_page,
        teams_page,
    ):
        assert SECRET_NAME not in write(desk.state)
    assert SECRET_NAME not in "".join(told_to_all(desk.state).values())
    assert SECRET_NAME not in as_json(fact_tables(desk.state))


def terrain_on_paper(desk: Desk) -> TerrainSheet:
    latest = desk.state.latest
    assert latest is not None
    (sheet,) = terrain_sheets(desk.state, latest)
    return sheet


def test_a_terrain_sheet_on_a_table_names_no_scenario_before_the_round_starts() -> None:
    desk = registered(4, CHOSEN, PACKET)
    desk.do(SetTerrain(1, Layout((Piece(TerrainKind.HILL, SOMEWHERE),))))
    drawn = 'stroke-dasharray="'
    for step in (DrawRound(7, 1), PublishRound()):
        desk.do(step)
        sheet = terrain_on_paper(desk)
        assert SECRET_NAME not in repr(sheet)
        assert drawn not in sheet.svg
        assert sheet.title == "Table 1: the scenario is announced at the start"
    desk.do(StartRound(4))
    started = terrain_on_paper(desk)
    assert started.title == f"Table 1: {SECRET_NAME}"
    assert started.svg.count(drawn) == len(SCENARIO.elements)


def test_a_terrain_sheet_names_the_scenario_once_its_round_was_announced() -> None:
    desk = registered(
        4, replace(CHOSEN, scenarios=(1,), in_order=True, scenarios_public=True), PACKET
    )
    desk.do(SetTerrain(1, Layout((Piece(TerrainKind.HILL, SOMEWHERE),))))
    desk.do(DrawRound(7, 1))
    assert terrain_on_paper(desk).title == f"Table 1: {SECRET_NAME}"


def begin(room: EventRoom) -> None:
    """Two players, drawn and published."""
    room.begin(replace(CHOSEN, name="Secrets"))
    room.client.ask(ChangeSettings(replace(CHOSEN, name="Secrets"), PACKET))
    room.client.ask(AddPlayers((Entry("Anna"), Entry("Ben"))))
    room.client.ask(CheckIn((1, 2)))
    room.client.ask(DrawRound(7, 1))
    room.client.ask(PublishRound())
    room.until(lambda: bool(room.state.latest and room.state.latest.stage is Stage.PUBLISHED))


def shown_on(window: QWidget) -> str:
    """Every word on a window, also what its widgets paint themselves and say when pointed at."""
    drawing = QBuffer()
    drawing.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(drawing)
    generator.setSize(window.size())
    painter = QPainter(generator)
    window.render(painter, QPoint())
    painter.end()
    painted = re.findall(r"<text[^>]*>([^<]*)</text>", bytes(drawing.data().data()).decode())
    every = [window, *window.findChildren(QWidget)]
    said = [w for one in every for w in (one.toolTip(), one.accessibleName(), one.windowTitle())]
    return "\n".join(html.unescape(one).strip() for one in (*painted, *said) if one)


def test_no_window_shows_the_round_length_until_the_organizer_asks(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    room = EventRoom(qtbot, qapp, tmp_path)
    begin(room)
    room.client.ask(StartRound(3))
    room.client.ask(SetRoundLength(SECRET_MINUTES * MINUTE))
    room.until(lambda: bool(room.state.latest and room.state.latest.length_ms == 6_660_000))
    table = room.table(1)
    table.start(Side.RED)
    for page in ("Event", "Players", "Round", "Standings", "History", "Format", "Awards"):
        room.page(page)
        qtbot.wait(20)
        assert page in shown_on(room.window)
        assert not leaks(shown_on(room.window)), page
    said = shown_on(table.window)
    assert "Anna" in said
    assert SECRET_NAME in said  # the round has started
    assert not leaks(said)
    dialog = RoundTimeDialog(0, SECRET_MINUTES, 0, room.window)
    assert dialog.minutes.value() == SECRET_MINUTES
    dialog.deleteLater()
    assert isinstance(room.window, MainWindow)


def test_no_table_window_shows_the_scenario_before_the_round_starts(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    room = EventRoom(qtbot, qapp, tmp_path)
    begin(room)
    table = room.table(1)
    said = shown_on(table.window)
    assert "Anna" in said
    assert SECRET_NAME not in said
    room.client.ask(StartRound(3))
    room.until(lambda: SECRET_NAME in shown_on(table.window))


def leaks(said: str) -> list[str]:
    """The lines that tell the length."""
    return [line for line in said.splitlines() if any(told in line for told in TOLD)]


def test_the_printed_seed_of_a_draw_does_not_tell_its_scenario() -> None:
    rolled = set()
    for own in range(20):
        desk = registered(4, replace(settings(), seed=own))
        desk.do(DrawRound(7))
        latest = desk.state.latest
        assert latest is not None
        rolled.add(latest.scenario)
    assert len(rolled) > 1
