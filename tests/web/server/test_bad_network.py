"""A small room in a bad network; tools/rehearsals/tables.py plays a full one for ten minutes."""

import asyncio
import gc
import socket
from contextlib import suppress
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S
from tests.ports import kept_port
from tests.web.bad_day import QuickTimeline, bad_day, begin
from tests.web.bad_day_judged import judged
from tests.web.bad_network import BadNetwork, Weather
from tests.web.venue import Venue, on_line

TABLES, SPEED = 8, 20.0
STORM = Weather(
    delay_s=(0.001, 0.01),
    lost=0.05,
    again_s=(0.05, 0.2),
    lives_s=1.0,
    overtaken_s=0.5,
    away_every_s=3.0,
    away_s=(0.2, 0.8),
)


@pytest.mark.long
def test_every_press_over_a_bad_network_is_logged_once_and_in_its_place(
    tmp_path: Path,
) -> None:
    venue = Venue(tmp_path, tables=TABLES)
    try:
        venue.register(2 * TABLES)
        venue.start()
        venue.serve()
        venue.restart(QuickTimeline(SPEED))
        begin(venue, TABLES, 5, (1.6, 2.4))
        network = BadNetwork(venue.base, STORM, 5)
        devices = on_line(lambda: bad_day(network, venue.secrets, SPEED, 5, 12.0))
        assert network.seen["overtaken"] > 0
        assert network.seen["cut"] > 0
        assert network.seen["silent"] > 0
    finally:
        venue.close()
    found = judged(venue.path, devices)
    assert found.faults == []
    assert found.flags == TABLES


def test_a_device_whose_server_is_gone_loses_its_connection() -> None:
    async def story() -> None:
        gone, port = kept_port()
        network = BadNetwork(f"http://127.0.0.1:{port}", Weather(), 1)
        host, _, number = (await network.open()).removeprefix("http://").partition(":")
        reader, writer = await asyncio.open_connection(host, int(number))
        with suppress(ConnectionError):
            async with asyncio.timeout(PATIENCE_S):
                assert await reader.read() == b""
        writer.transport.abort()
        await network.close()
        gone.close()

    on_line(story)


@pytest.mark.parametrize("turns", range(5))
def test_a_device_connecting_while_the_network_shuts_down_is_disconnected(turns: int) -> None:
    """A server that closes in the turn after it accepted a connection would forget its socket."""

    async def story() -> None:
        network = BadNetwork("http://127.0.0.1:9", Weather(), 1)
        host, _, port = (await network.open()).removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port))):
            for _ in range(turns):
                await asyncio.sleep(0)
            await network.close()

    on_line(story)
    gc.collect()
