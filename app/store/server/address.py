"""The address of an event on a server: the database and the event's name. Imports nothing heavy."""

import re
from pathlib import Path
from typing import NamedTuple, TypeAlias
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from app.engine.language import say
from app.store.errors import StoreError

SCHEMES = ("postgresql+psycopg", "postgresql", "postgres")
SUFFIX = ".flagfall"
MOST_PORT = 65_535
TYPED_SERVER = re.compile(
    r"\[?(?P<host>[^\s/@?#%\\:\[\]]+|(?:[0-9A-Fa-f.]*:){2,}[0-9A-Fa-f.]*)\]?(?::(?P<port>\d{1,5}))?"
)
"""A pattern for a name or an IP address of either version, with an optional port."""

HALL_CERTIFICATE = "sslrootcert"
"""The parameter of an event server's address that names the file with its certificate."""

SECRETS = frozenset({"password", "sslpassword"})
MOST_OF_STEM = 50

NO_DATABASE = say(
    "{text} is not a database address. One looks like"
    " postgresql+psycopg://flagfall@server/flagfall or postgresql+psycopg://?service=flagfall."
)
NO_PASSWORDS = say(
    "Leave the password out of the database’s address, where others could read it."
    " Keep it in a service file or a password file of PostgreSQL."
)

NOT_A_HOST = say("Type the server’s name or address alone, such as 192.168.1.10.")


class ServerEvent(NamedTuple):
    """The address of an event in a database, used like the path of an event's file. It is not a
    struct, because that would slow the start.
    """

    database: str
    """The database's address in the form that libpq reads, without a password."""
    name: str
    """The event's name in the database."""

    def __str__(self) -> str:
        return f"{self.database.replace(SCHEMES[1], SCHEMES[0], 1)}#{quote(self.name)}"

    @property
    def stem(self) -> str:
        """The event's name. It is called ``stem``, as for a path, so that a place of either kind
        has one.
        """
        return self.name

    @property
    def server(self) -> str:
        """The server's name in a sentence: its host, or the service entry that stands for it."""
        parts = urlsplit(self.database)
        given = dict(parse_qsl(parts.query))
        return parts.hostname or given.get("host") or given.get("service") or "localhost"


Place: TypeAlias = Path | ServerEvent
"""The place of an event: a file, or an event in a database."""


def own_path(kept: Place) -> Path:
    """Return the path of an event's file. For an event in a database, return a path at which there
    is never a file. Whatever this station stores about the event is named after that path and lies
    beside it.
    """
    if isinstance(kept, Path):
        return kept
    from hashlib import blake2b  # start-up names no database

    from app.store.file_names import file_stem
    from app.store.own_folder import own_folder

    def short(text: str) -> str:
        return blake2b(text.encode(), digest_size=8).hexdigest()

    stem = file_stem(kept.name, MOST_OF_STEM)
    if stem != kept.name:  # another event's name may come to the same
        stem = f"{stem}-{short(kept.name)}"
    return own_folder("stations") / short(kept.database) / f"{stem}{SUFFIX}"


def place(text: str) -> Place:
    """Return the place that somebody typed: a file, or an event in a database such as
    ``postgresql+psycopg://flagfall@server/flagfall#Spring Cup``. Raises StoreError if the address
    of the database is wrong or has a password.
    """
    if not is_database(text):
        return Path(text)
    address, _, name = text.partition("#")
    return ServerEvent(database(address), unquote(name))


def is_database(text: str) -> bool:
    """Tell whether a text is a database's address and not a file's name."""
    return text.startswith(tuple(f"{scheme}:" for scheme in SCHEMES))


def is_hall(address: str) -> bool:
    """Tell whether this station joined the database's server with a code."""
    from app.store.own_folder import own_folder

    kept = dict(parse_qsl(urlsplit(address).query)).get(HALL_CERTIFICATE, "")
    return bool(kept) and Path(kept).parent == own_folder("stations")


def database(text: str) -> str:
    """Return a database's address in the form that libpq reads. Raises StoreError if the text is no
    such address or has a password.
    """
    try:
        parts = urlsplit(text)
        known = parts.scheme in SCHEMES and text.startswith(f"{parts.scheme}://")
        secret = parts.password or any(key in SECRETS for key, _ in parse_qsl(parts.query))
    except ValueError:
        known, secret = False, None
    if not known:
        raise StoreError(NO_DATABASE.format(text=text))
    if secret:
        raise StoreError(NO_PASSWORDS)
    return f"{SCHEMES[1]}{text.removeprefix(parts.scheme)}"


def host_and_port(text: str, port: int) -> tuple[str, int]:
    """Return the server's name from ``text``, and the port: the one in ``text``, or else ``port``.
    Raises StoreError if this is not a server's name.
    """
    typed = TYPED_SERVER.fullmatch(text)
    if typed is None:
        raise StoreError(NOT_A_HOST)
    port = int(typed["port"] or port)
    if not 0 < port <= MOST_PORT:
        raise StoreError(NOT_A_HOST)
    return typed["host"], port
