"""Remarks of rows in words, and any words as a remark."""

from collections.abc import Iterable

from app.engine.remarks import Remark, RemarkKind, Said, note, read_remark


def in_words(remarks: Iterable[Remark]) -> tuple[str, ...]:
    """Return remarks in the present language."""
    return tuple(map(read_remark, remarks))


def written(text: str) -> Said:
    """Return a sentence as earlier versions kept it."""
    return note(RemarkKind.AS_WRITTEN, text=text)
