"""The players of all seasons that were read on this laptop. They are suggested at the sign-up of
the next event.
"""

from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec

from app.engine.acts.players import Entry
from app.engine.text import plain
from app.store import sharing
from app.store.own_folder import own_folder
from app.store.whole_file import write_whole_file

MOST_BYTES = 8_000_000
MOST_PLAYERS = 20_000


class _Kept(msgspec.Struct, frozen=True):
    format: Literal["flagfall-players"] = "flagfall-players"
    version: int = 1
    players: tuple[tuple[str, ...], ...] = ()
    """The fields of each entry as texts."""


def players_file() -> Path:
    """Return the file of known players, which may not exist yet. Deleting the file forgets all of
    them.
    """
    return own_folder("players") / "players.json"


def known_players() -> tuple[Entry, ...]:
    """Return the known players sorted by name, or none if the file cannot be read."""
    with suppress(OSError, msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        content = sharing.read_file(players_file())
        if len(content) <= MOST_BYTES:
            kept = msgspec.json.decode(content, type=_Kept)
            return tuple(Entry(*words) for words in kept.players if _fits(words))
    return ()


def keep_players(entries: tuple[Entry, ...]) -> None:
    """Add a season's players, replacing the entries of players who are already known. If the disk
    refuses, only the suggestions are lost.
    """
    found = {plain(entry.name): entry for entry in (*known_players(), *entries)}
    players = sorted(found.values(), key=lambda entry: plain(entry.name))[:MOST_PLAYERS]
    kept = _Kept(players=tuple(entry.words for entry in players))
    with suppress(OSError):
        players_file().parent.mkdir(parents=True, exist_ok=True)
        write_whole_file(players_file(), msgspec.json.encode(kept))


def _fits(words: tuple[str, ...]) -> bool:
    return 0 < len(words) <= len(Entry("").words) and not Entry(*words).too_long
