"""What the program loads until its window is up, and in which thread it loads the rest."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.headless.simulation.simulate import SimulationPlan, simulate
from app.store.own_folder import RUNNING
from tests.patience import PATIENCE_S

ROOT = Path(__file__).parents[2]
HEAVY = {
    *("sqlalchemy", "rustworkx", "asyncio", "msgspec", "json", "decimal", "tomllib", "html"),
    *("logging.handlers", "socket", "pickle", "dataclasses"),
    *("app.ui.shell.awake", "app.store.server.server_log", "psycopg"),
    *("app.desk", "app.engine.state", "app.clock", "app.web", "app.store.log.event_log"),
    *("app.store.packets.plain_data", "app.ui.shell.event_window", "app.ui.clients.desk"),
}
SHOWN = """
import os, sys
from PySide6 import QtCore, QtGui, QtWidgets
import app.ui.application as application
import app.ui.shell.main_window as main_window

# What waits until the window has been drawn would come before that on a busy machine.
application.SETTLED_MS = main_window.DRAWN_MS = 600_000
SLOW = {"Qt", "QEvent", "QKeySequence", "QTreeView"}

class Watched(application.MainWindow):
    def show(self):
        super().show()
        QtCore.QTimer.singleShot(0, lambda: QtCore.QTimer.singleShot(0, tell))

def tell():
    made = SLOW & {*vars(QtCore), *vars(QtGui), *vars(QtWidgets)}
    print(*sys.modules, *(f"class {name}" for name in made), sep="\\n", flush=True)
    os._exit(0)

application.MainWindow = Watched
from app.__main__ import main
main([])
"""

OPENED = """
import os, sys, threading

elsewhere = []

class Watch:
    def find_spec(self, name, path=None, target=None):
        in_window = threading.current_thread() is threading.main_thread()
        if not in_window and name.startswith(("app.ui", "PySide6", "shiboken6")):
            elsewhere.append(name)

sys.meta_path.insert(0, Watch())

from pathlib import Path
from PySide6 import QtWidgets
from PySide6.QtCore import QTimer
import app.ui.application as application
from app.ui.shell.opening.event_opener import AFTERWARDS

file = Path(os.environ["FLAGFALL_STATE"], "cup.flagfall")
opens_later = sys.argv[1] == "later"

class Watched(application.MainWindow):
    def show(self):
        super().show()
        self.timer = QTimer(self, interval=50)
        self.timer.timeout.connect(self.look)
        self.timer.start()

    def look(self):
        global opens_later
        if {*AFTERWARDS} <= {*sys.modules}:
            made = [name for name in vars(QtWidgets) if name == "QWizard"]  # nothing names it
            print("imported", *made, *elsewhere, sep="\\n", flush=True)
            os._exit(0)
        elif opens_later and "app.ui.pages.event.page" in sys.modules:
            opens_later = False
            self.open_event(file)

application.MainWindow = Watched
from app.__main__ import main
main([] if opens_later else [str(file)])
"""


def run(script: str, folder: Path, *arguments: str) -> list[str]:
    """The words that the script printed."""
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        cwd=ROOT,
        env={
            **{name: value for name, value in os.environ.items() if not name.startswith("COV")},
            "QT_QPA_PLATFORM": "offscreen",
            "QT_LOGGING_RULES": "*.warning=false",
            "XDG_CONFIG_HOME": str(folder),
            "FLAGFALL_STATE": str(folder),
        },
        capture_output=True,
        check=True,
        text=True,
        timeout=PATIENCE_S,
    )
    return done.stdout.splitlines()


def test_the_window_starts_without_importing_heavy_modules(tmp_path: Path) -> None:
    """``Qt``, the namespace of enums, takes as long to load as a tenth of a bare window; the names
    of events, keys and item views take half as long each. From its second start on the program has
    a folder for running programs, which is empty while none runs.
    """
    (tmp_path / RUNNING).mkdir()
    loaded = set(run(SHOWN, tmp_path))
    assert "app.ui.shell.main_window" in loaded
    assert loaded & HEAVY == set()
    assert {word for word in loaded if word.startswith("class ")} == set()


@pytest.mark.parametrize("when", ["at once", "later"])
def test_only_the_window_thread_imports_qt_classes(tmp_path: Path, when: str) -> None:
    """PySide6 makes a class when it is first named; two threads at it crashed the program. The
    first list would make the classes of all widgets, so that is done before it.
    """
    simulate(SimulationPlan(players=4, rounds=1), path=tmp_path / "cup.flagfall")
    assert run(OPENED, tmp_path, when) == ["imported", "QWizard"]
