"""Acts from players' phones, as rows of the history."""

from collections.abc import Callable, Mapping
from typing import Any

from app.engine.acts.phones import (
    AskToDrop,
    CheckInByPhone,
    ListsSent,
    OpenToPhones,
    SignedUp,
    SignUpsSettled,
)
from app.engine.language import plural, say
from app.engine.text import join_words
from app.views.history.draw_words import Name
from app.views.history.words import entry_words


def _opened(event: OpenToPhones, _name: Name) -> str:
    wanted = {
        say("sign-up"): event.sign_up,
        say("check-in"): event.check_in,
        say("results"): event.results,
    }
    allowed = [words for words, on in wanted.items() if on]
    return say(
        "Open to phones: {what}", what=join_words(allowed) if allowed else say("nothing but lists")
    )


def _signed_up(event: SignedUp, _name: Name) -> str:
    return say("Signed up by phone: {entry}", entry=entry_words(event.entry))


def _settled(event: SignUpsSettled, name: Name) -> str:
    if event.players:
        return say("Sign-up accepted: {names}", names=join_words(map(name, event.players)))
    return plural(len(event.numbers), "{count} sign-up declined", "{count} sign-ups declined")


def _lists_sent(event: ListsSent, name: Name) -> str:
    return plural(
        len(event.lists),
        "{name} sent {count} list by phone",
        "{name} sent {count} lists by phone",
        name=name(event.number),
    )


def _asked_to_drop(event: AskToDrop, name: Name) -> str:
    if event.wanted:
        return say("{name} asks to drop", name=name(event.number))
    return say("{name} stays: the request to drop is off", name=name(event.number))


PHONE_WORDS: Mapping[type, Callable[[Any, Name], str]] = {
    OpenToPhones: _opened,
    SignedUp: _signed_up,
    SignUpsSettled: _settled,
    CheckInByPhone: lambda event, name: say("{name} checked in by phone", name=name(event.number)),
    ListsSent: _lists_sent,
    AskToDrop: _asked_to_drop,
}
