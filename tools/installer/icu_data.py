"""Reduces ICU's data to the part that Qt's windows use: how text is sorted. Qt brings ICU only on
Linux.

    as, ld         from binutils, which PyInstaller needs there, too

The library has a single symbol, the data. The data has a header, the number of items, the positions
of each item's name and bytes, then all names, then all bytes. docs:
icu/source/common/unicode/udata.h, ucmndata.h.
"""

import re
import struct
import subprocess
from pathlib import Path

KEPT = re.compile(rb"^[^/]+/(coll/(?!(zh|ja|ko)\b).*|(root|res_index|pool)\.res|ulayout\.icu)$")
"""The items of the data that are kept. The sorting of Chinese, Japanese and Korean signs takes up a
third of the data and is left out, so these signs are sorted by number.
"""
FORM = b"CmnD"
ALIGNED = 16


def smaller(library: Path, folder: Path) -> Path:
    """Write a smaller copy of ``library``, a libicudata.so.NN, into ``folder``, and return the new
    file.

    Raises ValueError if the library has another form.
    """
    data = library.read_bytes()
    form = data.find(FORM)
    if form < 0:
        raise ValueError(f"{library} has no ICU data")
    start = form - 12
    size = struct.unpack_from("<H", data, start)[0]
    header, items = data[start : start + size], _items(data[start + size :])
    kept = [(name, item) for name, item in items if KEPT.search(name)]
    version = re.search(r"\d+$", library.name)
    if not kept or version is None:
        raise ValueError(f"{library} has other ICU data than expected")
    packed = folder / "icu.dat"
    packed.write_bytes(header.ljust(-(-len(header) // ALIGNED) * ALIGNED, b"\0") + _packed(kept))
    return _linked(packed, f"icudt{version[0]}_dat", folder / library.name)


def _items(table: bytes) -> list[tuple[bytes, bytes]]:
    """Return the items of a table, each preceded by its name, in order of names. The last item
    reaches to the end of the table.
    """
    (count,) = struct.unpack_from("<I", table)
    places = [struct.unpack_from("<II", table, 4 + 8 * number) for number in range(count)]
    ends = [begin for _, begin in places[1:]] + [len(table)]
    return [
        (table[name : table.index(b"\0", name)], table[begin:end])
        for (name, begin), end in zip(places, ends, strict=True)
    ]


def _packed(items: list[tuple[bytes, bytes]]) -> bytes:
    names, name_places = b"", []
    first_name = 4 + 8 * len(items)
    for name, _ in items:
        name_places.append(first_name + len(names))
        names += name + b"\0"
    body, places = b"", []
    start = -(-(first_name + len(names)) // ALIGNED) * ALIGNED
    for _, item in items:
        places.append(start + len(body))
        body += item + b"\0" * (-len(item) % ALIGNED)
    table = struct.pack("<I", len(items))
    for name_place, place in zip(name_places, places, strict=True):
        table += struct.pack("<II", name_place, place)
    return (table + names).ljust(start, b"\0") + body


def _linked(data: Path, symbol: str, library: Path) -> Path:
    source, compiled = data.with_suffix(".s"), data.with_suffix(".o")
    source.write_text(
        f".section .rodata\n.balign 4096\n.globl {symbol}\n.type {symbol}, %object\n{symbol}:\n"
        f'.incbin "{data}"\n.size {symbol}, . - {symbol}\n.section .note.GNU-stack,"",%progbits\n',
        "utf-8",
    )
    subprocess.run(["as", str(source), "-o", str(compiled)], check=True)
    link = ["ld", "-shared", "-soname", library.name, str(compiled), "-o", str(library)]
    subprocess.run(link, check=True)
    return library
