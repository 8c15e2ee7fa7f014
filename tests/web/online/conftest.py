"""A server that is online, with an event that was sent up."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.acts.setup import CreateEvent
from app.engine.frozen import replace
from tests.engine.event import SR2017, Desk, settings
from tests.web.online.site import Site


def priced() -> Desk:
    """An event with a price, and nobody in it."""
    desk = Desk()
    dated = replace(settings(), date="2026-12-05", venue="Ravens’ club", fee="15 €")
    desk.do(CreateEvent(dated, SR2017))
    return desk


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with Site(tmp_path / "cup.flagfall") as site:
        site.send_up(priced().state)
        yield site
