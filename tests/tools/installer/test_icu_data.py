"""With less of ICU's data windows sort text as with all of it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QLibraryInfo

from tests.missing import need_programs
from tools.environment import ROOT
from tools.installer.icu_data import smaller

SORTED = """
from functools import cmp_to_key
from PySide6.QtCore import QCollator, QLocale
names = "Zoe Ärger Apfel Öl Olaf ñandú nube Ångström čaj cukr chléb é e Straße z ø R10 R2".split()
for language in ("C", "de", "sv", "es", "cs", "da", "en_US", "fr", "pl", "tr"):
    order = QCollator(QLocale(language))
    order.setNumericMode(True)
    print(ascii(sorted(names, key=cmp_to_key(order.compare))))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere ICU does not come with Qt")
def test_text_is_sorted_the_same_with_reduced_icu_data(tmp_path: Path) -> None:
    need_programs("as", "ld")
    libraries = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.LibrariesPath))
    (whole,) = libraries.glob("libicudata.so.*")
    less = smaller(whole, tmp_path)
    assert less.stat().st_size < whole.stat().st_size / 10
    assert sorted_by(less) == sorted_by(whole)


def sorted_by(library: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", SORTED],
        env={**os.environ, "LD_PRELOAD": str(library)},
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.count("\n") == 10
    return done.stdout


def test_a_library_without_icu_data_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "libother.so.1"
    other.write_bytes(b"\x7fELF" + b"\0" * 100)
    with pytest.raises(ValueError, match="has no ICU data"):
        smaller(other, tmp_path)
