"""Pages are sent in one language, without a mechanism of their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.store.languages import choose_language
from app.web.server.http import read_pages
from app.web.server.javascript import pieces
from app.web.server.page_language import html_in_language, in_language, marked_texts
from tests.catalogues import write_catalogue
from tests.spoken import spoken

WEB = Path(__file__).resolve().parents[3] / "resources" / "web"
POLISH = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"


@pytest.fixture
def polish(tmp_path: Path) -> Iterator[str]:
    words = {
        "Close": "Zamknij",
        "Table {table}: {red} – {blue}": "{blue} i {red}: stół {table}",
        ("{count} press waits", "{count} presses wait"): ("{count} a", "{count} b", "{count} c"),
        "Two parts, one text": "`Jeden` ${tekst}",
        "Scan the table’s code.": "Zeskanuj kod stołu.",
    }
    write_catalogue(tmp_path / "pl.mo", words, POLISH, language="pl")
    with spoken(str(tmp_path / "pl.mo")):
        yield "(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)"


@pytest.mark.parametrize(
    ("code", "sent"),
    [
        ('button(/*_*/"Close", () => {})', 'button(/*_*/"Zamknij", () => {})'),
        ('button("Close")', 'button("Close")'),
        ('say(/*_*/"Not known")', 'say(/*_*/"Not known")'),
        (
            "/*_*/`Table ${one.table}: ${one.names.red} – ${one.names.blue}`",
            "/*_*/`${one.names.blue} i ${one.names.red}: stół ${one.table}`",
        ),
        ('/*_*/"Two parts," + " one text"; more', '/*_*/"`Jeden` ${tekst}"; more'),
        (
            '/*_*/{ one: "{count} press waits", other: "{count} presses wait" }, waits',
            '/*_*/{"0": "{count} a", "1": "{count} b", "2": "{count} c"}, waits',
        ),
        (
            'words[count === 1 ? "one" : "other"]',
            "words[+((count==1 ? 0 : count%10>=2 && count%10<=4"
            " && (count%100<10 || count%100>=20) ? 1 : 2))]",
        ),
    ],
)
def test_marked_texts_are_sent_translated(polish: str, code: str, sent: str) -> None:
    assert in_language(code, polish) == sent


def test_the_first_words_of_a_page_are_translated(polish: str) -> None:
    html = '<html lang="en">\n<li>Scan the\ntable’s code.</li><li>Other</li>'

    assert html_in_language(html) == (
        '<html lang="pl">\n<li>Zeskanuj kod stołu.</li><li>Other</li>'
    )


def test_english_pages_are_sent_as_they_are() -> None:
    for file in WEB.rglob("*.js"):
        code = file.read_text("utf-8")
        assert in_language(code) == code
    assert [name for name, page in read_pages(WEB).items() if b"/*_*/" in page.body] == []


def test_each_language_has_its_own_edition(polish: str) -> None:
    spoken = read_pages(WEB)["eo.html"].edition
    choose_language("en")

    assert read_pages(WEB)["eo.html"].edition != spoken


def test_every_translation_mark_belongs_to_a_text() -> None:
    for file in WEB.rglob("*.js"):
        code = file.read_text("utf-8")
        marked = list(marked_texts(code))
        marks = [p for p in pieces(code) if code[p.start : p.end] == "/*_*/"]
        assert len(marked) == len(marks)
        assert all(text.text and text.end > text.start for text in marked)
