"""The way up: by itself, later if it could not be, in order, once."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.engine.acts.results import How
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.frozen import replace
from app.engine.side import Side
from app.engine.state import State
from app.reports.results_page import results_parts
from app.store.online.access import Access
from app.web.online import uplink as uplink_module
from app.web.online.callers import Where
from app.web.online.line import Line
from app.web.online.parts import parts_of
from app.web.online.progress import Progress, Sending
from app.web.online.uplink import Uplink
from tests.engine.event import Desk, under_way
from tests.patience import until
from tests.web.online.cable import Cable
from tests.web.online.site import Site
from tests.web.online.test_line import joined


class Sender:
    """An uplink, and all that it has said."""

    def __init__(self, access: Access) -> None:
        self.said: list[Progress] = []
        self.uplink = Uplink(Line(access), self.said.append, pace_s=0.001)

    @property
    def now(self) -> Progress:
        return self.said[-1] if self.said else Progress()


@contextmanager
def sender(access: Access) -> Iterator[Sender]:
    made = Sender(access)
    made.uplink.start()
    try:
        yield made
    finally:
        made.uplink.end()


def is_there(site: Site, state: State) -> bool:
    return site.book.marks() == {part.key: part.mark for part in parts_of(state)}


def demand_order(site: Site) -> None:
    """Demand that all was taken in order, and nothing twice in a row."""
    sent = site.taken()
    assert [number for number, _, _ in sent] == sorted(number for number, _, _ in sent)
    last: dict[str, str] = {}
    for _, key, mark in sent:
        assert last.get(key, "") != mark, f"{key} was sent twice"
        last[key] = mark


def rounds(desk: Desk) -> Iterator[State]:
    """Play three rounds, a result at a time."""
    yield desk.state
    for number in range(3):
        if number:
            desk.do(DrawRound(7, 3 + number))
            desk.do(PublishRound())
            yield desk.state
            desk.do(StartRound(0))
        latest = desk.state.latest
        assert latest is not None
        for table in range(1, len(latest.games) + 1):
            desk.report(table, Side.RED, How.SCENARIO, (5, 3), (20, 10))
            yield desk.state
        desk.do(FinishRound())
        yield desk.state


def test_pairings_results_and_standings_are_uploaded_automatically(site: Site) -> None:
    desk = under_way(8)
    with sender(joined(site)) as sent:
        for state in rounds(desk):
            sent.uplink.show(state)
            until(lambda state=state: is_there(site, state), lambda: sent.now)
        until(lambda: sent.now.sending is Sending.DONE)
    demand_order(site)
    page = site.get("/results").text
    for _, part in results_parts(desk.state):
        assert part in page
    assert "Standings: after round 3" in site.get("/results").words


def test_anything_that_could_not_be_sent_is_sent_later_in_order_and_once(site: Site) -> None:
    """The cable is pulled at each third state, and every other answer of the others is lost after
    the server has done its work.
    """
    access = joined(site)
    with Cable(site.port) as cable:
        far = replace(access, address=f"http://127.0.0.1:{cable.port}")
        with sender(far) as sent:
            desk = under_way(8)
            for number, state in enumerate(rounds(desk)):
                if number % 3 == 2:
                    cable.pull()
                    sent.uplink.show(state)
                    until(lambda: sent.now.sending is Sending.WAITS, lambda: sent.now)
                    cable.plug_in()
                else:
                    cable.swallows = number % 2
                    sent.uplink.show(state)
                    until(lambda state=state: is_there(site, state), lambda: sent.now)
            until(lambda: is_there(site, desk.state), lambda: sent.now)
            until(lambda: sent.now.sending is Sending.DONE, lambda: sent.now)
        assert cable.lost > 3
    demand_order(site)


def test_a_restarted_desk_sends_only_what_is_missing(site: Site) -> None:
    access = joined(site)
    desk = under_way(4)
    with sender(access) as sent:
        sent.uplink.show(desk.state)
        until(lambda: sent.now.sending is Sending.DONE)
    before = len(site.taken())
    with sender(access) as sent:
        sent.uplink.show(desk.state)
        until(lambda: sent.now.sending is Sending.DONE)
        assert len(site.taken()) == before
        desk.report(1, Side.RED, How.SCENARIO, (5, 3))
        sent.uplink.show(desk.state)
        until(lambda: is_there(site, desk.state))
    assert [key for _, key, _ in site.taken()[before:]] == ["result round 1"]


def test_a_server_that_was_away_receives_everything_when_it_returns(tmp_path: Path) -> None:
    desk = under_way(4)
    event = tmp_path / "cup"
    with Site(event) as site:
        access, where = joined(site), Where(port=site.port)
        with sender(access) as sent:
            sent.uplink.show(desk.state)
            until(lambda: is_there(site, desk.state))
    with sender(access) as sent:
        desk.report(1, Side.RED, How.SCENARIO, (5, 3))
        sent.uplink.show(desk.state)
        until(lambda: sent.now.sending is Sending.WAITS)
        assert "does not answer" in sent.now.sentence
        with Site(event, where) as site:
            until(lambda: is_there(site, desk.state), lambda: sent.now)
            demand_order(site)


def test_two_desks_of_one_event_send_nothing_twice(site: Site) -> None:
    desk = under_way(8)
    with sender(joined(site)) as first, sender(joined(site)) as second:
        for state in rounds(desk):
            for each in (first, second):
                each.uplink.show(state)
        until(lambda: is_there(site, desk.state), lambda: (first.now, second.now))
    sent = site.taken()
    assert [number for number, _, _ in sent] == sorted(number for number, _, _ in sent)


def test_an_unknown_desk_stops_sending_and_says_so(site: Site) -> None:
    access = replace(joined(site), desk="b" * 32)
    with sender(access) as sent:
        sent.uplink.show(under_way(4).state)
        until(lambda: sent.now.sending is Sending.STOPPED)
        assert "Connect again" in sent.now.sentence
    assert site.taken() == [each for each in site.taken() if each[0] == 1]


def test_a_large_event_is_uploaded_in_pieces(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uplink_module, "AT_ONCE", 10)
    desk = under_way(4)
    with sender(joined(site)) as sent:
        sent.uplink.show(desk.state)
        until(lambda: is_there(site, desk.state))
        until(lambda: sent.now.sending is Sending.DONE)
    assert len({number for number, _, _ in site.taken()}) > 4
    demand_order(site)


def test_shutting_down_does_not_wait_for_the_network(site: Site) -> None:
    """The other end is there and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        address = f"http://127.0.0.1:{deaf.getsockname()[1]}"
        made = Sender(replace(joined(site), address=address))
        made.uplink.start()
        made.uplink.show(under_way(4).state)
        line, _ = deaf.accept()
        assert line.recv(10)
        made.uplink.end()
        line.close()
    assert not [each for each in threading.enumerate() if each.name == "uplink"]
