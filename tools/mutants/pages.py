"""Change the pages' JavaScript at random places, and print the changes that no test notices.

    python -m tools.mutants.pages [--quick] [how many] [seed] [folder or file of resources/web …]

Each change is first tried by the vectors and the tests of pieces in one browser, then by the tests
of the pages that show the file, which takes minutes; --quick leaves the latter out. The project's
own files are not changed.
"""

import inspect
import os
import random
import re
import shutil
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "resources" / "web"
SITE = re.compile(
    r"""
      (?P<operator> ===|!==|<=|>=|&&|\|\||(?<=\s)[<>+-](?=\s) )
    | (?P<word> \b(?:true|false)\b )
    | (?P<number> (?<![\w.])\d[\d_]*(?![\w.]) )
    | (?P<not> !(?=[\w(]) )
    | (?P<call> ^[ ]+[\w.?]+\([^\n]*\);$ )
    """,
    re.VERBOSE | re.MULTILINE,
)
OTHER = {
    "===": "!==", "!==": "===", "<": "<=", ">": ">=", "<=": "<", ">=": ">", "&&": "||", "||": "&&",
    "+": "-", "-": "+", "true": "false", "false": "true", "!": "",
}  # fmt: skip
CASES = ("clock", "games", "presses", "losses")
FIRST = "test_table_page test_losses_page test_page"
SHOWN_BY = {
    "organizer/eo.js": "test_eo_page",
    "organizer": "test_organizer_at_table test_eo_page",
    "room": "test_phones",
    "link": "test_away test_loaded_again test_another_event test_time_apart test_real_server",
    "table/standing.js": f"test_away {FIRST} test_another_event",
    "table/table.js": f"test_away {FIRST} test_loaded_again test_time_apart",
}
"""The tests of the pages that show a file or a folder; all others are shown by the table's page."""

TRIED_S = 150


class Mutant(Struct, frozen=True):
    file: str
    line: int
    before: str
    after: str
    code: str


def mutants(names: list[str]) -> list[Mutant]:
    """Return every change that can be made to these files."""
    return [mutant for name in names for mutant in _of_file(name)]


def _of_file(name: str) -> Iterator[Mutant]:
    from app.web.server.javascript import pieces

    code = (WEB / name).read_text("utf-8")
    plain = bytearray(b"c" * len(code))
    for piece in pieces(code):
        plain[piece.start : piece.end] = b"t" * (piece.end - piece.start)
    for site in SITE.finditer(code):
        start, end = site.span()
        line = code.count("\n", 0, start) + 1
        written = code[code.rfind("\n", 0, start) + 1 : code.find("\n", start)]
        if plain[start] == ord("t") or written.startswith("import "):
            continue
        found = site.group()
        kind = site.lastgroup or ""
        if kind == "call":
            after = ""
        else:
            after = OTHER.get(found) or (str(int(found) + 1) if kind == "number" else "")
        changed = code[:start] + after + code[end:]
        yield Mutant(name, line, found.strip(), after, changed)


def seen_quickly() -> Callable[[Mutant], bool]:
    """Return a function that tells whether the vectors or the tests of pieces notice a change, all
    in one browser.
    """
    from tests.ports import kept_port
    from tests.web_page import (
        test_link_pieces,
        test_organizer_pieces,
        test_pieces,
        test_rules,
        test_sheets,
        test_table_pieces,
    )
    from tests.web_page.chromium import Browser
    from tests.web_page.fake_server import FakeServer

    modules = (
        test_rules,
        test_sheets,
        test_pieces,
        test_link_pieces,
        test_organizer_pieces,
        test_table_pieces,
    )
    sources = {module: inspect.getsource(module) for module in modules}
    tests = {
        test: sources[module]
        for module in modules
        for name, test in vars(module).items()
        if name.startswith("test_")
    }
    folder = TemporaryDirectory()
    browser = Browser(Path(folder.name))
    browser.__enter__()
    _kept, port = kept_port()
    server = FakeServer(port)
    fresh = iter(range(10**6))

    def seen(mutant: Mutant) -> bool:
        server.changed = {mutant.file: mutant.code}
        page = browser.open(f"http://127.0.0.1:{port}/clock/deathclock.js?{next(fresh)}")
        try:
            near = [test for test in tests if mutant.file.removesuffix(".js") in tests[test]]
            others = [test for test in tests if test not in near]
            for test in near:
                page.do("sessionStorage.clear()")
                test(page)
            for name in CASES:
                run = f"import('/vectors/run.js').then((run) => run.runFile('{name}'))"
                if page.do(run)[1]:
                    return True
            for test in others:
                page.do("sessionStorage.clear()")
                test(page)
        except Exception:
            if not mutant.line:
                traceback.print_exc()
            return True
        finally:
            page.close()
            browser.errors()
        return False

    return seen


def seen_on_a_page(mutant: Mutant) -> bool:
    """Tell whether the tests of the pages that show the file notice the change."""
    folder = mutant.file.split("/", maxsplit=1)[0]
    names = SHOWN_BY.get(mutant.file) or SHOWN_BY.get(folder, FIRST)
    with TemporaryDirectory() as place:
        web = Path(place) / "web"
        shutil.copytree(WEB, web)
        (web / mutant.file).write_text(mutant.code, "utf-8")
        tests = [f"tests/web_page/{name}.py" for name in names.split()]
        command = (sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider",
                   "-p", "no:pytest-qt", *tests)  # fmt: skip
        environment = {**os.environ, "FLAGFALL_TRIED_PAGES": str(web)}
        try:
            done = subprocess.run(
                command,
                cwd=ROOT,
                env=environment,
                capture_output=True,
                timeout=TRIED_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return True
        return done.returncode != 0


def main(given: list[str]) -> int:
    quick = given[:1] == ["--quick"]
    given = given[quick:]
    many, seed = (int(number) for number in (*given, "60", "1")[:2]) if given else (60, 1)
    names = [
        file.relative_to(WEB).as_posix()
        for file in sorted(WEB.rglob("*.js"))
        if file.name != "wording.js"
    ]
    wanted = tuple(given[2:]) or ("",)
    every = mutants([name for name in names if name.startswith(wanted)])
    chosen = random.Random(seed).sample(every, min(many, len(every)))
    quickly, survivors = seen_quickly(), 0
    same = Mutant(names[0], 0, "", "", (WEB / names[0]).read_text("utf-8"))
    if quickly(same):
        print("The vectors or the tests of pieces fail without any change.")
        os._exit(1)
    for mutant in chosen:
        by = "NOTHING"
        if quickly(mutant):
            by = "vectors"
        elif not quick and seen_on_a_page(mutant):
            by = "page"
        survivors += by == "NOTHING"
        what = f"{mutant.file}:{mutant.line}: {mutant.before} -> {mutant.after or 'nothing'}"
        print(f"{by}: {what}", flush=True)
    print(f"{len(chosen) - survivors} of {len(chosen)} were noticed", flush=True)
    os._exit(0)  # the browser ends with us


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
