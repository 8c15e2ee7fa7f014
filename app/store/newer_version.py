"""The latest version published at the program's public address. The build of the installers may set
such an address. A checkout has no address, and then no request is made.
"""

import re
import sys

from app.store.resources import resources_folder

ADDRESS_FILE = "address.txt"
LATEST = "releases/latest"
LATEST_VERSION = f"{LATEST}/download/version.txt"
FORM = re.compile(r"\d{1,4}(\.\d{1,4}){0,3}")
MOST_BYTES = 100
PATIENCE_S = 10.0
AUTHORITIES_OF_MACOS = "/etc/ssl/cert.pem"


def public_address() -> str:
    """Return the address where the program is published; empty if the build set none."""
    try:
        return (resources_folder() / ADDRESS_FILE).read_text("ascii").strip()
    except OSError:
        return ""


def latest_version(address: str, patience_s: float = PATIENCE_S) -> str:
    """Ask ``address`` for the latest version. Return an empty text if there is no network or no
    answer within ``patience_s`` seconds.
    """
    from http.client import HTTPException
    from ssl import create_default_context
    from urllib.request import urlopen

    context = create_default_context()
    if sys.platform == "darwin" and not context.cert_store_stats()["x509_ca"]:
        context.load_verify_locations(AUTHORITIES_OF_MACOS)
    try:
        with urlopen(f"{address}/{LATEST_VERSION}", timeout=patience_s, context=context) as answer:
            text = answer.read(MOST_BYTES).decode("ascii").strip()
    except (OSError, ValueError, HTTPException):
        return ""
    return text if FORM.fullmatch(text) else ""


def is_newer(version: str, than: str) -> bool:
    """Tell whether ``version`` is newer than ``than``; an empty version is not."""
    return bool(version) and _numbers(version) > _numbers(than)


def _numbers(version: str) -> tuple[int, ...]:
    numbers = [int(number) for number in version.split(".")]
    while numbers and not numbers[-1]:  # 1.0 is 1
        numbers.pop()
    return tuple(numbers)
