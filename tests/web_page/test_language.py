"""No words of the pages bypass the mechanism of docs/translating.md, and no page fails in another
language.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

from app.store.languages import VARIABLE
from tests.pseudo import write_pseudo_catalogue

ROOT = Path(__file__).resolve().parents[2]
LEAST = {
    "table 1": 5,
    "table 2": 5,
    "table 3": 5,
    "table 4": 5,
    "organizer": 5,
    "phone": 1,
    "own phone": 3,
}
"""How often each page is looked at, after another button was pressed."""


def test_every_word_of_the_pages_is_in_their_language(tmp_path: Path) -> None:
    catalogue = tmp_path / "marked.mo"
    write_pseudo_catalogue(catalogue)
    walk = subprocess.run(
        [sys.executable, "-m", "tests.web_page.pseudo_walk", str(tmp_path)],
        env={**os.environ, VARIABLE: str(catalogue), "PYTHONIOENCODING": "utf-8"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert walk.returncode == 0, walk.stderr[-3000:]
    told = json.loads(walk.stdout)

    assert told["errors"] == []
    assert told["found"] == {}, "Write /*_*/ before it: docs/translating.md"
    assert told["texts"] > 200
    assert {page: told["looked"].get(page, 0) >= least for page, least in LEAST.items()} == (
        dict.fromkeys(LEAST, True)
    )
