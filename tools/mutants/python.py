"""Change the engine, the drivers and the store at random, and print the changes that no test
notices.

    python -m tools.mutants.python [--long] [--only N,N] [--data FILE] [--seconds N] [--at-once N]
                                   [how many] [seed] [folder or file of app …]

The tests run once to record which of them reach which line; FILE keeps this record for the next
run. Each change is then tried in a copy of the project by the tests that reach its line or, if the
line sets a value on import, by the tests that reach the lines where the value is used. A change
inside a function is tried in a fork of a process that has collected the tests; if the tests pass
there, the nearest of them try the change once more in a run of pytest. A change of code that runs
on import is tried by such runs alone. A change that is still unnoticed is tried for a while by the
tests of windows, commands and pages that import the file. --long also tries it by the tests marked
as long that import the file. --seconds limits the time for the tests of one run; if the tests that
reach the line take longer, the change counts as noticed. --at-once is the number of changes that
are tried at a time.

``tools/mutants/equivalent.toml`` lists changes that no test can notice, with the reasons. These
changes are left out. The project's own files are not changed.
"""

import argparse
import ast
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache, cached_property
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import TextIO, TypeAlias

import pytest
from coverage import CoverageData
from msgspec import Struct

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("app/engine", "app/clock/drivers", "app/store")
TESTS = (
    "engine",
    "views",
    "clock/drivers",
    "clock/hall",
    "store",
    "desk",
    "emulators",
    "extensions",
    "headless",
    "reports",
)
ELSEWHERE = ("clock", "web", "ui")
"""The folders of tests that are not measured. Those of their tests that import the changed file are
tried last.
"""
PARTS = 2
"""The number of runs in which the lines of the tests are measured."""
NEAR = 40
AT_A_TIME = 250
"""The number of tests that try a change in one fork. Thousands of tests fold a table's game."""
LIMIT_S = 240
"""The greatest time of the tests of one run, in seconds. Tests that take longer have noticed the
change.
"""
ELSEWHERE_S = 120
EQUIVALENT = ROOT / "tools/mutants/equivalent.toml"
LINKS = 3
"""The number of steps for which uses are followed, as when a constant is used in a second one, and
that in a third.
"""

ON_IMPORT = (
    "tests/engine/test_defaults.py",
    "tests/clock/drivers/test_abilities.py",
    "tests/store/test_defaults.py",
)
"""The tests that examine many values set on import. They are tried first when such a value is
changed.
"""
QUICK = "not long and not timed"
WITH_QT = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
PYTEST = (*WITH_QT, "-p", "no:pytest-qt")
TOO_LONG = -9
PASSED, FAILED, RUNS_ON_IMPORT = 0, 1, 3
"""The answers of a fork: no test failed, a test failed, or the changed line runs only on import."""

OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
OTHER_NAME = {"min": "max", "max": "min", "any": "all", "all": "any"}
Place: TypeAlias = tuple[str, int]
"""A file and a line."""
NOT_SEEN = {
    "strict", "frozen", "repr", "kw_only", "contravariant", "maxsize", "flush",
}  # fmt: skip
"""The arguments whose values make no difference in a correct program."""


class Mutant(Struct, frozen=True):
    file: str
    index: int
    change: int
    line: int
    words: str
    """The lines of the file that differ, before and after the change, as ``ast.unparse`` writes
    them.
    """
    code: str


def failed_file(state: str | Path) -> Path:
    """Return the file in which a fork with this state names the test that failed."""
    return Path(state).with_suffix(".failed")


def places(file: str) -> list[tuple[str, int, int]]:
    """Return the places of all possible changes to a file: the file, the number of the node, and
    the number of the change to the node.
    """
    nodes = _nodes(ast.parse((ROOT / file).read_text("utf-8")))
    return [(file, n, change) for n, node in enumerate(nodes) for change in range(_changes(node))]


def mutant_at(file: str, index: int, change: int) -> Mutant | None:
    """Return the change at a place; None if the change is in an f-string that Python 3.11 cannot
    write.
    """
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    node = next(islice(_nodes(tree), index, None))
    line = (node.test if isinstance(node, ast.IfExp) else node).lineno
    _change(node, change)
    try:
        after = ast.unparse(tree)
    except ValueError:
        return None
    words = differing_lines(unchanged(file), after)
    return Mutant(file, index, change, line, words, after)


@cache
def unchanged(file: str) -> str:
    return ast.unparse(ast.parse((ROOT / file).read_text("utf-8")))


def differing_lines(before: str, after: str) -> str:
    old, new = before.splitlines(), after.splitlines()
    for end in (0, -1):
        while old and new and old[end] == new[end]:
            del old[end], new[end]
    return " ".join(" ".join([*old, "=>", *new]).split())


def changed_tree(source: str, index: int, change: int) -> ast.Module:
    """Return the source with the change at that place. Line numbers stay the same."""
    tree = ast.parse(source)
    _change(next(islice(_nodes(tree), index, None)), change)
    return ast.fix_missing_locations(tree)


def known_equivalent() -> set[tuple[str, str]]:
    """Return the file and the differing lines of each change that no test can notice."""
    listed = tomllib.loads(EQUIVALENT.read_text("utf-8"))
    return {(entry["file"], entry["change"]) for entry in listed["equivalent"]}


def gone(known: set[tuple[str, str]]) -> list[str]:
    """Return those changes of ``known`` whose lines are no longer in the code."""
    return [
        f"{file}: {words}"
        for file, words in sorted(known)
        if not (ROOT / file).exists()
        or words.partition(" => ")[0] not in " ".join(unchanged(file).split())
    ]


def _nodes(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Yield the nodes that may be changed. These do not include decorators, assertions, arguments
    that nobody sees, code that only type checkers read, and code that only another system runs.
    """
    for field, value in ast.iter_fields(node):
        if field in {"decorator_list", "annotation", "returns"}:
            continue
        if field == "body" and isinstance(node, ast.If) and _is_elsewhere(node.test):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or _is_for_checkers(child):
                continue
            if isinstance(child, ast.keyword) and child.arg in NOT_SEEN:
                continue
            if isinstance(child, ast.expr | ast.stmt):
                yield child
            yield from _nodes(child)


def _is_for_checkers(node: ast.AST) -> bool:
    """Tell whether a node is an assertion or names a type. Changes of types need no test: mypy
    notices them, or the program does not start.
    """
    match node:
        case ast.Assert() | ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return True
        case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
            return True
    return False


def _is_elsewhere(test: ast.expr) -> bool:
    """Tell whether the code behind this test runs only on another system than the present one."""
    match test:
        case ast.Compare(
            left=ast.Attribute(value=ast.Name("sys"), attr="platform"),
            ops=[ast.Eq()],
            comparators=[ast.Constant(value=system)],
        ):
            return bool(system != sys.platform)
    return False


def _changes(node: ast.AST) -> int:
    """Return how many ways there are to change a node."""
    match node:
        case ast.Compare(ops=ops):
            return len(ops)
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return 0
        case ast.BoolOp() | ast.If(test=ast.Name() | ast.Call() | ast.Attribute()):
            return 1
        case ast.IfExp() | ast.UnaryOp(op=ast.Not()) | ast.Expr(value=ast.Call()):
            return 1
        case ast.BinOp(op=op) | ast.AugAssign(op=op):
            return int(type(op) in OTHER)
        case ast.Constant(value=value):
            return int(isinstance(value, int))
        case ast.Call(func=ast.Name(id=name)):
            return int(name in OTHER_NAME)
    return 0


def _change(node: ast.AST, change: int) -> None:
    match node:
        case ast.Compare(ops=ops):
            ops[change] = OTHER[type(ops[change])]()
        case ast.BoolOp(op=op) | ast.BinOp(op=op) | ast.AugAssign(op=op):
            node.op = OTHER[type(op)]()
        case ast.UnaryOp():
            node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
        case ast.If(test=test) | ast.IfExp(test=test):
            node.test = ast.UnaryOp(ast.Not(), test)
        case ast.Expr():
            node.value = ast.Constant(value=None)
        case ast.Constant(value=value):
            node.value = not value if isinstance(value, bool) else value + 1
        case ast.Call(func=ast.Name(id=name)):
            node.func = ast.Name(OTHER_NAME[name], ast.Load())


class Copy:
    """A copy of the project in which changes are tried."""

    def __init__(self, folder: Path, seconds: int) -> None:
        self.folder = folder
        self._seconds = seconds
        self._printed = folder.with_suffix(".log")
        self._state = folder.with_suffix(".state")
        self._forks: subprocess.Popen[bytes] | None = None
        self._orders: TextIO
        self._answers: TextIO
        self.tests: set[str] = set()
        listed = subprocess.run(
            ("git", "ls-files", "-z"), cwd=ROOT, capture_output=True, check=True, text=True
        )
        for name in listed.stdout.split("\0"):
            if name and (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        for module in (("tools.catalogue",), ("compileall", "-q", "app")):
            command = (sys.executable, "-m", *module)
            subprocess.run(command, cwd=folder, check=True, capture_output=True)

    def pytest(
        self, *arguments: str, seconds: int | None = None, start: tuple[str, ...] = PYTEST
    ) -> int:
        """Run pytest and return its exit code: 0 if every test passed, TOO_LONG if the run took
        more than ``seconds``. The output is in ``printed``.
        """
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        with (
            self._printed.open("wb") as printed,
            subprocess.Popen(
                (*start, *arguments),
                cwd=self.folder,
                env=environment,
                stdout=printed,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            ) as run,
        ):
            try:
                return run.wait(seconds)
            except subprocess.TimeoutExpired:
                os.killpg(run.pid, 9)
                return TOO_LONG

    @property
    def printed(self) -> str:
        """The output of pytest's last run."""
        return self._printed.read_text("utf-8", "replace")

    def notices(self, mutant: Mutant, marked: str, tests: list[str]) -> str:
        """Return how these tests noticed the change; empty if they did not notice it."""
        with self._changed(mutant):
            answer = self._run(marked, tests, self._seconds)
        return "time limit: " if answer == TOO_LONG else "failed: " if answer else ""

    def fails_by(self, mutant: Mutant, marked: str, files: list[str]) -> bool:
        """Tell whether a test of these files fails with the change and passes without it. A run
        that takes too long shows nothing, so it counts as passed.
        """
        with self._changed(mutant):
            if self._run(marked, files, ELSEWHERE_S) in {0, TOO_LONG}:
                return False
        return self.passes_again(marked)

    def passes_again(self, marked: str) -> bool:
        """Tell whether the tests that have just failed pass without any change."""
        failed = re.findall(r"^(?:FAILED|ERROR) ([^\s[]+)", self.printed, re.MULTILINE)
        return bool(failed) and self._run(marked, failed, ELSEWHERE_S) == 0

    def _run(self, marked: str, tests: list[str], seconds: int) -> int:
        """Run those of the tests that have this mark, and return pytest's exit code; 0 if there are
        none.
        """
        if not tests:
            return 0
        listed = self.folder / "tests.txt"
        listed.write_text("\n".join(tests), "utf-8")
        in_windows = any(test.startswith("tests/ui/") for test in tests)
        start = WITH_QT if in_windows else PYTEST
        answer = self.pytest("-x", "-m", marked, f"@{listed.name}", seconds=seconds, start=start)
        return 0 if answer == pytest.ExitCode.NO_TESTS_COLLECTED else answer

    def notices_in_fork(self, mutant: Mutant, tests: list[str]) -> str:
        """Return how tests that are already collected noticed the change; empty if they did not.
        Return "?" if the change cannot be tried in a fork, or if the failing test also fails
        without the change.
        """
        source = (self.folder / mutant.file).read_text("utf-8")
        with self._changed(mutant):
            place = mutant.file, source, mutant.index, mutant.change
            answer = self._fork({"place": place, "tests": tests})
        if answer < 0:
            return "time limit: "
        if answer == FAILED:
            failed = failed_file(self._state).read_text("utf-8")
            return "?" if self._fork({"place": None, "tests": [failed]}) else "failed: "
        return "" if answer == PASSED else "?"

    def collect(self) -> None:
        """Collect the tests once, in the process that is forked for each change."""
        theirs, orders = os.pipe()
        answers, mine = os.pipe()
        environment = {**os.environ, "MUTANT_ORDERS": str(theirs), "MUTANT_ANSWERS": str(mine)}
        temporary = self.folder.with_suffix(".tmp")
        tests = [f"tests/{name}" for name in TESTS]
        with self.folder.with_suffix(".forks.log").open("wb") as printed:
            self._forks = subprocess.Popen(
                (*PYTEST, "-s", "-p", "tools.mutants.forks", f"--basetemp={temporary}",
                 "-o", "tmp_path_retention_policy=failed", "-m", QUICK, *tests),
                cwd=self.folder,
                env=environment,
                pass_fds=(theirs, mine),
                stdout=printed,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )  # fmt: skip
        os.close(theirs)
        os.close(mine)
        self._orders, self._answers = os.fdopen(orders, "w"), os.fdopen(answers)
        listed = self._answers.readline()
        if not listed:
            sys.exit(f"The tests cannot be collected: {Path(printed.name).read_text('utf-8')}")
        self.tests = set(json.loads(listed))

    def close(self) -> None:
        if self._forks is not None:
            self._orders.close()
            self._forks.wait()
            self._answers.close()

    def _fork(self, order: dict[str, object]) -> int:
        shutil.rmtree(self._state, ignore_errors=True)
        self._state.mkdir()
        order |= {"seconds": self._seconds, "state": str(self._state)}
        print(json.dumps(order), file=self._orders, flush=True)
        return int(json.loads(self._answers.readline()))

    @contextmanager
    def _changed(self, mutant: Mutant) -> Iterator[None]:
        path = self.folder / mutant.file
        before, times = path.read_bytes(), path.stat()
        path.write_text(mutant.code, "utf-8")
        try:
            yield
        finally:
            path.write_bytes(before)
            os.utime(path, (times.st_atime, times.st_mtime))


class Reached:
    """The tests that reach each line of the program."""

    def __init__(self, data_files: Sequence[Path]) -> None:
        self._by_line: dict[Place, set[str]] = {}
        self.on_import: set[Place] = set()
        """The lines that are run on import, for whichever test is the first."""
        for data_file in data_files:
            self._add(data_file)

    def _add(self, data_file: Path) -> None:
        data, tree = CoverageData(str(data_file)), tree_of(data_file).read_text("utf-8")
        data.read()
        for name in data.measured_files():
            file = Path(name).relative_to(tree).as_posix()
            for line, contexts in data.contexts_by_lineno(name).items():
                tests = {context.partition("|")[0].partition("[")[0] for context in contexts}
                if "" in tests:
                    self.on_import.add((file, line))
                self._by_line.setdefault((file, line), set()).update(tests - {""})

    def by(self, file: str, line: int) -> set[str]:
        return self._by_line.get((file, line), set())

    @cached_property
    def tests(self) -> set[str]:
        """The tests that reach any line."""
        return set().union(*self._by_line.values())

    @cached_property
    def words(self) -> dict[str, list[Place]]:
        """The lines that contain each word."""
        found: dict[str, list[Place]] = defaultdict(list)
        for file in sorted({file for file, _ in self._by_line}):
            lines = (ROOT / file).read_text("utf-8").splitlines()
            for number, text in enumerate(lines, start=1):
                for word in {*re.findall(r"\w+", text)}:
                    found[word].append((file, number))
        return found


def tree_of(data_file: Path) -> Path:
    """Return the file that records in which copy of the project the lines were measured."""
    return data_file.with_name(f"{data_file.name}.tree")


def measure(project: Copy, data_file: Path, folders: Sequence[str]) -> None:
    """Run the tests of these folders without any change, and record which lines they reach."""
    settings = project.folder / "mutants.coveragerc"
    settings.write_text(
        f"[run]\nsource = app\nconcurrency = thread\ndata_file = {data_file}\n", "utf-8"
    )
    tests = [f"tests/{name}" for name in folders]
    answer = project.pytest("-m", QUICK, "--cov=app", "--cov-context=test",
                            f"--cov-config={settings}", "--cov-report=", *tests)  # fmt: skip
    if answer and not project.passes_again(QUICK):
        sys.exit(f"{project.printed}\nThe tests fail without any change.")
    tree_of(data_file).write_text(str(project.folder), "utf-8")


def reaching(mutant: Mutant, reached: Reached) -> set[str]:
    """Return the tests that reach the line of a change. If the line only sets a value on import,
    return the tests that reach the lines where the value is used.
    """
    if by := reached.by(mutant.file, mutant.line):
        return by
    tests: set[str] = set()
    followed, places = set[Place](), {(mutant.file, mutant.line)}
    for _ in range(LINKS):
        followed |= places
        uses = {use for place in places for use in uses_of(*place, reached)} - followed
        tests.update(*(reached.by(*use) for use in uses))
        places = {use for use in uses if not reached.by(*use)}
    return tests


def uses_of(file: str, line: int, reached: Reached) -> set[Place]:
    """Return the lines that contain a name which is set at this line. A module's name can be used
    by the module itself and by modules that mention it; a field's name can be used anywhere.
    """
    uses = {use for name in names_set_at(file, line) for use in reached.words.get(name, ())}
    if is_field(file, line):
        return uses
    module = Path(file.removesuffix("/__init__.py")).stem
    using = {file, *(other for other, _ in reached.words.get(module, ()))}
    return {use for use in uses if use[0] in using}


def is_field(file: str, line: int) -> bool:
    return any(
        isinstance(node, ast.ClassDef) and node.lineno < line <= (node.end_lineno or line)
        for node in parsed(file).body
    )


@cache
def names_set_at(file: str, line: int) -> frozenset[str]:
    """Return the names to which the statement at this line of a module or a class gives a value:
    constants, fields, and a function whose argument has its default there.
    """
    body = parsed(file).body
    for _ in range(2):
        for node in body:
            if node.lineno <= line <= (node.end_lineno or node.lineno):
                match node:
                    case ast.Assign(targets=targets):
                        return frozenset(name for target in targets for name in _names(target))
                    case ast.AnnAssign(target=target):
                        return frozenset(_names(target))
                    case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                        return frozenset({name})
                    case ast.ClassDef(body=inner):
                        body = inner
                break
    return frozenset()


@cache
def parsed(file: str) -> ast.Module:
    return ast.parse((ROOT / file).read_text("utf-8"))


def _names(target: ast.expr) -> list[str]:
    return [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]


def nearest_first(mutant: Mutant, reached: Reached) -> list[str]:
    """Return the tests that may notice a change: first those of its module, then those of its
    folder, then all others.
    """
    folder = Path(mutant.file).parent
    mirror = f"tests/{folder.relative_to('app').as_posix()}"
    own = f"{mirror}/test_{Path(mutant.file).stem}.py"
    order = sorted(reaching(mutant, reached))
    random.Random(mutant.line).shuffle(order)
    order.sort(key=lambda test: (not test.startswith(own), not test.startswith(mirror)))
    return order


def calling_nothing(project: Copy, mutant: Mutant, reached: Reached) -> list[str]:
    """Return the tests that call no function of the program, because these may also notice a change
    of a value that is set on import. Return none if tests reach the line of the change.
    """
    if reached.by(mutant.file, mutant.line):
        return []
    return sorted(project.tests - reached.tests)


def importing(file: str, names: Collection[str] = ()) -> tuple[list[str], list[str]]:
    """Return two lists of the test files that import a file of the program: those in folders that
    are not measured, and those in measured folders. In both, test files that contain one of the
    ``names`` come first.
    """
    parent, _, name = file.removesuffix(".py").replace("/", ".").rpartition(".")
    by_name = rf"from {re.escape(parent)} import (?:\([^)]*|[^\n(]*)\b{name}\b"
    imported = re.compile(rf"\b{re.escape(parent)}\.{name}\b|{by_name}")
    found: list[dict[str, bool]] = []
    for folders in (ELSEWHERE, TESTS):
        texts = {
            path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
            for folder in folders
            for path in sorted((ROOT / "tests" / folder).rglob("test_*.py"))
        }
        found.append(
            {
                path: any(re.search(rf"\b{one}\b", text) for one in names)
                for path, text in texts.items()
                if imported.search(text)
            }
        )
    apart, mine = (sorted(paths, key=lambda path: not paths[path]) for paths in found)
    return [path for path in apart if path not in mine], mine


def tried(project: Copy, mutant: Mutant, reached: Reached, long: bool) -> str:
    """Try a change. Return the tests by which it was noticed, or NOTHING."""
    order, others = nearest_first(mutant, reached), calling_nothing(project, mutant, reached)
    in_forks = False
    for at in range(0, len(order), AT_A_TIME):
        how = project.notices_in_fork(mutant, order[at : at + AT_A_TIME])
        if how not in {"", "?"}:
            return how + "in a fork"
        in_forks = not how
        if how:
            break
    by = reached.by(mutant.file, mutant.line)
    first = [] if by else ON_IMPORT
    if how := project.notices(mutant, QUICK, [*first, *order[:NEAR]]):
        return how + "near"
    rest = order[NEAR:] + others if order or others else sorted(project.tests)
    for at in range(0, 0 if in_forks else len(rest), AT_A_TIME):
        if how := project.notices(mutant, QUICK, rest[at : at + AT_A_TIME]):
            return how + "all that reach it"
    apart, mine = importing(mutant.file, names_set_at(mutant.file, mutant.line))
    place = mutant.file, mutant.line
    runs_on_import = not by or place in reached.on_import  # what tests then see was made before
    if project.fails_by(mutant, "not timed", [*mine, *apart] if runs_on_import else apart):
        return "elsewhere"
    if long and project.fails_by(mutant, "long and not timed", mine):
        return "long"
    return "NOTHING"


def sample(paths: list[str], seed: int, many: int) -> list[Mutant]:
    """Return ``many`` changes at random, without those that are known to be equivalent."""
    files = sorted(
        file.relative_to(ROOT).as_posix()
        for path in paths
        for file in ([ROOT / path] if path.endswith(".py") else (ROOT / path).rglob("*.py"))
    )
    every = [place for file in files for place in places(file)]
    random.Random(seed).shuffle(every)
    known, mutants = known_equivalent(), filter(None, (mutant_at(*place) for place in every))
    return list(islice((new for new in mutants if (new.file, new.words) not in known), many))


@contextmanager
def copies(
    at_once: int, seconds: int, data: Path | None
) -> Iterator[tuple[SimpleQueue[Copy], Reached]]:
    """Make copies of the project that have collected their tests, and remove the copies when the
    block ends. Yields the copies, and the tests that reach each line.
    """
    with TemporaryDirectory() as place:
        Path(place).chmod(0o755)  # some tests run as a user who may do less
        made = [Copy(Path(place) / str(number), seconds) for number in range(at_once)]
        free: SimpleQueue[Copy] = SimpleQueue()
        for copy in made:
            free.put(copy)
        data = data.resolve() if data else Path(place) / "lines"
        parts = {
            data.with_name(f"{data.name}-{number}"): TESTS[number::PARTS] for number in range(PARTS)
        }

        def lines_of(part: Path) -> None:
            with taken(free) as copy:
                measure(copy, part, parts[part])

        with ThreadPoolExecutor(at_once) as workers:
            list(workers.map(lines_of, (part for part in parts if not tree_of(part).exists())))
            list(workers.map(Copy.collect, made))
        yield free, Reached([*parts])
        for copy in made:
            copy.close()


@contextmanager
def taken(free: SimpleQueue[Copy]) -> Iterator[Copy]:
    """Take a copy that nobody else uses, until the block ends."""
    copy = free.get()
    try:
        yield copy
    finally:
        free.put(copy)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--only", default="", help="the numbers of changes to try again")
    parser.add_argument(
        "--data", type=Path, help="where the tests' lines are kept for the next run"
    )
    parser.add_argument("--seconds", type=int, default=LIMIT_S, help="for the tests of one change")
    parser.add_argument("--at-once", type=int, default=2, help="how many changes are tried")
    parser.add_argument("many", type=int, nargs="?", default=200)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("paths", nargs="*", default=FOLDERS)
    options = parser.parse_args()
    for change in gone(known_equivalent()):
        print(f"Not in the code any more: {change}")
    chosen = sample(options.paths, options.seed, options.many)
    wanted = {int(number) for number in options.only.split(",") if number} or range(len(chosen))
    with copies(options.at_once, options.seconds, options.data) as (free, reached):

        def attempt(number: int) -> str:
            mutant = chosen[number]
            with taken(free) as copy:
                start = time.monotonic()
                by = tried(copy, mutant, reached, options.long)
            seconds = time.monotonic() - start
            where = f"{mutant.file}:{mutant.line}: {mutant.words}"
            print(f"{number} {by} ({seconds:.0f} s): {where[:300]}", flush=True)
            return by

        with ThreadPoolExecutor(options.at_once) as workers:
            answers = list(workers.map(attempt, sorted(wanted)))
    noticed = sum(by != "NOTHING" for by in answers)
    late = sum(by.startswith("time limit") for by in answers)
    print(f"{noticed} of {len(answers)} were noticed, {late} of them by the time limit")


if __name__ == "__main__":
    main()
