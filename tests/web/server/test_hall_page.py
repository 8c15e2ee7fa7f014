"""The hall's page leads to every event whose pages are on, from any of them."""

import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.desk.desk import Desk
from app.engine.acts.setup import CreateEvent
from app.engine.formats.settings import Settings
from app.store.events import create
from app.store.packets.files import packets
from app.store.resources import resources_folder
from app.store.server.address import Place, ServerEvent, database
from app.web.server.http import EVERYWHERE, TablesServer, read_pages
from app.web.server.secrets import Keys
from tests.patience import PATIENCE_S, until
from tests.postgresql import server


class Served:
    """An event whose pages are on."""

    def __init__(self, place: Place, name: str, keys: Path) -> None:
        self.desk = Desk(lambda: create(place))
        self.desk.start().result(PATIENCE_S)
        settings = Settings(name, "sr2017", 75, 1)
        self.desk.submit(CreateEvent(settings, packets()["sr2017"])).result(PATIENCE_S)
        pages = read_pages(resources_folder() / "web")
        self.server = TablesServer(self.desk, Keys(keys), pages, host=EVERYWHERE, port=0)
        self.address = self.server.start().result(PATIENCE_S)[0]

    def hall(self) -> str:
        with urllib.request.urlopen(f"{self.address}/hall", timeout=PATIENCE_S) as answer:
            text: str = answer.read().decode()
            return text


@pytest.fixture
def served(tmp_path: Path) -> Iterator[list[Served]]:
    served: list[Served] = []
    yield served
    for one in served:
        one.desk.stop()


def test_every_published_event_in_the_database_is_listed(
    served: list[Served], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    for name in ("Masters <2017>", "Spring Cup", "Off"):
        place = ServerEvent(database(server().address), f"{name} {request.node.name}")
        served.append(Served(place, name, tmp_path / f"{len(served)}.json"))
    masters, cup, off = served
    off.server.stop().result(PATIENCE_S)
    until(lambda: f'href="{masters.address}/room"' in cup.hall())
    until(lambda: off.address not in cup.hall())
    until(lambda: f'href="{cup.address}/wall"' in masters.hall())
    shown = masters.hall()
    assert f"Masters &lt;2017&gt; {request.node.name}" in shown
    assert "<2017>" not in shown


def test_an_event_in_a_file_links_to_its_own_pages(served: list[Served], tmp_path: Path) -> None:
    served.append(Served(tmp_path / "cup.flagfall", "Club night", tmp_path / "keys.json"))
    shown = served[0].hall()
    assert "<h2>Club night</h2>" in shown
    assert 'href="/room"' in shown
    assert 'href="/wall"' in shown
