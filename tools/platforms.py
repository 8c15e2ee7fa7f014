"""Finds the modules whose types may differ on another system: only these are checked again for that
system. Standard library only.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tools.environment import ROOT, VENV

ASKS = re.compile(r"\bsys\.platform\b|\bos\.name\b")
IMPORTS = re.compile(r"^\s*(?:from ([\w.]+) )?import \(?([^()]+?)\)?$", re.MULTILINE)
OURS = {"app", "dev", "tools"}
SAME_EVERYWHERE = {"PySide6", "msgspec"}
"""The packages of others whose types are the same on every system."""


def module_name(file: Path, folder: Path) -> str:
    return ".".join(file.relative_to(folder).with_suffix("").parts).removesuffix(".__init__")


def imported(text: str) -> Iterator[str]:
    """Yield the names of everything that ``text`` may import: modules, and names that may be
    modules.
    """
    for statement in IMPORTS.finditer(text):
        names = [name.partition(" as ")[0].strip() for name in statement[2].split(",")]
        if statement[1]:
            yield statement[1]
            names = [f"{statement[1]}.{name}" for name in names]
        yield from names


def differing(ours: Mapping[str, str], library: Mapping[str, str]) -> list[str]:
    """Return the names of those modules of ``ours`` that ask which system they run on, or that
    import from a module that does. A module from neither ``ours`` nor the standard ``library``
    counts as asking, unless it is known to be the same everywhere. Both arguments have the modules'
    texts by name.
    """
    asking = {name for name, text in {**ours, **library}.items() if ASKS.search(text)}
    known = OURS | SAME_EVERYWHERE | {name.partition(".")[0] for name in library}

    def differs(name: str) -> bool:
        return name in asking or name.partition(".")[0] not in known

    return [
        name
        for name, text in ours.items()
        if name in asking or any(differs(each) for each in imported(text))
    ]


def files_to_check(places: Iterable[str]) -> list[str]:
    """Return the files at ``places`` whose types may differ on another system."""
    library = next(VENV.glob("**/mypy/typeshed/stdlib"))
    texts = {module_name(file, library): file.read_text("utf-8") for file in library.rglob("*.pyi")}
    files = [file for place in places for file in _files(ROOT / place)]
    ours = {module_name(file, ROOT): file for file in files}
    found = differing({name: file.read_text("utf-8") for name, file in ours.items()}, texts)
    return [ours[name].relative_to(ROOT).as_posix() for name in found]


def _files(place: Path) -> list[Path]:
    return sorted(place.rglob("*.py")) if place.is_dir() else [place]
