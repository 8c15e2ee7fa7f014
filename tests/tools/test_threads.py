"""No thread emits a signal of Qt's objects, which the windows' thread may delete at that moment:
`app.ui.deliveries` carries what threads bring.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import app

UI = Path(app.__file__).parent / "ui"
DELIVERIES = UI / "deliveries.py"
JOINED = {UI / "clients" / "desk.py"}
"""Its desk's thread has ended when a client is deleted: `MainWindow.close_event` and
`RemoteTable.leave` wait for that. A press goes this way, so it has no hop more than it needs.
"""
CALLED_BY_THREADS = {"Thread", "add_done_callback", "subscribe", "work_beside"}
"""The calls whose arguments are called in another thread."""
OTHER_PARTS = ("app.clock", "app.desk", "app.store", "app.web")
"""Packages that call back from their own threads what they are given."""


def name_of(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def given_to_threads(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield what other threads call: the arguments of such calls, and what is assigned to an
    attribute such as ``on_fault`` of another object.
    """
    foreign = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(OTHER_PARTS)
        for alias in node.names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name_of(node.func) in CALLED_BY_THREADS | foreign:
            yield from node.args
            yield from (keyword.value for keyword in node.keywords)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Attribute) and target.attr.startswith("on_"):
                    yield node.value


def emissions(source: str) -> list[int]:
    """Return the lines in which other threads emit a signal, as far as this module shows. Its own
    functions and methods are followed by their names.
    """
    tree = ast.parse(source)
    functions, methods = dict[str, list[ast.AST]](), dict[str, list[ast.AST]]()
    for node in ast.walk(tree):
        kept = methods if isinstance(node, ast.ClassDef) else functions
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                kept.setdefault(part.name, []).append(part)
    found: set[int] = set()
    seen: set[ast.AST] = set()
    waiting: list[ast.AST] = [*given_to_threads(tree)]
    while waiting:
        root = waiting.pop()
        if root in seen:
            continue
        seen.add(root)
        if isinstance(root, ast.Call) and name_of(root.func) == "deliver_to":
            continue
        for node in ast.walk(root):
            if isinstance(node, ast.Attribute) and node.attr == "emit":
                found.add(node.lineno)
            elif isinstance(node, ast.Name):
                waiting += functions.get(node.id, [])
            elif isinstance(node, ast.Attribute) and name_of(node.value) == "self":
                waiting += methods.get(node.attr, [])
    return sorted(found)


def test_no_thread_emits_a_signal() -> None:
    found = {
        path.relative_to(UI).as_posix(): lines
        for path in UI.rglob("*.py")
        if path not in {DELIVERIES, *JOINED} and (lines := emissions(path.read_text("utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize(
    "source",
    [
        "Thread(target=self.came.emit)",
        "threading.Thread(target=lambda: self.came.emit(1), daemon=True).start()",
        "def work():\n    self.came.emit(1)\nThread(target=work)",
        "class A:\n def b(self):\n  self.c()\n def c(self):\n  self.d.emit()\n"
        " def e(self):\n  Thread(target=self.b)",
        "sent.add_done_callback(lambda done: self.tried.emit(done))",
        "work_beside(work, self.done.emit)",
        "server.subscribe(self.linked.emit)",
        "from app.web.online.uplink import Uplink\nUplink(line, self.told.emit)",
        "from app.clock.hall.hall import ClockHall\nClockHall(desk, show=self.arrived.emit)",
        "faults.on_fault = self.heard.emit",
    ],
)
def test_every_way_a_thread_may_emit_a_signal_is_found(source: str) -> None:
    assert emissions(source)


@pytest.mark.parametrize(
    "source",
    [
        "button(say('&Close'), self.closed.emit)",
        "def take():\n    self.came.emit(1)\nThread(target=deliver_to(take))",
        "came = deliver_to(self.take)\nThread(target=lambda: came(1))",
    ],
)
def test_signals_emitted_by_windows_themselves_are_allowed(source: str) -> None:
    assert emissions(source) == []
