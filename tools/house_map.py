"""Write the map of the folders of app/ into docs/architecture.md, from the folders' own docstrings.

    python -m tools.house_map

Run it after a folder was added, moved or given another description. Standard library only.
"""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "architecture.md"
BEGIN = "<!-- The map: made by tools/house_map.py from the docstrings of the folders. -->"
END = "<!-- End of the map. -->"


class NoMap(Exception):
    """The map cannot be made; the message says in one sentence why."""


def folders(app: Path) -> list[Path]:
    """List in order the folders under ``app`` that contain Python files, directly or in
    subfolders.
    """
    return sorted({folder for file in app.rglob("*.py") for folder in _up_to(file.parent, app)})


def _up_to(folder: Path, app: Path) -> list[Path]:
    return [folder, *(parent for parent in folder.parents if parent.is_relative_to(app))]


def first_paragraph(folder: Path) -> str:
    """Return the description of ``folder``: the first paragraph of its docstring. Raises NoMap if
    there is none.
    """
    file = folder / "__init__.py"
    if not file.is_file():
        raise NoMap(f"{folder} has no __init__.py. Add one with a line on what lives there.")
    docstring = ast.get_docstring(ast.parse(file.read_text("utf-8")))
    if not docstring:
        raise NoMap(f"{file} has no docstring. Add a line on what lives there.")
    return " ".join(docstring.partition("\n\n")[0].split())


def house_map(app: Path) -> str:
    """Return the map of all folders as a table in Markdown."""
    rows = [
        f"| `{folder.relative_to(app.parent).as_posix()}` | {first_paragraph(folder)} |"
        for folder in folders(app)
    ]
    return "\n".join(("| Folder | What lives there |", "|---|---|", *rows))


def with_map(page: str, table: str) -> str:
    """Return ``page`` with ``table`` between its two markers. Raises NoMap if a marker
    is missing.
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise NoMap(f"The page lacks the markers of the map: {BEGIN} and {END}")
    return f"{before}{BEGIN}\n{table}\n{END}{after}"


def main() -> None:
    page = PAGE.read_text("utf-8")
    PAGE.write_text(with_map(page, house_map(ROOT / "app")), "utf-8", newline="\n")


if __name__ == "__main__":
    try:
        main()
    except NoMap as fault:
        raise SystemExit(str(fault)) from None
