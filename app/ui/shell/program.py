"""A second copy of the program, to be started beside or after this one."""

import sys
from pathlib import Path

from PySide6.QtCore import QProcess, QProcessEnvironment

from app.store.preferences import environment_anew

PROGRAM = Path(__file__).resolve().parents[3]


def program_anew(*arguments: str) -> QProcess:
    """Return the program, ready to be started with ``arguments`` and the preferences of that
    time.
    """
    variables = QProcessEnvironment()
    for name, value in environment_anew().items():
        variables.insert(name, value)
    program = QProcess()
    program.setProgram(sys.executable)
    before = [] if getattr(sys, "frozen", False) else ["-m", "app"]
    program.setArguments([*before, *arguments])
    program.setWorkingDirectory(str(PROGRAM))
    program.setProcessEnvironment(variables)
    return program
