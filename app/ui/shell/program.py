"""A second copy of the program, which starts beside this one or after it."""

import sys
from pathlib import Path

from PySide6.QtCore import QProcess, QProcessEnvironment

from app.store.preferences import environment_anew

PROGRAM = Path(__file__).resolve().parents[3]


def program_anew(*arguments: str) -> QProcess:
    """Return a process that is ready to start the program with ``arguments``. The program uses the
    preferences that are valid when it starts.
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
