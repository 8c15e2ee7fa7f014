"""The commands that write an event for other programs, and read an event's export back."""

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from app.engine.evolve import fold
from app.engine.language import say
from app.engine.state import State
from app.headless.cli.terminal import Parser, parsed, remark
from app.reports.page import date_words
from app.reports.results_page import results_page
from app.store.errors import StoreError
from app.store.events import open_log
from app.store.exports import tables
from app.store.exports.event_export import export_event, import_event
from app.store.server.address import Place, place
from app.views.event.facts import fact_tables, worded_tables
from app.views.event.publish import finished, results_words, standings_words

SUFFIX = ".flagfall"
PRIVATE = say(
    "Keep this file private: it has draws before they were published, lists, warnings and secret"
    " round lengths."
)


def export_command(arguments: Sequence[str]) -> int:
    parser = Parser(
        prog="flagfall export",
        description="Write an event for other programs, or its results for everybody.",
        epilog="docs/export.md describes each form. “event” and “tables” are private to the"
        " organizer; “page”, “standings” and “results” may be published.",
    )
    parser.add_argument("file", type=place, help="the event file, or an event in a database")
    parser.add_argument(
        "--as", dest="form", choices=("event", "tables", "json", *PUBLIC), default="event",
        help="event: everything, to be imported again; tables: CSV files in an archive; json: the"
        " same tables; page: results as HTML; standings, results: text to paste",
    )  # fmt: skip
    parser.add_argument("--round", type=int, default=0, help="of the results; else the latest")
    parser.add_argument("-o", "--output", type=Path, help="the new file; else it is printed")
    options = parsed(parser, arguments)
    if options is None:
        return 0
    if options.output is not None and options.output.exists():
        raise StoreError(say("{file} is already there. Choose another name.", file=options.output))
    content = _content(options.file, options.form, options.round, options.output)
    if options.output is None:
        print(content.decode("utf-8"), end="")
        return 0
    options.output.write_bytes(content)
    if options.form == "event":
        remark(PRIVATE)
    return 0


def import_command(arguments: Sequence[str]) -> int:
    parser = Parser(
        prog="flagfall import",
        description="Make an event file of an event's export.",
        epilog="Every row is checked. The digest that is printed is that of the exported event.",
    )
    parser.add_argument("export", type=Path, help="the export, a JSON file")
    parser.add_argument("-o", "--output", type=Path, help="the new file; else one beside it")
    options = parsed(parser, arguments)
    if options is None:
        return 0
    stem = options.export.name.split(".")[0]
    imported = import_event(
        options.export, options.output or options.export.with_name(f"{stem}{SUFFIX}")
    )
    print(imported.summary)
    for note in imported.notes:
        remark(note)
    print(say("Digest {digest}", digest=imported.digest))
    return 0


def _content(file: Place, form: str, number: int, output: Path | None) -> bytes:
    if form == "event":
        return export_event(file).encode("utf-8")
    with open_log(file, read_only=True) as log:
        records = log.records()
    state = fold(records)
    if form in PUBLIC:
        return PUBLIC[form](state, number).encode("utf-8")
    every = (*fact_tables(state), *worded_tables(state, records))
    if form == "json":
        return tables.as_json(every).encode("utf-8")
    if output is None:
        raise StoreError(say("Name a file for the archive with -o, such as -o tables.zip."))
    return tables.as_zip(every)


def _page(state: State, _number: int) -> str:
    as_of = date_words(state.shown_ms(time.time_ns() // 1_000_000))
    return results_page(state, say("As of {date}", date=as_of))


def _standings(state: State, _number: int) -> str:
    if not finished(state).rounds:
        raise StoreError(say("No round is finished yet: there are no standings to publish."))
    return standings_words(state)


def _results(state: State, number: int) -> str:
    rounds = [round_.number for round_ in state.rounds]
    words = results_words(state, number or max(rounds, default=0))
    if not number and not words and len(rounds) > 1:
        words = results_words(state, rounds[-2])
    if not words:
        raise StoreError(
            say("Round {number} is not published.", number=number)
            if number
            else say("No round is published yet.")
        )
    return words


PUBLIC: Mapping[str, Callable[[State, int], str]] = {
    "page": _page,
    "standings": _standings,
    "results": _results,
}
