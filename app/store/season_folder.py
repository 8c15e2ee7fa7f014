"""A season's folder: its event files, and ``season.json`` with the rule and the organizer's answers
about players. Event files are only read.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from app.engine.acts.events import Record
from app.engine.evolve import fold
from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.progress import Progress, no_progress, share_of
from app.store.errors import StoreError
from app.store.events import open_log
from app.store.os_errors import os_sentence
from app.store.whole_file import read_whole, write_whole_file
from app.views.season.league import LeagueRule
from app.views.season.outcome import EventOutcome, outcome_of
from app.views.season.people import Answer
from app.views.season.season import Season
from app.views.time_of_day import local_time

FILE = "season.json"
ENDING = ".flagfall"
VERSION = 1
MOST_BYTES = 8_000_000


class _Kept(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    format: Literal["flagfall-season"] = "flagfall-season"
    version: int = VERSION
    name: str = ""
    rule: LeagueRule = LeagueRule()
    answers: tuple[Answer, ...] = ()


class _Head(msgspec.Struct):
    version: int = 0


class ReadSeason(Struct, frozen=True):
    """A season as read from its folder."""

    season: Season
    faults: tuple[str, ...]
    """A sentence for each file that could not be read, with the reason. The other files count."""
    notes: tuple[str, ...]
    """A sentence for each event that counts only once or in part, or does not count yet."""


def read_season(folder: Path, report_progress: Progress = no_progress) -> ReadSeason:
    """Read all events of a folder. Raises StoreError if the folder cannot be read, and whatever
    ``report_progress`` raises.
    """
    if not folder.is_dir():
        raise StoreError(
            say(
                "There is no folder {folder}. Choose the folder of the season’s events.",
                folder=folder,
            )
        )
    kept = _read_kept(folder)
    try:
        files = sorted(file for file in folder.iterdir() if file.suffix.casefold() == ENDING)
    except OSError as error:
        raise StoreError(os_sentence(folder, error)) from error
    faults: list[str] = []
    notes: list[str] = []
    found: dict[str, tuple[int, EventOutcome]] = {}
    for at, file in enumerate(files):
        progress = share_of(report_progress, at / len(files), (at + 1) / len(files))
        try:
            rows, outcome = _read_event(file, progress)
        except StoreError as error:
            faults.append(say("{file} is left out: {reason}", file=file.name, reason=str(error)))
            continue
        before = found.get(outcome.key)
        if before is not None:
            longer, shorter = sorted(
                (before, (rows, outcome)), key=lambda each: each[0], reverse=True
            )
            notes.append(_twice_words(longer, shorter))
            found[outcome.key] = longer
        else:
            found[outcome.key] = rows, outcome
    outcomes = sorted((outcome for _, outcome in found.values()), key=_order)
    for outcome in outcomes:
        if not outcome.rounds:
            notes.append(say("{file} has no finished round yet.", file=outcome.file))
        elif not outcome.over:
            notes.append(
                plural(
                    outcome.rounds,
                    "{file} is not over: its first round counts so far.",
                    "{file} is not over: its first {count} rounds count so far.",
                    file=outcome.file,
                )
            )
    played = tuple(outcome for outcome in outcomes if outcome.rounds)
    return ReadSeason(
        Season(kept.name or folder.absolute().name, played, kept.rule, kept.answers),
        tuple(faults),
        tuple(notes),
    )


def _twice_words(longer: tuple[int, EventOutcome], shorter: tuple[int, EventOutcome]) -> str:
    one, other = longer[1].file, shorter[1].file
    if longer[0] > shorter[0]:
        return say(
            "{one} and {other} are the same event. {one} has more in it and counts.",
            one=one,
            other=other,
        )
    return say("{one} and {other} are the same event. It counts once.", one=one, other=other)


def keep_season(folder: Path, season: Season) -> None:
    """Write the season's name, the rule and the answers into the folder. Raises StoreError if that
    is not possible.
    """
    kept = _Kept(name=season.name, rule=season.rule, answers=season.answers)
    path = folder / FILE
    try:
        write_whole_file(path, msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")
    except OSError as error:
        raise StoreError(os_sentence(path, error)) from error


def answer_doubts(season: Season, answers: Iterable[Answer]) -> Season:
    """Return the season with the organizer's answers. Of several answers on the same two entrants
    the latest counts.
    """
    said = {frozenset((each.one, each.other)): each for each in (*season.answers, *answers)}
    return replace(season, answers=tuple(said.values()))


def _order(outcome: EventOutcome) -> tuple[str, str, str]:
    return outcome.day, outcome.name.casefold(), outcome.file


def _read_event(file: Path, report_progress: Progress) -> tuple[int, EventOutcome]:
    """Return the number of an event's rows, and its outcome for the season."""
    with open_log(file, read_only=True) as log:
        records = log.records()
        key = log.contents.event
    state = fold(records, report_progress)
    return len(records), outcome_of(state, key, file.name, _first_day(records))


def _first_day(records: list[Record]) -> str:
    return f"{local_time(records[0].at_ms):%Y-%m-%d}" if records else ""


def _read_kept(folder: Path) -> _Kept:
    path = folder / FILE
    too_big = say("{file} is too large for a season’s rule. Move it away.", file=FILE)
    try:
        content = read_whole(path, MOST_BYTES, too_big)
    except FileNotFoundError:
        return _Kept()
    except OSError as error:
        raise StoreError(os_sentence(path, error)) from error
    try:
        if msgspec.json.decode(content, type=_Head).version > VERSION:
            raise StoreError(
                say("A newer Flagfall wrote {file}. Read the season with that Flagfall.", file=FILE)
            )
        kept = msgspec.json.decode(content, type=_Kept)
        if kept.rule.best < 0:
            raise msgspec.ValidationError(f"best: {kept.rule.best}")
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise StoreError(
            say(
                "{file} cannot be read ({reason}). Correct it, or move it away to begin with the"
                " usual rule and no answers.",
                file=FILE,
                reason=error,
            )
        ) from error
    return kept
