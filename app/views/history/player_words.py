"""What happened to a player's entry, in words for the history."""

from typing import assert_never

from app.engine.acts.events import (
    ArmyEntered,
    PlayerChange,
    PlayerDisqualified,
    PlayerDropped,
    PlayerEdited,
    PlayerReadmitted,
    PlayerWarned,
)
from app.engine.formats.settings import Entry, Item
from app.engine.text import counted

ITEM_WORDS = {
    Item.PAID: "Paid",
    Item.PAINTED: "Painting looked at",
    Item.LISTS: "Lists handed in",
    Item.OBJECTIVE: "Objective handed in",
}


def player_words(event: PlayerChange, name: str) -> str:
    match event:
        case PlayerEdited():
            return f"Number {event.number} is now {entry_words(event.entry)}"
        case ArmyEntered():
            if not event.lists:
                return f"Lists of {name} taken away"
            passed = f", {counted(len(event.accepted), 'doubt')} accepted" if event.accepted else ""
            return f"{counted(len(event.lists), 'list')} of {name} entered{passed}"
        case PlayerDropped():
            when = f"after round {event.after_round}" if event.after_round else "before round 1"
            return f"{name} dropped {when}"
        case PlayerReadmitted():
            return f"{name} is in the event again"
        case PlayerDisqualified():
            return f"{name} was disqualified: {event.reason}"
        case PlayerWarned():
            when = f" in round {event.round_number}" if event.round_number else ""
            return f"{name} was warned{when}: {event.reason}"
        case _:
            assert_never(event)


def entry_words(entry: Entry) -> str:
    return ", ".join(word for word in (entry.name, entry.club, entry.faction, entry.team) if word)
