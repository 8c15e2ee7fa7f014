"""Workbooks of spreadsheet programs, with changes in their bytes or in one of the files packed in
them.
"""

import io
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

from app.engine.acts.players import Entry
from app.engine.state import Player, State
from app.store.errors import StoreError
from app.store.tables.games import games_in
from app.store.tables.roster import preview_roster
from app.store.tables.sources import look_into, read_players
from tests.store.tables.test_workbook import by_odfdo, by_openpyxl
from tools.fuzz.mutate import mutated
from tools.fuzz.target import Try, written

HERE = State(players={1: Player(1, Entry("Anna", sign_up="4711"))})
"""The event's state, with the player who is already in it."""
PLAYERS = [["Name", "Club", "Faction"], ["Anna", "Ravens", "Cryx"], ["Bo", "", 3], ["Zoë", 1.5, ""]]
GAMES = [["Round", "Player 1", "Player 2", "Winner", "CP 1"], [1, "Anna", "Bo", "Anna", 5]]
WORDS = (
    b'r="A1048576"', b't="s"', b't="e"', b't="d"', b"<f>1/0</f>", b"<v>1e999</v>", b"<v>-1</v>",
    b'<mergeCell ref="A1:C9"/>', b's="99999"', b'number-rows-repeated="9999999"',
    b'office:value-type="date"', b'office:date-value="99999-99-99"', b"PT999999999H", b"&#0;",
    b"</row>", b"<row>", b"../../", b'name="&lt;"',
)  # fmt: skip


def workbook_bytes(_: Path) -> Sequence[bytes]:
    return [
        by_openpyxl(PLAYERS, GAMES), by_openpyxl(PLAYERS, merged="B2:B3"), by_odfdo(PLAYERS, GAMES)
    ]  # fmt: skip


def workbook(dice: Random, seeds: Sequence[bytes]) -> bytes:
    if dice.random() < 0.3:
        return mutated(dice, seeds, WORDS)
    with zipfile.ZipFile(io.BytesIO(dice.choice(seeds))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    changed = dice.choice([name for name in parts if name.endswith("xml")])
    parts[changed] = mutated(dice, [parts[changed]], WORDS)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()


@contextmanager
def workbooks(folder: Path) -> Iterator[Try]:
    """Yield a function that tests workbooks of players and games. It imports each as a person
    would.
    """

    def one(data: bytes) -> bool:
        path = written(folder, "players.xlsx", data)
        taken = False
        with suppress(StoreError):
            look_into(path)
        with suppress(StoreError):
            for sheet in read_players(path):
                preview_roster(sheet.rows, HERE)
                taken = True
                with suppress(StoreError):
                    games_in(sheet.rows, "players")
        return taken

    yield one
