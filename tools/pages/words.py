"""Write the words that the program and its pages share into resources/web/words.

    python -m tools.pages.words

Run it after app/engine/wording.py was changed. A table's page loads `wording.js`. Words that only
the organizer's part and the room's page use are in `all_wording.js` instead, and words that only
the pads of a turn and the racks use are in `turn_wording.js`. Standard library only.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from app.engine import wording
from app.engine.language import Forms

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "resources" / "web"
WORDS = WEB / "words"
NOT_ON_A_TABLE = (WEB / "organizer", WEB / "room")
USED = re.compile(r"\bwording\.([A-Z_0-9]+)")
HEAD = "// The words of app/engine/wording.py for the pages; made by tools/pages/words.py.\n\n"
MARK = "/*_*/"
REST = 'export * from "./wording.js";\n'
REST_AND_TURNS = 'export * from "./turn_wording.js";\n'


def page_wording() -> dict[str, str]:
    """Return the texts of the files by file name."""
    turns = {*(WEB / "scoring").glob("turn_*.js"), WEB / "sheets" / "racks.js"}
    at_tables = {
        file
        for file in WEB.rglob("*.js")
        if file.parent not in {*NOT_ON_A_TABLE, WORDS} and file not in turns
    }
    table, turn = _said_in(at_tables), _said_in(turns)
    texts = {name: text for name, text in vars(wording).items() if name.isupper()}
    lines = {name: f"  {name} = {_written(text)}" for name, text in texts.items()}
    return {
        "wording.js": HEAD + _exported(lines[name] for name in lines if name in table),
        "turn_wording.js": HEAD
        + REST
        + _exported(lines[name] for name in lines if name in turn - table),
        "all_wording.js": HEAD
        + REST_AND_TURNS
        + _exported(lines[name] for name in lines if name not in table | turn),
    }


def _exported(lines: Iterable[str]) -> str:
    """Return one JavaScript statement that exports all names. It is shorter to send than a
    statement for each name.
    """
    return "export const\n" + ",\n".join(lines) + ";\n"


def _written(text: Any) -> str:
    """Return a text, its forms or a list of texts in JavaScript, each marked for translation."""
    if isinstance(text, list):
        return f"[{', '.join(map(_written, text))}]"
    plain = text._asdict() if isinstance(text, Forms) else str(text)
    return f"{MARK}{json.dumps(plain, ensure_ascii=False)}"


def _said_in(files: Iterable[Path]) -> set[str]:
    return {name for file in files for name in USED.findall(file.read_text("utf-8"))}


if __name__ == "__main__":
    for name, text in page_wording().items():
        (WORDS / name).write_text(text, "utf-8", newline="\n")
