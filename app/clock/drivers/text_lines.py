"""Splits a stream of bytes into lines of text. A line that is too long is dropped completely."""


class Lines:
    """Splits bytes into lines. LF ends a line, and CR is ignored. ``lost`` counts the lines that
    were longer than ``longest``.
    """

    def __init__(self, longest: int) -> None:
        self.lost = 0
        self._longest = longest
        self._part = bytearray()
        self._too_long = False

    def feed(self, data: bytes) -> list[bytes]:
        pieces = data.replace(b"\r", b"").split(b"\n")
        lines = [line for piece in pieces[:-1] if (line := self._end(piece)) is not None]
        self._add(pieces[-1])
        return lines

    def clear(self) -> None:
        self._part.clear()
        self._too_long = False

    def _add(self, piece: bytes) -> None:
        if len(self._part) + len(piece) > self._longest:
            self._too_long = True
            self._part.clear()
        if not self._too_long:
            self._part += piece

    def _end(self, piece: bytes) -> bytes | None:
        self._add(piece)
        line, lost = bytes(self._part), self._too_long
        self.clear()
        self.lost += lost
        return None if lost else line
