"""The sketch as a board gets it: compiled and linked for AVR with the Arduino core.

Debian has the tools (gcc-avr, avr-libc, arduino-core-avr). Elsewhere avr-g++ must be on the path
and ARDUINO_AVR name the folder that holds the core's `cores` and `variants`.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from msgspec import Struct

SKETCH = Path(__file__).parents[2] / "resources" / "firmware" / "dclk_clock"
USB = (
    "-DUSB_VID=0x2341",
    "-DUSB_PID=0x8036",
    '-DUSB_MANUFACTURER="Unknown"',
    '-DUSB_PRODUCT="Arduino Leonardo"',
)


class Board(Struct, frozen=True):
    chip: str
    variant: str
    flash: int  # bytes, less the bootloader's
    ram: int
    defines: tuple[str, ...]


LEONARDO = Board("atmega32u4", "leonardo", 28672, 2560, ("-DARDUINO_AVR_LEONARDO", *USB))
UNO = Board("atmega328p", "standard", 32256, 2048, ("-DARDUINO_AVR_UNO",))


def tool(name: str) -> str:
    return shutil.which(name) or pytest.fail(
        f"{name} is not there, so the sketch cannot be checked; on Debian: "
        "apt-get install gcc-avr avr-libc arduino-core-avr",
        pytrace=False,
    )


def arduino() -> Path:
    folder = Path(os.environ.get("ARDUINO_AVR", "/usr/share/arduino/hardware/arduino/avr"))
    if not (folder / "cores" / "arduino" / "Arduino.h").exists():
        pytest.fail(f"no Arduino core in {folder}; see this file's beginning", pytrace=False)
    return folder


def run(*command: str | Path) -> str:
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def linked(board: Board, into: Path) -> Path:
    """The program for the board: the core as it comes, our files without a warning."""
    core = arduino()
    shared = [
        f"-mmcu={board.chip}", "-DF_CPU=16000000L", "-DARDUINO=10819", "-DARDUINO_ARCH_AVR",
        *board.defines, "-Os", "-ffunction-sections", "-fdata-sections",
        f"-I{core / 'cores' / 'arduino'}", f"-I{core / 'variants' / board.variant}",
        f"-I{core / 'libraries' / 'EEPROM' / 'src'}",
    ]  # fmt: skip
    cpp = ["-std=gnu++11", "-fno-exceptions", "-fno-threadsafe-statics"]
    theirs = [*cpp, "-w", "-DDECIMAL_DIG=__DECIMAL_DIG__"]  # Debian's GCC has it only for C
    strict = ["-Wall", "-Wextra", "-Werror"]
    objects = []
    for source in sorted((core / "cores" / "arduino").glob("*.[cS]*")):
        flags = theirs if source.suffix == ".cpp" else ["-w"]
        objects.append(into / f"core_{source.name}.o")
        run(tool("avr-gcc"), *shared, *flags, "-c", source, "-o", objects[-1])
    for source in [*SKETCH.glob("*.cpp"), SKETCH / "dclk_clock.ino"]:
        objects.append(into / f"{source.name}.o")
        language = ["-x", "c++"] if source.suffix == ".ino" else []
        run(tool("avr-g++"), *shared, *cpp, *strict, "-c", *language, source, "-o", objects[-1])
    program = into / f"{board.variant}.elf"
    run(tool("avr-g++"), f"-mmcu={board.chip}", "-Os", "-Wl,--gc-sections", *objects, "-lm",
        "-o", program)  # fmt: skip
    return program


def section_bytes(program: Path) -> dict[str, int]:
    listing = run(tool("avr-size"), "-A", program)
    return {name: int(size) for name, size in re.findall(r"^(\.\w+)\s+(\d+)", listing, re.M)}


@pytest.mark.parametrize("board", [LEONARDO, UNO], ids=lambda board: board.chip)
def test_the_sketch_fits_the_board(board: Board, tmp_path: Path) -> None:
    program = linked(board, tmp_path)
    size = section_bytes(program)
    names = {line.split()[-1] for line in run(tool("avr-nm"), program).splitlines()}

    assert size[".text"] + size[".data"] < board.flash
    assert size[".data"] + size[".bss"] < board.ram - 512, "the stack wants the rest"
    assert not names & {"malloc", "calloc", "realloc", "_Znwj", "_Znaj"}
