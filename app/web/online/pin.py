"""The organizer's PIN at the server online. Only a slow hash of it is stored."""

import secrets

from app.engine.subjects.phones.sign_up import MOST_LETTERS
from app.store.online.book import Book
from app.web.server.secrets import PIN_DIGITS, stretch_pin


def new_pin(book: Book) -> str:
    """Store a new random PIN in the event's ``book`` in place of the old one, and return the new
    PIN.
    """
    pin = "".join(secrets.choice("0123456789") for _ in range(PIN_DIGITS))
    salt = secrets.token_hex(16)
    book.keep("pin", f"{salt} {stretch_pin(pin, salt)}")
    return pin


def is_pin(book: Book, pin: str) -> bool:
    salt, _, kept = book.kept("pin").partition(" ")
    if not kept or not 0 < len(pin) <= MOST_LETTERS:
        return False
    return secrets.compare_digest(stretch_pin(pin, salt).encode(), kept.encode())
