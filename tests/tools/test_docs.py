"""The pages of the manual name what there is."""

import re
from pathlib import Path

import pytest

from app.__main__ import WINDOWS
from app.headless.cli.command_line import COMMANDS
from tools import house_map

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs").glob("*.md")) + [
    ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
]
DOTTED = re.compile(r"\bapp(?:\.\w+)+")
FILE = re.compile(r"(?<![\w./-])(?:app|benchmarks|docs|resources|tests|tools)/[\w./-]*\w")
LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)[^)]*\)")
FORGE = re.compile(r"\.\./\.\./(actions|issues|releases)/")
"""Pages of the site that shows the repository, seen from its README."""
WALKED = ("One press", "One result", "Where do I change")


def is_there(name: str) -> bool:
    """Whether a dotted name is a module or folder of the program, or stands in one."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        path = ROOT.joinpath(*parts[:length])
        file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        if file.is_file():
            text = file.read_text("utf-8")
            return all(re.search(rf"\b{part}\b", text) for part in parts[length:])
    return False


def missing(page: str, folder: Path = ROOT / "docs") -> list[str]:
    """The modules, files and links of a page that lead nowhere."""
    return [
        *(name for name in DOTTED.findall(page) if not is_there(name)),
        *(path for path in FILE.findall(page) if not (ROOT / path).exists()),
        *(
            link
            for link in LINK.findall(page)
            if not FORGE.match(link) and not (folder / link).exists()
        ),
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_module_file_and_link_that_a_page_names_exists(page: Path) -> None:
    assert missing(page.read_text("utf-8"), page.parent) == []


def test_a_name_that_refers_to_nothing_is_found() -> None:
    page = (
        "`app.desk`, `app.desk.desk.Desk`, `app.engine`, `app/desk/desk.py`, [one](clocks.md#usb)"
        " `app.engine.pairing`, `app.desk.Manager`, `app/engine/pairing.py`, [two](horology.md)"
    )
    lost = ["app.engine.pairing", "app.desk.Manager", "app/engine/pairing.py", "horology.md"]

    assert missing(page) == lost


def test_the_map_of_the_folders_is_up_to_date() -> None:
    page = house_map.PAGE.read_text("utf-8")
    table = house_map.house_map(ROOT / "app")

    assert page == house_map.with_map(page, table), "Run: python -m tools.house_map"


def test_the_map_says_the_whole_first_paragraph_of_a_folder(tmp_path: Path) -> None:
    app = tmp_path / "app"
    app.mkdir()
    (app / "__init__.py").write_text('"""One sentence that\ngoes on.\n\nMore."""\n')

    assert house_map.house_map(app).endswith("| `app` | One sentence that goes on. |")


def test_a_folder_without_a_docstring_is_named(tmp_path: Path) -> None:
    app = tmp_path / "app"
    room = app / "clocks" / "room"
    room.mkdir(parents=True)
    (app / "__init__.py").write_text('"""The program."""')
    (room / "__init__.py").write_text('"""A room.\n\nMore of it."""')
    (room / "clock.py").touch()

    with pytest.raises(house_map.NoMap, match=r"clocks has no __init__\.py"):
        house_map.house_map(app)

    (app / "clocks" / "__init__.py").touch()
    with pytest.raises(house_map.NoMap, match="no docstring"):
        house_map.house_map(app)

    (app / "clocks" / "__init__.py").write_text('"""The clocks."""')
    assert house_map.house_map(app).splitlines()[2:] == [
        "| `app` | The program. |",
        "| `app/clocks` | The clocks. |",
        "| `app/clocks/room` | A room. |",
    ]


def test_a_page_without_room_for_the_map_is_refused() -> None:
    with pytest.raises(house_map.NoMap, match="markers"):
        house_map.with_map("# A page", "| a | map |")


def test_the_map_names_the_files_behind_a_press_a_result_and_each_common_change() -> None:
    sections = re.split(r"^## ", house_map.PAGE.read_text("utf-8"), flags=re.MULTILINE)
    walked = [text for text in sections if text.startswith(WALKED)]

    assert len(walked) == len(WALKED)
    assert all(len(FILE.findall(text)) >= 8 for text in walked)
    changes = [row for row in walked[-1].splitlines() if row.startswith("| ")][1:]
    assert len(changes) >= 12
    assert all(FILE.search(row) for row in changes)


def test_the_readme_names_every_command_of_the_program() -> None:
    page = (ROOT / "README.md").read_text("utf-8")
    block = page.partition("## Command line\n\n")[2].partition("\n\n")[0]

    named = {
        word
        for line in block.splitlines()
        if line.startswith("    flagfall ")
        for word in line.split()[1].split("|")
    }

    assert {*COMMANDS, *WINDOWS} - named == set()
