"""Devices that call in the very moment in which the server is switched off."""

import asyncio
import gc
import socket
import warnings
from pathlib import Path

import pytest

from tests.web.venue import WAIT_S, Venue


@pytest.mark.parametrize("turns", range(8))
def test_a_caller_is_disconnected_if_the_server_is_being_switched_off(
    tmp_path: Path, turns: int
) -> None:
    """After so many turns of the desk's loop; in one of them the caller is neither in nor out."""
    venue = Venue(tmp_path)
    port = int(venue.serve().rsplit(":", 1)[1])

    async def called_and_switched_off() -> socket.socket:
        assert venue.server is not None
        caller = socket.create_connection(("127.0.0.1", port), WAIT_S)
        for _ in range(turns):
            await asyncio.sleep(0)
        await asyncio.wrap_future(venue.server.stop())
        return caller

    with warnings.catch_warnings(record=True) as left_over:
        warnings.simplefilter("always")
        with venue.desk.run(called_and_switched_off()).result(WAIT_S) as caller:
            venue.close()
            assert hung_up(caller)
        gc.collect()
    assert [str(one.message) for one in left_over] == []


def hung_up(caller: socket.socket) -> bool:
    try:
        return caller.recv(1) == b""
    except ConnectionResetError:
        return True
