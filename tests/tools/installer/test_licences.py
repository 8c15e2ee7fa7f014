"""Every part that the installed program brings along has the text of its licence there."""

import importlib.metadata
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy

from tests.missing import missing
from tools.environment import ROOT
from tools.installer.licences import NoLicence, of_distribution, part_of, write_licences


def required(name: str) -> set[str]:
    """The names of all distributions that ``name`` needs here, itself among them."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        name = waiting.pop().lower().replace("_", "-")
        if name in found:
            continue
        try:
            lines = importlib.metadata.requires(name) or []
        except importlib.metadata.PackageNotFoundError:
            continue  # of another system
        found.add(name)
        waiting += [re.split(r"[^\w.-]", line)[0] for line in lines if "extra ==" not in line]
    return found


def bundled() -> set[str]:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    tables = re.findall(
        r"^(?:dependencies|server|tls|hid|pads) = \[(.*?)\]", project, re.DOTALL | re.MULTILINE
    )
    names = re.findall(r'"([\w-]+)[^"]*"', "\n".join(tables))
    return set().union(*(required(name) for name in names))


@pytest.mark.parametrize("name", sorted(bundled()))
def test_every_bundled_library_has_its_licence(name: str) -> None:
    part = of_distribution(importlib.metadata.distribution(name))
    assert part.texts
    assert all(text.read_bytes().strip() for text in part.texts)


@pytest.mark.parametrize(
    ("name", "owner"), [("cryptography", "OpenSSL"), ("deflate", "Eric Biggers")]
)
def test_a_library_built_into_a_module_has_its_licence_too(name: str, owner: str) -> None:
    part = of_distribution(importlib.metadata.distribution(name))
    assert any(owner in text.read_text("utf-8") for text in part.texts)


def test_the_licence_folder_has_a_text_for_each_part_and_a_list_of_them(tmp_path: Path) -> None:
    folder = tmp_path / "licences"
    sources = [Path(sqlalchemy.__file__), ROOT / "app" / "__main__.py", Path(re.__file__)]
    parts = write_licences(folder, sources)
    assert [part.name for part in parts] == ["Flagfall", "Python", "SQLAlchemy"]
    assert {file.name for file in folder.iterdir()} == {
        "Flagfall.txt", "Python.txt", "README.txt", "SQLAlchemy.txt",
    }  # fmt: skip
    listed = (folder / "README.txt").read_text("utf-8")
    assert f"SQLAlchemy {sqlalchemy.__version__}: MIT" in listed
    assert "MIT License" in (folder / "Flagfall.txt").read_text("utf-8")


def test_qt_comes_with_the_lgpl_and_instructions_for_replacing_it(tmp_path: Path) -> None:
    import PySide6

    write_licences(tmp_path, [Path(PySide6.__file__)])
    (text,) = (file for file in tmp_path.iterdir() if file.name.startswith("PySide6"))
    notice = text.read_text("utf-8")
    assert "You may replace Qt by a version of your own" in notice
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in notice
    assert "GNU GENERAL PUBLIC LICENSE" in notice


WINDOWS_LIBRARIES = {
    "libcrypto-3-x64-cf63d49b.dll": "Apache License",
    "libssl-3-x64-4e7cec2f.dll": "Apache License",
    "libpq-f339ee7e.dll": "PostgreSQL Global Development Group",
}
"""Files of psycopg's wheel for Windows, and what their licences say."""
WRITE = """
import sys
from pathlib import Path
from tools.installer.licences import write_licences

write_licences(Path(sys.argv[1]), map(Path, sys.argv[2:]))
"""


def test_the_libraries_in_psycopgs_wheel_for_windows_have_their_licences(tmp_path: Path) -> None:
    wheel, licences = tmp_path / "wheel", tmp_path / "licences"
    inside, metadata = wheel / "psycopg_binary.libs", wheel / "psycopg_binary-3.2.dist-info"
    inside.mkdir(parents=True)
    metadata.mkdir()
    (metadata / "METADATA").write_text("Name: psycopg-binary\nVersion: 3.2\n", "utf-8")
    record = "".join(f"{inside.name}/{name},,\n" for name in WINDOWS_LIBRARIES)
    (metadata / "RECORD").write_text(record, "utf-8")
    for name in WINDOWS_LIBRARIES:
        (inside / name).write_bytes(b"")
    found = os.pathsep.join((str(wheel), str(ROOT)))
    known = {**os.environ, "PYTHONPATH": found, "PATH": ""}  # Windows has no packages of Debian
    files = [str(inside / name) for name in WINDOWS_LIBRARIES]
    subprocess.run([sys.executable, "-c", WRITE, str(licences), *files], env=known, check=True)
    for name, words in WINDOWS_LIBRARIES.items():
        text = licences / f"{name.split('-')[0]} of psycopg-binary.txt"
        assert words in text.read_text("utf-8")


def test_a_library_without_a_licence_is_not_bundled(tmp_path: Path) -> None:
    stranger = tmp_path / "libstranger.so.1"
    stranger.write_bytes(b"")
    with pytest.raises(NoLicence, match=r"No licence is known of .*libstranger\.so\.1"):
        write_licences(tmp_path / "licences", [stranger])


@pytest.mark.skipif(sys.platform != "linux", reason="libraries of Debian's packages")
def test_readline_is_not_bundled(tmp_path: Path) -> None:
    readline = next(Path("/lib").glob("*/libreadline.so.*"), None)
    if readline is None or part_of(readline) is None:
        missing("this system has no readline of a package")
    with pytest.raises(NoLicence, match="The GPL does not go with"):
        write_licences(tmp_path / "licences", [readline])
