"""The commands that write an event for other programs, and that read an exported event back."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from app.engine.evolve import fold
from app.engine.language import say
from app.engine.progress import Progress, share_of
from app.engine.state import State
from app.headless.cli.passwords import add_password_option, ask_passwords
from app.headless.cli.terminal import Parser, parse_arguments, progress, remark
from app.reports.page import date_words
from app.reports.results_page import results_page
from app.store.errors import StoreError
from app.store.events import open_log
from app.store.exports import tables
from app.store.exports.added import added_exports, write_added
from app.store.exports.event_export import export_pieces, import_event
from app.store.file_names import exists
from app.store.os_errors import os_sentence
from app.store.server.address import Place, place
from app.store.whole_file import write_pieces
from app.views.event.facts import every_table
from app.views.event.publish import finish_rounds, results_words, standings_words
from app.views.event.report_tables import pgswiss_games, t3_results
from app.views.event.sign_up_tables import site_round, site_standings

SUFFIX = ".flagfall"
FOLDED = 0.4
"""The approximate share of an export of tables that is done once the rows are replayed."""
PRIVATE = say(
    "Keep this file private: it has draws before they were published, lists, warnings and secret"
    " round lengths."
)


def export_command(arguments: Sequence[str]) -> int:
    known = added_exports()
    for fault in known.faults:
        remark(fault)
    added = {form.key: form for form in known.found}
    parser = Parser(
        prog="flagfall export",
        description="Write an event for other programs, or its results for everybody.",
        epilog="docs/export.md describes each form. “event”, “tables” and “json” are private to"
        " the organizer; the others may be published.",
    )
    parser.add_argument("file", type=place, help="the event file, or an event in a database")
    parser.add_argument(
        "--as", dest="form", choices=("event", "tables", "json", *PUBLIC, *added), default="event",
        help="event: everything, to be imported again; tables: CSV files in an archive; json: the"
        " same tables; page: results as HTML; standings, results: text to paste; site-standings,"
        " site-round: cells in the columns of the sign-up site; t3: what T³ needs for its rankings;"
        " pgswiss: games as PGSwiss has them",
    )  # fmt: skip
    parser.add_argument(
        "--round", type=int, default=0, help="the round of results and site-round; else the latest"
    )
    parser.add_argument(
        "-o", "--output", type=Path, help="the new file; else the export is printed"
    )
    add_password_option(parser)
    options = parse_arguments(parser, arguments)
    if options is None:
        return 0
    ask_passwords(options, options.file)
    if options.output is not None and exists(options.output):
        raise StoreError(say("{file} is already there. Choose another name.", file=options.output))
    with progress(say("Exporting {file}", file=options.file.name)) as report_progress:
        pieces = _pieces(options.file, options.form, options.round, options.output, report_progress)
        if options.output is not None:
            _write(options.output, pieces)
    if options.output is None:
        for piece in pieces:
            print(piece.decode("utf-8"), end="")
    elif options.form == "event":
        remark(PRIVATE)
    return 0


def import_command(arguments: Sequence[str]) -> int:
    parser = Parser(
        prog="flagfall import",
        description="Make an event file of an event’s export, or put players into an event.",
        epilog="Every row of an export is checked; the digest that is printed is that of its rows."
        " Players with a number of the sign-up site are added once and changed when they are"
        " imported again.",
    )
    parser.add_argument(
        "export", type=Path, help="the export, a JSON file; or a list of players, or a page"
    )
    way = parser.add_mutually_exclusive_group()
    way.add_argument("-o", "--output", type=Path, help="the new file; else one beside it")
    way.add_argument("--into", type=place, metavar="EVENT", help="the event to put players into")
    add_password_option(parser)
    options = parse_arguments(parser, arguments)
    if options is None:
        return 0
    ask_passwords(options, options.into)
    if options.into is not None:
        from app.headless.cli.import_players import import_players

        return import_players(options.export, options.into)
    stem = options.export.name.split(".")[0]
    to = options.output or options.export.with_name(f"{stem}{SUFFIX}")
    with progress(say("Importing {file}", file=options.export.name)) as report_progress:
        imported = import_event(options.export, to, report_progress)
    print(imported.summary)
    for note in imported.notes:
        remark(note)
    print(say("Rows up to {last}: {digest}", last=imported.rows, digest=imported.chain))
    return 0


def _write(output: Path, pieces: Iterable[bytes]) -> None:
    try:
        write_pieces(output, pieces)
    except OSError as error:
        raise StoreError(os_sentence(output, error)) from error


def _pieces(
    file: Place, form: str, number: int, output: Path | None, report_progress: Progress
) -> Iterable[bytes]:
    """Return the content of an export. The pieces may come from a generator that still has work to
    do after the progress line has disappeared.
    """
    if form == "event":
        return export_pieces(file, report_progress)
    if form == "tables" and output is None:
        raise StoreError(say("Name a file for the archive with -o, such as -o tables.zip."))
    with open_log(file, read_only=True) as log:
        records = log.records()
    state = fold(records, share_of(report_progress, 0, FOLDED))
    if form in PUBLIC:
        return [PUBLIC[form](state, number).encode("utf-8")]
    every = every_table(state, records, share_of(report_progress, FOLDED, 1))
    if form == "tables":
        return [tables.as_zip(every)]
    if form == "json":
        return tables.as_json(every)
    added = next(one for one in added_exports().found if one.key == form)
    return [write_added(added, state, tuple(every))]


def _page(state: State, _number: int) -> str:
    as_of = date_words(state.shown_ms(time.time_ns() // 1_000_000))
    return results_page(state, say("As of {date}", date=as_of))


def _standings(words: Callable[[State], str], state: State, _number: int) -> str:
    if not finish_rounds(state).rounds:
        raise StoreError(say("No round is finished yet: there are no standings to publish."))
    return words(state)


def _results(words_of: Callable[[State, int], str], state: State, number: int) -> str:
    rounds = [round_.number for round_ in state.rounds]
    words = words_of(state, number or max(rounds, default=0))
    if not number and not words and len(rounds) > 1:
        words = words_of(state, rounds[-2])
    if not words:
        raise StoreError(
            say("Round {number} is not published.", number=number)
            if number
            else say("No round is published yet.")
        )
    return words


PUBLIC: Mapping[str, Callable[[State, int], str]] = {
    "page": _page,
    "standings": partial(_standings, standings_words),
    "results": partial(_results, results_words),
    "site-standings": partial(_standings, site_standings),
    "site-round": partial(_results, site_round),
    "t3": partial(_standings, t3_results),
    "pgswiss": partial(_standings, pgswiss_games),
}
