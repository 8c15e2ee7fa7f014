"""Measure how the program is built: its size, its names, its docstrings, and the code that an act
touches.

    python -m tools.house_figures [--folders | --acts] [COMMIT …]

Each COMMIT is a column, and the present files are the last column. ``--folders`` counts the lines
of each folder instead. ``--acts`` counts what users can do and see, and names everything that not
all columns have. `python -m tools.walk` counts the modules, hops and calls of a press. Standard
library only, but the kinds of records and everything that users can do are taken from each commit's
own program.
"""

import argparse
import ast
import gc
import os
import re
import subprocess
import sys
import tarfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.environment import unpack_tar

ROOT = Path(__file__).resolve().parents[1]
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

# What stands before a name or a clause, and never before a verb in the imperative.
NO_VERBS = {
    "what", "which", "who", "whom", "whose", "when", "where", "why", "how", "whether", "if",
    "whatever", "whoever", "whenever", "wherever", "as", "at", "by", "in", "of", "on", "to",
    "from", "for", "with", "without", "within", "into", "under", "over", "after", "before",
    "between", "among", "through", "during", "against", "until", "till", "since", "than",
    "that", "because", "while", "though", "although", "unless", "and", "or", "but", "nor", "so",
    "yet", "about", "above", "below", "beside", "besides", "beyond", "despite", "except",
    "inside", "like", "near", "off", "out", "outside", "past", "per", "toward", "towards",
    "upon", "via", "once", "both", "either", "neither", "across", "along", "around", "behind",
    "beneath", "down", "up", "throughout", "only",
}  # fmt: skip
# What begins a noun phrase or a sentence about somebody: only a property's docstring may.
NOUNS = {
    "a", "an", "the", "this", "these", "those", "it", "its", "he", "she", "they", "their", "we",
    "our", "you", "your", "one", "two", "each", "every", "everything", "everybody", "everyone",
    "all", "some", "something", "somebody", "someone", "any", "anything", "anybody", "anyone",
    "no", "none", "nothing", "nobody", "not", "there", "such", "another", "other", "others",
    "few", "many", "more", "most", "much", "also", "here", "players", "seconds",
}  # fmt: skip
# Participles that do not end in -ed, without those that are verbs as well: read, put, run, set.
PARTICIPLES = {
    "begun", "brought", "built", "chosen", "dealt", "done", "drawn", "driven", "fallen", "felt",
    "found", "given", "gone", "grown", "heard", "held", "hidden", "kept", "known", "laid",
    "left", "lent", "lost", "made", "meant", "met", "paid", "redone", "said", "seen", "sent",
    "shown", "spelt", "spent", "spoilt", "spoken", "spun", "taken", "taught", "thought",
    "thrown", "told", "undone", "understood", "untold", "withdrawn", "won", "worn", "written",
}  # fmt: skip
NO_PARTICIPLES = {"embed", "feed", "need", "seed", "shed", "speed"}
# How a docstring does not begin, by what its function returns.
AT_ODDS = {
    "bool": ("Return ", "Yield "),
    "None": ("Return ", "Yield ", "Tell whether "),
    "Future[None]": ("Return ", "Yield ", "Tell whether "),
}
KINDS = "from app.store.log.codec import KINDS; print(*{kind.__name__ for kind in KINDS})"

ACTS = """
from app.headless.cli.command_line import COMMANDS
from app.store.log.codec import KINDS
from app.ui.printing.sheets import SHEETS
from app.ui.shell.pages import PAGES
from app.views.table.organizer_acts import OrganizerAction
from app.web.protocol.acts import ORDERS, REQUESTS
for what, names in {
    "rows of an event": KINDS.values(),
    "organizer's acts at a table": [act.name for act in OrganizerAction],
    "requests of devices": [row.message.__struct_config__.tag for row in REQUESTS],
    "orders at devices": [row.message.__struct_config__.tag for row in ORDERS],
    "sheets": [kind.key for _, kinds in SHEETS for kind in kinds],
    "pages of the window": [page.name for page in PAGES],
    "commands of the program": COMMANDS,
}.items():
    print(what, *sorted(names), sep="\\t")
"""


def parse_all(texts: Mapping[Path, str]) -> dict[Path, ast.Module]:
    """Parse all files without collecting garbage. Otherwise the collector would search the growing
    trees again and again, which takes longer than to parse the files.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return {file: ast.parse(text) for file, text in texts.items()}
    finally:
        if was_enabled:
            gc.enable()


class Sources:
    """The Python files of ``app``, or of other folders and files, in a checkout."""

    def __init__(self, root: Path, *places: str) -> None:
        self.root = root
        found = [root / place for place in places or ("app",)]
        inside = (file for place in found for file in place.rglob("*.py"))
        files = sorted({*inside, *(place for place in found if place.is_file())})
        self.texts = {file: file.read_text("utf-8") for file in files}
        self.trees = parse_all(self.texts)
        self.lines = sum(len(text.splitlines()) for text in self.texts.values())

    def functions(self) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
        for tree in self.trees.values():
            yield from (node for node in ast.walk(tree) if isinstance(node, FUNCTIONS))


def size(sources: Sources) -> str:
    return f"{len(sources.texts)}, {sources.lines:,}"


def import_lines(sources: Sources) -> str:
    """Return the share of lines that import, in hundredths."""
    found = 0
    for tree in sources.trees.values():
        nodes = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
        found += len({line for node in nodes for line in range(node.lineno, _end(node) + 1)})
    return _share(found, sources.lines)


def docstrings(sources: Sources) -> str:
    """Return the share of functions' docstrings that do not begin with a verb, in hundredths."""
    texts = [text for node in sources.functions() if (text := ast.get_docstring(node))]
    return _share(sum(map(_begins_with_no_verb, texts)), len(texts))


def list_docstrings_without_verb(sources: Sources) -> list[str]:
    """List the functions' docstrings that do not begin with a verb, each with its file. A
    property's docstring may begin with a noun.
    """
    return [
        f"{file.relative_to(sources.root).as_posix()}: {text.splitlines()[0]}"
        for file, tree in sources.trees.items()
        for node in ast.walk(tree)
        if isinstance(node, FUNCTIONS) and (text := ast.get_docstring(node))
        if _begins_with_no_verb(text) or (_first_word(text) in NOUNS and not _is_property(node))
    ]


def list_docstrings_at_odds(sources: Sources) -> list[str]:
    """List the functions' docstrings that contradict the type of the result, each with its file.
    Such a docstring begins with “Return” although the function returns nothing or only answers yes
    or no.
    """
    return [
        f"{file.relative_to(sources.root).as_posix()}: {text.splitlines()[0]}"
        for file, tree in sources.trees.items()
        for node in ast.walk(tree)
        if isinstance(node, FUNCTIONS) and node.returns and (text := ast.get_docstring(node))
        if (wrong := AT_ODDS.get(ast.unparse(node.returns).strip("'\"")))
        if text.startswith(wrong)
    ]


def _begins_with_no_verb(docstring: str) -> bool:
    return _first_word(docstring) in NO_VERBS


def _first_word(docstring: str) -> str:
    word = re.match(r"[\"'“(`]*([A-Za-z]+)", docstring)
    return word[1].lower() if word else ""


def _is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any("property" in ast.unparse(decorator) for decorator in node.decorator_list)


def bare_participles(sources: Sources) -> str:
    """Return how many functions of modules are named by a single participle, out of how many
    functions.
    """
    number = sum(
        isinstance(node, FUNCTIONS) for tree in sources.trees.values() for node in tree.body
    )
    return f"{len(list_bare_participles(sources))} of {number:,}"


def list_bare_participles(sources: Sources) -> list[str]:
    """List the functions of modules that are named by a single participle, each with its file."""
    return [
        f"{file.relative_to(sources.root).as_posix()}: {node.name}"
        for file, tree in sources.trees.items()
        for node in tree.body
        if isinstance(node, FUNCTIONS) and _is_participle(node.name.strip("_"))
    ]


def _is_participle(name: str) -> bool:
    if not name.isalpha():
        return False
    return (name.endswith("ed") and name not in NO_PARTICIPLES) or name in PARTICIPLES


def modules_of_a_record(sources: Sources) -> str:
    """Return how many modules name a class of records, as the mean over all these classes."""
    command = [sys.executable, "-c", KINDS]
    done = subprocess.run(command, cwd=sources.root, capture_output=True, text=True, check=True)
    records = set(done.stdout.split())
    named = sum(len(records & {*re.findall(r"\w+", text)}) for text in sources.texts.values())
    return f"{named / len(records):.1f} ({len(records)} classes)"


def members_of_the_log(sources: Sources) -> str:
    """Return the number of methods that a desk needs of the log that keeps its event."""
    tree = sources.trees[sources.root / "app" / "desk" / "log.py"]
    (log,) = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Log")
    return str(sum(isinstance(node, FUNCTIONS) for node in log.body))


def names_of_several(sources: Sources) -> str:
    """Return how many public functions, and how many classes, have a namesake in another module."""
    functions = _in_several(sources, FUNCTIONS)
    classes = _in_several(sources, (ast.ClassDef,))
    return f"{functions + classes} ({functions} functions, {classes} classes)"


def _in_several(sources: Sources, kinds: tuple[type[ast.AST], ...]) -> int:
    modules: defaultdict[str, int] = defaultdict(int)
    for tree in sources.trees.values():
        for name in {getattr(node, "name", "_") for node in tree.body if isinstance(node, kinds)}:
            modules[name] += 1
    return sum(number > 1 for name, number in modules.items() if name[0] != "_")


def fullest_folder(sources: Sources) -> str:
    folders = Counter(file.parent for file in sources.texts if file.name != "__init__.py")
    (folder, files), *_ = folders.most_common()
    return f"{files} ({folder.relative_to(sources.root).as_posix()})"


FIGURES = {
    "files, lines of app": size,
    "import lines": import_lines,
    "docstrings of functions that begin with no verb": docstrings,
    "module functions that are one bare participle": bare_participles,
    "modules of app that name a record class": modules_of_a_record,
    "members of the Log protocol": members_of_the_log,
    "public names in more than one module": names_of_several,
    "fullest folder": fullest_folder,
}


def lines_by_folder(sources: Sources) -> Mapping[str, str]:
    """Count the lines of app, of each folder in app, and of each of their subfolders."""
    lines: Counter[str] = Counter()
    for file, text in sources.texts.items():
        parts = file.relative_to(sources.root).parts[:-1]
        for depth in range(1, min(len(parts), 3) + 1):
            lines["/".join(parts[:depth])] += len(text.splitlines())
    return {folder: f"{number:,}" for folder, number in sorted(lines.items())}


def acts(sources: Sources) -> Mapping[str, str]:
    """Return everything that users can do and see: the number of each kind, and the names."""
    command = [sys.executable, "-c", ACTS]
    screen = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        command, cwd=sources.root, env=screen, capture_output=True, text=True, check=True
    )
    found: dict[str, str] = {}
    for line in done.stdout.splitlines():
        what, *names = line.split("\t")
        found[what] = str(len(names))
        found |= {f"{what}: {name}": "yes" for name in names}
    return found


def differing(columns: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """Return the numbers of each kind, and the names that not all columns have."""
    every = dict.fromkeys(name for column in columns.values() for name in column)
    shown = [
        name
        for name in every
        if ": " not in name or any(name not in column for column in columns.values())
    ]
    return {
        head: {name: column[name] for name in shown if name in column}
        for head, column in columns.items()
    }


def figures(sources: Sources) -> Mapping[str, str]:
    return {name: measure(sources) for name, measure in FIGURES.items()}


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} % ({part:,} of {whole:,})"


def _end(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def checked_out(commit: str, folder: Path) -> Path:
    """Unpack the files of a commit into ``folder``, and return it."""
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True)
    with tarfile.open(fileobj=BytesIO(archive.stdout)) as files:
        unpack_tar(files, folder)
    return folder


def table(columns: Mapping[str, Mapping[str, str]]) -> str:
    """Return a table in Markdown with a row for each figure and a column for each of
    ``columns``.
    """
    names = list(dict.fromkeys(name for column in columns.values() for name in column))
    rows: list[Iterable[str]] = [["", *columns], ["---"] * (len(columns) + 1)]
    rows += [[name, *(column.get(name, "–") for column in columns.values())] for name in names]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def main() -> None:
    parser = argparse.ArgumentParser("python -m tools.house_figures")
    parser.add_argument("commits", nargs="*", metavar="COMMIT")
    parser.add_argument("--folders", action="store_true", help="the lines of each folder")
    parser.add_argument("--acts", action="store_true", help="what users can do, where it differs")
    given = parser.parse_args()
    measure = lines_by_folder if given.folders else acts if given.acts else figures
    columns: dict[str, Mapping[str, str]] = {}
    for commit in given.commits:
        with TemporaryDirectory() as folder:
            columns[commit] = measure(Sources(checked_out(commit, Path(folder))))
    columns["now"] = measure(Sources(ROOT))
    print(table(differing(columns) if given.acts else columns))


if __name__ == "__main__":
    main()
