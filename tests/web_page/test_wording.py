"""What the program and the pages both say is written once, in app/engine/wording.py."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from app.engine import wording
from app.engine.language import Forms, by_number
from app.web.server.javascript import texts
from tests.web_page.chromium import Browser
from tests.web_page.fake_server import ROOT, WEB, FakeServer
from tools.pages import engine_types, words

PLACE = re.compile(r"\{\w*\}")
WORD = re.compile(r"[A-Za-z’']+")
SENTENCE_WORDS = 3
TABLE = ROOT / "app" / "engine" / "wording.py"


@cache
def typed(file: Path) -> tuple[str, ...]:
    """Every text of a Python file but its docstrings; "{}" for what is filled in."""
    return tuple(_typed(file))


def _typed(file: Path) -> Iterator[str]:
    nodes = list(ast.walk(ast.parse(file.read_text("utf-8"))))
    parts = {id(part) for node in nodes for part in _parts(node)}
    for node in nodes:
        if id(node) in parts:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        if isinstance(node, ast.JoinedStr):
            yield "".join(
                part.value if isinstance(part, ast.Constant) else "{}" for part in node.values
            )


def _parts(node: ast.AST) -> list[ast.expr]:
    """What is no text by itself: a docstring, and the pieces of a text with places."""
    if isinstance(node, ast.JoinedStr):
        return node.values
    return [node.value] if isinstance(node, ast.Expr) else []


def said(text: str) -> str:
    """A sentence to compare: its words, a star for each place; empty for what is no sentence."""
    starred = PLACE.sub(" * ", text)
    if " " not in text or len(WORD.findall(starred)) < SENTENCE_WORDS:
        return ""
    return " ".join(re.findall(r"[A-Za-z’']+|\*|[.?]$", starred))


def program_files() -> list[Path]:
    return [file for file in (ROOT / "app").rglob("*.py") if file != TABLE]


def test_no_sentence_of_a_page_is_duplicated_in_the_program() -> None:
    program = {said(text) for file in program_files() for text in typed(file)} - {""}
    pages = {
        said(text): file.name
        for file in WEB.rglob("*.js")
        if file.parent != words.WORDS
        for text in texts(file.read_text("utf-8"))
    }

    assert {text: pages[text] for text in pages.keys() & program} == {}, (
        "Put it into app/engine/wording.py, and both take it from there"
    )


def test_no_sentence_from_the_wording_table_is_written_elsewhere() -> None:
    table = {said(text) for text in typed(TABLE)} - {""}
    again = [
        (file.name, text) for file in program_files() for text in typed(file) if said(text) in table
    ]

    assert again == [], "Take it from app/engine/wording.py"
    assert len(table) > 150


def test_the_pages_wording_files_are_up_to_date() -> None:
    made = words.page_wording()
    kept = {name: (words.WORDS / name).read_text("utf-8") for name in made}

    assert kept == made, "Run: python -m tools.pages.words"


def test_the_pages_engine_type_definitions_are_up_to_date() -> None:
    kept = engine_types.FILE.read_text("utf-8")

    assert kept == engine_types.page_types(), "Run: python -m tools.pages.engine_types"


def test_every_entry_of_the_wording_table_is_used() -> None:
    names = {name for name in vars(wording) if name.isupper()}
    files = [*program_files(), *WEB.rglob("*.js")]
    code = "\n".join(file.read_text("utf-8") for file in files if file.parent != words.WORDS)

    assert names - set(re.findall(r"wording\.([A-Z_]+)", code)) == set()


def test_the_page_formats_numbers_and_lists_as_the_program_does(
    browser: Browser, server: FakeServer
) -> None:
    page = browser.open(f"http://127.0.0.1:{server.port}/words/text.js")
    ours = page.do("""import('/words/text.js').then((all) => [
        all.fill("{side} and {side}, {more}", { side: "{more}", more: 2 }),
        all.byNumber({ one: "1 {what}", other: "{count} {what}s" }, 1, { what: "point" }),
        all.byNumber({ one: "1 {what}", other: "{count} {what}s" }, 0, { what: "point" }),
        [["1"], ["1", "2"], ["1", "2", "3"]].map(all.joinWords),
    ])""")
    page.close()
    many = Forms("1 {what}", "{count} {what}s")

    assert ours[0] == "{side} and {side}, {more}".format(side="{more}", more=2)
    assert ours[1:3] == [by_number(many, number, what="point") for number in (1, 0)]
    assert ours[3] == ["1", "1 and 2", "1, 2 and 3"]


def test_no_page_compares_a_value_with_displayed_text() -> None:
    text = r"(?:/\*_\*/[\"`][^\"`]*[\"`]|wording\.[A-Z_]+)"
    compared = re.compile(rf"[!=]==\s*{text}|{text}\s*[!=]==|includes\(\s*{text}|case {text}")
    scripts = [file for file in WEB.rglob("*.js") if file.parent.name != "words"]

    found = {file.name: compared.findall(file.read_text("utf-8")) for file in scripts}

    assert {name: places for name, places in found.items() if places} == {}
