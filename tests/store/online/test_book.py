"""The book of an event online: sign-ups, what the desk sent, who may change it."""

import os
import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.engine.acts.players import Entry
from app.store.errors import StoreError
from app.store.online.book import Book, OutOfOrder, Part, Twice, book_file

ANN = Entry("Ann Stone", "Ravens", "Cryx")


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return Book(book_file(tmp_path / "cup.flagfall"))


def test_the_same_form_sent_twice_is_one_sign_up(book: Book) -> None:
    assert book.sign_up("form 1", ANN, "Slayer") == 1
    assert book.sign_up("form 1", ANN, "Slayer") == 1
    assert book.sign_up("form 2", Entry("Ben"), "") == 2
    assert [(each.number, each.entry.name) for each in book.sign_ups()] == [
        (1, "Ann Stone"),
        (2, "Ben"),
    ]
    assert book.count() == 2
    book.close()


@pytest.mark.parametrize("again", [ANN, Entry("ann STONE"), Entry("Ánn Stone", "ravens")])
def test_a_player_already_signed_up_cannot_sign_up_again(book: Book, again: Entry) -> None:
    book.sign_up("form 1", ANN, "")
    with pytest.raises(Twice):
        book.sign_up("form 2", again, "")
    assert book.sign_up("form 3", Entry("Ann Stone", "Foxes"), "") == 2
    book.close()


def test_a_sign_up_can_be_changed_only_by_its_address_and_keeps_its_number(book: Book) -> None:
    book.sign_up("form 1", ANN, "")
    address = book.address_of(1)
    mine = book.find(address)
    assert mine is not None
    assert mine.entry == ANN
    for wrong in (address[:-1] + "x", "1-", "", "2" + address[1:], "٣-x", "9" * 30 + "-x"):
        assert book.find(wrong) is None
    book.change(1, Entry("Ann Stone", "Ravens", "Khador"), "Juggernaut", out=False)
    book.note_paid(1, paid=True)
    (row,) = book.sign_ups()
    assert (row.entry.faction, row.lists, row.paid, row.out) == (
        "Khador",
        "Juggernaut",
        True,
        False,
    )
    book.change(1, row.entry, row.lists, out=True)
    assert book.count() == 0
    assert book.sign_up("form 2", ANN, "") == 2
    with pytest.raises(Twice):
        book.change(1, row.entry, row.lists, out=False)
    book.close()


def test_parts_sent_by_the_desk_are_accepted_once_and_in_order(book: Book) -> None:
    book.take_parts(1, [Part("round 1", "<p>1</p>"), Part("standings", "none")])
    for wrong in (1, 3, 0):
        with pytest.raises(OutOfOrder) as found:
            book.take_parts(wrong, [Part("round 1", "other")])
        assert found.value.last == 1
    book.take_parts(2, [Part("standings", ""), Part("round 2", "<p>2</p>")])
    assert book.parts() == {"round 1": "<p>1</p>", "round 2": "<p>2</p>"}
    assert book.marks()["round 1"] == Part("round 1", "<p>1</p>").mark
    assert book.last_number == 2
    book.close()


def test_everything_in_the_book_survives_a_restart(tmp_path: Path) -> None:
    file = book_file(tmp_path / "cup.flagfall")
    book = Book(file)
    secret, address = book.secret, ""
    book.sign_up("form 1", ANN, "")
    address = book.address_of(1)
    book.take_parts(1, [Part("event", "{}")])
    book.add_code("hash", 100.0)
    book.join_desk("hash", "desk", "shared")
    book.note_count("desk", 7)
    book.close()
    again = Book(file)
    assert again.secret == secret
    assert again.find(address) is not None
    assert (again.last_number, again.codes(0.0)) == (1, [])
    assert (again.desk_secret("desk"), again.desk_count("desk")) == ("shared", 7)
    assert again.desk_secret("other") == ""
    again.close()
    assert os.name != "posix" or file.stat().st_mode & 0o077 == 0


def test_a_code_is_valid_until_it_expires(book: Book) -> None:
    book.add_code("hash", 100.0)
    assert book.codes(99.0) == ["hash"]
    assert book.codes(100.0) == []
    book.close()


def test_a_book_of_a_newer_flagfall_and_another_file_are_left_alone(tmp_path: Path) -> None:
    newer = tmp_path / "newer.online"
    rows = sqlite3.connect(newer)
    rows.execute("pragma user_version = 99")
    rows.close()
    with pytest.raises(StoreError, match="newer Flagfall"):
        Book(newer)
    other = tmp_path / "other.online"
    other.write_bytes(b"a letter to my aunt " * 100)
    with pytest.raises(StoreError, match="not Flagfall’s record"):
        Book(other)
    assert other.read_bytes().startswith(b"a letter")
    with pytest.raises(StoreError, match="nowhere"):
        Book(tmp_path / "nowhere" / "cup.online")


def test_a_failed_write_is_reported_and_leaves_nothing_half_written(tmp_path: Path) -> None:
    file = tmp_path / "cup.online"
    book = Book(file)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("drop table sign_ups")
    with pytest.raises(StoreError, match="cannot be written"):
        book.sign_up("form 1", ANN, "")
    other.close()
    book.close()


def test_a_parts_mark_is_the_same_in_every_version() -> None:
    """The desk and the server online may be of different ones, and compare their marks."""
    assert Part("round 1", "<p>1</p>").mark == "16de9dfa12664d7331c8"
    assert Part("round 1", "").mark == ""


def test_a_new_book_has_the_first_format_and_uses_a_journal(tmp_path: Path) -> None:
    file = tmp_path / "cup.online"
    Book(file).close()
    Book(file).close()
    assert file.read_bytes()[18:20] == b"\x02\x02"  # SQLite's file format, section 1.3.3
    rows = sqlite3.connect(file)
    assert rows.execute("pragma user_version").fetchone() == (1,)
    rows.execute("pragma user_version = 2")
    rows.close()
    with pytest.raises(StoreError, match="newer Flagfall"):
        Book(file)


def test_the_secrets_of_a_book_are_as_long_as_ever(book: Book) -> None:
    book.sign_up("form 1", ANN, "")
    assert len(book.secret) == 32
    assert re.fullmatch("1-[0-9a-f]{32}", book.address_of(1))
    book.close()


def test_a_book_can_be_written_from_any_thread(book: Book) -> None:
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(book.sign_up, "form 1", ANN, "").result() == 1
    assert book.count() == 1
    book.close()


def test_sign_ups_can_be_read_from_a_given_number_and_in_batches(book: Book) -> None:
    for number in range(1, 6):
        book.sign_up(f"form {number}", Entry(f"Player {number}"), "")
    assert [each.number for each in book.sign_ups()] == [1, 2, 3, 4, 5]
    assert [each.number for each in book.sign_ups(2)] == [3, 4, 5]
    assert [each.number for each in book.sign_ups(2, 2)] == [3, 4]
    book.close()


def test_a_desk_that_has_just_joined_has_sent_nothing(book: Book) -> None:
    book.join_desk("hash", "desk", "shared")
    assert (book.desk_count("desk"), book.last_number) == (0, 0)
    assert (book.marks(), book.parts()) == ({}, {})
    book.close()
