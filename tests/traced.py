"""Coverage of what tests run, without what pytest runs around them."""

import sys
from collections.abc import Generator
from typing import Any

import pytest


class Traced:
    """Lets coverage's tracer see fixtures and tests, but not the work of pytest between them. On
    Python 3.11 a tracer makes all code about three times as slow, also code that is not measured,
    and pytest works longer for a short test than the test itself.
    """

    def __init__(self) -> None:
        self._tracer = sys.gettrace()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_pycollect_makeitem(self) -> Generator[None, Any, Any]:
        return (yield from self._not_traced())

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self) -> Generator[None, Any, Any]:
        return (yield from self._not_traced())

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_fixture_setup(self) -> Generator[None, Any, Any]:
        return (yield from self._traced())

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_pyfunc_call(self) -> Generator[None, Any, Any]:
        return (yield from self._traced())

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_teardown(self) -> Generator[None, Any, Any]:
        return (yield from self._traced())

    def _not_traced(self) -> Generator[None, Any, Any]:
        sys.settrace(None)
        try:
            return (yield)
        finally:
            sys.settrace(self._tracer)

    def _traced(self) -> Generator[None, Any, Any]:
        before = sys.gettrace()
        sys.settrace(self._tracer)
        try:
            return (yield)
        finally:
            sys.settrace(before)
