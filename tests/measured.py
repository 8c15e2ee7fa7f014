"""Coverage follows what tests do and the program being read, but neither pytest nor the tests being
read: Python 3.11 is three times as slow while it is followed, whatever it does.
"""

import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType
from typing import Any

import pytest


def is_measured() -> bool:
    return type(sys.gettrace()).__module__.partition(".")[0] == "coverage"


class Followed:
    """A plugin of pytest; what is not named here is not followed any more."""

    def __init__(self) -> None:
        self._tracer: Any = sys.gettrace()
        sys.settrace(None)
        sys.meta_path.insert(0, _Program(self))

    def follow(self) -> Generator[None, Any, Any]:
        if sys.gettrace() is not None:  # a fixture of a fixture
            return (yield)
        sys.settrace(self._tracer)
        try:
            return (yield)
        finally:
            sys.settrace(None)

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_fixture_setup(self) -> Generator[None, Any, Any]:
        return (yield from self.follow())

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_pyfunc_call(self) -> Generator[None, Any, Any]:
        return (yield from self.follow())

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_teardown(self) -> Generator[None, Any, Any]:
        return (yield from self.follow())


class _Module(SourceFileLoader):
    """Reads a module of the program."""

    followed: Followed

    def exec_module(self, module: ModuleType) -> None:
        with contextmanager(self.followed.follow)():
            super().exec_module(module)


class _Program(MetaPathFinder):
    """Finds the program's modules."""

    def __init__(self, followed: Followed) -> None:
        self._followed = followed

    def find_spec(
        self, name: str, path: Sequence[str] | None, _: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] != "app":
            return None
        found = PathFinder.find_spec(name, path)
        if found is not None and isinstance(found.loader, SourceFileLoader):
            found.loader = _Module(found.loader.name, found.loader.path)
            found.loader.followed = self._followed
        return found
