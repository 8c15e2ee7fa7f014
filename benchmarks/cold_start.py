"""The time from the start of the process until the main window is drawn and first idle, compared
with a bare Qt window. Also the time until the work that was put off until then is done.

The two programs are started alternately, so that both meet the same caches and the same load from
other programs. Parent and child read the same steady counter, which is the machine's own.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from app.store.own_folder import RUNNING

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 15
TARGET = 1.25

IDLE = """
import os, time

def told():
    print(time.perf_counter(), time.process_time(), flush=True)
    os._exit(0)

def tell_when_idle():
    from PySide6.QtCore import QTimer
    QTimer.singleShot(0, lambda: QTimer.singleShot(0, told))
"""

OURS = """
import app.__main__ as program

def demand_display(demand=program._demand_display):
    # the last that the program does before it imports its windows
    demand()
    import app.ui.application as application

    MainWindow = application.MainWindow

    def shown(window, show=MainWindow.show):
        show(window)
        tell_when_idle()

    MainWindow.show = shown

program._demand_display = demand_display
program.main([])
"""

WHOLE = OURS.replace("MainWindow.show", "MainWindow._fill_menus")

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


def start(code: str, home: str) -> tuple[float, float]:
    """Start a program that runs ``code``. Return how many seconds pass until it is idle, in real
    time and in processor time.
    """
    platform = os.environ.get("QT_QPA_PLATFORM", "offscreen")
    inherited = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": platform}
    inherited["QT_LOGGING_RULES"] = "*.warning=false"  # users' displays do not cause these warnings
    inherited.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program has its bytecode
    began = time.perf_counter()
    finished = subprocess.run(
        [sys.executable, "-c", code],
        env={**inherited, "XDG_CONFIG_HOME": home, "FLAGFALL_STATE": home},
        capture_output=True,
        check=True,
        text=True,
    )
    ended, computed = map(float, finished.stdout.split())
    return ended - began, computed


def main() -> None:
    ours: list[tuple[float, float]] = []
    whole: list[tuple[float, float]] = []
    bare: list[tuple[float, float]] = []
    with tempfile.TemporaryDirectory() as home:
        (Path(home) / RUNNING).mkdir()  # as every start but the first finds it
        for _ in range(ROUNDS + 1):
            ours.append(start(IDLE + OURS, home))
            bare.append(start(IDLE + BARE, home))
            whole.append(start(IDLE + WHOLE, home))
    for time_of, what in enumerate(("real time", "processor time")):
        mine, least, filled = (
            median(times[time_of] for times in started[1:]) for started in (ours, bare, whole)
        )
        print(
            f"cold start, {what}: {mine / least:.2f} times a bare window (target {TARGET}):"
            f" {mine * 1000:.0f} ms against {least * 1000:.0f} ms, with the menus' contents"
            f" {filled * 1000:.0f} ms, medians of {ROUNDS} by turns after one unmeasured"
        )


if __name__ == "__main__":
    main()
