"""The desk's line to the server that is online: who is let in, and what is believed."""

import http.server
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from app.engine.acts.players import EditPlayers, Entry
from app.engine.formats.settings import CheckInItem
from app.store.online.access import Access, access_file, forget_access, keep_access, read_access
from app.store.tables.roster import Change, preview_roster
from app.web.online.channel import (
    CODE,
    DESK,
    PATH,
    SIGN_UPS_AT_ONCE,
    VERSION,
    Answer,
    Ask,
    Push,
    code_hash,
    code_over,
    new_code,
)
from app.web.online.fetched import acts_beside, lists_elsewhere, sheet_of
from app.web.online.line import Line, NotReached, Refusal, enter_address, fetch_sign_ups, join
from tests.engine.event import registered
from tests.web.online.site import WALL_S, Site


def shown_code(site: Site, until_s: float = WALL_S + 60) -> str:
    code = new_code()
    site.book.add_code(code_hash(code), until_s)
    return code


def joined(site: Site) -> Access:
    return join(site.base, shown_code(site))


def test_a_code_admits_one_desk_however_it_is_typed(site: Site) -> None:
    code = shown_code(site)
    access = join(f" {site.base}/ ", code.upper().replace("-", " "))
    assert Line(access).say(Ask(VERSION, 0)).last == 1
    with pytest.raises(Refusal, match="already used"):
        join(site.base, code)
    Line(access).say(Ask(VERSION, 0))


def test_wrong_and_outdated_codes_admit_nobody(site: Site) -> None:
    shown_code(site)
    with pytest.raises(Refusal, match="new code"):
        join(site.base, new_code())
    late = shown_code(site, WALL_S)
    with pytest.raises(Refusal):
        join(site.base, late)
    with pytest.raises(Refusal, match="Enter the address"):
        join("club.example", late)
    with pytest.raises(Refusal, match="Enter the address"):
        join("http://club.example:x", late)


def test_overheard_messages_cannot_be_replayed_or_altered(site: Site) -> None:
    access = joined(site)
    body = json.dumps({"do": "push", "v": 1, "count": 7, "number": 2, "parts": [["x", "1"]]})
    headers = {DESK: access.desk, CODE: code_over(access.secret, body.encode())}
    first = json.loads(site.ask("POST", PATH, body, headers).text)
    assert (first.get("no", ""), first["last"]) == ("", 2)
    again = json.loads(site.ask("POST", PATH, body, headers).text)
    assert (again["no"], again["count"]) == ("count", 7)
    changed = body.replace('"1"', '"2"').replace('"count": 7', '"count": 8')
    assert json.loads(site.ask("POST", PATH, changed, headers).text)["no"] == "unknown"
    assert site.book.parts()["x"] == "1"
    for wrong in ({}, {DESK: "x"}, {DESK: "é" * 32}, {DESK: "a" * 32, CODE: "é"}):
        sent = {name: value.encode("utf-8").decode("latin-1") for name, value in wrong.items()}
        assert json.loads(site.ask("POST", PATH, body, sent).text)["no"] == "unknown"
    for nonsense in (b"x", b'{"a":' * 1_500):
        assert json.loads(site.ask("POST", PATH, nonsense, headers).text)["no"] == "malformed"
    for odd in (b'{"v": 1, "do": "dance"}', b'{"v": 1, "do": ' + b"[" * 1_500):
        headers = {DESK: access.desk, CODE: code_over(access.secret, odd)}
        assert json.loads(site.ask("POST", PATH, odd, headers).text)["no"] == "malformed"
    newer = b'{"v": 2}'
    answer = json.loads(site.ask("POST", PATH, newer, headers).text)
    assert (answer["v"], answer["no"]) == (1, "version")


def test_a_restarted_desk_continues_counting_where_it_stopped(site: Site) -> None:
    access = joined(site)
    line = Line(access)
    for number in range(2, 9):
        line.say(Push(VERSION, 0, number, (("x", str(number)),)))
    after = Line(access)
    assert after.say(Push(VERSION, 0, 8, (("x", "old"),))).no == "order"
    assert after.say(Push(VERSION, 0, 9, (("x", "new"),))).last == 9
    assert site.book.parts()["x"] == "new"


@contextmanager
def stand_in(status: int, body: bytes, headers: dict[str, str] | None = None) -> Iterator[str]:
    """Answer everything with the same; return the address."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize(
    ("status", "body", "words"),
    [
        (200, b'{"v": 0, "no": "version"}', "older Flagfall"),
        (200, b'{"v": 2, "no": "version"}', "newer Flagfall"),
        (200, b'{"v": 1, "marks": 7}', "No Flagfall answers"),
        (200, b'{"a":' * 5_000, "No Flagfall answers"),
        (200, b'{"v": 1}', "new code"),
        (404, b"<html>", "No Flagfall answers"),
        (413, b"", "too large for the server"),
    ],
)
def test_a_different_server_is_recognized_and_reported(
    status: int, body: bytes, words: str
) -> None:
    with stand_in(status, body) as address, pytest.raises(Refusal, match=words):
        Line(Access(address, "a" * 32, "secret")).say(Ask(VERSION, 0))


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_server_is_asked_again_later(status: int) -> None:
    with stand_in(status, b"") as address, pytest.raises(NotReached, match=str(status)):
        Line(Access(address, "a" * 32, "secret")).say(Ask(VERSION, 0))


def test_an_address_that_redirects_says_where_to() -> None:
    elsewhere = {"Location": "https://club.example/cup/desk"}
    with (
        stand_in(308, b"", elsewhere) as address,
        pytest.raises(Refusal, match=r"leads to https://club\.example/cup\. Enter that one"),
    ):
        join(address, new_code())


def test_a_server_that_does_not_answer_is_named(site: Site) -> None:
    access = Access("http://127.0.0.1:9", "a" * 32, "secret")
    with pytest.raises(NotReached, match=r"127\.0\.0\.1:9 does not answer"):
        Line(access).say(Ask(VERSION, 0))
    line = Line(joined(site))
    line.end()
    with pytest.raises(NotReached):
        line.say(Ask(VERSION, 0))


def test_the_desk_s_sign_in_address_admits_its_organizer_once(site: Site) -> None:
    access = joined(site)
    address = enter_address(access, Line(access))
    path = address.removeprefix(site.base)
    entered = site.get(path)
    assert entered.status == 303
    cookie = {"Cookie": entered.headers["Set-Cookie"].partition(";")[0]}
    assert "0 sign-ups" in site.get("/organizer", cookie).words
    assert "Set-Cookie" not in site.get(path).headers
    late = enter_address(access, Line(access)).removeprefix(site.base)
    site.steady.now_s += 301
    assert "Set-Cookie" not in site.get(late).headers


def test_repeatedly_fetched_sign_ups_are_matched_by_number_with_their_changes(site: Site) -> None:
    line = Line(joined(site))
    site.book.sign_up("1", Entry("Ann", "Ravens", "Cryx"), "Slayer\nReaper")
    site.book.sign_up("2", Entry("Ben"), "")
    sheet = sheet_of(fetch_sign_ups(line))
    first = preview_roster(sheet.rows)
    assert [(row.entry.name, row.entry.sign_up, row.ok) for row in first.rows] == [
        ("Ann", "W1", True),
        ("Ben", "W2", True),
    ]
    desk = registered(2)
    here = desk.state.players
    edited = tuple(zip(sorted(here), first.entries, strict=True))
    desk.do(EditPlayers(edited))
    again = preview_roster(sheet_of(fetch_sign_ups(line)).rows, desk.state)
    assert [row.change for row in again.rows] == [Change.NOTHING, Change.NOTHING]
    site.book.change(1, Entry("Ann Stone", "Ravens", "Khador"), "", out=False)
    site.book.change(2, Entry("Ben"), "", out=True)
    site.book.sign_up("3", Entry("Cleo"), "")
    sheet = sheet_of(fetch_sign_ups(line))
    assert sheet.notes == ("Withdrawn: 1.",)
    third = preview_roster(sheet.rows, desk.state)
    assert [(row.change, row.number) for row in third.rows] == [
        (Change.EDITS, 1),
        (Change.ADDS, 0),
    ]
    assert "Faction: Cryx → Khador." in third.rows[0].note
    assert third.absent == ("Ben",)


def test_lists_and_fees_are_imported_only_where_the_desk_has_nothing_of_its_own(
    site: Site,
) -> None:
    line = Line(joined(site))
    site.book.sign_up("1", Entry("Ann", faction="Cryx"), "Agathia\nSlayer")
    site.book.sign_up("2", Entry("Ben", faction="Cryx"), "")
    site.book.note_paid(2, paid=True)
    desk = registered(2)
    entries = preview_roster(sheet_of(fetch_sign_ups(line)).rows).entries
    desk.do(EditPlayers(tuple(zip((1, 2), entries, strict=True))))
    for act in acts_beside(fetch_sign_ups(line), desk.state):
        desk.do(act)
    ann, ben = (desk.state.players[number] for number in (1, 2))
    assert [row.name for row in ann.lists[0].army] == ["Agathia", "Slayer"]
    assert CheckInItem.PAID in ben.checked
    assert list(acts_beside(fetch_sign_ups(line), desk.state)) == []
    assert lists_elsewhere(fetch_sign_ups(line), desk.state) == []
    site.book.change(1, Entry("Ann", faction="Cryx"), "Agathia\nReaper", out=False)
    assert list(acts_beside(fetch_sign_ups(line), desk.state)) == []
    assert lists_elsewhere(fetch_sign_ups(line), desk.state) == ["Ann"]
    site.book.change(1, Entry("Ann", faction="Cryx"), "", out=True)
    assert lists_elsewhere(fetch_sign_ups(line), desk.state) == []


def test_any_number_of_sign_ups_is_fetched_in_pieces(site: Site) -> None:
    for number in range(2 * SIGN_UPS_AT_ONCE + 1):
        site.book.sign_up(str(number), Entry(f"Player {number}"), "")
    found = fetch_sign_ups(Line(joined(site)))
    assert [each.number for each in found] == list(range(1, 2 * SIGN_UPS_AT_ONCE + 2))


def test_access_to_the_server_is_stored_for_its_owner_only(tmp_path: Path) -> None:
    file = access_file(tmp_path / "cup.flagfall")
    assert read_access(file) is None
    access = Access("https://club.example", "a" * 32, "secret")
    keep_access(file, access)
    assert read_access(file) == access
    assert os.name != "posix" or file.stat().st_mode & 0o077 == 0
    file.write_text('{"other": 1}')
    assert read_access(file) is None
    forget_access(file)
    forget_access(file)
    assert not file.exists()


def test_an_answer_without_a_valid_signature_is_not_believed(site: Site) -> None:
    forged = Answer(VERSION, marks={})
    body = msgspec.json.encode(forged)
    access = joined(site)
    for headers in (
        {},
        {CODE: code_over("other", body, 1)},
        {CODE: code_over(access.secret, body, 2)},
    ):
        with stand_in(200, body, headers) as address, pytest.raises(Refusal):
            Line(Access(address, access.desk, access.secret)).say(Ask(VERSION, 0))


@pytest.mark.parametrize("address", ["club.example", "http://[x", "https://", "http://a..b"])
def test_an_invalid_address_is_reported_before_connecting(address: str) -> None:
    with pytest.raises(Refusal, match="Enter the address that people open"):
        join(address, new_code())
