"""Words from outside, which may look like markup; without Qt, for the first window's sake."""

from html import escape


def as_typed(text: str) -> str:
    """For a tooltip, of which Qt would take some for markup."""
    return f'<p style="white-space: pre-wrap">{escape(text)}</p>' if "<" in text else text
