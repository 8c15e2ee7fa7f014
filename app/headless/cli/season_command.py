"""``flagfall season``: a league, ratings and records from a folder of events."""

import time
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.text import display_width, pad_words
from app.headless.cli.terminal import Parser, parse_arguments, progress, remark
from app.reports.page import date_words
from app.reports.season_page import season_page
from app.store.errors import StoreError
from app.store.exports.tables import as_json, as_zip
from app.store.os_errors import os_sentence
from app.store.season_folder import answer_doubts, keep_season, read_season
from app.store.whole_file import write_pieces, write_whole_file
from app.views.score_words import place_words, record_words
from app.views.season.league import LeagueRule
from app.views.season.people import Answer
from app.views.season.season import Season
from app.views.season.words import doubt_words, rating_words, rule_words

NUMBERS = ("best", "beaten", "win", "tie", "presence")


def season_command(arguments: Sequence[str]) -> int:
    parser = Parser(
        prog="flagfall season",
        description="Make a league, ratings and records out of the events in a folder."
        " What is said of the rule and of people is kept in the folder’s season.json.",
    )
    parser.add_argument("folder", type=Path, help="the folder with the event files")
    parser.add_argument("--name", help="the season’s name")
    parser.add_argument("--best", type=int, metavar="N", help="how many events count; 0 for all")
    parser.add_argument(
        "--places",
        metavar="POINTS",
        help="points for the first places, such as 10,8,6,4; 0 for none",
    )
    parser.add_argument(
        "--beaten", type=int, metavar="N", help="points for each player placed behind"
    )
    parser.add_argument("--win", type=int, metavar="N", help="points for a win")
    parser.add_argument("--tie", type=int, metavar="N", help="points for a tie")
    parser.add_argument("--presence", type=int, metavar="N", help="points for having played")
    parser.add_argument(
        "--same", type=int, nargs="+", default=[], metavar="QUESTION",
        help="the numbers of questions to answer with yes",
    )  # fmt: skip
    parser.add_argument(
        "--different", type=int, nargs="+", default=[], metavar="QUESTION",
        help="the numbers of questions to answer with no",
    )  # fmt: skip
    parser.add_argument("--page", type=Path, metavar="FILE", help="write a page to publish (HTML)")
    parser.add_argument(
        "--tables", type=Path, metavar="FILE",
        help="write all tables: CSV in a .zip, or JSON in a .json",
    )  # fmt: skip
    options = parse_arguments(parser, arguments)
    if options is None:
        return 0
    with progress(say("Reading {file}", file=options.folder.name)) as report_progress:
        read = read_season(options.folder, report_progress)
    for fault in read.faults:
        remark(fault)
    season = _apply_options(read.season, options)
    if season != read.season:
        keep_season(options.folder, season)
    _write(season, options)
    print(season_text(season, read.notes), end="")
    return 2 if read.faults else 0


def _apply_options(season: Season, options: Namespace) -> Season:
    """Return the season with the options from the command line."""
    given = {key: getattr(options, key) for key in NUMBERS if getattr(options, key) is not None}
    low = next((key for key, number in given.items() if number < 0), None)
    if low is not None:
        raise StoreError(say("--{option} cannot be below 0.", option=low))
    if options.places is not None:
        given["places"] = _points(options.places)
    rule: LeagueRule = replace(season.rule, **given)
    doubts = season.people.doubts
    asked = [*options.same, *options.different]
    unknown = next((number for number in asked if not 1 <= number <= len(doubts)), None)
    if unknown is not None:
        raise StoreError(
            plural(
                len(doubts),
                "There is no question {unknown}: there is only {count}.",
                "There is no question {unknown}: there are only {count}.",
                unknown=unknown,
            )
        )
    answers = [
        Answer(doubt.one.entries[0], doubt.other.entries[0], number in options.same)
        for number, doubt in enumerate(doubts, 1)
        if number in asked
    ]
    return answer_doubts(replace(season, rule=rule, name=options.name or season.name), answers)


def _points(words: str) -> tuple[int, ...]:
    try:
        points = tuple(int(word) for word in words.split(","))
    except ValueError as error:
        raise StoreError(
            say("--places takes numbers with commas between them, such as 10,8,6,4.")
        ) from error
    return () if points == (0,) else points


def _write(season: Season, options: Namespace) -> None:
    try:
        if options.page is not None:
            as_of = say("As of {when}", when=date_words(int(time.time() * 1000)))
            path = options.page
            write_whole_file(path, season_page(season, as_of).encode())
        if options.tables is not None:
            path = options.tables
            if path.suffix.casefold() == ".json":
                write_pieces(path, as_json(season.tables()))
            else:
                write_whole_file(path, as_zip(season.tables()))
    except OSError as error:
        raise StoreError(os_sentence(path, error)) from error


def season_text(season: Season, notes: Sequence[str] = ()) -> str:
    """Return the league with ratings as an aligned table, followed by the doubts to settle and the
    ``notes``.
    """
    events = plural(len(season.outcomes), "{count} event", "{count} events")
    lines = [f"{season.name}: {events}", rule_words(season.rule), ""]
    rated = {row.person.entries: rating_words(row.rating) for row in season.ratings}
    table = [(say("Place"), say("Player"), say("Points"), say("Games"), say("Rating"))]
    for row in season.league:
        games = record_words(row.wins, row.losses, row.ties, all_ties=False)
        rating = rated.get(row.person.entries, "")
        table.append((place_words(row), row.person.name, str(row.points), games, rating))
    widths = [max(map(display_width, column)) for column in zip(*table, strict=True)]
    lines += [
        "  ".join(
            pad_words(cell, widths[at], right=at != 1) for at, cell in enumerate(row)
        ).rstrip()
        for row in table
    ]
    if notes:
        lines += ["", *notes]
    doubts = season.people.doubts
    if doubts:
        lines += ["", say("Answer with --same or --different and the number of the question:")]
        lines += [f"{at}. {doubt_words(season, doubt)}" for at, doubt in enumerate(doubts, 1)]
    return "\n".join(lines) + "\n"
