"""The program in a zip."""

import zipfile
from pathlib import Path

from tools.installer.portable import pack


def test_a_zip_holds_all_files_in_one_folder(tmp_path: Path) -> None:
    built = tmp_path / "built"
    (built / "_internal").mkdir(parents=True)
    (built / "flagfall.exe").write_bytes(b"program")
    (built / "_internal" / "Jürgen 龍.txt").write_bytes(b"text")
    zipped = pack(built, tmp_path / "flagfall.zip")
    with zipfile.ZipFile(zipped) as content:
        content.extractall(tmp_path / "there")
    there = {
        file.relative_to(tmp_path / "there").as_posix(): file.read_bytes()
        for file in (tmp_path / "there").rglob("*")
        if file.is_file()
    }
    whole = {"flagfall.exe": b"program", "_internal/Jürgen 龍.txt": b"text"}
    assert there == {f"Flagfall/{name}": content for name, content in whole.items()}
