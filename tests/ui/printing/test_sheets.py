"""What stands on the sheets, read from their PDFs by another program, is what the event holds."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from app.engine.language import say
from app.engine.standings.awards import award_rows
from app.engine.state import State
from app.engine.table.verdict import final_result
from app.reports.statistics_sheet import statistics_page
from app.ui.clients.tablets import Stage, TabletsClient
from app.ui.printing.pages import Paper
from app.ui.printing.sheets import HIDDEN, KINDS, Subject
from app.views.event.open_lists import event_lists
from app.views.event.standings import StandingsColumn, standing_rows, team_table
from app.views.round.slips import slips
from app.views.table.losses import list_lines
from tests.events import Event
from tests.spoken import spoken
from tests.ui.printing.on_paper import (
    LONG,
    PRINTED_MS,
    TABLES_WITH_TERRAIN,
    in_order,
    letters_of,
    pdf_of,
    played_event,
    printed,
    together,
    words_in,
)

HEBREW = "כ"
"""A letter that is in one player's name alone, and there once."""


@pytest.fixture(scope="module", params=[11, 128])
def state(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[State]:
    event = played_event(tmp_path_factory.mktemp("event") / "event.flagfall", request.param)
    yield event.state
    event.close()


def text(state: State, key: str, folder: Path, paper: Paper = Paper.A4) -> list[str]:
    return words_in(pdf_of(printed(state, key, paper), folder / "sheet.pdf", paper))


def latin(name: str) -> bool:
    """Whether every program reads its letters back in the order in which they are written."""
    return all(letter < "\u0400" for letter in name)


def names(state: State) -> list[str]:
    return [state.name(number) for number in state.players]


@pytest.mark.parametrize("key", ["pairings", "wall tables", "slips", "terrain", "standings"])
def test_each_page_states_its_title_print_date_and_page_number(
    qapp: object, state: State, key: str, tmp_path: Path
) -> None:
    pages = text(state, key, tmp_path)
    for number, page in enumerate(map(together, pages), start=1):
        assert f"Page{number}of{len(pages)}" in page
        assert "Printedon21November2026" in page
        assert together(f"Foundry Open · {KINDS[key].name}") in page


@pytest.mark.parametrize("key", ["pairings", "wall"])
def test_everybody_is_listed_once_with_their_table_and_opponent(
    qapp: object, state: State, key: str, tmp_path: Path
) -> None:
    pages = text(state, key, tmp_path)
    assert state.latest is not None
    for game in state.games_of(state.latest):
        red, blue = game.players.map(state.name)
        for name, other in ((red, blue), (blue, red)):
            if latin(name) and latin(other) and len(name + other) < 50:
                assert in_order(pages, name, str(game.table), other)
    counted = Counter(together("".join(pages)))
    assert counted[HEBREW] == 2  # once for themselves, once as an opponent
    for bye in state.latest.byes:
        if latin(state.name(bye.player)):
            assert in_order(pages, state.name(bye.player), "Bye" if key == "wall" else "–Bye")


@pytest.mark.parametrize("key", ["tables", "wall tables"])
def test_every_table_is_listed_once_with_both_players(
    qapp: object, state: State, key: str, tmp_path: Path
) -> None:
    pages = text(state, key, tmp_path)
    assert state.latest is not None
    for game in state.games_of(state.latest):
        red, blue = game.players.map(state.name)
        if latin(red) and latin(blue) and len(red + blue) < 50:
            assert in_order(pages, str(game.table), red)
            assert in_order(pages, blue)
    assert Counter(together("".join(pages)))[HEBREW] == 1


def test_result_slips_are_four_to_a_page_and_have_every_field_players_must_fill_in(
    qapp: object, state: State, tmp_path: Path
) -> None:
    pages = text(state, "slips", tmp_path)
    round_ = state.latest
    assert round_ is not None
    made = slips(state, round_, secret=False)
    assert len(pages) == -(-len(made) // 4)
    words = [together(page) for page in pages]
    for place, slip in enumerate(made):
        page = words[place // 4]
        assert together(f"Table {slip.table}") in page
        for name in slip.names:
            assert not latin(name) or together(name) in page
    four = words[0]
    for asked, count in (("Iwishtodrop", 8), ("Signature", 8), ("APD", 8), ("Howitended", 4)):
        assert four.count(asked) == count, asked
    for way in made[0].ways:
        assert together(way) in four
    assert together(f"Scenario: {made[0].scenario}") in four


def test_printed_results_state_the_winner_points_and_ending(
    qapp: object, state: State, tmp_path: Path
) -> None:
    pages = text(state, "results", tmp_path)
    assert state.latest is not None
    for game in state.games_of(state.latest):
        red, blue = game.players.map(state.name)
        result = final_result(game)
        if not latin(red) or not latin(blue) or len(red) > 25 or len(blue) > 25:
            continue
        numbers = (
            "––"
            if result is None
            else (f"{result.cp.red}:{result.cp.blue}{result.apd.red}:{result.apd.blue}")
        )
        assert in_order(pages, str(game.table), red, numbers, blue)


def test_standings_have_one_unbroken_line_for_everybody(
    qapp: object, state: State, tmp_path: Path
) -> None:
    pages = text(state, "standings", tmp_path)
    columns = (
        StandingsColumn.RECORD,
        StandingsColumn.TP,
        StandingsColumn.SOS,
        StandingsColumn.CP,
        StandingsColumn.APD,
    )
    for row in standing_rows(state):
        name = state.name(row.number)
        if latin(name) and len(name) < 40:
            cells = together("".join(row.cell(column) for column in columns))
            faction = row.cell(StandingsColumn.FACTION)
            page = next(page for page in map(together, pages) if together(name) in page)
            assert re.search(f"{re.escape(together(name))}.*?{re.escape(cells)}", page)
            assert together(faction) in page
    assert all("Place" in page and "W–L–T" in page for page in pages)
    rows = [len(re.findall(r"\d+–\d+–\d+", page)) for page in pages]
    assert sum(rows) == len(state.players)
    assert min(rows) > 1


def test_printed_teams_awards_and_settings_match_the_pages_on_screen(
    qapp: object, state: State, tmp_path: Path
) -> None:
    teams = text(state, "teams", tmp_path)
    for place, team, *_ in team_table(state).rows:
        assert in_order(teams, place, team)
    awards = text(state, "awards", tmp_path)
    for row in award_rows(state):
        if latin(row.names):
            assert in_order(awards, row.award, row.names or "–", row.why)
    (settings,) = text(state, "settings", tmp_path)
    assert together("75-point Steamroller 2017") in together(settings)


def test_a_record_sheet_is_one_page_and_says_whom_the_player_met(
    qapp: object, state: State, tmp_path: Path
) -> None:
    printout = printed(state, "records")
    assert len(printout.pages) == len(state.players)
    players = sorted(player.entry.name for player in state.players.values())
    page = players.index("Anna Kowalska")
    few = type(printout)(
        printout.title, printout.size, printout.pages[page : page + 1], printout.head, printout.foot
    )
    (words,) = words_in(pdf_of(few, tmp_path / "one.pdf"))
    number = next(n for n, player in state.players.items() if player.entry.name == "Anna Kowalska")
    games = [game for game in state.games.values() if number in game.players]
    for game in games:
        other = next(each for each in game.players if each != number)
        if latin(state.name(other)) and len(state.name(other)) < 18:
            assert in_order([words], str(game.round_number), state.name(other))
    assert "Storm" in words
    assert "Steel" in words


@pytest.mark.parametrize("key", ["lists", "table lists"])
def test_open_lists_are_printed_to_the_last_entry(
    qapp: object, state: State, key: str, tmp_path: Path
) -> None:
    words = together("".join(text(state, key, tmp_path)))
    players = event_lists(state)
    assert players
    for player in players:
        assert not latin(player.name) or together(player.name) in words
        for army_list in player.lists:
            for line in list_lines(army_list):
                assert together(line.split("  ")[0]).split("·")[0][:8] in words


def test_terrain_is_printed_one_table_per_page_and_tables_can_be_chosen(
    qapp: object, state: State
) -> None:
    assert len(printed(state, "terrain").pages) == TABLES_WITH_TERRAIN
    subject = Subject(state, Paper.A4.size, PRINTED_MS, state.latest, tables=(2, 4))
    assert len(KINDS["terrain"].make(subject)) == 2


def test_each_scenario_gets_a_page_and_the_rounds_scenario_can_be_printed_alone(
    qapp: object, state: State, tmp_path: Path
) -> None:
    assert state.packet is not None
    assert state.latest is not None
    every = text(state, "scenarios", tmp_path)
    assert len(every) == len(state.packet.scenarios)
    (own,) = text(state, "scenario", tmp_path)
    played = state.packet.scenario(state.latest.scenario)
    assert played is not None
    assert played.name in own


def test_the_report_holds_the_whole_event(qapp: object, state: State, tmp_path: Path) -> None:
    words = together("".join(text(state, "report", tmp_path)))
    for part in ("standingsduringround3", "teamstandings", "awards", "75-pointSteamroller2017"):
        assert part in words
    for number in (1, 2, 3):
        assert f"resultsofround{number}" in words
    assert "recordsheet" not in words
    whole = printed(state, "report", parts=("lists", "records"))
    pages = words_in(pdf_of(whole, tmp_path / "report.pdf"))
    listed = [name for name in names(state) if latin(name)]
    everything = together("".join(pages))
    assert all(everything.count(together(name)) > words.count(together(name)) for name in listed)


@pytest.mark.parametrize("key", ["wall", "pairings", "slips", "standings"])
def test_letter_paper_also_shows_everything(
    qapp: object, state: State, key: str, tmp_path: Path
) -> None:
    words = Counter(together("".join(text(state, key, tmp_path, Paper.LETTER))))
    assert words[HEBREW] == (2 if key in {"wall", "pairings"} else 1)


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize(("key", "times"), [("wall", 2), ("wall tables", 1), ("slips", 1)])
def test_a_long_name_is_written_in_full_in_two_lines(
    qapp: object, state: State, key: str, times: int, paper: Paper, tmp_path: Path
) -> None:
    everything = together("".join(text(state, key, tmp_path, paper)))
    assert everything.count(together(LONG)) == times
    assert "…" not in everything


@pytest.mark.parametrize("key", ["wall", "wall tables"])
def test_names_on_the_wall_are_24_points_high_at_32_tables(
    qapp: object, tmp_path: Path, key: str
) -> None:
    event = Event(tmp_path / "event.flagfall")
    event.register(64)
    event.publish()
    file = pdf_of(printed(event.state, key), tmp_path / "wall.pdf")
    event.close()
    assert letters_of(file, "Katarzyna") >= 24


def test_each_player_gets_a_separate_code_strip_and_slips_show_no_codes(
    qtbot: QtBot, tmp_path: Path
) -> None:
    file = tmp_path / "event.flagfall"
    event = played_event(file, 11)
    tablets = TabletsClient(event.desk, file, tmp_path, port=0)
    try:
        tablets.switch_on(only_here=True)
        qtbot.waitUntil(lambda: tablets.picture.stage is Stage.ON)
        state = event.state
        codes = tablets.player_codes(state.players)
        pages = words_in(pdf_of(printed(state, "codes", tablets=tablets), tmp_path / "codes.pdf"))
        words = together("".join(pages))
        for number, code in codes.items():
            assert words.count(together(code)) == 1
            if latin(state.name(number)):
                name = together(state.name(number))
                following = words[words.index(name) :]
                assert following.index(together(code)) < 80
        assert f"{tablets.picture.address}/room" in words
        shown = Subject(state, Paper.A4.size, PRINTED_MS, state.latest, tablets, on_screen=True)
        assert len(KINDS["codes"].make(shown)) == len(pages)
        on_slips = together("".join(text(state, "slips", tmp_path)))
        assert not any(together(code) in on_slips for code in codes.values())
        signs = words_in(pdf_of(printed(state, "signs", tablets=tablets), tmp_path / "signs.pdf"))
        assert len(signs) == 7  # six tables and the phones
        for table, page in enumerate(signs[:-1], start=1):
            assert f"/#table={table}&secret=" in together(page)
            assert "Printed on" in page
    finally:
        tablets.stop()
        event.close()


def test_what_a_sheet_lacks_is_explained_in_a_sentence(event: Event, qapp: object) -> None:
    subject = Subject(event.state, Paper.A4.size, PRINTED_MS)
    missing = {key: kind.missing(subject) for key, kind in KINDS.items()}
    assert {key for key, words in missing.items() if not words} == {
        "scenarios",
        "awards",
        "settings",
    }
    assert all(words.endswith((".", "…")) for words in missing.values() if words)
    assert missing["pairings"] == say("No round has been drawn yet. Draw it on the Round page.")
    assert HIDDEN


@pytest.mark.usefixtures("qapp")
def test_german_statistics_headings_wrap_only_between_words(state: State) -> None:
    with spoken("de"):
        document = QTextDocument()
        document.setHtml(statistics_page(state))
    document.setDocumentMargin(0)
    document.setTextWidth(680)
    assert document.size().width() < 700
    block, read = document.begin(), []
    while block.isValid():
        layout = block.layout()
        lines = [layout.lineAt(line) for line in range(layout.lineCount())]
        pieces = [block.text()[one.textStart() :][: one.textLength()] for one in lines]
        assert all(piece.endswith(" ") for piece in pieces[:-1]), pieces
        read.append(block.text())
        block = block.next()
    assert "Unentschieden" in read
