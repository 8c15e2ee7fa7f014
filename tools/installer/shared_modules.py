"""Runs at the start of both programs for Windows, before PyInstaller looks for modules. The modules
are in one file beside the programs, instead of a copy in each program.
"""

import sys

folder: str = vars(sys)["_MEIPASS"]
vars(sys)["_pyinstaller_pyz"] = f"{folder}\\flagfall.pyz"
