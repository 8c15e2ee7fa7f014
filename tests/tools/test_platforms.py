"""Of which modules the types are checked once more for other systems."""

import pytest

import dev
from tools.platforms import differing, files_to_check

LIBRARY = {
    "os": 'if sys.platform != "win32":\n    def fork() -> int: ...\n',
    "os.path": "import sys\n",
    "json": "def loads(text: str) -> object: ...\n",
}
OURS = {
    "app.sound": "import sys\n\nLOUD = sys.platform == 'win32'\n",
    "app.plain": "import json\nfrom app.text import said\n",
    "app.text": "from PySide6.QtCore import Qt\n",
}


@pytest.mark.parametrize(
    "text",
    [
        "import os\n",
        "import json, os as system\n",
        "from os import fork\n",
        "def fork():\n    from os import (\n        fork,\n        path,\n    )\n",
        "import serial\n",
        "from app import sound\n",
        "from app.sound import LOUD\n",
        "import os.path\n\nWINDOWS = os.name == 'nt'\n",
    ],
)
def test_a_module_that_uses_something_platform_dependent_may_differ(text: str) -> None:
    assert differing({**OURS, "app.uses": text}, LIBRARY) == ["app.sound", "app.uses"]


def test_a_module_independent_of_the_system_is_the_same_everywhere() -> None:
    assert differing(OURS, LIBRARY) == ["app.sound"]


def test_files_that_ask_for_the_system_in_any_way_are_among_those_checked() -> None:
    found = files_to_check(dev.typed_files())
    for name in ("app/clock/sleep/here.py", "app/ui/shell/one_window.py", "dev.py"):
        assert name in found
    assert not [name for name in found if name.startswith("app/engine/table/")]
