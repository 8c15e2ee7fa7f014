import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.store.log.event_log import EventLog, create
from tests.missing import missing
from tests.store.by_hand import fill


@pytest.fixture
def event_file(tmp_path: Path) -> Path:
    return tmp_path / "Cup.flagfall"


@pytest.fixture
def log(event_file: Path) -> Iterator[EventLog]:
    with create(event_file) as log:
        yield log


@pytest.fixture
def common_folder() -> Iterator[Path]:
    """A folder that anybody may enter, for what is done ``powerless``."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own with 256 kB, where the system lets us have one."""
    disk = tmp_path / "stick"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)]
    if shutil.which("mount") is None or subprocess.run(mount, check=False).returncode:
        missing("needs the right to mount a file system")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


@pytest.fixture
def closed(event_file: Path) -> Path:
    """An event of forty long rows that nobody has open."""
    with create(event_file) as log:
        fill(log, 40)
    return event_file
