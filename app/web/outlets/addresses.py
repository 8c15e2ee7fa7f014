"""What organizers type as an address, told from what is none before anything is asked for."""

from urllib.parse import urlsplit


def is_host(name: str) -> bool:
    """Tell whether it can be looked up at all."""
    try:
        name.encode("idna")
    except UnicodeError:  # an empty label, or one that is too long
        return False
    return bool(name) and name.isprintable() and not any(letter.isspace() for letter in name)


def is_web_address(address: str) -> bool:
    """Tell whether it can be asked for at all."""
    try:
        parts = urlsplit(address)
        return (
            parts.scheme in {"http", "https"} and is_host(parts.hostname or "") and parts.port != 0
        )
    except ValueError:
        return False
