"""The Debian package of a program that is as small as can be."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app import VERSION
from tests.missing import need_programs
from tools.installer.debian import MIME, make_package, needed
from tools.installer.parts import MEGABYTE, report, sizes, too_large

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Debian's tools")


@pytest.fixture
def program(tmp_path: Path) -> Path:
    need_programs("dpkg-deb", "dpkg-query", "objdump")
    folder = tmp_path / "flagfall"
    (folder / "_internal/app/resources/sounds").mkdir(parents=True)
    shutil.copy2("/bin/true", folder / "flagfall")
    (folder / "_internal/app/resources/sounds/flag.wav").write_bytes(b"RIFF" * 100)
    (folder / "_internal/libinner.so.1").write_bytes(b"no library")
    (folder / "_internal/inner").symlink_to("libinner.so.1")
    return folder


def told(*command: str | Path) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_the_package_declares_its_dependencies_and_opens_event_files(
    program: Path, tmp_path: Path
) -> None:
    file = make_package(program, tmp_path)
    fields = dict(
        line.split(": ", 1) for line in told("dpkg-deb", "-f", file).splitlines() if ": " in line
    )
    assert fields["Package"] == "flagfall"
    assert fields["Version"] == VERSION
    assert fields["Depends"].startswith("libc6 (>= 2.")
    out = tmp_path / "out"
    told("dpkg-deb", "-x", file, out)
    assert (out / "usr/bin/flagfall").resolve() == out / "usr/lib/flagfall/flagfall"
    assert (out / "usr/lib/flagfall/_internal/inner").is_symlink()
    desktop = (out / "usr/share/applications/flagfall.desktop").read_text("utf-8")
    assert "Exec=flagfall %f" in desktop
    assert f"MimeType={MIME};" in desktop
    assert '<glob pattern="*.flagfall"/>' in (
        out / "usr/share/mime/packages/flagfall.xml"
    ).read_text("utf-8")
    icons = out / "usr/share/icons/hicolor"
    assert (icons / "48x48/apps/flagfall.png").read_bytes().startswith(b"\x89PNG")
    assert (icons / "scalable/mimetypes/application-x-flagfall.svg").is_file()


def test_bundled_libraries_are_not_required_from_the_system(program: Path) -> None:
    before = needed(program)
    assert before
    for name in before:
        (program / "_internal" / name).write_bytes(b"brought along")
    assert needed(program) == set()


def test_the_size_is_reported_by_part(program: Path) -> None:
    assert sizes(program)["Sounds"] == 400
    assert report(program).splitlines()[-1].endswith("MB  in all")


def test_the_program_and_its_package_may_not_grow_beyond_their_limits(
    program: Path, tmp_path: Path
) -> None:
    package = tmp_path / "flagfall.deb"
    package.touch()
    os.truncate(package, 45 * MEGABYTE)
    assert too_large(program, package) == ""
    os.truncate(package, 46 * MEGABYTE)
    assert too_large(program, package) == "flagfall.deb has 46.0 MB, and may have 45."
    os.truncate(program / "_internal/app/resources/sounds/flag.wav", 200 * MEGABYTE)
    os.truncate(package, 0)
    assert too_large(program, package) == ""
    os.truncate(program / "_internal/libinner.so.1", 121 * MEGABYTE)
    assert too_large(program, package) == "flagfall has 121.0 MB, and may have 120."
