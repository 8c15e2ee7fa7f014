from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from app.store.server import server_log
from app.store.server.address import ServerEvent, database
from app.store.server.server_log import ServerLog
from tests.postgresql import server


@pytest.fixture
def place(request: pytest.FixtureRequest) -> ServerEvent:
    """An event of the test's own, which is not there yet."""
    return ServerEvent(database(server().address), request.node.nodeid)


@pytest.fixture
def stations(place: ServerEvent) -> Iterator[Callable[[str], ServerLog]]:
    """Opens the test's event at one station after the other."""
    with ExitStack() as stack:
        server_log.create(place).close()
        yield lambda name: stack.enter_context(server_log.open_log(place, name))
