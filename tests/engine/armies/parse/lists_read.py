"""How the typed lists are read, word for word: each entry with its guesses, and each question.

    python -m tests.engine.armies.parse.lists_read

writes ``lists_read.txt`` anew; read its changes before they are committed.
"""

from collections.abc import Iterator
from pathlib import Path

from app.engine.armies.army import ArmyRow
from app.engine.armies.parse.entries import ArmyLine, read_army
from app.engine.armies.parse.sheets import Sheet, read_sheets
from tests.engine.armies.parse.test_typed import REGISTERED, TYPED
from tests.engine.armies.parse.test_typed_lists import KINDS, LISTS

READ = Path(__file__).with_suffix(".txt")
LETTERS = {kind: letter for letter, kind in KINDS.items()}


def texts() -> Iterator[tuple[str, str, str, bool]]:
    """The title, the text, the faction of the player, and whether points come first."""
    for typed in LISTS:
        yield typed.title, typed.text, typed.faction, typed.is_of_today
    for file in sorted(TYPED.glob("*.txt")):
        yield file.stem, file.read_text("utf-8"), REGISTERED.get(file.stem, ""), False


def row_words(row: ArmyRow) -> str:
    kind = LETTERS[row.kind] + (f"/{LETTERS[row.otherwise]}" if row.otherwise else "")
    points = "-" if row.points is None else str(row.points)
    models = f"{row.models}{'?' * row.size_guessed}"
    signs = "!" * row.character + "+" * row.free
    return " ".join(filter(None, (kind, points, models, signs, row.name)))


def line_words(line: ArmyLine) -> str:
    rows = [row_words(row) for row in ((line.row, *line.more) if line.row else ())]
    copies = f"{line.copies} x " * (line.copies != 1)
    said = [copies + " & ".join(rows), "attached" * line.attached, line.fault, line.doubt]
    return f"{line.line}: {' | '.join(filter(None, said))}"


def sheet_words(sheet: Sheet) -> str:
    head = (sheet.faction, sheet.theme, str(sheet.tier or ""), str(sheet.points or ""))
    return f"-- {', '.join(filter(None, head))}".strip()


def words() -> Iterator[str]:
    for title, text, faction, points_first in texts():
        yield f"=== {title}"
        for sheet in read_sheets(text):
            yield sheet_words(sheet)
            read = read_army(sheet.army, sheet.faction or faction, points_first=points_first)
            yield from map(line_words, read)
            for part in (sheet.specialists, sheet.reinforcements):
                yield from map(line_words, read_army(part, sheet.faction or faction, led=False))


if __name__ == "__main__":
    READ.write_text("\n".join(words()) + "\n", "utf-8")
