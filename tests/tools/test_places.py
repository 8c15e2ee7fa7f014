"""Tests stand where what they test stands."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OF_THEIR_OWN = {
    "end_to_end": "the whole program",
    "firmware": "the reference clock's core, in C++",
    "tools": "what is in tools, dev.py and docs",
    "web_page": "the tables' pages, in JavaScript",
}


def homeless(tests: Path, app: Path) -> list[str]:
    """Folders with tests that have neither a folder nor a module in the program."""
    folders = {file.parent.relative_to(tests) for file in tests.rglob("test_*.py")}
    return sorted(
        folder.as_posix()
        for folder in folders
        if folder.as_posix() not in OF_THEIR_OWN
        and not (app / folder).is_dir()
        and not (app / folder).with_suffix(".py").is_file()
    )


def test_every_folder_of_tests_is_one_of_the_program() -> None:
    assert homeless(ROOT / "tests", ROOT / "app") == []


def test_a_folder_that_the_program_does_not_have_is_found(tmp_path: Path) -> None:
    for name in ("tests/desk", "tests/engine/games", "tests/tools", "app/engine"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "app/desk.py").touch()
    for folder in ("desk", "engine/games", "tools"):
        (tmp_path / "tests" / folder / "test_a.py").touch()
    assert homeless(tmp_path / "tests", tmp_path / "app") == ["engine/games"]
