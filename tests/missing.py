"""What a test needs of the machine. Where it is missing the test is skipped, and in CI it fails:
there everything is installed.
"""

import os
import shutil
from typing import NoReturn

import pytest


def missing(why: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(f"{why}. In CI nothing may be missing.", pytrace=False)
    pytest.skip(why)


def need_programs(*names: str) -> None:
    lacking = [name for name in names if shutil.which(name) is None]
    if lacking:
        missing(f"not installed: {', '.join(lacking)}")
