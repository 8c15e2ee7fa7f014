"""Each dialog of the main window over an event that is under way, as far as it needs one."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from app.engine.acts.results import How, Result
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.draw.wishes import NO_GROUPS
from app.engine.formats.terms import terms_for
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.players.rosters import rosters
from app.engine.side import Pair, Side
from app.engine.state import State
from app.store.outlets import Outlet, OutletKind, keep_outlets, outlets_file
from app.store.packets.files import packets
from app.store.tables.games import read_games
from app.store.tables.roster import read_roster
from app.store.tables.sources import text_sheets
from app.store.tables.workbook import Sheet
from app.ui.clients.desk import DeskClient
from app.ui.clients.publishing import PublishingClient
from app.ui.dialogs.break_tie import BreakTieDialog
from app.ui.dialogs.confirm import InsistDialog
from app.ui.dialogs.export_dialog import ExportDialog
from app.ui.dialogs.house_decisions import HouseDecisionsBox
from app.ui.dialogs.reason import ReasonDialog
from app.ui.dialogs.scenario_layout import LayoutDialog
from app.ui.pages.clocks.wifi_dialog import WifiCodesDialog
from app.ui.pages.event.times_dialog import TimesDialog
from app.ui.pages.players.check_in.lists_dialog import ListsDialog
from app.ui.pages.players.columns_dialog import ColumnsDialog
from app.ui.pages.players.groups_dialog import TiesDialog
from app.ui.pages.players.import_dialog import RosterDialog
from app.ui.pages.players.merge_dialog import MergeDialog
from app.ui.pages.players.player_dialog import PlayerDialog
from app.ui.pages.players.teams.move_dialog import MoveDialog
from app.ui.pages.players.teams.substitute_dialog import SubstituteDialog
from app.ui.pages.players.teams.team_dialog import TeamDialog
from app.ui.pages.round.briefing_view import BriefingDialog
from app.ui.pages.round.correction_dialog import CorrectionDialog
from app.ui.pages.round.draw.table_number_dialog import TableNumberDialog
from app.ui.pages.round.draw.wishes_dialog import PlanDialog
from app.ui.pages.round.live.cards_dialog import CardsDialog
from app.ui.pages.round.live.clock_presses_dialog import SwitchesDialog
from app.ui.pages.round.live.many_dialogs import GiveTimeDialog, StartDialog, waiting_games
from app.ui.pages.round.live.table_dialog import TableDialog
from app.ui.pages.round.live.timeline_dialog import TimelineDialog
from app.ui.pages.round.match_ups_dialog import MatchUpsDialog
from app.ui.pages.round.played_lists_dialog import PlayedListsDialog
from app.ui.pages.round.round_time_dialog import RoundTimeDialog
from app.ui.pages.round.scenario_dialog import ScenarioDialog
from app.ui.pages.tablets.let_in_dialog import (
    CertificateDialog,
    LetInDialog,
    OrganizerCodeDialog,
    PhonesCodeDialog,
    TableCodeDialog,
)
from app.ui.pages.tablets.player_codes_dialog import PlayerCodesDialog
from app.ui.pages.terrain.all_tables_dialog import TerrainTablesDialog
from app.ui.pages.terrain.dialog import TableTerrain, TerrainDialog
from app.ui.printing.dialog import PrintDialog
from app.ui.publish.dialog import PublishDialog
from app.ui.season.dialog import SeasonDialog
from app.ui.shell.help.fault_box import FaultBox
from app.ui.shell.help.help_boxes import AboutBox, ManualBox
from app.ui.shell.help.licences_box import LicencesBox
from app.ui.shell.help.shortcut_help import KeysBox
from app.ui.shell.opening.backups_dialog import BackupsDialog
from app.ui.shell.opening.new_event_dialog import NewEventDialog
from app.ui.shell.opening.replay_dialog import ReplayDialog
from app.ui.shell.preferences import AppPreferences
from app.ui.shell.settings_dialog import SettingsDialog
from app.ui.table.layout_settings import KeysDialog
from app.ui.table.organizer_dialog import OrganizerDialog
from app.ui.table.sheets.losses import LossesSheet
from app.ui.table.sheets.scoring import ScoringPad
from app.views.event.times import stretches
from app.views.table.scoring_pad import pad_steps
from app.views.teams.roster import seat_rows, team_rows
from app.web.server.addresses import qr_modules
from tools.environment import ROOT

CASTERS = (
    "Captain Victoria Haley", "Major Victoria Haley", "Commander Coleman Stryker",
    "Lord Commander Stryker", "General Adept Nemo", "Artificer General Nemo",
    "Captain Allister Caine", "Captain Kara Sloan",
)  # fmt: skip
MINUTE = 60_000
GAMES = """round,player1,player2,winner,cp1,cp2,ap1,ap2,condition
1,Maximilian Ferdinand von und zu Hohenlohe,Ben,1,5,3,20,10,Scenario
1,Cleo,Dan,,1,1,2,2,rained off
"""
ADDRESS = "https://192.168.178.104:8437/table/64#Xb7kq2mWc9TzRf4n"
FINGERPRINT = "\n".join(":".join(f"{16 * row + n:02X}" for n in range(16)) for row in (4, 9))
WIFI_CODES = [["192.168.178.104:8438", "JOIN 64 Xb7kq2mWc9TzRf4n"]] * 3
OUTLET = "stick"
OTHERWISE = Result(Side.BLUE, How.SCENARIO, Pair(0, 7), Pair(3, 41))


def publishing_of(client: DeskClient) -> PublishingClient:
    """A place of each kind, none of which is ever sent to."""
    keep_outlets(tuple(Outlet(kind.value, kind, OUTLET) for kind in OutletKind))
    publishing = PublishingClient(client, client)
    publishing.begin()
    outlets_file().unlink()
    return publishing


def eight_lists(state: State) -> State:
    """Give player 1 as many lists as anybody may have, with casters of long and similar names."""
    lists = tuple(ArmyList((ArmyRow(name, Kind.CASTER),)) for name in CASTERS)
    return replace(state, players={**state.players, 1: replace(state.players[1], lists=lists)})


def dialogs(
    client: DeskClient, folder: Path, parent: QWidget
) -> Mapping[str, Callable[[], QDialog]]:
    """By name, each made when it is called."""
    state = client.state
    packet, round_ = state.packet, state.latest
    settings = state.settings
    assert packet is not None
    assert settings is not None
    assert packet.terrain is not None
    assert round_ is not None
    games = state.games_of(round_)
    playing = next((game for game in games if pad_steps(game)), games[0]).number
    player = state.players[1]
    rows = "\n".join(f"{state.name(one)}\tNorthern Legion\tTrollbloods" for one in state.players)
    roster = read_roster(f"Gracz\tKlub\tFrakcja\n{rows}")
    played = read_games(GAMES, "Northern Legion")
    scenario = packet.scenarios[0]
    scenarios = tuple((one.number, one.name) for one in packet.scenarios)
    at = TableTerrain(4, packet.terrain, scenario, 5)
    level = [(one, state.name(one)) for one in (1, 2, 3)]
    doubt = f"{player.entry.name} and {state.name(2)} have met before."
    sheets = tuple(
        Sheet(name, text_sheets(rows)[0].rows, (doubt,)) for name in ("Northern Legion", "pasted")
    )
    tablets = client.tablets
    assert tablets is not None
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    laptop = AppPreferences(app, folder / "preferences.json")

    def code(of: type[LetInDialog]) -> QDialog:
        return of(ADDRESS, qr_modules(ADDRESS), parent, compare=FINGERPRINT)

    return {
        "new event": lambda: NewEventDialog(packets(), folder, parent),
        "house decisions": lambda: HouseDecisionsBox(packet, parent),
        "manual": lambda: ManualBox(parent),
        "backups": lambda: BackupsDialog(
            tuple, folder / "stick", lambda _folder: None, parent, copy_now=Future
        ),
        "settings": lambda: SettingsDialog(laptop, lambda _folder: None, parent),
        "about": lambda: AboutBox(parent),
        "publish": lambda: PublishDialog(client, publishing_of(client), parent),
        "season": lambda: SeasonDialog("", lambda _folder: None, parent),
        "licences": lambda: LicencesBox(ROOT / "tools" / "installer" / "texts", parent),
        "keys": lambda: KeysBox(parent),
        "plunger keys": lambda: KeysDialog(Pair(Qt.Key.Key_Space, Qt.Key.Key_Return), parent),
        "fault": lambda: FaultBox(lambda _named: None, parent),
        "tie": lambda: BreakTieDialog(level, parent),
        "doubt": lambda: InsistDialog(
            doubt, parent, note="It goes into the history.", words=("&Cancel", "&Seat the player")
        ),
        "reason": lambda: ReasonDialog("Disqualify", player.entry.name, doubt, parent=parent),
        "lists": lambda: ListsDialog(state, player.number, parent),
        "eight lists": lambda: ListsDialog(eight_lists(state), player.number, parent),
        "player": lambda: PlayerDialog(player, (), (), parent),
        "groups": lambda: TiesDialog(player.entry.name, NO_GROUPS, parent),
        "team": lambda: TeamDialog(state, rosters(state).get("foundry"), parent),
        "move to a team": lambda: MoveDialog(
            seat_rows(state, "")[:1], team_rows(state), "", parent
        ),
        "substitute": lambda: SubstituteDialog(state, 1, parent),
        "merge": lambda: MergeDialog(state, 1, parent),
        "roster": lambda: RosterDialog(roster, "pasted", parent, sheets=sheets),
        "columns": lambda: ColumnsDialog(roster, parent),
        "export": lambda: ExportDialog(client, folder / "event.flagfall", parent),
        "games": lambda: ReplayDialog(folder / "X", played, packets(), parent, players_too=True),
        "plan": lambda: PlanDialog(state, parent),
        "table number": lambda: TableNumberDialog(3, parent),
        "layout": lambda: LayoutDialog(scenario, None, parent),
        "round time": lambda: RoundTimeDialog(0, 90, MINUTE, parent),
        "match-ups": lambda: MatchUpsDialog(client, parent),
        "played lists": lambda: PlayedListsDialog(client, round_.number, parent),
        "scenario": lambda: ScenarioDialog(
            scenarios, 1, partial(terms_for, packet, settings), lambda _terms: None, parent
        ),
        "what counts": lambda: BriefingDialog(terms_for(packet, settings, 1), lambda: None, parent),
        "score": partial(TableDialog, client, playing, ScoringPad, parent),
        "losses": partial(TableDialog, client, playing, LossesSheet, parent),
        "switches": lambda: SwitchesDialog(client, playing, parent),
        "timeline": lambda: TimelineDialog(client, playing, parent=parent),
        "correction": lambda: CorrectionDialog(state, state.games[1], OTHERWISE, parent),
        "cards": lambda: CardsDialog(client, playing, parent),
        "start all": lambda: StartDialog(
            waiting_games(state, [game.number for game in games]), parent
        ),
        "give time": lambda: GiveTimeDialog(say("Table {table}", table=64), parent),
        "times": lambda: TimesDialog(client, stretches(client.records), parent),
        "Wi-Fi codes": lambda: WifiCodesDialog(WIFI_CODES, parent),
        "code of a table": partial(code, TableCodeDialog),
        "code of the organizer": partial(code, OrganizerCodeDialog),
        "code of phones": partial(code, PhonesCodeDialog),
        "certificate": partial(code, CertificateDialog),
        "players’ codes": lambda: PlayerCodesDialog(client, tablets, parent),
        "organizer": lambda: OrganizerDialog(parent),
        "print": partial(PrintDialog, client, "pairings", parent),
        "print codes": partial(PrintDialog, client, "codes", parent),
        "print some tables": partial(PrintDialog, client, "terrain", parent, tables=(1, 64)),
        "terrain": lambda: TerrainDialog(at, parent),
        "terrain of all tables": lambda: TerrainTablesDialog(client, round_.number, parent),
    }
