"""Process start to the first idle moment with the main window up and drawn, against a bare Qt
window; and until what was put off until then is there, too.

The two are started by turns, so that both see the same caches and the same busy neighbours. The
steady counter is the machine's own, so parent and child read the same one.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 15
TARGET = 1.25

IDLE = """
import os, time
from PySide6.QtCore import QTimer

def told():
    print(time.perf_counter(), flush=True)
    os._exit(0)

def tell_when_idle():
    QTimer.singleShot(0, lambda: QTimer.singleShot(0, told))
"""

OURS = """
import app.ui.application as application

class Timed(application.MainWindow):
    def show(self):
        super().show()
        tell_when_idle()

application.MainWindow = Timed
from app.__main__ import main
main([])
"""

WHOLE = OURS.replace(
    """    def show(self):
        super().show()
        tell_when_idle()
""",
    """    def _fill_menus(self):
        super()._fill_menus()
        tell_when_idle()
""",
)

BARE = """
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow
app = QApplication([])
window = QMainWindow()
window.resize(1366, 740)
window.setCentralWidget(QLabel("Hello"))
window.show()
tell_when_idle()
app.exec()
"""


def seconds(code: str, home: str) -> float:
    platform = os.environ.get("QT_QPA_PLATFORM", "offscreen")
    inherited = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": platform}
    inherited["QT_LOGGING_RULES"] = "*.warning=false"  # no display of a user lacks what this lacks
    inherited.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program has its bytecode
    began = time.perf_counter()
    finished = subprocess.run(
        [sys.executable, "-c", code],
        env={**inherited, "XDG_CONFIG_HOME": home},
        capture_output=True,
        check=True,
        text=True,
    )
    return float(finished.stdout) - began


def main() -> None:
    ours: list[float] = []
    whole: list[float] = []
    bare: list[float] = []
    with tempfile.TemporaryDirectory() as home:
        for _ in range(ROUNDS + 1):
            ours.append(seconds(IDLE + OURS, home))
            bare.append(seconds(IDLE + BARE, home))
            whole.append(seconds(IDLE + WHOLE, home))
    mine, least = median(ours[1:]), median(bare[1:])
    print(
        f"cold start: {mine / least:.2f} times a bare window (target {TARGET}):"
        f" {mine * 1000:.0f} ms against {least * 1000:.0f} ms, with the menus' contents"
        f" {median(whole[1:]) * 1000:.0f} ms,"
        f" medians of {ROUNDS} by turns after one unmeasured"
    )


if __name__ == "__main__":
    main()
