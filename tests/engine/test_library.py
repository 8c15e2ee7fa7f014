"""The engine as other programs use it: the names that stay, and the page that explains them."""

import ast
import contextlib
import io
import re
import subprocess
import sys
from importlib import import_module
from operator import attrgetter
from pathlib import Path

import pytest

from app import engine

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "engine.md").read_text("utf-8")
LOADED = "import sys, app.engine; print([m for m in sys.modules if m.startswith('app.engine.')])"


def test_the_documentation_example_prints_what_the_page_says() -> None:
    code = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    text = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    printed = io.StringIO()

    with contextlib.redirect_stdout(printed):
        exec(compile(code[0], "engine.md", "exec"), {})

    assert printed.getvalue() == text[0]
    assert len([line for line in code[0].splitlines() if line.strip()]) <= 40


def test_every_name_is_what_a_type_checker_takes_it_for() -> None:
    typed = set()
    for node in ast.walk(ast.parse(Path(engine.__file__).read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("app.engine."):
            for alias in node.names:
                seen = getattr(import_module(str(node.module)), alias.name)
                assert getattr(engine, alias.asname or alias.name) is seen
                typed.add(alias.asname or alias.name)
    assert typed == set(engine.__all__)


@pytest.mark.parametrize("name", engine.__all__)
def test_every_exported_name_exists_and_is_documented(name: str) -> None:
    assert getattr(engine, name) is not None
    assert re.search(rf"\b{name}\b", PAGE)


def test_no_name_hides_a_folder_of_the_engine() -> None:
    folder = Path(engine.__file__).parent

    assert {path.stem for path in folder.iterdir()} & {*engine.__all__} == set()


def test_an_unknown_engine_name_raises_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"'app\.engine' has no attribute 'horology'"):
        attrgetter("horology")(engine)


def test_the_engine_loads_nothing_before_a_name_is_used() -> None:
    run = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)

    assert run.stdout.strip() == "[]"
