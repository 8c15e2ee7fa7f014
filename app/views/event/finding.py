"""Finds players and tables by a few letters or digits. A player is found with their seat, and a
table with its players. Also ranks names of any kind.
"""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import islice

from msgspec import Struct

from app.engine.frozen import replace
from app.engine.language import say
from app.engine.state import State
from app.engine.text import name_order, plain

MOST = 8
FUZZY = 4
"""The rank of names that are merely similar to the letters typed."""
FEWEST, LIKE = 3, 0.8
"""The least number of letters for which similar names are searched, and the least similarity, from
0 to 1.
"""
TABLE = re.compile(r"(?:t|table)?\s*(\d+)")
WORD, BEGINNING = re.compile(r"\w+"), re.compile(r"\b\w")


class Find(Struct, frozen=True):
    """A player or a table that was found."""

    words: str
    game: int | None
    """The number of the game in the latest round, if the table or the player has one."""
    player: int | None
    rank: int = 0
    """The rank of the match between the name and what was typed; 0 is best."""


def finds(state: State, typed: str) -> tuple[Find, ...]:
    """Return the results of a search. A number finds tables; letters find names, and names that
    begin with the letters come first.
    """
    wanted = " ".join(plain(typed).split())
    if not wanted:
        return ()
    table = TABLE.fullmatch(wanted)
    results = _tables(state, table.group(1)) if table else _players(state, wanted)
    return tuple(islice(results, MOST))


def _tables(state: State, digits: str) -> Iterator[Find]:
    games = state.games_of(state.latest) if state.latest else ()
    matching = [game for game in games if str(game.table).startswith(digits)]
    for game in sorted(matching, key=lambda game: game.table):
        red, blue = game.players.map(state.name)
        yield Find(
            say("Table {table}: {red} – {blue}", table=game.table, red=red, blue=blue),
            game.number,
            None,
        )


def _players(state: State, wanted: str) -> Iterator[Find]:
    names = {number: state.name(number) for number in state.players}
    ranked = {
        number: rank
        for number, name in names.items()
        if (rank := find_rank(name, wanted)) is not None
    }
    for number in sorted(ranked, key=lambda number: (ranked[number], name_order(names[number]))):
        yield replace(_place(state, number), rank=ranked[number])


def find_rank(name: str, wanted: str) -> int | None:
    """Return how well a name matches typed letters, as `match_rank` does. If it returns None but
    the name matches apart from misspellings, return FUZZY.
    """
    rank = match_rank(name, wanted)
    if rank is not None:
        return rank
    words, typed = WORD.findall(plain(name)), plain(wanted).split()
    is_like = typed and all(any(_is_like(word, part) for word in words) for part in typed)
    return FUZZY if is_like else None


def match_rank(name: str, wanted: str) -> int | None:
    """Return how well a name matches typed letters, as `name_rank` does. If it returns None but
    each of several typed words begins a word of the name, return 3.
    """
    known, typed = plain(name), plain(wanted).split()
    if not all(part in known for part in typed):
        return None
    rank = name_rank(known, " ".join(typed)) if typed else None
    if rank is not None or len(typed) < 2:
        return rank
    words = WORD.findall(known)
    return 3 if all(any(word.startswith(part) for word in words) for part in typed) else None


def _is_like(word: str, part: str) -> bool:
    """Tell whether a word begins with ``part`` or with something similar."""
    if len(part) < FEWEST:
        return word.startswith(part)
    return word[0] == part[0] and any(
        SequenceMatcher(None, word[:count], part).ratio() >= LIKE
        for count in range(len(part) - (len(part) > FEWEST), len(part) + 2)
    )


def name_rank(name: str, wanted: str) -> int | None:
    """Return how well a plain name matches plain letters.

    Return 0 if the name begins with the letters, 1 if a word of the name does, 2 if the letters are
    anywhere in the name, and None if they do not occur.
    """
    if wanted not in name:
        return None
    if name.startswith(wanted):
        return 0
    begins = (word.start() for word in BEGINNING.finditer(name))
    return 1 if any(name.startswith(wanted, at) for at in begins) else 2


def _place(state: State, number: int) -> Find:
    name, latest = state.name(number), state.latest
    if latest is None:
        return Find(name, None, number)
    for game in state.games_of(latest):
        for side, player in zip((say("red"), say("blue")), game.players, strict=True):
            if player == number:
                other = state.name(next(player for player in game.players if player != number))
                words = say(
                    "{name}: table {table}, {side}, against {other}",
                    name=name,
                    table=game.table,
                    side=side,
                    other=other,
                )
                return Find(words, game.number, number)
    if latest.bye_of(number):
        return Find(
            say("{name}: bye in round {latest}", name=name, latest=latest.number), None, number
        )
    return Find(say("{name}: not in round {latest}", name=name, latest=latest.number), None, number)
