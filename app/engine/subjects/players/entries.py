"""Players' entries as they are written."""

from app.engine.acts.players import Entry
from app.engine.text import visible


def tidy_entry(entry: Entry) -> Entry:
    """Return the entry as it is recorded, whoever wrote it."""
    return Entry(*map(visible, entry.words))


def entry_words(entry: Entry) -> str:
    """Return all fields that are filled."""
    return ", ".join(filter(None, entry.words))
