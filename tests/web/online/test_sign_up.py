"""Signing up at home: the form, what it refuses, and the address at which it is changed."""

from pathlib import Path

import pytest

from app.engine.acts.players import EditPlayer, Entry
from app.engine.acts.rounds import DrawRound
from app.web.online.entries import TOKEN_LIFE_S
from tests.engine.event import registered
from tests.web.online.site import Site


def own_path(site: Site, name: str, **fields: str) -> str:
    got = site.sign_up(name, **fields)
    assert got.status == 303, got.words
    return got.headers["Location"].partition("?")[0]


def test_before_the_desk_sends_the_event_a_sentence_is_shown_and_no_form(tmp_path: Path) -> None:
    with Site(tmp_path / "cup") as site:
        assert "has not sent the event yet" in site.get().words
        assert "Sign-up is closed" in site.get("/sign-up").words


def test_the_page_describes_the_event_and_gives_the_entry_fee(site: Site) -> None:
    words = site.get().words
    assert "Saturday 5 December 2026 · Ravens’ club · Entry: 15 €" in words
    assert "Schedule Round Planned Round 1 10:00" in words
    assert "Nobody has signed up yet." in words
    assert "Entry: 15 €" in site.get("/sign-up").words


def test_signing_up_gives_a_number_and_an_address_for_changes(site: Site) -> None:
    mine = own_path(site, " Ann   Stone ", club="Ravens", faction="Cryx", lists="Slayer\r\nReaper")
    got = site.get(mine)
    assert "You are signed up, number 1." in got.words
    assert "Entry: 15 € · not paid yet" in got.words
    assert got.field("name") == "Ann Stone"
    (row,) = site.book.sign_ups()
    assert (row.entry.faction, row.lists) == ("Cryx", "Slayer\nReaper")
    assert "1 player" in site.get().words
    changed = site.post(mine, do="save", name="Ann Stone", club="Foxes", faction="Khador")
    assert changed.status == 303
    (row,) = site.book.sign_ups()
    assert (row.entry.club, row.entry.faction, row.lists) == ("Foxes", "Khador", "")
    assert site.post(mine, do="withdraw").status == 303
    assert "You have withdrawn." in site.get(mine).words
    assert "Nobody has signed up yet." in site.get().words
    assert site.post(mine, do="save", name="Ann Stone").status == 303
    assert "You are signed up, number 1." in site.get(mine).words


def test_the_same_form_sent_twice_is_one_sign_up_with_one_address(site: Site) -> None:
    token = site.get("/sign-up").field("token")
    first, second = (site.post("/sign-up", token=token, name="Ann") for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"]
    assert len(site.book.sign_ups()) == 1


def test_a_name_already_taken_is_refused_with_advice_and_nothing_entered_is_lost(
    site: Site,
) -> None:
    own_path(site, "Ann", club="Ravens")
    again = site.sign_up("Ann", lists="Slayer")
    assert again.status == 409
    assert "Ann has already signed up." in again.words
    assert "add your club" in again.words
    assert again.field("name") == "Ann"
    assert "Slayer</textarea>" in again.text
    assert "ask the organizer" in site.sign_up("ANN", club="ravens").words
    other = own_path(site, "Ann", club="Foxes")
    assert site.post(other, do="save", name="Ann", club="Ravens").status == 422
    assert [each.entry.club for each in site.book.sign_ups()] == ["Ravens", "Foxes"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"name": " \u200b"}, "Enter your name."),
        ({"name": "A" * 101}, "at most 100 characters"),
        ({"name": "Ann", "lists": "x" * 10_001}, "at most 10,000 characters"),
    ],
)
def test_an_invalid_entry_is_refused_with_a_reason(
    site: Site, fields: dict[str, str], words: str
) -> None:
    got = site.sign_up(**fields)
    assert got.status == 422
    assert words in got.words
    assert site.book.sign_ups() == ()


def test_an_outdated_form_or_one_without_a_token_must_be_sent_again(site: Site) -> None:
    token = site.get("/sign-up").field("token")
    site.wall_s += TOKEN_LIFE_S
    for stale in (token, "", "1.2.3", token[:-1] + "x"):
        assert "too old" in site.post("/sign-up", token=stale, name="Ann").words
    assert site.book.sign_ups() == ()


def test_an_unknown_personal_address_is_answered_with_a_sentence(site: Site) -> None:
    for path in ("/mine/1-abc", "/mine/", "/mine/x"):
        got = site.get(path)
        assert got.status == 404
        assert "Copy the whole address" in got.words
    assert site.post("/mine/1-abc", name="Ann").status == 404


def test_names_are_shown_as_text_on_every_page(site: Site) -> None:
    evil = '<script>alert("1")</script>'
    mine = own_path(site, evil, club=evil, faction=evil, lists=evil)
    site.book.keep("shown", "names")
    site.book.keep("lists", "True")
    for path in ("/", "/lists", mine):
        got = site.get(path)
        assert "<script" not in got.text
        assert "alert(" in got.words or "alert(" in got.text


def test_nobody_signs_up_once_a_round_is_drawn(site: Site) -> None:
    mine = own_path(site, "Ann")
    desk = registered(4)
    desk.do(DrawRound(7, 4))
    token = site.get("/sign-up").field("token")
    site.send_up(desk.state)
    assert "Sign-up is closed" in site.get("/sign-up").words
    assert site.post("/sign-up", token=token, name="Ben").status == 422
    assert "Sign-up is closed" in site.get(mine).words
    assert "Sign-up is closed" in site.post(mine, do="withdraw").words
    assert site.book.count() == 1


def test_the_list_of_players_is_shown_as_the_organizer_has_chosen(site: Site) -> None:
    own_path(site, "Ann", faction="Cryx", club="Ravens")
    own_path(site, "Ben", faction="Cryx")
    own_path(site, "Cleo")
    assert "3 players" in site.get().words
    assert "Ann" not in site.get().words
    assert "Cryx" not in site.get().words
    site.book.keep("shown", "factions")
    site.post("/organizer", do="nothing")
    own_path(site, "Dan")
    assert "Faction Players Cryx 2 not said yet 2" in site.get().words
    assert "Ann" not in site.get().words
    site.book.keep("shown", "names")
    own_path(site, "Eve")
    assert "Ann Cryx Ravens Ben Cryx" in site.get().words


def test_a_player_already_in_the_event_is_not_counted_twice(site: Site) -> None:
    own_path(site, "Ann")
    own_path(site, "Ben")
    site.book.keep("shown", "names")
    desk = registered(2)
    desk.do(EditPlayer(1, Entry("Ann Stone", sign_up="W1")))
    site.send_up(desk.state)
    own_path(site, "Cleo")
    words = site.get().words
    assert "4 players" in words
    assert "Ann Stone" in words
