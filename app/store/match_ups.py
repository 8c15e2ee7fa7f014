"""The files of match-up procedures: reads TOML and returns checked values, or a sentence that says
what is wrong.
"""

import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from app.engine.match_up.procedure import (
    CAPTAINS_DEEDS,
    FEWEST_SEATS,
    MOST_SEATS,
    By,
    Deed,
    Procedure,
    Step,
)
from app.engine.match_up.progress import Choice, Meeting, Progress
from app.engine.match_up.run import make_choice, run
from app.engine.side import Pair
from app.store.own_folder import own_folder
from app.store.packets.plain_data import PlainData, Wrong, expect
from app.store.packets.toml_file import load_all, load_toml
from app.store.resources import resources_folder

SINGULAR = {"steps": "step"}
ONE_AFTER_THE_OTHER = frozenset({Deed.CHOOSE_SIDE, Deed.CHOOSE_TABLE})


class Procedures(Struct, frozen=True):
    """The procedures by key in the order of their files, and a sentence for each invalid file."""

    by_key: dict[str, Procedure]
    faults: tuple[str, ...]


def own_match_ups() -> Path:
    """Return the folder for this user's procedures, which new versions leave alone. It may not
    exist yet.
    """
    return own_folder("match_ups")


def procedures() -> Procedures:
    """Return every procedure on this computer, the user's last. An invalid file does not keep the
    others from being read. A user's procedure replaces a procedure of the program with the same
    key.
    """
    folders = (resources_folder() / "match_ups", own_match_ups())
    loaded, faults = load_all(folders, load_procedure)
    return Procedures({procedure.key: procedure for procedure in loaded}, faults)


def load_procedure(path: Path) -> Procedure:
    """Read and check one file. Raises StoreError naming the file and the key."""
    return load_toml(path, _procedure)


@lru_cache(maxsize=32)
def _procedure(stem: str, text: str) -> Procedure:
    data = tomllib.loads(text)
    procedure: Procedure = PlainData(SINGULAR, _check_plain).read(Procedure, data)
    for complaint in _complaints(procedure, stem):
        raise Wrong(complaint)
    return procedure


def _check_plain(value: object, path: str) -> None:
    if isinstance(value, str):
        expect(bool(value.strip()), path, "a text with something in it", value)
    elif isinstance(value, int) and not isinstance(value, bool):
        least = FEWEST_SEATS if path.startswith("seats") else 1
        expect(value >= least, path, f"{least} or more", value)
        expect(value <= MOST_SEATS, path, f"{MOST_SEATS} or less", value)


def _complaints(procedure: Procedure, stem: str) -> Iterator[str]:
    if procedure.key != stem:
        yield f"key must be the file’s own name, {stem!r}, not {procedure.key!r}"
    if not procedure.all_steps:
        yield "step must not be empty, unless there are steps in again or closing"
    parts = {"step": procedure.steps, "again": procedure.again, "closing": procedure.closing}
    for part, steps in parts.items():
        for i, step in enumerate(steps):
            yield from _step(step, f"{part}[{i}]")
    for seats in procedure.seats or range(FEWEST_SEATS, MOST_SEATS + 1):
        yield from _left_out(procedure, seats)


def _step(step: Step, path: str) -> Iterator[str]:
    if step.do not in CAPTAINS_DEEDS and step.by is not By.BOTH:
        yield f"{path}.by must be left out where no captain chooses"
    if step.do in ONE_AFTER_THE_OTHER and step.by is By.BOTH:
        yield f"{path}.by must name one captain: both cannot choose it together"
    if step.count != 1 and step.do is not Deed.OFFER:
        yield f"{path}.count must be left out: only an offer names several players"
    if step.stays_up and (step.do is not Deed.PICK or step.by is By.BOTH):
        yield f"{path}.stays_up must be left out: only one captain’s pick leaves a player up"


def _left_out(procedure: Procedure, seats: int) -> Iterator[str]:
    """Yield the reasons why a match-up cannot be played in teams of ``seats``. Its steps must come
    to an end and pair everybody.
    """
    teams = Pair(tuple(range(1, seats + 1)), tuple(range(seats + 1, 2 * seats + 1)))
    progress = try_out(Meeting(procedure, teams, tuple(range(1, seats + 1))))
    if not progress.is_done and not (progress.step and progress.step.do is Deed.DESK):
        yield f"the steps leave players without an opponent in teams of {seats}"


def try_out(meeting: Meeting) -> Progress:
    """Return a whole match-up in which each captain always takes the first choice."""
    progress = run(meeting)
    while asks := progress.asks:
        side, asked = next(iter(asks.items()))
        progress = make_choice(progress, Choice(side, asked.step, asked.options[: asked.count]))
    return progress
