"""A table's window joined over a real socket."""

from collections.abc import Iterator
from contextlib import contextmanager

from pytestqt.qtbot import QtBot

from app.ui.clients.remote_table import RemoteTable
from app.web.remote.desk import Joined
from tests.web.venue import Venue


@contextmanager
def joined(qtbot: QtBot, venue: Venue) -> Iterator[RemoteTable]:
    """The window of table 2."""
    made = RemoteTable(Joined.from_url(address(venue, 2)))
    qtbot.addWidget(made.window)
    made.window.resize(1024, 600)
    made.window.show()
    qtbot.waitUntil(lambda: made.window.view is not None)
    yield made
    made.leave()


def address(venue: Venue, table: int) -> str:
    return f"{venue.base}/#table={table}&secret={venue.secrets[table]}"
