"""Checks of the addresses that organizers type, made before any connection."""

from urllib.parse import urlsplit


def is_host(name: str) -> bool:
    """Tell whether a name can be looked up as a host at all."""
    try:
        name.encode("idna")
    except UnicodeError:  # an empty label, or one that is too long
        return False
    return bool(name) and name.isprintable() and not any(letter.isspace() for letter in name)


def is_web_address(address: str) -> bool:
    """Tell whether a text can be requested as a web address at all."""
    try:
        parts = urlsplit(address)
        return (
            parts.scheme in {"http", "https"} and is_host(parts.hostname or "") and parts.port != 0
        )
    except ValueError:
        return False
