"""Write the data about a release that winget, Homebrew and older programs need, from the release's
files in dist.

    FLAGFALL_ADDRESS=https://… python -m tools.installer.listings

FLAGFALL_ADDRESS is the project's public address, such as https://github.com/OWNER/flagfall, where
its releases have their files. The build is given the same address. Writes dist/winget and
dist/flagfall.rb, which are handed to both by hand, and dist/version.txt, which must be part of the
release because programs look for it.
"""

import hashlib
import re
import sys
from pathlib import Path

from app import VERSION
from tools.environment import ROOT
from tools.installer.address import SETTING, chosen_address
from tools.installer.macos import OLDEST
from tools.installer.parts import BUILT

IDENTIFIER = "Flagfall.Flagfall"
SCHEMA = "1.6.0"
SETUP = ROOT / "tools/installer/windows.iss"
ABOUT = "The desk, the clocks and the referee of a Steamroller event"
NAMES = {14: "sonoma", 15: "sequoia"}
"""Homebrew's name for each macOS."""
HEAD = """PackageIdentifier: {identifier}
PackageVersion: {version}
"""
TAIL = """ManifestType: {kind}
ManifestVersion: {schema}
"""
INSTALLER = """InstallerType: inno
UpgradeBehavior: install
FileExtensions:
- flagfall
Installers:
- Architecture: x64
  Scope: user
  InstallerUrl: {address}/releases/download/v{version}/{file}
  InstallerSha256: {digest}
  ProductCode: "{product}_is1"
  InstallerSwitches:
    Custom: /CURRENTUSER
"""
LOCALE = """PackageLocale: en-US
Publisher: the Flagfall developers
PackageName: Flagfall
PackageUrl: {address}
License: MIT
ShortDescription: {about}
"""
CASK = """cask "flagfall" do
  arch arm: "arm", intel: "intel"

  version "{version}"
  sha256 arm:   "{arm}",
         intel: "{intel}"

  url "{address}/releases/download/v#{{version}}/flagfall-#{{version}}-macos-#{{arch}}.dmg"
  name "Flagfall"
  desc "{about}"
  homepage "{address}"

  depends_on macos: ">= :{oldest}"

  app "Flagfall.app"

  zap trash: "~/Library/Application Support/flagfall"
end
"""


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def product() -> str:
    """Return the key under which Windows knows the installed program."""
    found = re.search(r"^AppId=\{(\{[\w-]+\})$", SETUP.read_text("utf-8"), re.MULTILINE)
    assert found
    return found[1]


def winget(address: str, setup: Path) -> dict[str, str]:
    """Return the three manifests by their names."""
    values = {
        "identifier": IDENTIFIER, "version": VERSION, "schema": SCHEMA, "address": address,
        "file": setup.name, "digest": digest(setup).upper(), "product": product(), "about": ABOUT,
    }  # fmt: skip
    texts = {
        f"{IDENTIFIER}.yaml": ("version", "DefaultLocale: en-US\n"),
        f"{IDENTIFIER}.installer.yaml": ("installer", INSTALLER),
        f"{IDENTIFIER}.locale.en-US.yaml": ("defaultLocale", LOCALE),
    }
    return {
        name: (HEAD + text + TAIL).format(kind=kind, **values)
        for name, (kind, text) in texts.items()
    }


def cask(address: str, images: dict[str, Path]) -> str:
    """Return Homebrew's recipe for the disk images of both kinds of Mac."""
    digests = {kind: digest(image) for kind, image in images.items()}
    oldest = NAMES[int(OLDEST.split(".")[0])]
    return CASK.format(address=address, version=VERSION, about=ABOUT, oldest=oldest, **digests)


def write(address: str, dist: Path) -> list[Path]:
    """Write every listing for which ``dist`` has the files. Raises OSError if a file cannot be
    written.
    """
    written = []
    setup = dist / f"flagfall-{VERSION}-windows.exe"
    images = {kind: dist / f"flagfall-{VERSION}-macos-{kind}.dmg" for kind in ("arm", "intel")}
    if setup.is_file():
        (dist / "winget").mkdir(exist_ok=True)
        for name, text in winget(address, setup).items():
            written.append(dist / "winget" / name)
            written[-1].write_text(text, "utf-8")
    if all(image.is_file() for image in images.values()):
        written.append(dist / "flagfall.rb")
        written[-1].write_text(cask(address, images), "utf-8")
    if written:
        written.append(dist / "version.txt")
        written[-1].write_text(f"{VERSION}\n", "ascii")
    return written


def main() -> int:
    if not (address := chosen_address()):
        print(f"{SETTING}=https://… python -m tools.installer.listings", file=sys.stderr)
        return 2
    for file in write(address, BUILT.parent):
        print(file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
