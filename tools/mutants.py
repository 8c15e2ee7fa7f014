"""Change the engine, the drivers and the store at random, and say which changes no test notices.

    python -m tools.mutants [--long] [--only N,N] [how many] [seed] [folder or file of app …]

The tests run once to learn which of them reach which line. Then each change is tried in a copy of
the project by the tests that reach its line; --long tries what is left by the tests marked as long,
too. The files of the project stay as they are.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

from coverage import CoverageData

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("app/engine", "app/clock/drivers", "app/store")
TESTS = ("engine", "views", "clock/drivers", "clock/hall", "store", "desk", "emulators")
LONG_TESTS = (*TESTS, "headless", "web")
AT_ONCE = 2
MOST = 250
"""So many tests try a line that more of them reach: a table's game is folded by thousands."""
LIMIT_S = 240
"""A change that makes the tests run for longer has been noticed."""

OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
OTHER_NAME = {"min": "max", "max": "min", "any": "all", "all": "any"}
NOT_SEEN = {"strict", "slots", "frozen", "repr", "kw_only", "maxsize", "flush"}
"""Arguments that no correct program can tell apart."""


@dataclass(frozen=True, slots=True)
class Mutant:
    file: str
    line: int
    before: str
    after: str
    code: str


def places(file: str) -> list[tuple[str, int, int]]:
    """Where a file may be changed: the file, the number of its node, which change of the node."""
    nodes = _nodes(ast.parse((ROOT / file).read_text("utf-8")))
    return [(file, n, change) for n, node in enumerate(nodes) for change in range(_changes(node))]


def mutant_at(file: str, index: int, change: int) -> Mutant | None:
    """The change at a place; None if Python 3.11 cannot write its f-string."""
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    node = next(islice(_nodes(tree), index, None))
    before = ast.unparse(node)
    _change(node, change)
    try:
        return Mutant(file, node.lineno, before, ast.unparse(node), ast.unparse(tree))
    except ValueError:
        return None


def _nodes(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """What may be changed: no decorators, annotations, assertions or arguments nobody sees."""
    for field, value in ast.iter_fields(node):
        if field in {"decorator_list", "annotation", "returns"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or isinstance(child, ast.Assert):
                continue
            if isinstance(child, ast.keyword) and child.arg in NOT_SEEN:
                continue
            if isinstance(child, ast.expr | ast.stmt):
                yield child
            yield from _nodes(child)


def _changes(node: ast.AST) -> int:
    """How many ways there are to change a node."""
    match node:
        case ast.Compare(ops=ops):
            return len(ops)
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
            ops[change] = OTHER[type(ops[change])]()  # type: ignore[call-overload]
        case ast.BoolOp(op=op) | ast.BinOp(op=op) | ast.AugAssign(op=op):
            node.op = OTHER[type(op)]()  # type: ignore[assignment]
        case ast.UnaryOp():
            node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
        case ast.If(test=test) | ast.IfExp(test=test):
            node.test = ast.UnaryOp(ast.Not(), test)
        case ast.Expr():
            node.value = ast.Constant(value=None)
        case ast.Constant(value=value):
            node.value = not value if isinstance(value, bool) else value + 1  # type: ignore[operator]
        case ast.Call(func=ast.Name(id=name)):
            node.func = ast.Name(OTHER_NAME[name], ast.Load())


class Copy:
    """A copy of the project, where changes are tried."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._printed = folder.with_suffix(".log")
        listed = subprocess.run(
            ("git", "ls-files", "-z"), cwd=ROOT, capture_output=True, check=True, text=True
        )
        for name in listed.stdout.split("\0"):
            if name and (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        subprocess.run((sys.executable, "-m", "compileall", "-q", "app"), cwd=folder, check=True)

    def pytest(self, *arguments: str) -> int:
        """What pytest answers: 0 if every test passed. ``printed`` has what it said."""
        command = (
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:pytest-qt",
        )
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        with (
            self._printed.open("wb") as printed,
            subprocess.Popen(
                (*command, *arguments),
                cwd=self.folder,
                env=environment,
                stdout=printed,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            ) as run,
        ):
            try:
                return run.wait(LIMIT_S if "-x" in arguments else None)
            except subprocess.TimeoutExpired:
                os.killpg(run.pid, 9)
                return -9

    @property
    def printed(self) -> str:
        """What pytest said last."""
        return self._printed.read_text("utf-8", "replace")

    def notices(self, mutant: Mutant, *arguments: str) -> str:
        """How the tests noticed the change; empty if they did not."""
        path = self.folder / mutant.file
        before, times = path.read_bytes(), path.stat()
        path.write_text(mutant.code, "utf-8")
        try:
            answer = self.pytest("-x", *arguments)
            return "time limit: " if answer == -9 else "failed: " if answer else ""
        finally:
            path.write_bytes(before)
            os.utime(path, (times.st_atime, times.st_mtime))


def tests_by_line(data_file: Path, tree: Path) -> dict[tuple[str, int], set[str]]:
    """The tests that reach each line; a line that is run on import belongs to no test."""
    data, reached = CoverageData(str(data_file)), dict[tuple[str, int], set[str]]()
    data.read()
    for name in data.measured_files():
        file = Path(name).relative_to(tree).as_posix()
        for line, contexts in data.contexts_by_lineno(name).items():
            reached[file, line] = {
                context.partition("|")[0].partition("[")[0] for context in contexts
            }
    return reached


def measured(project: Copy, data_file: Path) -> dict[tuple[str, int], set[str]]:
    """Runs the tests without any change."""
    settings = project.folder / "mutants.coveragerc"
    settings.write_text("[run]\nsource = app\nconcurrency = thread\n", "utf-8")
    os.environ["COVERAGE_FILE"] = str(data_file)
    tests = [f"tests/{name}" for name in TESTS]
    answer = project.pytest("-m", "not long and not timed", "--cov=app", "--cov-context=test",
                            f"--cov-config={settings}", "--cov-report=", *tests)  # fmt: skip
    del os.environ["COVERAGE_FILE"]
    if answer:
        sys.exit(f"{project.printed}\nThe tests fail without any change.")
    return tests_by_line(data_file, project.folder)


def tried(
    project: Copy, mutant: Mutant, reached: dict[tuple[str, int], set[str]], long: bool
) -> str:
    """Which tests noticed the change, or NOTHING."""
    folder = Path(mutant.file).parent
    mirror = f"tests/{folder.relative_to('app').as_posix()}"
    tests = reached.get((mutant.file, mutant.line), set()) - {""}
    own = f"{mirror}/test_{Path(mutant.file).stem}.py"
    order = sorted(tests)
    random.Random(mutant.line).shuffle(order)
    order.sort(key=lambda test: (not test.startswith(own), not test.startswith(mirror)))
    listed = project.folder / "tests.txt"
    everything = [f"tests/{name}" for name in TESTS]
    near = [mirror] if (project.folder / mirror).is_dir() else everything
    stages = (order[:40], order[:MOST]) if order else (near, everything)
    for by, names in zip(("near", "all that reach it"), stages, strict=True):
        listed.write_text("\n".join(names), "utf-8")
        if how := project.notices(mutant, "-m", "not long and not timed", f"@{listed.name}"):
            return how + by
        if len(names) == len(stages[-1]):
            break
    wider = [f"tests/{name}" for name in LONG_TESTS]
    if long and project.notices(mutant, "-m", "long and not timed", *wider):
        return "long"
    return "NOTHING"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--only", default="", help="the numbers of changes to try again")
    parser.add_argument(
        "--data", type=Path, help="where the tests' lines are kept for the next run"
    )
    parser.add_argument("many", type=int, nargs="?", default=200)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("paths", nargs="*", default=FOLDERS)
    options = parser.parse_args()
    files = sorted(
        file.relative_to(ROOT).as_posix()
        for path in options.paths
        for file in ([ROOT / path] if path.endswith(".py") else (ROOT / path).rglob("*.py"))
    )
    every = [place for file in files for place in places(file)]
    random.Random(options.seed).shuffle(every)
    chosen = list(islice(filter(None, (mutant_at(*place) for place in every)), options.many))
    wanted = {int(number) for number in options.only.split(",") if number}
    with TemporaryDirectory() as place:
        free: SimpleQueue[Copy] = SimpleQueue()
        for number in range(AT_ONCE):
            free.put(Copy(Path(place) / str(number)))
        project = free.get()
        data = options.data or Path(place) / "lines"
        if data.exists():
            reached = tests_by_line(data, Path(data.with_suffix(".tree").read_text("utf-8")))
        else:
            reached = measured(project, data)
            data.with_suffix(".tree").write_text(str(project.folder), "utf-8")
        free.put(project)

        def attempt(number: int) -> bool:
            if wanted and number not in wanted:
                return True
            mutant = chosen[number]
            copy_of_project, start = free.get(), time.monotonic()
            try:
                by = tried(copy_of_project, mutant, reached, options.long)
            finally:
                free.put(copy_of_project)
            what = f"{mutant.file}:{mutant.line}: {mutant.before} -> {mutant.after}"
            seconds = time.monotonic() - start
            print(f"{number} {by} ({seconds:.0f} s): {' '.join(what.split())[:300]}", flush=True)
            return by != "NOTHING"

        with ThreadPoolExecutor(AT_ONCE) as workers:
            noticed = sum(workers.map(attempt, range(len(chosen))))
    print(f"{noticed} of {len(chosen)} were noticed")


if __name__ == "__main__":
    main()
