"""Tries the search for newer versions of the installed program, with a public address that this
computer serves. The program asks for permission, looks once a month, says if there is a newer
version, and never looks while an event is open.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from app.store.newer_version import ADDRESS_FILE, LATEST_VERSION
from tests.published import Published, published
from tools.windows.installation import (
    EVENT,
    FOLDER,
    PROGRAM,
    TITLE,
    Failed,
    close_program,
    event_open,
    press_in_front,
    put_back,
    take_picture,
    wait,
    windows_called,
)
from tools.windows.installed_game import PREFERENCES
from tools.windows.machine import Machine

NEWER = "99.1"
RESOURCES = f"{FOLDER}\\_internal\\app\\resources"
LOOK_ONCE_A_MONTH = ("alt+l",)
EARLIER = "2000-01"


def ask(machine: Machine) -> str:
    """Start the program four times: it asks for permission, then it is the same month, then an
    event is open, then a month has passed.
    """
    preferences = machine.path(PREFERENCES)
    with published(f"{NEWER}\n") as site, given_address(machine, site), put_back(preferences):
        preferences.unlink(missing_ok=True)
        start(machine, "newer version, leave is asked")
        demand(site, 0, "before leave was given")
        press_in_front(machine, TITLE, LOOK_ONCE_A_MONTH)
        wait(lambda: site.asked, "Nothing is asked once leave was given")
        wait(lambda: looked_in(preferences), "The look is not noted")
        take_picture(machine, "newer version")
        close_program(machine)
        start(machine, "newer version, same month")
        close_program(machine)
        demand(site, 1, "twice in a month")
        look_due(preferences)
        with event_open(machine, "newer version, with an event"):
            demand(site, 1, "while an event is open")
        start(machine, "newer version, next month")
        wait(lambda: len(site.asked) == 2, "In the next month nothing is asked")
        close_program(machine)
        path = f"{urlsplit(site.address).path}/{LATEST_VERSION}"
        if {where for where, _ in site.asked} != {path}:
            raise Failed(f"{site.asked} was asked for {path}")
    return f"leave asked, {len(site.asked)} looks in two months, none of them with {EVENT} open"


def start(machine: Machine, picture: str) -> None:
    machine.start(f"{FOLDER}\\{PROGRAM}")
    wait(lambda: windows_called(machine, TITLE), "No window comes")
    take_picture(machine, picture)


def demand(site: Published, looks: int, when: str) -> None:
    """Demand that there were exactly ``looks`` requests. Raises Failed if there were not."""
    if len(site.asked) != looks:
        raise Failed(f"{len(site.asked)} looks {when}")


def looked_in(preferences: Path) -> str:
    """Return the month of the last request, which the program remembers."""
    try:
        return str(json.loads(preferences.read_text("utf-8")).get("newer_looked_in", ""))
    except (OSError, ValueError):  # there is none yet, or it is being written
        return ""


def look_due(preferences: Path) -> None:
    """Change the month of the last request to an earlier one."""
    stored = json.loads(preferences.read_text("utf-8"))
    preferences.write_text(json.dumps({**stored, "newer_looked_in": EARLIER}), "utf-8")


@contextmanager
def given_address(machine: Machine, site: Published) -> Iterator[None]:
    """Write the address into the file in which the build would have put it."""
    file = machine.path(RESOURCES) / ADDRESS_FILE
    file.write_text(site.address, "ascii")
    try:
        yield
    finally:
        file.unlink()


STEPS: dict[str, Callable[[Machine], str]] = {"newer version": ask}
