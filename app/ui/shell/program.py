"""The program, ready to be started once more beside or after this one."""

import sys
from pathlib import Path

from PySide6.QtCore import QProcess, QProcessEnvironment

from app.store.preferences import environment_anew

PROGRAM = Path(__file__).resolve().parents[3]


def program_anew(*arguments: str) -> QProcess:
    """Return this program, ready to be started with ``arguments`` by the preferences as they are
    then.
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
