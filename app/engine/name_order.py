"""The order in which names are read, the same on every computer."""

import unicodedata

# Letters that Unicode does not take apart into a letter and its mark.
APART = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)


def plain(text: str) -> str:
    """Small letters without their accents: "Łucja Weiß" is "lucja weiss"."""
    small = text.casefold()
    if small.isascii():
        return small
    apart = unicodedata.normalize("NFKD", small)
    return "".join(one for one in apart if not unicodedata.combining(one)).translate(APART)


def name_order(name: str) -> str:
    """To sort by: the plain letters; names that are level there, by the letters as written."""
    return f"{plain(name)}\0{name.casefold()}"
