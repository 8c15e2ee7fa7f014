"""What modules import: the engine a short list, and none itself in a circle."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp

import app

ENGINE = Path(app.__file__).parent / "engine"
PURE = {
    "__future__", "abc", "array", "bisect", "collections", "contextlib", "contextvars",
    "decimal", "difflib",
    "enum", "fractions", "functools", "hashlib", "heapq", "itertools", "math", "operator", "re",
    "string", "struct", "typing", "unicodedata",
}  # fmt: skip


def imported_by(source: str) -> set[str]:
    nodes = list(ast.walk(ast.parse(source)))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    named = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    return plain | named


def is_allowed(module: str, importer: str) -> bool:
    return (
        module.split(".", maxsplit=1)[0] in PURE
        or module == "app.engine"
        or module.startswith("app.engine.")
        or (module in {"networkx", "rustworkx"} and importer == "draw/matching.py")
        or module.split(".", maxsplit=1)[0] == "msgspec"  # for values: structs, no files
        or (module == "importlib" and importer == "__init__.py")
        or (module == "dataclasses" and importer == "frozen.py")  # only for type checkers
        or (module == "gc" and importer == "frozen.py")  # to pause it while a log is folded
        or (module == "datetime" and importer == "subjects/setup/event.py")  # the calendar alone
    )


def test_the_engine_imports_only_pure_python_and_the_draws_matching_libraries() -> None:
    found = {
        (path.relative_to(ENGINE).as_posix(), module)
        for path in ENGINE.rglob("*.py")
        for module in imported_by(path.read_text("utf-8"))
    }

    assert {one for one in found if not is_allowed(one[1], one[0])} == set()
    assert found


def test_every_form_of_import_is_seen() -> None:
    source = "import a.b, c\nfrom d.e import f\ndef late():\n    import g\n    from h import i"

    assert imported_by(source) == {"a.b", "c", "d.e", "g", "h"}


def circles(imports: dict[str, set[str]]) -> Iterator[list[str]]:
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as found:
        yield found.args[1]


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = grimp.build_graph("app", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}

    assert [*circles(imports)] == []
    assert len(imports) > 500


def test_an_import_cycle_is_found() -> None:
    assert [*circles({"a": {"b"}, "b": {"c"}, "c": {"a"}})] == [["a", "c", "b", "a"]]
