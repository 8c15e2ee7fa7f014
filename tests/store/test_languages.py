"""A language is a file."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.language import plural, say, speak
from app.store.errors import StoreError
from app.store.languages import VARIABLE, choose_language
from tests.catalogues import write_catalogue

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def polish(tmp_path: Path) -> Path:
    words = {
        "The game is over": "Koniec gry",
        ("{count} table", "{count} tables"): ("{count} stół", "{count} stoły", "{count} stołów"),
    }
    rule = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
    write_catalogue(tmp_path / "pl.mo", words, rule)
    return tmp_path / "pl.mo"


@pytest.fixture(autouse=True)
def english_again(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(VARIABLE, "en")
    yield
    speak(None)


def test_a_catalogue_uses_the_plural_rule_of_its_language(polish: Path) -> None:
    choose_language(str(polish))

    assert say("The game is over") == "Koniec gry"
    tables = [plural(count, "{count} table", "{count} tables") for count in (1, 2, 5, 22)]
    assert tables == ["1 stół", "2 stoły", "5 stołów", "22 stoły"]
    assert os.environ[VARIABLE] == str(polish)

    choose_language("en")
    assert say("The game is over") == "The game is over"
    assert os.environ[VARIABLE] == "en"


@pytest.mark.parametrize("name", ["xx", "missing.mo"])
def test_a_missing_language_is_named(name: str) -> None:
    with pytest.raises(StoreError, match=f"There is no language “{name}”. There are: en"):
        choose_language(name)


def test_a_file_that_is_no_catalogue_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "broken.mo"
    for content in (b"", b"no catalogue", b"\xde\x12\x04\x95"):
        file.write_bytes(content)
        with pytest.raises(StoreError):
            choose_language(str(file))


def started(code: str, language: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, VARIABLE: language, "PYTHONIOENCODING": "utf-8"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_the_words_of_a_module_are_in_the_language_the_program_starts_in(polish: Path) -> None:
    code = "from app.engine import wording; print(wording.GAME_IS_OVER)"

    assert started(code, str(polish)).stdout == "Koniec gry\n"
    assert started(code, "en").stdout == "The game is over\n"


def test_a_wrong_language_ends_the_program_with_a_sentence() -> None:
    done = started("from app.__main__ import main; raise SystemExit(main(['verify']))", "xx")

    assert done.returncode == 2
    assert done.stderr == "There is no language “xx”. There are: en, de.\n"
