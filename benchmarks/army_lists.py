"""Army lists of 128 players read from their text, in processor time. The lists are written as
programs and people write them, or come from a JSON file of objects with a "text".

python -m benchmarks.army_lists [lists.json]
"""

import json
import sys
import time
from itertools import cycle, islice
from pathlib import Path
from statistics import median

from app.engine.armies.parse.entries import read_army
from app.engine.armies.parse.sheets import read_sheets
from tests.engine.armies.parse.test_typed_lists import LISTS

PLAYERS = 128
TIMES = 5
LEAST_LINES = 9
"""The fewest lines that a list must have here to pass for an army."""


def texts() -> list[str]:
    if len(sys.argv) > 1:
        whole = [each["text"] for each in json.loads(Path(sys.argv[1]).read_text("utf-8"))]
    else:
        whole = [typed.text for typed in LISTS if len(typed.text.splitlines()) >= LEAST_LINES]
    return list(islice(cycle(whole), PLAYERS))


def read(lists: list[str]) -> int:
    """Read the lists and return the number of lines in their armies."""
    parts = (
        (sheet, words)
        for text in lists
        for sheet in read_sheets(text)
        for words in (sheet.army, sheet.specialists, sheet.reinforcements)
        if words.strip()
    )
    return sum(
        len(read_army(words, sheet.faction, led=words is sheet.army)) for sheet, words in parts
    )


def main() -> None:
    lists = texts()
    taken = []
    for _ in range(TIMES):
        began = time.process_time()
        lines = read(lists)
        taken.append(time.process_time() - began)
    print(f"{PLAYERS} lists, {lines} lines: {median(taken):.2f} s of processor")


if __name__ == "__main__":
    main()
