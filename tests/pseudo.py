"""A language in which every letter has a mark, so that words which nobody translated stand out."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any

from msgspec import Struct

from app.engine.state import State
from app.store.languages import VARIABLE
from tests.catalogues import write_catalogue
from tests.compiled import made_once
from tools.catalogue import Text, packet_texts, texts

ROOT = Path(__file__).resolve().parents[1]
LANGUAGE = "en-XA"
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MARKED = "áƀçðéƒĝĥíĵķļɱñóþɋřšťúṽŵẋýžÁƁÇÐÉƑĜĤÍĴĶĻṀÑÓÞɊŘŠŤÚṼŴẊÝŽ"
TO_MARKED = str.maketrans(PLAIN, MARKED)
SPARED = re.compile(r"(\{[^}]*\}|<[^>]*>|&\w+;)")
"""Fields, tags and entities, which a translator leaves as they are."""
TAGS = re.compile(
    r"https?://\S+|<(style|script)\b.*?</\1>|<!--.*?-->|<[^>]*>|\b[0-9a-f]{32,}\b", re.DOTALL
)
WORD = re.compile(r"[A-Za-z]+")


def pseudo(text: str) -> str:
    parts = SPARED.split(text)
    return "".join(
        part if place % 2 else part.translate(TO_MARKED) for place, part in enumerate(parts)
    )


def write_pseudo_catalogue(file: Path) -> None:
    words: dict[Text, Text] = {
        text: pseudo(text) if isinstance(text, str) else tuple(map(pseudo, text))
        for text in texts()
    }
    write_catalogue(file, words, language=LANGUAGE)
    assert len(words) > 3000


def walked(module: str, folder: Path) -> dict[str, Any]:
    """What a module saw on its walk through the program in this language, in a process of its own:
    tables of words are translated as they are imported.
    """
    catalogue = made_once("marked.mo", write_pseudo_catalogue)
    walk = subprocess.run(
        [sys.executable, "-m", module, str(folder)],
        env={**os.environ, VARIABLE: str(catalogue), "PYTHONIOENCODING": "utf-8"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert walk.returncode == 0, walk.stderr[-3000:]
    seen: dict[str, Any] = json.loads(walk.stdout)
    return seen


class Spoken:
    """Tells words that bypass the mechanism from ``data``, which nobody translates."""

    def __init__(self, data: Iterable[str], pieces: Iterable[str] = ()) -> None:
        known = sorted({text for text in data if WORD.search(text)}, key=len, reverse=True)
        self._data = re.compile("|".join(rf"(?<!\w){re.escape(text)}(?!\w)" for text in known))
        self._words = {word for text in (*known, *pieces) for word in WORD.findall(text)}

    def bypassing(self, text: str, *, in_pieces: bool = False) -> str:
        """The words of ``text`` that went round the mechanism; empty where none did. ``in_pieces``:
        its lines are broken, and its names perhaps cut.
        """
        rest = WORD.findall(self._data.sub(" ", unescape(TAGS.sub(" ", text)).replace("\xa0", " ")))
        if in_pieces:
            if text.endswith("…") and rest and self._begins_one(rest[-1]):
                rest.pop()
            rest = [word for word in rest if len(word) > 1 and not self._ends_one(word)]
        return " ".join(rest)

    def _begins_one(self, piece: str) -> bool:
        """There was no room for the rest of it."""
        return any(word.startswith(piece) for word in self._words)

    def _ends_one(self, piece: str) -> bool:
        """The letter before it may be underlined."""
        return any(word.endswith(piece) for word in self._words)


def data_of(state: State) -> set[str]:
    """Names, lists, reasons and a packet's names: what an event brings along."""
    sentences = {text for _, text in packet_texts()}
    names = [text for text in strings_of(state.packet) if text not in sentences]
    data = {text.replace("{X}", "X") for text in names}
    for player in state.players.values():
        data |= {*strings_of(player.entry), *strings_of(player.lists)}
    for game in state.games.values():
        data |= set(strings_of(game.play.objectives))
        data |= {reason for mark in game.marks if (reason := getattr(mark, "reason", ""))}
    if state.settings:
        data.add(state.settings.name)
    return data


def strings_of(value: object) -> Iterator[str]:
    """Every text in plain values."""
    if isinstance(value, str):
        yield value
        yield from value.splitlines()
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from strings_of(getattr(value, name))
    elif isinstance(value, Mapping):
        for key, held in value.items():
            yield from strings_of(key)
            yield from strings_of(held)
    elif isinstance(value, tuple | list | set | frozenset):
        for held in value:
            yield from strings_of(held)
