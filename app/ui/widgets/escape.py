"""Functions that escape text from outside, because the text may contain characters with a meaning
for Qt.

This module imports nothing of Qt, so that the first window appears sooner.
"""


def escape_tooltip(text: str) -> str:
    """Escape a text for a tooltip, because Qt reads some tooltips as markup."""
    from html import escape

    return f'<p style="white-space: pre-wrap">{escape(text)}</p>' if "<" in text else text


def escape_mnemonic(text: str) -> str:
    """Escape a text for a button or a menu, where an ampersand would underline the next letter."""
    return text.replace("&", "&&")
