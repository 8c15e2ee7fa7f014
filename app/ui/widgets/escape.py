"""Escapes text from outside that may contain Qt's special characters.

Without Qt itself, for the first window's sake.
"""


def escape_tooltip(text: str) -> str:
    """Escape a text for a tooltip, since Qt reads some tooltips as markup."""
    from html import escape

    return f'<p style="white-space: pre-wrap">{escape(text)}</p>' if "<" in text else text


def escape_mnemonic(text: str) -> str:
    """Escape a text for a button or a menu, where Qt takes an ampersand for the mark of a
    letter.
    """
    return text.replace("&", "&&")
