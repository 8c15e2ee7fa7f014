"""Runs in both programs for Windows before PyInstaller looks for the modules: they are in one file
beside the programs, and not a copy of them in each.
"""

import sys

folder: str = vars(sys)["_MEIPASS"]
vars(sys)["_pyinstaller_pyz"] = f"{folder}\\flagfall.pyz"
