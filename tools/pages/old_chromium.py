"""Fetch and keep Chromium 80 of March 2020, the oldest Chromium for which the pages are made.

    python -m tools.pages.old_chromium      says where it is

The npm package chrome-aws-lambda 2.1.1 contains it for x86-64 Linux, without a window and with the
libraries that draw (its README: "2.1: Chromium 80.0.3987.0").
"""

import hashlib
import os
import platform
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
from http.client import HTTPException
from io import BytesIO
from pathlib import Path

from tools.environment import unpack_tar
from tools.pages.check import DENO, QUIET

URL = "https://registry.npmjs.org/chrome-aws-lambda/-/chrome-aws-lambda-2.1.1.tgz"
SHA256 = "94f8953cd47c3fbd9d0ba8f50d2e5aa4e8136ca52b37e2babcc12e43018ade77"
VERSION = "HeadlessChrome/80."
PATIENCE_S = 60

UNPACK = """
import { brotliDecompressSync } from "node:zlib";
const [from, to] = Deno.args;
await Deno.writeFile(to, brotliDecompressSync(await Deno.readFile(from)));
"""


def program() -> Path:
    """Return the path at which the old Chromium is kept. It may not have been fetched yet."""
    kept = os.environ.get("XDG_CACHE_HOME", "")
    return Path(kept or Path.home() / ".cache", "flagfall-chromium-80", "chromium")


def fetch() -> str:
    """Fetch the old Chromium if it is missing. Return the reason if it cannot be fetched; empty
    once it is here.
    """
    if program().exists():
        return ""
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        return "Chromium 80 is to be had for Linux on x86-64 only."
    try:
        with urllib.request.urlopen(URL, timeout=PATIENCE_S) as answer:
            packed: bytes = answer.read()
    except (OSError, HTTPException) as error:
        return f"Chromium 80 cannot be fetched from {URL}: {error}"
    if hashlib.sha256(packed).hexdigest() != SHA256:
        return f"{URL} is not the file that it was; its sum is another one."
    unpack(packed)
    return ""


def unpack(packed: bytes) -> None:
    """Put the browser and its drawing libraries into one folder. The folder gets its name only when
    it is complete.
    """
    home = program().parent
    home.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=home.parent) as made:
        with tarfile.open(fileobj=BytesIO(packed)) as archive:
            unpack_tar(archive, Path(made))
        parts, whole = Path(made, "package", "bin"), Path(made, "whole")
        whole.mkdir()
        unpack_brotli(parts / "chromium.br", whole / "chromium")
        unpack_brotli(parts / "swiftshader.tar.br", parts / "swiftshader.tar")
        with tarfile.open(parts / "swiftshader.tar") as archive:
            unpack_tar(archive, whole)
        (whole / "chromium").chmod(0o755)
        if not program().exists():
            whole.rename(home)


def unpack_brotli(file: Path, to: Path) -> None:
    script = to.with_suffix(".mjs")
    script.write_text(UNPACK, "utf-8")
    allowed = ("--quiet", f"--allow-read={file.parent}", f"--allow-write={to.parent}")
    subprocess.run(
        (DENO, "run", *allowed, script, file, to), check=True, env={**os.environ, **QUIET}
    )
    script.unlink()


if __name__ == "__main__":
    sys.exit(fetch() or print(program()))
