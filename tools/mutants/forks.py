"""Tries changes of the code inside one run of pytest, for ``tools.mutants.python``.

The tests are collected once, and each change is tried in a fork of the process. Only changes inside
functions can be tried in this way, because code that runs on import has already run.
"""

import gc
import json
import os
import resource
import signal
import sys
from contextlib import suppress
from types import CodeType, FunctionType
from typing import Any, TextIO

import pytest

from tools.mutants.python import (
    FAILED,
    PASSED,
    ROOT,
    RUNS_ON_IMPORT,
    changed_tree,
    failed_file,
)

ORDERS, ANSWERS = "MUTANT_ORDERS", "MUTANT_ANSWERS"
"""The environment variables with the numbers of the two pipes."""
CPU_S = 120
"""The greatest processor time of tests, in seconds. Tests that take longer have noticed the change,
because it loops for ever.
"""
MEMORY = 6 << 30
OPTIMIZED = 0x1
"""The flag in the code of a function; the code of a module or a class does not have it."""
COMPREHENSIONS = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"}
Key = tuple[str, str, int, bytes]


def changed_functions(before: CodeType, after: CodeType) -> list[tuple[CodeType, CodeType]] | None:
    """Return the code of each changed function, before and after; None if code that runs on import
    has changed.
    """
    pairs: list[tuple[CodeType, CodeType]] = []
    return pairs if _collect(before, after, pairs, on_import=True) else None


def _collect(
    before: CodeType, after: CodeType, pairs: list[tuple[CodeType, CodeType]], *, on_import: bool
) -> bool:
    if before == after:
        return True
    is_function = before.co_flags & OPTIMIZED and before.co_name not in COMPREHENSIONS
    on_import = on_import and not is_function
    if on_import and _own(before) != _own(after):
        return False
    if is_function:
        pairs.append((before, after))
    inner = [
        [const for const in code.co_consts if isinstance(const, CodeType)]
        for code in (before, after)
    ]
    if len(inner[0]) != len(inner[1]):
        return not on_import
    return all(_collect(*both, pairs, on_import=on_import) for both in zip(*inner, strict=True))


def _own(code: CodeType) -> object:
    consts = [repr(const) for const in code.co_consts if not isinstance(const, CodeType)]
    return code.co_code, consts, code.co_names, code.co_varnames


def _key(code: CodeType) -> Key:
    return code.co_filename, code.co_qualname, code.co_firstlineno, code.co_linetable


class Forks:
    """Reads orders, each as a line of JSON: the place of a change, the tests, and their limits."""

    def __init__(self, orders: TextIO, answers: TextIO) -> None:
        self._orders, self._answers = orders, answers
        self._functions: dict[Key, list[FunctionType]] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            items.setdefault(item.nodeid.partition("[")[0], []).append(item)
        gc.unfreeze()  # the tests' conftest has frozen them, and frozen functions are not listed
        self._functions = _functions()
        gc.collect()
        gc.freeze()
        self._answer(list(items))
        items |= {item.nodeid: [item] for item in session.items}
        for line in self._orders:
            order = json.loads(line)
            chosen = [item for name in order["tests"] for item in items.get(name, ())]
            pid = os.fork()
            if pid == 0:
                self._try(session, chosen, order)
            _, status = os.waitpid(pid, 0)
            with suppress(ProcessLookupError):  # whom the tests have started
                os.killpg(pid, signal.SIGKILL)
            self._answer(os.waitstatus_to_exitcode(status))
        return True

    def _answer(self, answer: object) -> None:
        print(json.dumps(answer), file=self._answers, flush=True)

    def _try(
        self, session: pytest.Session, items: list[pytest.Item], order: dict[str, Any]
    ) -> None:
        """Run the tests of an order in the fork, within their limits, and end the fork with the
        result as its exit code.
        """
        os.setsid()
        sys.dont_write_bytecode = True
        code = 2
        try:
            signal.alarm(order["seconds"])
            resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S + 5))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            os.environ["FLAGFALL_STATE"] = order["state"]
            code = self._result(session, items, order)
        finally:
            sys.stdout.flush()
            os._exit(code)

    def _result(
        self, session: pytest.Session, items: list[pytest.Item], order: dict[str, Any]
    ) -> int:
        if order["place"] is not None and not self._change(*order["place"]):
            return RUNS_ON_IMPORT
        session.items = items
        for item, then in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=then)
            if session.testsfailed:
                failed_file(order["state"]).write_text(item.nodeid, "utf-8")
                return FAILED
        return PASSED

    def _change(self, file: str, source: str, index: int, change: int) -> bool:
        """Put the changed code into the functions in memory. Return False if part of the change
        cannot be made in this way.
        """
        path = str(ROOT / file)
        before, after = (
            compile(code, path, "exec", dont_inherit=True)
            for code in (source, changed_tree(source, index, change))
        )
        pairs = changed_functions(before, after)
        if pairs is None:
            return False
        count = 0
        for old, new in pairs:
            for function in self._functions.get(_key(old), ()):
                try:
                    function.__code__ = new
                except ValueError:  # it uses other names of the function around it
                    return False
                count += 1
        loaded = any(getattr(module, "__file__", None) == path for module in sys.modules.values())
        return bool(count) or not loaded


def _functions() -> dict[Key, list[FunctionType]]:
    """Return all functions of the program that are in memory, by their place in the source."""
    app, functions = str(ROOT / "app"), dict[Key, list[FunctionType]]()
    for held in gc.get_objects():
        if isinstance(held, FunctionType) and held.__code__.co_filename.startswith(app):
            functions.setdefault(_key(held.__code__), []).append(held)
    return functions


def pytest_configure(config: pytest.Config) -> None:
    for number in (os.environ[ORDERS], os.environ[ANSWERS]):
        os.set_inheritable(int(number), False)
    orders = os.fdopen(int(os.environ[ORDERS]))
    answers = os.fdopen(int(os.environ[ANSWERS]), "w")
    config.pluginmanager.register(Forks(orders, answers), "forks of the tests")
