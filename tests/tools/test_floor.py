"""What is newer than the oldest browsers is found in the pages."""

import json
import subprocess
from pathlib import Path

import pytest

from tools.pages.check import DENO, ROOT
from tools.pages.floor import ASKED_FOR, DISPENSABLE, NEWER, faults, in_scripts, in_styles

KNOWN = json.loads(NEWER.read_text("utf-8"))


def test_the_pages_use_nothing_newer_than_the_oldest_supported_browsers() -> None:
    assert [*faults()] == []


@pytest.mark.parametrize(
    "code",
    [
        "list.replaceChildren(one)",
        "await navigator.locks.request('x', f)",
        "const copy = window.structuredClone(one)",
        "new window.BarcodeDetector()",
    ],
)
def test_a_browser_name_that_is_too_new_is_found(code: str) -> None:
    assert len([*in_scripts({Path("x.js"): code}, set(KNOWN["names"]) - ASKED_FOR)]) == 1


@pytest.mark.parametrize(
    "code",
    [
        "class Own { replaceChildren() {} use() { this.replaceChildren(); } }",
        "element.append(one); element.closest('p'); crypto.getRandomValues(some)",
        "new AbortController().signal; navigator.clipboard.writeText(text)",
    ],
)
def test_names_known_to_older_browsers_are_allowed(code: str) -> None:
    assert [*in_scripts({Path("x.js"): code}, set(KNOWN["names"]) - ASKED_FOR)] == []


@pytest.mark.parametrize(
    ("css", "fault"),
    [
        (".a { inset: 0; }", "inset"),
        (".a { aspect-ratio: 1; }", "aspect-ratio"),
        (".a:is(p) { top: 0; }", ":is"),
        (".a { display: flex; gap: 4px; }", ".a has a gap"),
        ("@media print { .a, .b { display: flex; column-gap: 4px; } }", ".a has a gap"),
    ],
)
def test_a_style_that_is_too_new_is_found(css: str, fault: str) -> None:
    assert next(in_styles(css, set(KNOWN["styles"]) - DISPENSABLE)).startswith(fault)


def test_a_flex_gap_with_a_fallback_is_allowed() -> None:
    css = (
        ".a { display: flex; gap: 4px; }\n"
        "@supports not (inset: 0) {\n  .a > * + * { margin: 4px; }\n}"
    )
    grid = ".g { display: grid; gap: 4px; top: 0; }"
    assert [*in_styles(css + grid, set(KNOWN["styles"]) - DISPENSABLE)] == []


@pytest.mark.parametrize(
    "code",
    [
        *("a ??= 1;", "a ||= 1;", "a &&= 1;"),
        *("class A { b = 1; }", "class A { #b() {} }", "class A { static { f(); } }"),
        *("await f();", "const b = await f();", "const b = 10n;"),
        *("const b = /(?<=c)d/;", "const b = /c/d;"),
    ],
)
def test_syntax_that_is_too_new_is_found(code: str, tmp_path: Path) -> None:
    (script := tmp_path / "x.js").write_text(f"let a = 0;\n{code}\n", "utf-8")
    config = json.loads((ROOT / "deno.json").read_text("utf-8"))
    plugin = (ROOT / "tools" / "pages" / "floor_lint.js").as_uri()
    config["lint"] = {"plugins": [plugin], "rules": {"tags": []}}
    (tmp_path / "deno.json").write_text(json.dumps(config), "utf-8")
    done = subprocess.run(
        (DENO, "lint", "--quiet", script), cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "flagfall/browser-floor" in done.stdout + done.stderr


def test_syntax_of_the_oldest_supported_browsers_is_allowed(tmp_path: Path) -> None:
    code = "const f = async () => { await g?.(h ?? 1_000); };\nexport { f };\n"
    (script := tmp_path / "x.js").write_text(code, "utf-8")
    plugin = (ROOT / "tools" / "pages" / "floor_lint.js").as_uri()
    config = {"lint": {"plugins": [plugin], "rules": {"tags": []}}}
    (tmp_path / "deno.json").write_text(json.dumps(config), "utf-8")
    done = subprocess.run(
        (DENO, "lint", "--quiet", script), cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
