"""The icon of the Windows program, read as Windows reads it."""

import struct
from pathlib import Path

from PySide6.QtGui import QImage, QImageReader

from tools.installer.icons import draw_icon, write_windows_icon

SIZES = [16, 24, 32, 48, 64, 128, 256]
ENTRY = struct.Struct("<BBBBHHII")


def test_the_windows_icon_has_a_separate_picture_for_every_size(tmp_path: Path) -> None:
    ico = write_windows_icon(tmp_path / "flagfall.ico").read_bytes()
    assert struct.unpack_from("<HHH", ico) == (0, 1, len(SIZES))
    entries = [ENTRY.unpack_from(ico, 6 + 16 * number) for number in range(len(SIZES))]
    assert [(wide or 256, high or 256) for wide, high, *_ in entries] == [(n, n) for n in SIZES]
    assert {(*rest, planes, bits) for _, _, *rest, planes, bits, _, _ in entries} == {(0, 0, 1, 32)}
    ends = [6 + 16 * len(SIZES), *(offset + length for *_, length, offset in entries)]
    assert [offset for *_, offset in entries] == ends[:-1]
    assert ends[-1] == len(ico)
    assert [ico[start : start + 4] for start in ends[:-2]] == [struct.pack("<I", 40)] * 6
    assert ico[ends[-2] : ends[-1]].startswith(b"\x89PNG")


def test_qt_reads_every_size_of_the_windows_icon_as_it_was_drawn(tmp_path: Path) -> None:
    reader = QImageReader(str(write_windows_icon(tmp_path / "flagfall.ico")))
    for number, edge in enumerate(SIZES):
        assert reader.jumpToImage(number)
        image = reader.read()
        assert image.convertToFormat(QImage.Format.Format_ARGB32) == draw_icon(edge)
        assert _is_drawn(image)


def _is_drawn(picture: QImage) -> bool:
    edge = picture.width()
    colours = {picture.pixel(x, y) for x in range(edge) for y in range(edge)}
    return len(colours) > 2
