"""What the windows know of the places where results are published, without a dialog."""

from collections.abc import Iterator

import pytest

from app.engine.acts.events import ORGANIZER, Record
from app.engine.acts.setup import ShiftTimes
from app.engine.state import State
from app.store.outlets import OutletKind, Sent, event_key, keep_sent, new_outlet, secret_of
from app.ui.clients.publishing import PublishingClient
from app.web.outlets.sender import OutletState
from tests.keyring_in_memory import Kept

pytestmark = pytest.mark.usefixtures("own_laptop", "qapp")

FIRST_ROW = Record(1, 1, 0, "desk", ORGANIZER, ShiftTimes(0))


class Shown:
    """An event of one row, as the windows show it."""

    def __init__(self) -> None:
        self.records = [FIRST_ROW]
        self.state = State()

    def now_ms(self) -> int:
        return 0


@pytest.fixture
def shown() -> Shown:
    return Shown()


@pytest.fixture
def client(shown: Shown) -> Iterator[PublishingClient]:
    client = PublishingClient(shown)
    yield client
    client.stop()


def test_a_password_is_kept_with_its_place_and_removed_with_it(
    client: PublishingClient, own_laptop: Kept
) -> None:
    outlet = new_outlet(OutletKind.WEBDAV)
    assert client.keep(outlet, "open sesame") == ""
    assert secret_of(outlet) == "open sesame"
    assert client.keep(outlet) == ""
    assert secret_of(outlet) == "open sesame"
    assert client.remove(outlet) == ""
    assert (secret_of(outlet), own_laptop.kept) == ("", {})


def test_the_organizer_is_told_if_a_password_cannot_be_kept(
    client: PublishingClient, own_laptop: Kept
) -> None:
    own_laptop.is_locked = True
    assert "password" in client.keep(new_outlet(OutletKind.WEBDAV), "open sesame")


def test_places_are_read_once_the_event_has_arrived(client: PublishingClient, shown: Shown) -> None:
    outlet = new_outlet(OutletKind.FOLDER)
    client.keep(outlet)
    late = PublishingClient(shown)
    shown.records = []
    late.offer()
    assert not late.outlets
    shown.records = [FIRST_ROW]
    late.offer()
    assert late.outlets == (outlet,)
    late.stop()


@pytest.mark.parametrize("is_open", [True, False])
def test_only_what_was_left_to_send_is_sent_to_a_place_without_automatic_publishing(
    client: PublishingClient, shown: Shown, is_open: bool
) -> None:
    outlet = new_outlet(OutletKind.FOLDER)
    client.keep(outlet)
    keep_sent(event_key(shown.records), {outlet.id: Sent(asked=is_open)})
    again = PublishingClient(shown)
    again.begin()
    assert (again.state_of(outlet) is not None) is is_open
    again.stop()


def test_what_was_sent_last_is_told_of_all_places(
    client: PublishingClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    outlets = [new_outlet(OutletKind.FOLDER) for _ in range(4)]
    for outlet in outlets:
        client.keep(outlet)
    monkeypatch.setattr(client, "state_of", lambda _outlet: OutletState())
    assert client.last_sent() is None
    states = {
        outlet.id: OutletState(title=title, sent_ms=sent_ms)
        for outlet, (title, sent_ms) in zip(
            outlets, [("Pairings", 1000), ("Results", 3000), ("Standings", 2000), ("", None)],
            strict=True,
        )
    }  # fmt: skip
    monkeypatch.setattr(client, "state_of", lambda outlet: states[outlet.id])
    last = client.last_sent()
    assert last is not None
    assert last.title == "Results"
