"""The entries of players who sign up: read from the form, checked and tidied."""

import secrets
from collections.abc import Mapping
from typing import TypeAlias

from app.engine.acts.players import Entry
from app.engine.armies.factions import faction_of
from app.engine.frozen import replace
from app.engine.language import group_digits, say
from app.engine.packet.list_rules import Faction
from app.engine.subjects.phones.sign_up import MOST_LETTERS
from app.engine.text import can_be_read, visible
from app.views.event.online import OnlineEvent
from app.web.online.pages import MOST_TEXT, Filled
from app.web.protocol.seal import hash_secret

TOKEN_LIFE_S = 24 * 3600
OLD_FORM = say("This form is too old. Fill it in again.")
Form: TypeAlias = Mapping[str, str]


def new_token(secret: bytes, now_s: float) -> str:
    """Return a token for a form, so that the form counts as one sign-up however often it is
    sent.
    """
    body = f"{int(now_s)}.{secrets.token_hex(12)}"
    return f"{body}.{_sign(secret, body)}"


def is_token(token: str, secret: bytes, now_s: float) -> bool:
    body, _, signed = token.rpartition(".")
    when = body.partition(".")[0]
    good = secrets.compare_digest(_sign(secret, body).encode(), signed.encode())
    return good and now_s - int(when) < TOKEN_LIFE_S


def _sign(secret: bytes, body: str) -> str:
    return hash_secret(f"{secret.hex()} form {body}")[:32]


def sign_up_number(number: int) -> str:
    """Return the number by which the event identifies a sign-up; the letter sets it apart from
    other sites' numbers.
    """
    return f"W{number}"


def entry_fault(event: OnlineEvent, filled: Filled) -> str:
    """Return a sentence on why nobody can sign up with this entry; empty if they can."""
    entry = filled.entry
    if not can_be_read(visible(entry.name)):
        return say("Enter your name.")
    if any(len(words) > MOST_LETTERS for words in entry.words):
        return say("Use at most {count} characters in each field.", count=MOST_LETTERS)
    armies = dict(event.factions).get(entry.faction)
    if entry.army and entry.faction and armies is not None and entry.army not in armies:
        return say(
            "{army} is not an army of {faction}. Choose another army, or another faction.",
            army=entry.army,
            faction=entry.faction,
        )
    if len(filled.lists) > MOST_TEXT:
        most = group_digits(MOST_TEXT)
        return say("That is too long for army lists: use at most {most} characters.", most=most)
    return ""


def tidy_sign_up(event: OnlineEvent, entry: Entry) -> Entry:
    """Return the entry in the form in which it is stored. If the player chose only an army, its
    faction is added.
    """
    tidy = Entry(*map(visible, entry.words))
    factions = [Faction(name, armies) for name, armies in event.factions]
    return replace(tidy, faction=tidy.faction or faction_of(factions, tidy.army))


def twice_words(entry: Entry) -> str:
    there = say(
        "{name} has already signed up. To change it, open the address that was shown then.",
        name=visible(entry.name),
    )
    if entry.club:
        return f"{there} {say('If you are somebody else, ask the organizer.')}"
    return f"{there} {say('If you are somebody else, add your club.')}"


def read_filled(form: Form) -> Filled:
    entry = Entry(
        **{name: form.get(name, "") for name in ("name", "club", "faction", "team", "army")}
    )
    return Filled(entry, form.get("lists", "").replace("\r\n", "\n").replace("\0", "").strip())
