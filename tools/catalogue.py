"""Collect the texts of the program and its pages for translators, and compile the translations.

    python -m tools.catalogue        compiles every language; the build does so too
    python -m tools.catalogue de     begins or updates de.po, and compiles it to de.mo

docs/translating.md says how texts are marked.
"""

import ast
import io
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from app.engine.language import Vocabulary, reword

ROOT = Path(__file__).resolve().parents[1]
LANGUAGES = ROOT / "resources" / "languages"
WEB = ROOT / "resources" / "web"
MADE = {"wording.js", "turn_wording.js", "all_wording.js"}  # from app/engine/wording.py
KEYWORDS: dict[str, tuple[int, ...]] = {
    "say": (1,),
    "mark_text": (1,),
    "template": (1,),
    "plural": (2, 3),
    "Forms": (1, 2),
}
PACKETS = ROOT / "resources" / "packets"
PROSE = {
    *("says", "text", "why", "reason", "contest", "control", "dominate", "more", "reminders"),
    *(
        "reinforcements",
        "does",
        "area",
        "after_scoring",
        "rule",
        "present",
        "holder.name",
        "element.name",
        "condition.name",
    ),
}
"""The keys of a packet's sentences. A key is given with its table where the key alone may also be
that of a name.
"""
Text = str | tuple[str, ...]


class Wrong(Exception):
    """A translation is wrong; the message says in one sentence what its translator has to mend."""


def texts() -> dict[Text, list[str]]:
    """Return every text, with both forms where it has two, and the files in which it occurs."""
    found = dict[Text, list[str]]()
    of_program = [*program_texts(), *page_texts()]
    in_own_words = ((file, own) for file, text in of_program for own in in_packets_words(text))
    for file, text in [*of_program, *in_own_words, *packet_texts()]:
        files = found.setdefault(text, [])
        if file not in files:
            files.append(file)
    return found


def in_packets_words(text: Text) -> Iterator[Text]:
    """Yield ``text`` once for each shipped packet whose own words change it, in those words."""
    for vocabulary in vocabularies():
        if isinstance(text, str):
            own: Text = reword(text, vocabulary)
        else:
            own = tuple(reword(form, vocabulary) for form in text)
        if own != text:
            yield own


@cache
def vocabularies() -> tuple[Vocabulary, ...]:
    """Return the vocabulary of each shipped packet that has words of its own: pairs of the usual
    word and the packet's.
    """
    briefings = (
        tomllib.loads(file.read_text("utf-8")).get("briefing", {})
        for file in sorted(PACKETS.glob("*.toml"))
    )
    return tuple(
        tuple((word["usual"], word["own"]) for word in briefing["word"])
        for briefing in briefings
        if "word" in briefing
    )


def program_texts() -> Iterator[tuple[str, Text]]:
    for file in sorted((ROOT / "app").rglob("*.py")):
        place = file.relative_to(ROOT).as_posix()
        for text in texts_of(file.read_bytes()):
            yield place, text


@cache
def texts_of(source: bytes) -> tuple[Text, ...]:
    """Return the texts of a Python file, including those in the fields of an f-string."""
    found: list[Text] = []
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        places = KEYWORDS.get(node.func.id, ())
        chosen = [
            given.value
            for place in places
            for given in node.args[place - 1 : place]
            if isinstance(given, ast.Constant) and isinstance(given.value, str)
        ]
        if places and len(chosen) == len(places):
            found.append(chosen[0] if len(places) == 1 else tuple(chosen))
    return tuple(found)


def page_texts() -> Iterator[tuple[str, Text]]:
    """Yield the texts of the tablets' pages, each preceded by its file."""
    from app.web.server.page_language import html_texts, marked_texts

    for file in sorted(WEB.rglob("*.js")):
        if file.name not in MADE:
            for marked in marked_texts(file.read_text("utf-8")):
                yield file.relative_to(ROOT).as_posix(), marked.text
    for file in sorted(WEB.rglob("*.html")):
        for text in html_texts(file.read_text("utf-8")):
            yield file.relative_to(ROOT).as_posix(), text


def packet_texts() -> Iterator[tuple[str, Text]]:
    """Yield the sentences of the shipped packets, each preceded by its file. `packet_text` looks up
    these sentences; names are not translated.
    """
    for file in sorted(PACKETS.glob("*.toml")):
        for text in prose_of(tomllib.loads(file.read_text("utf-8"))):
            yield file.relative_to(ROOT).as_posix(), text


def prose_of(value: object, table: str = "", key: str = "") -> Iterator[str]:
    """Yield the sentences in a packet's tables, in their order."""
    match value:
        case dict():
            for name, part in value.items():
                yield from prose_of(part, key, name)
        case list():
            for part in value:
                yield from prose_of(part, table, key)
        case str() if PROSE & {key, f"{table}.{key}"}:
            yield value


def template() -> Catalog:
    catalog = Catalog(project="Flagfall", charset="utf-8", fuzzy=False)
    for text, files in sorted(texts().items(), key=lambda row: (row[1][0], str(row[0]))):
        catalog.add(text, locations=[(file, 0) for file in files])
    return catalog


def written(catalog: Catalog) -> str:
    """Return a catalogue as the text of its file, without the lines that change daily."""
    out = io.BytesIO()
    write_po(out, catalog, width=100, include_lineno=False, omit_header=catalog.locale is None)
    return out.getvalue().decode()


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def complaints(catalog: Catalog) -> Iterator[str]:
    """Yield a sentence for each translation whose fields, such as ``{name}``, are not those of the
    English text.
    """
    for message in catalog:
        if not message.id or not message.string:
            continue
        forms = [message.id] if isinstance(message.id, str) else list(message.id)
        strings = [message.string] if isinstance(message.string, str) else message.string
        known = set[str]().union(*map(fields, forms))
        needed = known - {"count"} if len(forms) > 1 else known
        for string in filter(None, strings):
            if not needed <= fields(string) <= known:
                yield f"“{string}” needs the fields of “{forms[-1]}”."


def make_language(name: str, folder: Path = LANGUAGES) -> int:
    """Begin or update a language's file and compile it. Return how many texts are not translated.
    Raises Wrong if the fields of a translation differ from those of its text.
    """
    file = folder / f"{name}.po"
    catalog = Catalog(locale=name, project="Flagfall", fuzzy=False)
    if file.exists():
        catalog = read_po(io.BytesIO(file.read_bytes()), locale=name)
    catalog.update(template(), no_fuzzy_matching=True, update_creation_date=False)
    if wrong := list(complaints(catalog)):
        raise Wrong("\n".join(wrong))
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(written(catalog), "utf-8", newline="\n")
    write_compiled(catalog, file.with_suffix(".mo"))
    return sum(not any(message.string or "") for message in catalog if message.id)


def write_compiled(catalog: Catalog, file: Path) -> None:
    out = io.BytesIO()
    write_mo(out, catalog)
    file.write_bytes(out.getvalue())


def compile_languages(folder: Path = LANGUAGES) -> list[Path]:
    """Compile each language of ``folder`` again, and return the compiled files."""
    compiled: list[Path] = []
    for file in sorted(folder.glob("*.po")):
        catalog = read_po(io.BytesIO(file.read_bytes()), locale=file.stem)
        compiled.append(file.with_suffix(".mo"))
        write_compiled(catalog, compiled[-1])
    return compiled


def main(arguments: list[str]) -> int:
    if not arguments:
        compile_languages()
        return 0
    try:
        for name in arguments:
            print(f"{name}: {make_language(name)} texts have no translation yet.")
    except Wrong as wrong:
        print(wrong, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
