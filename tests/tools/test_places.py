"""Tests stand where what they test stands, and no folder of the program is crowded."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OF_THEIR_OWN = {
    "end_to_end": "the whole program",
    "firmware": "the reference clock’s core, in C++",
    "tools": "what is in tools, dev.py and docs",
    "web_page": "the tables’ pages, in JavaScript",
}


MOST_MODULES = 24


def homeless(tests: Path, app: Path) -> list[str]:
    """Folders with tests that have neither a folder nor a module in the program; folders of tools
    stand beside it.
    """
    folders = {file.parent.relative_to(tests) for file in tests.rglob("test_*.py")}
    return sorted(
        folder.as_posix()
        for folder in folders
        if folder.as_posix() not in OF_THEIR_OWN
        and not (app / folder).is_dir()
        and not (app / folder).with_suffix(".py").is_file()
        and not (folder.parts[0] == "tools" and (app.parent / folder).is_dir())
    )


def test_every_test_folder_matches_a_folder_of_the_program() -> None:
    assert homeless(ROOT / "tests", ROOT / "app") == []


def test_a_test_folder_without_a_counterpart_in_the_program_is_found(tmp_path: Path) -> None:
    there = ("tests/desk", "tests/engine/games", "app/engine", "tools/installer")
    for name in (*there, "tests/tools/installer", "tests/tools/kitchen"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "app/desk.py").touch()
    for folder in ("desk", "engine/games", "tools", "tools/installer", "tools/kitchen"):
        (tmp_path / "tests" / folder / "test_a.py").touch()
    assert homeless(tmp_path / "tests", tmp_path / "app") == ["engine/games", "tools/kitchen"]


def crowded(app: Path) -> list[str]:
    """Folders with more modules than anybody looks through, each with how many it has."""
    return sorted(
        f"{folder.relative_to(app).as_posix()}: {many}"
        for folder in (app, *(path for path in app.rglob("*") if path.is_dir()))
        if (many := sum(file.stem != "__init__" for file in folder.glob("*.py"))) > MOST_MODULES
    )


@pytest.mark.parametrize("name", ["app", "tools"])
def test_no_folder_has_too_many_modules(name: str) -> None:
    assert crowded(ROOT / name) == []


def test_a_folder_with_too_many_modules_is_found(tmp_path: Path) -> None:
    for name, many in (("engine", MOST_MODULES), ("ui/pages", MOST_MODULES + 1)):
        (tmp_path / name).mkdir(parents=True)
        for module in ("__init__", *(f"module_{number}" for number in range(many))):
            (tmp_path / name / f"{module}.py").touch()
    assert crowded(tmp_path) == [f"ui/pages: {MOST_MODULES + 1}"]
