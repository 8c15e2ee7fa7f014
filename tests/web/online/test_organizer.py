"""The organizer at the server that is online: the PIN, what they set, and who has paid."""

from pathlib import Path

import pytest

from app.engine.acts.players import Entry
from app.store.online.book import Part
from app.web.online.callers import Where
from app.web.online.parts import COMING, EVENT, ORDER
from app.web.online.pin import new_pin
from app.web.online.server import SIGN_UPS_SHOWN
from tests.web.online.site import Site


def test_only_the_pin_lets_the_organizer_in(site: Site) -> None:
    pin = new_pin(site.book)
    assert "PIN" in site.get("/organizer").words
    wrong = site.post("/organizer", pin="x" + pin)
    assert wrong.status == 403
    assert "That PIN is wrong." in wrong.words
    assert site.post("/organizer", pin="").status == 403
    assert site.post("/organizer", do="rules", sign_up="False").status == 403
    assert site.book.kept("sign_up") == ""
    entered = site.enter(pin)
    assert "0 sign-ups" in site.get("/organizer", entered).words
    site.post("/organizer", entered, do="leave")
    assert "0 sign-ups" not in site.get("/organizer", entered).words


def test_a_new_pin_invalidates_the_previous_one(site: Site) -> None:
    first = new_pin(site.book)
    second = new_pin(site.book)
    assert first == second or site.post("/organizer", pin=first).status == 403
    site.enter(second)


def test_guessing_the_pin_leads_to_longer_and_longer_waits(site: Site) -> None:
    pin = new_pin(site.book)
    for _ in range(5):
        site.post("/organizer", pin="wrong")
    got = site.post("/organizer", pin=pin)
    assert "Too many wrong PINs. Try again in 1 min." in got.words
    site.steady.now_s += 61
    site.enter(pin)


def test_the_organizer_closes_sign_up_opens_lists_and_shows_names(site: Site) -> None:
    site.sign_up("Ann", lists="Slayer")
    site.sign_up("Ben")
    assert "has not opened the lists" in site.get("/lists").words
    entered = site.enter(new_pin(site.book))
    fields = {"do": "rules", "sign_up": "False", "shown": "names", "lists": "True"}
    assert site.post("/organizer", entered, **fields).status == 303
    assert "Sign-up is closed." in site.get().words
    assert "Ann" in site.get().words
    lists = site.get("/lists").words
    assert "Slayer" in lists
    assert "Ben" not in lists
    site.post("/organizer", entered, do="rules", shown="everything", sign_up="maybe")
    assert (site.book.kept("shown"), site.book.kept("sign_up")) == ("names", "False")


def test_the_organizer_notes_who_has_paid(site: Site) -> None:
    mine = site.sign_up("Ann").headers["Location"]
    entered = site.enter(new_pin(site.book))
    assert "1 Ann Not paid" in site.get("/organizer", entered).words
    site.post("/organizer?after=0", entered, do="paid", number="1")
    assert "1 Ann Paid" in site.get("/organizer", entered).words
    assert "15 € · paid" in site.get(mine).words
    site.post("/organizer?after=0", entered, do="unpaid", number="1")
    site.post("/organizer", entered, do="paid", number="99")
    assert [each.paid for each in site.book.sign_ups()] == [False]


def test_many_sign_ups_are_shown_a_page_at_a_time(site: Site) -> None:
    for number in range(SIGN_UPS_SHOWN + 1):
        site.book.sign_up(f"form {number}", Entry(f"Player {number}"), "")
    entered = site.enter(new_pin(site.book))
    first = site.get("/organizer", entered)
    assert f"{SIGN_UPS_SHOWN + 1} sign-ups" in first.words
    assert f"Player {SIGN_UPS_SHOWN} " not in first.words
    assert f"?after={SIGN_UPS_SHOWN}" in first.text
    second = site.get(f"/organizer?after={SIGN_UPS_SHOWN}", entered)
    assert f"Player {SIGN_UPS_SHOWN} " in second.words
    assert "Further sign-ups" not in second.words


@pytest.mark.parametrize(
    ("headers", "is_safe"),
    [
        ({"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}, True),
        ({"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http"}, False),
        ({"X-Forwarded-For": "203.0.113.9"}, False),
    ],
)
def test_the_pin_is_only_asked_for_over_a_secure_connection(
    tmp_path: Path, headers: dict[str, str], is_safe: bool
) -> None:
    with Site(tmp_path / "cup", Where(proxies=frozenset({"127.0.0.1"}))) as site:
        pin = new_pin(site.book)
        got = site.get("/organizer", headers)
        assert ("with https" in got.words) is not is_safe
        assert (site.post("/organizer", headers, pin=pin).status == 303) is is_safe


def test_an_unreadable_order_of_results_shows_none(site: Site) -> None:
    for number, order in enumerate(("{", "7", "[1]", "null"), site.book.last_number + 1):
        site.book.take_parts(number, [Part(ORDER, order)])
        for path in ("/", "/results"):
            assert site.get(path).status == 200


def test_an_event_that_cannot_be_read_is_shown_empty(site: Site) -> None:
    deep = '[{"more":' * 5_000
    for number, body in enumerate(("{", deep, deep[1:]), site.book.last_number + 1):
        site.book.take_parts(number, [Part(EVENT, body), Part(COMING, body)])
        for path in ("/", "/sign-up"):
            assert site.get(path).status == 200
