"""Write the words that the program and its pages share into resources/web/words/wording.js.

    python tools/page_wording.py

Run it after app/engine/wording.py was changed. Standard library only.
"""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "resources" / "web" / "words" / "wording.js"
HEAD = "// The words of app/engine/wording.py for the pages; made by tools/page_wording.py.\n\n"


def page_wording() -> str:
    """What the file has to say."""
    sys.path.insert(0, str(ROOT))
    from app.engine import wording

    texts = {name: text for name, text in vars(wording).items() if name.isupper()}
    lines = (
        f"export const {name} = {json.dumps(text, ensure_ascii=False)};\n"
        for name, text in texts.items()
    )
    return HEAD + "".join(lines)


if __name__ == "__main__":
    FILE.write_text(page_wording(), "utf-8", newline="\n")
