"""The list of all sheets, each with its name and the function that makes it from the event. To add
a sheet, add a line to SHEETS.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain

from msgspec import Struct, field
from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QPainter

from app.clock.hall.hall import ClocksSnapshot
from app.engine.formats.terms import terms_for
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.packet.packet import GameRules
from app.engine.rounds.match_ups import incomplete
from app.engine.state import Round, Stage, State
from app.engine.table.game import Game
from app.engine.text import name_order
from app.extensions import Additions, ExtensionGroup, Unusable, guard, load_additions
from app.reports.awards_sheet import awards_page
from app.reports.clock_check_sheet import clock_check_page
from app.reports.lists_sheet import event_lists_page, table_lists_page
from app.reports.page import printed_words
from app.reports.pairings_sheet import as_page, round_results_page, tables_page
from app.reports.record_sheet import record_page
from app.reports.scenario_sheet import scenario_page
from app.reports.settings_sheet import settings_page
from app.reports.standings_sheet import standings_page, teams_page
from app.reports.statistics_sheet import statistics_page
from app.reports.team_sheets import (
    captain_page,
    match_page,
    team_records_page,
    teams_pairings_page,
)
from app.reports.terrain_sheet import is_secret, terrain_sheets
from app.reports.timeline_sheet import timeline_svg
from app.ui.clients.tablets import Stage as Tablets
from app.ui.clients.tablets import TabletsClient
from app.ui.pages.clocks.check_rows import MARKS, CheckRow, check_rows
from app.ui.pages.tablets.rows import tables_to_print
from app.ui.printing.pages import Bare, Part, one_page
from app.ui.printing.slip_pages import CodeStrip, slip_pages, strip_pages
from app.ui.printing.table_signs import draw_sheet
from app.ui.printing.terrain_pages import terrain_page
from app.ui.printing.timeline_pages import timeline_page
from app.ui.printing.wall_pages import wall_by_name, wall_by_table
from app.views.event.open_lists import event_lists, round_lists
from app.views.event.record import players_with_sheets, record
from app.views.event.standings import after_words, standing_rows, team_table
from app.views.event.statistics import has_results
from app.views.history.reports import Reports
from app.views.round.slips import slips, wall_rows, wall_tables
from app.views.table.timeline import timeline
from app.views.teams.match_sheets import captain_cards, match_sheets
from app.views.teams.matches import team_round_view
from app.views.teams.record import list_team_records

HIDDEN = "••• •••"


class Subject(Struct, frozen=True):
    """The material of a printout: its event, round and paper."""

    state: State
    size: QSizeF
    """The size of the paper."""
    now_ms: int
    """The instant of printing."""
    round_: Round | None = None
    tablets: TabletsClient | None = None
    clock_port: int = 0
    """The port that Wi-Fi clocks connect to; 0 if they do not connect."""
    tables: tuple[int, ...] | None = None
    """The tables to print; None for all."""
    terms: GameRules | None = None
    """The scenario to print; None for that of the round."""
    on_screen: bool = False
    """True if the sheet is shown on the screen, where the room may see it. Codes are then left out.
    """
    parts: frozenset[str] = frozenset()
    """The optional parts of the report, chosen from REPORT_PARTS."""
    reports: Reports = field(default_factory=Reports)
    """The reports of results, with their authors."""
    clocks: ClocksSnapshot | None = None
    """The chess clocks; None if the desk is on another computer."""

    @property
    def printed_ms(self) -> int:
        """The instant of printing, by the time of day that the event shows."""
        return self.state.shown_ms(self.now_ms)

    @property
    def event(self) -> str:
        return self.state.settings.name if self.state.settings else say("Event")

    @property
    def about(self) -> str:
        """The names of the event and its packet."""
        packet = self.state.packet.name if self.state.packet else ""
        return " · ".join(words for words in (self.event, packet) if words)

    @property
    def round_words(self) -> str:
        return say("Round {number}", number=self.round_.number) if self.round_ else ""


class SheetKind(Struct, frozen=True):
    """A sheet that can be printed."""

    key: str
    """The name by which preferences remember the sheet."""
    name: str
    make: Callable[[Subject], Sequence[Part]]
    """A function that makes the parts of the sheet. It is called only if nothing is missing."""
    missing: Callable[[Subject], str] = lambda _subject: ""
    """A function that returns a sentence on why the sheet cannot be printed now; empty if it
    can.
    """
    of_round: bool = False
    """True if the sheet belongs to one round. The user then also chooses the round."""
    of_tables: bool = False
    """True if the sheet can be printed for only some of the tables."""
    of_teams: bool = False
    """True if the sheet exists only at events with teams."""

    def title(self, subject: Subject) -> str:
        """Return the title with the round, such as "Results of the round, Round 3"."""
        more = subject.round_words if self.of_round else ""
        return ", ".join(words for words in (self.name, more) if words)


def _round_missing(subject: Subject) -> str:
    if subject.round_ is None:
        return say("No round has been drawn yet. Draw it on the Round page.")
    return ""


def _pairs_missing(subject: Subject) -> str:
    """Return why there are no pairings to print. While captains are still choosing them, the
    pairings only follow the order of the seats, and nobody should read them.
    """
    pending = subject.round_ is subject.state.latest and incomplete(subject.state)
    if pending and not _round(subject).has_begun:
        return say("The match-ups of this round are not complete. Print this once they are.")
    return _round_missing(subject)


def _names(subject: Subject) -> Sequence[Part]:
    return (as_page(subject.state, _round(subject)),)


def _tables(subject: Subject) -> Sequence[Part]:
    return (tables_page(subject.state, _round(subject)),)


def _wall_names(subject: Subject) -> Sequence[Part]:
    rows = wall_rows(subject.state, _round(subject))
    return wall_by_name(rows, subject.size, subject.round_words)


def _wall_tables(subject: Subject) -> Sequence[Part]:
    tables = wall_tables(subject.state, _round(subject))
    return wall_by_table(tables, subject.size, subject.round_words)


def _slips(subject: Subject) -> Sequence[Part]:
    state, round_ = subject.state, _round(subject)
    made = slips(state, round_, secret=is_secret(state, round_))
    return slip_pages(made, subject.round_words)


def _results(subject: Subject) -> Sequence[Part]:
    return (round_results_page(subject.state, _round(subject)),)


def _results_missing(subject: Subject) -> str:
    if subject.round_ is not None and not subject.round_.has_begun:
        return say("The round has not started, so it has no results.")
    return _round_missing(subject)


def _scenario(subject: Subject) -> Sequence[Part]:
    state, terms = subject.state, _terms(subject)
    names = (state.packet.name if state.packet else "", subject.event)
    return (scenario_page(terms, *names),) if terms else ()


def _scenario_missing(subject: Subject) -> str:
    return "" if _terms(subject) else _round_missing(subject) or say("The round has no scenario.")


def _terms(subject: Subject) -> GameRules | None:
    """Return the scenario in ``subject``, or else that of the round."""
    state, round_ = subject.state, subject.round_
    if subject.terms is not None or round_ is None:
        return subject.terms
    if not round_.scenario or state.packet is None or state.settings is None:
        return None
    return terms_for(state.packet, state.settings, round_.scenario)


def _all_scenarios(subject: Subject) -> Sequence[Part]:
    packet, settings = subject.state.packet, subject.state.settings
    if packet is None or settings is None:
        return ()
    every = (terms_for(packet, settings, scenario.number) for scenario in packet.scenarios)
    return [scenario_page(terms, packet.name, subject.event) for terms in every]


def _terrain(subject: Subject) -> Sequence[Part]:
    sheets = terrain_sheets(subject.state, _round(subject), subject.tables)
    return [terrain_page(sheet) for sheet in sheets]


def _terrain_missing(subject: Subject) -> str:
    lying = set(subject.state.terrain) & set(subject.tables or subject.state.terrain)
    if _round_missing(subject) or lying:
        return _round_missing(subject)
    return say("No terrain has been set out yet. Set it out on the Round page, with Terrain…")


def _timelines(subject: Subject) -> Sequence[Part]:
    """Return a page for each game with recorded marks."""
    return [_game_timeline(subject, game) for game in _list_with_marks(subject)]


def _game_timeline(subject: Subject, game: Game) -> Part:
    reports = subject.reports.of(game.number)
    return timeline_page(
        lambda: timeline_svg(timeline(subject.state, game, subject.now_ms, reports))
    )


def _timelines_missing(subject: Subject) -> str:
    if subject.round_ is None or _list_with_marks(subject):
        return _round_missing(subject)
    return say("Nothing has happened at the table yet.")


def _list_with_marks(subject: Subject) -> list[Game]:
    games = subject.state.games_of(_round(subject))
    chosen = subject.tables
    return [game for game in games if game.marks and (chosen is None or game.table in chosen)]


def _table_lists(subject: Subject) -> Sequence[Part]:
    tables = round_lists(subject.state, _round(subject))
    return (table_lists_page(tables, f"{subject.round_words} · {subject.event}"),)


def _table_lists_missing(subject: Subject) -> str:
    if subject.round_ is None:
        return _round_missing(subject)
    return "" if round_lists(subject.state, subject.round_) else _no_lists(subject)


def _lists(subject: Subject) -> Sequence[Part]:
    return (event_lists_page(event_lists(subject.state), subject.about),)


def _lists_missing(subject: Subject) -> str:
    return "" if event_lists(subject.state) else _no_lists(subject)


def _no_lists(subject: Subject) -> str:
    settings = subject.state.settings
    if settings is not None and settings.lists_hidden:
        return say("Lists are hidden in this event, so they are not printed.")
    return say("No lists to show yet. Enter them on the Check-in page.")


def _records(subject: Subject) -> Sequence[Part]:
    state, about = subject.state, subject.about

    def page(number: int) -> str:
        return record_page((record(state, number),), about)

    return [one_page(partial(page, number)) for number in players_with_sheets(state)]


def _records_missing(subject: Subject) -> str:
    return "" if players_with_sheets(subject.state) else NOBODY_HERE


NOBODY_HERE = say("Nobody is checked in yet.")


def _standings(subject: Subject) -> Sequence[Part]:
    return (standings_page(subject.state),)


def _standings_missing(subject: Subject) -> str:
    return "" if standing_rows(subject.state) else say("Nobody to rank yet.")


def _teams(subject: Subject) -> Sequence[Part]:
    return (teams_page(subject.state),)


def _teams_missing(subject: Subject) -> str:
    if team_table(subject.state).rows:
        return ""
    return say("No player is in a team. Enter teams on the Players page.")


def _team_pairings(subject: Subject) -> Sequence[Part]:
    return (teams_pairings_page(subject.state, _round(subject)),)


def _matches(subject: Subject) -> Sequence[Part]:
    """Return a page for each match of teams."""
    state, round_ = subject.state, _round(subject)
    sheets = match_sheets(state, round_, secret=is_secret(state, round_))
    return [
        one_page(partial(match_page, sheet, f"{subject.round_words} · {subject.event}"))
        for sheet in sheets
    ]


def _captains(subject: Subject) -> Sequence[Part]:
    """Return a page for each captain."""
    cards = captain_cards(subject.state, _round(subject))
    return [
        one_page(partial(captain_page, card, f"{subject.round_words} · {subject.event}"))
        for card in cards
    ]


def _seats_missing(subject: Subject) -> str:
    return _matches_missing(subject) or _pairs_missing(subject)


def _matches_missing(subject: Subject) -> str:
    if subject.round_ is None:
        return _round_missing(subject)
    if team_round_view(subject.state, subject.round_).matches:
        return ""
    return say(
        "No teams meet in this round. Teams have matches when Setup says how many players of a"
        " team play."
    )


def _team_records(subject: Subject) -> Sequence[Part]:
    return [
        one_page(partial(team_records_page, (record,), subject.about))
        for record in list_team_records(subject.state)
    ]


def _awards(subject: Subject) -> Sequence[Part]:
    return (awards_page(subject.state),)


def _statistics(subject: Subject) -> Sequence[Part]:
    return (statistics_page(subject.state),)


def _statistics_missing(subject: Subject) -> str:
    return "" if has_results(subject.state) else say("No game has a result yet.")


def _settings(subject: Subject) -> Sequence[Part]:
    return (settings_page(subject.state),)


def _report(subject: Subject) -> Sequence[Part]:
    """Return the settings, standings, awards, statistics, every round that has begun, and the
    chosen REPORT_PARTS.
    """
    state = subject.state
    parts = [settings_page(state), standings_page(state)]
    parts += [teams_page(state)] if team_table(state).rows else []
    parts.append(awards_page(state))
    parts += [statistics_page(state)] if has_results(state) else []
    parts += [round_results_page(state, round_) for round_ in state.rounds if round_.has_begun]
    return [*parts, *chain(*(_part(subject, key) for key in sorted(subject.parts)))]


REPORT_PARTS = ("lists", "records", "timelines")
"""The optional sheets of the report, which may have many pages."""


def _part(subject: Subject, key: str) -> Iterator[Part]:
    """Return the pages of one of REPORT_PARTS for all rounds."""
    return chain(*(KINDS[key].make(whole) for whole in _wholes(subject, key)))


def has_part(subject: Subject, key: str) -> bool:
    """Tell whether one of REPORT_PARTS has anything to print."""
    return any(True for _ in _wholes(subject, key))


def _wholes(subject: Subject, key: str) -> Iterator[Subject]:
    """Yield a copy of ``subject`` for each round for which the sheet can be printed. If the sheet
    does not belong to a round, yield one for the event.
    """
    kind = KINDS[key]
    for round_ in subject.state.rounds if kind.of_round else (None,):
        whole = replace(subject, round_=round_, tables=None)
        if not kind.missing(whole):
            yield whole


def _report_missing(subject: Subject) -> str:
    begun = any(round_.has_begun for round_ in subject.state.rounds)
    return "" if begun else say("No round has started yet.")


def _signs(subject: Subject) -> Sequence[Part]:
    tablets, size = subject.tablets, subject.size
    if tablets is None:
        return ()
    tables = subject.tables or tables_to_print(subject.state)
    sheets = tablets.sheets(tables, clock_port=subject.clock_port)
    printed = printed_words(subject.printed_ms)

    def sign(number: int) -> Bare:
        def draw(painter: QPainter, _box: QRectF) -> None:
            draw_sheet(painter, size, every[number], subject.event, printed)

        return Bare(draw)

    every = sheets if subject.tables else (*sheets, tablets.room_sheet())
    return [sign(number) for number in range(len(every))]


def _signs_missing(subject: Subject) -> str:
    tablets = subject.tablets
    if tablets is None or tablets.picture.stage is not Tablets.ON:
        return say("Switch the tablets on first, on the Tablets page.")
    if tablets.unknown(subject.tables or tables_to_print(subject.state)):
        return say(
            "Flagfall cannot show the codes printed earlier. Replace them on the Tablets page"
            " first, with Print signs…"
        )
    return ""


def _codes(subject: Subject) -> Sequence[Part]:
    """Return a strip for each player. The code cannot be on a result slip, because the opponent
    sees the slip too.
    """
    state, tablets = subject.state, subject.tablets
    if tablets is None:
        return ()
    numbers = _with_codes(state)
    codes = {} if subject.on_screen else tablets.player_codes(numbers)
    address = tablets.page_code("room")[0] if tablets.picture.stage is Tablets.ON else ""
    return strip_pages(
        [
            CodeStrip(
                state.name(number),
                codes.get(number, HIDDEN),
                address.partition("#")[0],  # the picture beside it has the rest
                tablets.scanned_code(codes.get(number, ""), address),
            )
            for number in numbers
        ]
    )


def _codes_missing(subject: Subject) -> str:
    phones = subject.state.phones
    if subject.tablets is None:
        return say("Players’ phones need the tablets’ server, which is not running for this event.")
    if not (phones.sign_up or phones.check_in or phones.results):
        return say("First allow players’ phones to do something: Tablets page, Players’ phones…")
    return "" if _with_codes(subject.state) else say("There are no players yet.")


def _clock_check(subject: Subject) -> Sequence[Part]:
    clocks = subject.clocks
    if clocks is None or clocks.check is None:
        return ()
    rows = check_rows(clocks, subject.state, subject.now_ms)
    checked_ms = subject.state.shown_ms(clocks.check.begun_ms)
    return (clock_check_page(subject.event, [_check_cells(row) for row in rows], checked_ms),)


def _check_cells(row: CheckRow) -> Sequence[str]:
    result = f"{MARKS[row.verdict]} {row.sentence}"
    presses = " + ".join(words.partition("/")[0] for words in (row.left, row.right) if words)
    return (row.place, row.product, presses, row.delay, row.battery, result)


def _clock_check_missing(subject: Subject) -> str:
    if subject.clocks is not None and subject.clocks.check is not None:
        return ""
    return say("No clocks have been checked yet. Check them on the Clocks page.")


def _with_codes(state: State) -> tuple[int, ...]:
    present = (player for player in state.players.values() if not player.status.has_left)
    by_name = sorted(present, key=lambda player: name_order(player.entry.name))
    return tuple(player.number for player in by_name)


def _round(subject: Subject) -> Round:
    assert subject.round_ is not None
    return subject.round_


SHEETS: tuple[tuple[str, tuple[SheetKind, ...]], ...] = (
    (
        say("For the wall"),
        (
            SheetKind("pairings", say("Pairings by name"), _names, _pairs_missing, of_round=True),
            SheetKind("tables", say("Pairings by table"), _tables, _pairs_missing, of_round=True),
            SheetKind(
                "team pairings",
                say("Pairings by team"),
                _team_pairings,
                _matches_missing,
                of_round=True,
                of_teams=True,
            ),
            SheetKind(
                "wall", say("Wall sheets by name"), _wall_names, _pairs_missing, of_round=True
            ),
            SheetKind(
                "wall tables",
                say("Wall sheets by table"),
                _wall_tables,
                _pairs_missing,
                of_round=True,
            ),
        ),
    ),
    (
        say("For the tables"),
        (
            SheetKind("slips", say("Result slips"), _slips, _pairs_missing, of_round=True),
            SheetKind(
                "matches",
                say("Match sheets"),
                _matches,
                _seats_missing,
                of_round=True,
                of_teams=True,
            ),
            SheetKind("scenario", say("Scenario"), _scenario, _scenario_missing, of_round=True),
            SheetKind("scenarios", say("All scenarios"), _all_scenarios),
            SheetKind(
                "terrain",
                say("Terrain"),
                _terrain,
                _terrain_missing,
                of_round=True,
                of_tables=True,
            ),
            SheetKind(
                "table lists",
                say("Army lists by table"),
                _table_lists,
                _table_lists_missing,
                of_round=True,
            ),
            SheetKind("signs", say("Table signs"), _signs, _signs_missing, of_tables=True),
            SheetKind("clock check", say("Clock check"), _clock_check, _clock_check_missing),
        ),
    ),
    (
        say("For the players"),
        (
            SheetKind("records", say("Record sheets"), _records, _records_missing),
            SheetKind(
                "team records",
                say("Team record sheets"),
                _team_records,
                _teams_missing,
                of_teams=True,
            ),
            SheetKind(
                "captains",
                say("Captains’ cards"),
                _captains,
                _matches_missing,
                of_round=True,
                of_teams=True,
            ),
            SheetKind("codes", say("Phone codes"), _codes, _codes_missing),
            SheetKind("lists", say("Army lists"), _lists, _lists_missing),
        ),
    ),
    (
        say("The event"),
        (
            SheetKind("results", say("Round results"), _results, _results_missing, of_round=True),
            SheetKind(
                "timelines",
                say("Game timelines"),
                _timelines,
                _timelines_missing,
                of_round=True,
                of_tables=True,
            ),
            SheetKind("standings", say("Standings"), _standings, _standings_missing),
            SheetKind("teams", say("Team standings"), _teams, _teams_missing, of_teams=True),
            SheetKind("awards", say("Awards"), _awards),
            SheetKind("statistics", say("Statistics"), _statistics, _statistics_missing),
            SheetKind("settings", say("Settings"), _settings),
            SheetKind("report", say("Report of the event"), _report, _report_missing),
        ),
    ),
)
"""The sheets under their headings, in the order of the dialog."""


def list_sheets(state: State) -> list[tuple[str, list[SheetKind]]]:
    """Return the sheets that the dialog lists. The sheets of teams are included only if a player is
    in a team.
    """
    teams = any(player.entry.team for player in state.players.values())
    added = [kind for key, kind in all_kinds().items() if key not in KINDS]
    groups = (*SHEETS, *([(say("From other packages"), tuple(added))] if added else []))
    return [
        (heading, [kind for kind in kinds if teams or not kind.of_teams])
        for heading, kinds in groups
    ]


KINDS = {kind.key: kind for _, kinds in SHEETS for kind in kinds}


def added_sheets() -> Additions[SheetKind]:
    """Return the sheets from other packages."""
    return load_additions(ExtensionGroup.SHEETS, SheetKind, "key")


def all_kinds() -> dict[str, SheetKind]:
    """Return every sheet by its key. A sheet from another package is left out if its key is one of
    ours.
    """
    return {kind.key: _guard_sheet(kind) for kind in added_sheets().found} | KINDS


def _guard_sheet(kind: SheetKind) -> SheetKind:
    """Wrap a sheet from another package. If its code fails, the sheet counts as missing, with a
    sentence that says why.
    """

    def missing(subject: Subject) -> str:
        try:
            return guard(kind.name, lambda: kind.missing(subject) or _complaint(kind, subject))
        except Unusable as error:
            return str(error)

    def make(subject: Subject) -> Sequence[Part]:
        try:
            return guard(kind.name, lambda: tuple(kind.make(subject)))
        except Unusable:
            return ()

    return replace(kind, missing=missing, make=make)


def _complaint(kind: SheetKind, subject: Subject) -> str:
    """Make the sheet, so that an error in its code is raised, and return ""."""
    tuple(kind.make(subject))
    return ""


def file_words(kind: SheetKind, subject: Subject) -> str:
    """Return the part of the file name that follows the event's name."""
    words = [kind.name]
    if kind.of_round and subject.round_ is not None:
        words.append(subject.round_words)
    elif kind.key in {"standings", "teams", "awards"}:
        words.append(after_words(subject.state))
    return " ".join(words).lower()


def is_round_public(round_: Round | None) -> bool:
    return round_ is None or round_.stage is not Stage.DRAWN
