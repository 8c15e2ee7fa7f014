"""Installs a package as an installer leaves it: its modules and its ``.dist-info`` in a folder."""

import shutil
import tomllib
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def install(example: str, folder: Path) -> None:
    """Install one of the examples of docs/extending.md into a folder of ``sys.path``."""
    source = EXAMPLES / example
    project = tomllib.loads((source / "pyproject.toml").read_text("utf-8"))["project"]
    shutil.copytree(source, folder, dirs_exist_ok=True)
    ((group, points),) = project["entry-points"].items()
    describe(folder, project["name"], group, points)


def install_module(folder: Path, module: str, code: str, group: str) -> None:
    """Install a package of one module, whose entry point is ``ADDED`` in it."""
    (folder / f"{module}.py").write_text(code, "utf-8")
    describe(folder, module, group, {module: f"{module}:ADDED"})


def describe(folder: Path, name: str, group: str, points: dict[str, str]) -> None:
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    lines = "".join(f"{point} = {place}\n" for point, place in points.items())
    (info / "entry_points.txt").write_text(f"[{group}]\n{lines}", "utf-8")
