"""What the program loads until its window is up."""

import os
import subprocess
import sys
from pathlib import Path

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
from PySide6 import QtCore
import app.ui.application as application

class Watched(application.MainWindow):
    def show(self):
        super().show()
        QtCore.QTimer.singleShot(0, lambda: QtCore.QTimer.singleShot(0, tell))

def tell():
    print(*sys.modules, *(["PySide6.QtCore.Qt"] if "Qt" in vars(QtCore) else []), flush=True)
    os._exit(0)

application.MainWindow = Watched
from app.__main__ import main
main([])
"""


def test_the_window_comes_up_without_anything_heavy(tmp_path: Path) -> None:
    """``Qt``, the namespace of enums, takes as long to load as a tenth of a bare window."""
    done = subprocess.run(
        [sys.executable, "-c", SHOWN],
        cwd=ROOT,
        env={
            **{name: value for name, value in os.environ.items() if not name.startswith("COV")},
            "QT_QPA_PLATFORM": "offscreen",
            "QT_LOGGING_RULES": "*.warning=false",
            "XDG_CONFIG_HOME": str(tmp_path),
            "FLAGFALL_STATE": str(tmp_path),
        },
        capture_output=True,
        check=True,
        text=True,
    )
    loaded = set(done.stdout.split())
    assert "app.ui.shell.main_window" in loaded
    assert loaded & {*HEAVY, "PySide6.QtCore.Qt"} == set()
