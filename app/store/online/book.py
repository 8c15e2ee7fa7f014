"""The book of an event that is online: one file beside the event's file. Only the server writes it.

Everything is on the disk before it is acknowledged. Each sign-up has the token of its form, so a
form that is sent twice makes only one sign-up. The desk's messages are numbered, so none counts
twice.
"""

import hmac
import json
import secrets
import sqlite3
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path

from msgspec import Struct, structs

from app.engine.acts.players import Entry
from app.engine.language import say
from app.engine.text import plain
from app.store.errors import StoreError
from app.store.os_errors import os_sentence

FORMAT = 1
"""The format of the file. A file of a newer format is left alone."""
NEWER = say("{name} was written by a newer Flagfall. Update this one; nothing was changed.")
NOT_OURS = say("{name} is not Flagfall’s record of an event online. Nothing was changed.")
BUSY_S = 10.0  # while another command writes
TABLES = """
create table if not exists kept (key text primary key, value text not null) without rowid;
create table if not exists sign_ups (
  number integer primary key, token text not null unique, name_key text not null,
  entry text not null, lists text not null, paid integer not null default 0,
  out integer not null default 0, revision integer not null);
create index if not exists by_name on sign_ups (name_key);
create table if not exists parts (
  key text primary key, body text not null, mark text not null, number integer not null)
  without rowid;
create table if not exists codes (hash text primary key, until_s real not null) without rowid;
create table if not exists desks (
  name text primary key, secret text not null, count integer not null) without rowid;
"""
MARK_DIGITS = 20


class SignedUp(Struct, frozen=True):
    """A sign-up as it is now."""

    number: int
    entry: Entry
    lists: str
    """The text of the player's lists, as they pasted it."""
    paid: bool
    out: bool
    """True if the player has withdrawn."""


class Part(Struct, frozen=True):
    """One part of the data that the desk sends, such as the pairings of a round."""

    key: str
    body: str
    """The content of the part; an empty one removes the part."""

    @property
    def mark(self) -> str:
        """Return a short digest that identifies the content of the part; empty for an
        empty part.
        """
        return mark_of(self.body)


class Twice(Exception):
    """Somebody with this name has signed up already."""


class OutOfOrder(Exception):
    """A message of the desk was out of order; ``last`` is the number of the last message that was
    accepted.
    """

    def __init__(self, last: int) -> None:
        super().__init__(last)
        self.last = last


def mark_of(body: str) -> str:
    return sha256(body.encode()).hexdigest()[:MARK_DIGITS] if body else ""


def book_file(event: Path) -> Path:
    return event.with_name(event.name + ".online")


class Book:
    """The book of an event while it is open. Raises StoreError if the file cannot be read or
    written.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        try:
            self._file.touch(mode=0o600)
            self._rows = sqlite3.connect(
                file, timeout=BUSY_S, isolation_level=None, check_same_thread=False
            )
        except (OSError, sqlite3.Error) as error:
            raise StoreError(self._why(error)) from error
        try:
            self._begin()
        except sqlite3.DatabaseError as error:
            self._rows.close()
            raise StoreError(NOT_OURS.format(name=file.name)) from error
        except StoreError:
            self._rows.close()
            raise
        self.secret = bytes.fromhex(self._once("secret", lambda: secrets.token_hex(32)))

    def _why(self, error: Exception) -> str:
        if isinstance(error, OSError):
            return os_sentence(self._file, error)
        return say("{name} cannot be written: {why}.", name=self._file.name, why=error)

    def _begin(self) -> None:
        self._rows.execute("pragma journal_mode = wal")
        self._rows.execute("pragma synchronous = full")
        (found,) = self._rows.execute("pragma user_version").fetchone()
        if found > FORMAT:
            raise StoreError(NEWER.format(name=self._file.name))
        self._rows.executescript(TABLES)
        self._rows.execute(f"pragma user_version = {FORMAT}")

    def close(self) -> None:
        self._rows.close()

    def _write(self, work: Callable[[], None]) -> None:
        """Do all of ``work`` in one transaction, or nothing. Raises StoreError if the file cannot
        be written, and whatever ``work`` raises.
        """
        try:
            self._rows.execute("begin immediate")
            try:
                work()
            except BaseException:
                self._rows.execute("rollback")
                raise
            self._rows.execute("commit")
        except sqlite3.Error as error:
            raise StoreError(self._why(error)) from error

    def kept(self, key: str, default: str = "") -> str:
        row = self._rows.execute("select value from kept where key = ?", (key,)).fetchone()
        return row[0] if row else default

    def keep(self, key: str, value: str) -> None:
        self._write(lambda: self._put(key, value))

    def _put(self, key: str, value: str) -> None:
        self._rows.execute("insert or replace into kept values (?, ?)", (key, value))

    def _once(self, key: str, make: Callable[[], str]) -> str:
        """Return the value stored under ``key``. ``make`` creates it the first time."""

        def make_it() -> None:
            if not self.kept(key):
                self._put(key, make())

        self._write(make_it)
        return self.kept(key)

    # Sign-ups.

    def own_link(self, token: str) -> str:
        """Return the secret part of the address at which a player can change their sign-up."""
        return hmac.new(self.secret, f"own {token}".encode(), sha256).hexdigest()[:32]

    def sign_up(self, token: str, entry: Entry, lists: str) -> int:
        """Store a sign-up and return its number. If the same form is sent again, return the same
        number. Raises Twice if a player of this name, who may be the same person, has signed up
        already.
        """
        made: list[int] = []

        def add() -> None:
            if there := self._rows.execute(
                "select number from sign_ups where token = ?", (token,)
            ).fetchone():
                made.append(there[0])
                return
            self._demand_new(entry, 0)
            number = self._next("number")
            made.append(number)
            self._rows.execute(
                "insert into sign_ups values (?, ?, ?, ?, ?, 0, 0, ?)",
                (number, token, plain(entry.name), _as_json(entry), lists, self._next("revision")),
            )

        self._write(add)
        return made[0]

    def _demand_new(self, entry: Entry, own: int) -> None:
        """Raise Twice if a player of this name has signed up with the same club, or with any club
        if this sign-up names none. ``own`` is the number of the sign-up itself.
        """
        found = self._rows.execute(
            "select number, entry from sign_ups where name_key = ? and out = 0",
            (plain(entry.name),),
        ).fetchall()
        clubs = {plain(_from_json(text).club) for number, text in found if number != own}
        if clubs and plain(entry.club) in {"", *clubs}:
            raise Twice

    def _next(self, column: str) -> int:
        (last,) = self._rows.execute(f"select max({column}) from sign_ups").fetchone()
        return int(last or 0) + 1

    def change(self, number: int, entry: Entry, lists: str, *, out: bool) -> None:
        """Change the details of a sign-up. Raises Twice as `sign_up` does."""

        def change_it() -> None:
            if not out:
                self._demand_new(entry, number)
            self._rows.execute(
                "update sign_ups set name_key = ?, entry = ?, lists = ?, out = ?, revision = ?"
                " where number = ?",
                (plain(entry.name), _as_json(entry), lists, out, self._next("revision"), number),
            )

        self._write(change_it)

    def note_paid(self, number: int, *, paid: bool) -> None:
        def note() -> None:
            self._rows.execute(
                "update sign_ups set paid = ?, revision = ? where number = ?",
                (paid, self._next("revision"), number),
            )

        self._write(note)

    def find(self, link: str) -> SignedUp | None:
        """Return the sign-up with this personal link, or None. The link contains the sign-up's
        number, so that the sign-up is found quickly.
        """
        number, _, own = link.partition("-")
        if not number.isascii() or not number.isdecimal() or len(number) > 9:
            return None
        row = self._rows.execute(
            "select number, entry, lists, paid, out, token from sign_ups where number = ?",
            (int(number),),
        ).fetchone()
        if row is None or not hmac.compare_digest(self.own_link(row[5]).encode(), own.encode()):
            return None
        return _read_sign_up(row)

    def address_of(self, number: int) -> str:
        """Return the last part of a sign-up's personal link."""
        (token,) = self._rows.execute(
            "select token from sign_ups where number = ?", (number,)
        ).fetchone()
        return f"{number}-{self.own_link(token)}"

    def sign_ups(self, after: int = 0, most: int = -1) -> tuple[SignedUp, ...]:
        """Return the sign-ups with numbers above ``after``, including those that were withdrawn,
        and at most ``most`` of them.
        """
        found = self._rows.execute(
            "select number, entry, lists, paid, out from sign_ups where number > ?"
            " order by number limit ?",
            (after, most),
        )
        return tuple(map(_read_sign_up, found))

    def count(self) -> int:
        """Return how many players have signed up and not withdrawn."""
        (count,) = self._rows.execute("select count(*) from sign_ups where out = 0").fetchone()
        return int(count)

    # What the desk sends.

    @property
    def last_number(self) -> int:
        """The number of the desk's last message that was accepted."""
        return int(self.kept("last_number", "0"))

    def marks(self) -> dict[str, str]:
        """Return the digest of each part that the server has, by key."""
        return dict(self._rows.execute("select key, mark from parts").fetchall())

    def parts(self) -> dict[str, str]:
        return dict(self._rows.execute("select key, body from parts").fetchall())

    def take_parts(self, number: int, parts: Iterable[Part]) -> None:
        """Store the parts from the desk's message ``number``. Raises OutOfOrder unless this is the
        number of the next message.
        """

        def take() -> None:
            last = self.last_number
            if number != last + 1:
                raise OutOfOrder(last)
            for part in parts:
                if part.body:
                    self._rows.execute(
                        "insert or replace into parts values (?, ?, ?, ?)",
                        (part.key, part.body, part.mark, number),
                    )
                else:
                    self._rows.execute("delete from parts where key = ?", (part.key,))
            self._put("last_number", str(number))

        self._write(take)

    # Who may change it.

    def add_code(self, hashed: str, until_s: float) -> None:
        """Store a code, which admits one desk once."""
        self._write(lambda: self._add_code(hashed, until_s))

    def _add_code(self, hashed: str, until_s: float) -> None:
        self._rows.execute("insert or replace into codes values (?, ?)", (hashed, until_s))

    def codes(self, now_s: float) -> list[str]:
        """Return the hashes of the codes that are still valid."""
        rows = self._rows.execute("select hash from codes where until_s > ?", (now_s,))
        return [hashed for (hashed,) in rows]

    def join_desk(self, hashed: str, name: str, secret: str) -> None:
        """Admit a desk, and delete the code that it used."""

        def join() -> None:
            self._rows.execute("delete from codes where hash = ?", (hashed,))
            self._rows.execute("insert into desks values (?, ?, 0)", (name, secret))

        self._write(join)

    def desk_secret(self, name: str) -> str:
        """Return the secret that a desk and this server share; empty for an unknown desk."""
        row = self._rows.execute("select secret from desks where name = ?", (name,)).fetchone()
        return row[0] if row else ""

    def desk_count(self, name: str) -> int:
        """Return the highest message count that a desk has used."""
        (count,) = self._rows.execute("select count from desks where name = ?", (name,)).fetchone()
        return int(count)

    def note_count(self, name: str, count: int) -> None:
        def note() -> None:
            self._rows.execute("update desks set count = ? where name = ?", (count, name))

        self._write(note)


def _as_json(entry: Entry) -> str:
    filled = {key: words for key, words in structs.asdict(entry).items() if words}
    return json.dumps(filled, ensure_ascii=False)


def _from_json(text: str) -> Entry:
    return Entry(**json.loads(text))


def _read_sign_up(row: tuple[int, str, str, int, int]) -> SignedUp:
    number, entry, lists, paid, out, *_ = row
    return SignedUp(number, _from_json(entry), lists, bool(paid), bool(out))
