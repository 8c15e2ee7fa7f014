"""Reads a file with a list as sheets of rows, no matter which program wrote the file."""

from pathlib import Path

from msgspec import Struct

from app.engine.frozen import replace
from app.engine.language import say
from app.store import sharing
from app.store.errors import StoreError
from app.store.exports.event_export import is_export
from app.store.os_errors import os_reason
from app.store.tables.encodings import encoding_note
from app.store.tables.games import EventGames, games_in, is_games
from app.store.tables.names_in_lines import with_names
from app.store.tables.other_programs import (
    cryodex_players,
    is_cryodex,
    is_pgswiss,
    json_players,
    pgswiss_games,
    pgswiss_players,
)
from app.store.tables.roster import guess_columns
from app.store.tables.sign_up_page import sign_up_sheet
from app.store.tables.teams_in_rows import with_teams
from app.store.tables.text import LARGEST_BYTES, Decoded, Row, decode, decode_as, rows
from app.store.tables.web_page import is_web_page, page_text, read_page, table_sheets
from app.store.tables.workbook import Sheet, WrittenList, is_workbook, read_workbook
from app.store.whole_file import demand_file, read_whole

KINDS = (
    "*.csv *.tsv *.txt *.xlsx *.xlsm *.ods *.json *.xml *.dat"
    " *.html *.htm *.mhtml *.mht *.webarchive"
)
"""The endings of files with lists, for a file dialog."""


def read_players(path: Path, encoding: str = "") -> tuple[Sheet, ...]:
    """Return the sheets of a file with players, at least one. ``encoding`` is the one of
    `ENCODINGS` that the organizer chose for a text, if any. Raises StoreError if the file cannot be
    read or holds no list.
    """
    content = _content(path)
    if is_workbook(content):
        return tuple(map(_one_a_row, read_workbook(content, path.name)))
    page = page_text(content, path.name)
    read = Decoded(page) if page else decode_as(content, encoding, path.name)
    sheets = _player_sheets(read.text, path.name)
    note = encoding_note(read.text, read.encoding)
    if not note:
        return sheets
    doubtful = read.encoding or "utf-8"
    return tuple(replace(sheet, notes=(note, *sheet.notes), encoding=doubtful) for sheet in sheets)


def pasted_players(text: str) -> tuple[Sheet, ...]:
    """Return the sheets of a list that was copied. Raises StoreError if there is no list in it."""
    return _player_sheets(text, "")


def _player_sheets(text: str, name: str) -> tuple[Sheet, ...]:
    """Return the sheets of a text with one row per player. A web page names the team in each
    row.
    """
    if is_web_page(text):
        return page_sheets(text, name)
    return tuple(map(_one_a_row, _text_players(text, name)))


def _one_a_row(sheet: Sheet) -> Sheet:
    """Return the sheet with one row per player and each field in a column of its own."""
    return with_teams(with_names(sheet))


def _text_players(text: str, name: str) -> tuple[Sheet, ...]:
    if is_pgswiss(text):
        return _whole(pgswiss_players(text, name))
    if is_cryodex(text):
        return _whole(cryodex_players(text))
    if text.lstrip("\ufeff \t\r\n")[:1] in {"{", "["}:
        return _whole(json_players(text, name))
    return text_sheets(text, name)


def read_game_sheets(path: Path) -> tuple[Sheet, ...]:
    """Return the sheets of a file with played games, at least one. Raises StoreError if the file is
    empty or cannot be read.
    """
    content = _content(path)
    if is_workbook(content):
        return read_workbook(content, path.name)
    text = page_text(content, path.name) or decode(content, path.name)
    if is_pgswiss(text):
        return _whole(pgswiss_games(text, path.name))
    return text_sheets(text, path.name)


def read_lists(path: Path) -> tuple[WrittenList, ...]:
    """Return the army lists on a page of the sign-up site, or the text of any other file as one
    list. Raises StoreError if the page has no army list or the file cannot be read.
    """
    content = _content(path)
    text = page_text(content, path.name) or decode(content, path.name)
    if not is_web_page(text):
        return (WrittenList("", text),)
    lists = sign_up_sheet(text, path.name).lists
    if not lists:
        raise StoreError(
            say(
                "{name} has no army list. Open the player’s lists at the sign-up site and save that"
                " page, or copy a list and paste it here.",
                name=path.name,
            )
        )
    return lists


def page_sheets(text: str, name: str = "") -> tuple[Sheet, ...]:
    """Return the players and lists of a page of the sign-up site. For another page return its
    tables that have a column of names. Raises StoreError if there are none.
    """
    try:
        return (sign_up_sheet(text, name),)
    except StoreError:
        tables = table_sheets(read_page(text, name))
        found = tuple(sheet for sheet in tables if guess_columns(sheet.rows).heading is not None)
        if not found:
            raise
        return found


def copied_page(html: str) -> tuple[Sheet, ...]:
    """Return the sheets of a copied page of the sign-up site. For any other page return nothing,
    because its plain text contains as much.
    """
    if not html or not is_web_page(html):
        return ()
    try:
        return (sign_up_sheet(html),)
    except StoreError:
        return ()


def text_sheets(text: str, name: str = "") -> tuple[Sheet, ...]:
    """Return a text as one sheet, or a web page as one or several. Raises StoreError if there is
    nothing in it.
    """
    if is_web_page(text):
        return page_sheets(text, name)
    try:
        return _whole(tuple(rows(text)))
    except StoreError as error:
        raise StoreError(f"{name}: {error}" if name else str(error)) from error


def _whole(table: tuple[Row, ...]) -> tuple[Sheet, ...]:
    return (Sheet("", table),)


def _content(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise StoreError(say("{name} is a folder. Choose a file in it.", name=path.name))
        too_big = say(
            "{name} is too big to be a list of players or games: it has {size} MB, and at"
            " most {most} MB are read.",
            name=path.name,
            size=path.stat().st_size // 1_000_000,
            most=LARGEST_BYTES // 1_000_000,
        )
        return read_whole(path, LARGEST_BYTES, too_big)
    except OSError as error:
        raise _unreadable(path, error) from error


class Found(Struct, frozen=True):
    """The contents of a file to import."""

    path: Path
    event: bool = False
    """True if the file is the export of a whole event."""
    games: tuple[EventGames, ...] = ()
    """The played events, if the file is a table of games."""
    fault: str = ""
    """A sentence on why the games cannot be read, naming file and line; empty if there is no
    error.
    """


def look_into(path: Path) -> Found:
    """Return the kind and contents of a file, except for a list of players, which `read_players`
    reads. Raises StoreError if the file cannot be read at all.
    """
    if is_export(_beginning(path)):
        return Found(path, event=True)
    sheets = read_game_sheets(path)
    for sheet in sheets:
        if is_games(sheet.rows) and len(sheet.rows) > 1:
            try:
                return Found(path, games=tuple(games_in(sheet.rows, path.stem)))
            except StoreError as error:
                return Found(path, fault=f"{path.name}: {error}")
    return Found(path)


def _beginning(path: Path) -> bytes:
    """Return the beginning of a file. Not all of it is read, because an export of an event may be
    larger than any list.
    """
    try:
        demand_file(path)
        with sharing.patiently(lambda: path.open("rb")) as file:
            return file.read(4096)
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> StoreError:
    sentence = say(
        "{path} cannot be read: {strerror}.",
        path=path.name or path,
        strerror=os_reason(path, error),
    )
    return StoreError(say("{sentence} Choose another file.", sentence=sentence))
