"""Errors in the pages' scripts. Each is shown to the organizer and written to the log once, however
often and from however many devices it is reported.
"""

import re

from app.engine.language import say
from app.engine.state import State
from app.store.faults import faults
from app.web.protocol.messages import PageFault
from app.web.server.connection import Connection

MOST = 5
"""The most errors that are shown of one table, and of all other pages of one role."""
SHOWN = 120
"""The number of letters of an error that the organizer sees; the log has all of them."""
BROWSERS = (
    ("Firefox", r"Firefox/(\d+)"),
    ("Edge", r"Edg\w*/(\d+)"),
    ("Samsung Internet", r"SamsungBrowser/(\d+)"),
    ("Chrome", r"Chrom\w+/(\d+)"),
    ("Safari", r"Version/(\d+(?:\.\d+)?).* Safari/"),
)
"""The browsers with patterns for their names. The first match counts, because many browsers also
contain the names of later ones.
"""


class PageFaults:
    """The errors that were reported."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int, bool], set[tuple[str, str]]] = {}

    def take(self, connection: Connection, fault: PageFault, state: State) -> str:
        """Write an error to the log and return the sentence to show the organizer. Return an empty
        text if the error is known or too many were reported.
        """
        words, place, browser = map(in_one_line, (fault.words, fault.place, fault.browser))
        page = connection.role, connection.table, connection.unlocked
        known = self._known.setdefault(page, set())
        if (words, place) in known or len(known) == MOST:
            return ""
        known.add((words, place))
        where = _where(connection, fault.table, state)
        faults.write_down(where, f"{fault.kind}: {words}\nat {place}\nin {browser}\n")
        return say(
            "{where} If the page no longer responds, load it again. {browser}: {error} ({place})",
            where=where, browser=browser_name(browser), error=words[:SHOWN],
            place=place or say("place unknown"),
        )  # fmt: skip


def _where(connection: Connection, claimed: int, state: State) -> str:
    """Return a sentence on whose page had the error. ``claimed`` is the table named by a page that
    did not start.
    """
    match connection.role:
        case "table":
            return say("An error occurred in the table’s page.")
        case "eo":
            return say("An error occurred in the organizer’s page.")
        case "wall":
            return say("An error occurred in a room display’s page.")
        case "stream":
            return say("An error occurred in a stream’s page.")
        case "room" if connection.player in state.players:
            return say("An error occurred in {name}’s page.", name=state.name(connection.player))
        case "room":
            return say("An error occurred in a phone’s page.")
        case _ if claimed:
            return say("A page of table {table} did not start.", table=claimed)
        case _:
            return say("A page did not start.")


def in_one_line(text: str) -> str:
    """Return a page's words on one line, without characters that would change how the words around
    them are shown.
    """
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())


def browser_name(agent: str) -> str:
    """Return the usual name and version of a browser, taken from what the browser sends about
    itself.
    """
    for name, pattern in BROWSERS:
        if found := re.search(pattern, agent):
            return f"{name} {found[1]}"
    return say("Unknown browser")
