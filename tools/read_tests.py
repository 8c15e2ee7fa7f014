"""Run parts of the tests in forks of one process that has imported the tests, because each new
process needs three seconds for these imports. Linux only.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from tools.environment import PYTHON, ROOT, environment
from tools.run_counted import ended_with_all, take_in


class ReadTests:
    """The process with the imported tests, as dev.py uses it."""

    def __init__(self, *arguments: str) -> None:
        """Start to import the tests that pytest finds with these arguments."""
        self._orders, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._process = subprocess.Popen(
            (str(PYTHON), "-m", "tools.read_tests", *arguments),
            cwd=ROOT,
            env={**environment(display=False), "OPENBLAS_NUM_THREADS": "1"},  # no threads
            stdin=theirs.fileno(),
            stdout=subprocess.DEVNULL,  # each file's own part reports a failed import
        )
        theirs.close()

    def run(
        self, arguments: Sequence[str], variables: Mapping[str, str]
    ) -> tuple[subprocess.CompletedProcess[str], float]:
        """Run pytest in a fork. Return the output, the exit code, and the processor time in seconds
        of the fork and of everything that it started.
        """
        said, prints = os.pipe()
        ended, tells = os.pipe()
        order = json.dumps({"arguments": [*arguments], "variables": {**variables}})
        socket.send_fds(self._orders, [order.encode()], [prints, tells])
        os.close(prints)
        os.close(tells)
        with open(said, errors="replace") as printed, open(ended) as told:
            output = printed.read()
            code, computed_s = json.loads(told.read() or "[-1, 0]")
        return subprocess.CompletedProcess(arguments, code, output), computed_s

    def close(self) -> None:
        self._orders.close()
        self._process.wait()


class OnlyImports:
    """A plugin with which pytest imports the files of tests but collects no tests."""

    def pytest_pycollect_makeitem(self) -> list[object]:
        return []


def main(arguments: list[str]) -> int:
    """Import the tests, and fork for each order. In a fork, return pytest's exit code."""
    import pytest

    orders = socket.socket(fileno=os.dup(0))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    pytest.main(["-p", "no:cacheprovider", *arguments], [OnlyImports()])
    read_constants()
    assert len(os.listdir("/proc/self/task")) == 1, "only one thread lives on in a fork"
    while True:
        order, ends, *_ = socket.recv_fds(orders, 1 << 20, 2, socket.MSG_CMSG_CLOEXEC)
        if not order:
            break
        if os.fork() == 0:
            orders.close()
            return in_fork(json.loads(order), *ends)
        for end in ends:
            os.close(end)
    with suppress(ChildProcessError):
        while True:
            os.wait()
    return 0


def read_constants() -> None:
    """Let hypothesis draw cases once. For that it collects the constants of all sources imported so
    far, and then reads only later imports in each fork; otherwise each fork would read all sources.
    """
    from hypothesis import HealthCheck, given, settings
    from hypothesis.strategies import integers, lists

    @settings(deadline=None, derandomize=True, database=None, suppress_health_check=[*HealthCheck])
    @given(lists(integers()))
    def draw(_numbers: list[int]) -> None: ...

    draw()


def in_fork(order: dict[str, Any], prints: int, tells: int) -> int:
    """Run pytest in a child of the fork. Once everything that pytest started has ended, report its
    exit code.
    """
    import resource  # not on Windows

    import pytest

    os.dup2(prints, 1)
    os.dup2(prints, 2)
    os.close(prints)
    os.environ |= order["variables"]
    tempfile.tempdir = None  # the variables may name another folder
    take_in()
    pid = os.fork()
    if pid == 0:
        os.close(tells)
        return int(pytest.main(order["arguments"]))
    code = ended_with_all(pid)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    os.write(tells, json.dumps([code, used.ru_utime + used.ru_stime]).encode())
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
