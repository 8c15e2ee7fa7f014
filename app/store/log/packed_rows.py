"""The rows of an event in memory. Old rows are compressed, because they are needed only if the
event's file has to be written again.
"""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import eq
from typing import overload

import msgspec

from app.store.log.row_checks import Stored

AT_ONCE = 256
"""The number of rows that are compressed together. At least as many of the latest stay
uncompressed.
"""
QUICKLY = 1

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(list[Stored])


class PackedRows(Sequence[Stored]):
    """A sequence of rows in which the old ones are compressed. Rows are added and removed only at
    the end.
    """

    def __init__(self, rows: Iterable[Stored] = ()) -> None:
        self._packed: list[bytes] = []
        self._latest: list[Stored] = []
        self.extend(rows)

    def __len__(self) -> int:
        return self._packed_rows + len(self._latest)

    @property
    def last(self) -> Stored | None:
        """The last row; None if there is none. It is kept at hand, because each new row needs
        it.
        """
        if self._latest:
            return self._latest[-1]
        return self[-1] if self._packed else None

    def __eq__(self, other: object) -> bool:
        """Compare row by row, because unpacking all rows at once would take several times the
        memory.
        """
        if not isinstance(other, PackedRows):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    __hash__ = None  # type: ignore[assignment]

    @property
    def _packed_rows(self) -> int:
        return AT_ONCE * len(self._packed)

    def __iter__(self) -> Iterator[Stored]:
        for packed in self._packed:
            yield from _unpack(packed)
        yield from self._latest

    @overload
    def __getitem__(self, place: int) -> Stored: ...
    @overload
    def __getitem__(self, place: slice) -> list[Stored]: ...
    def __getitem__(self, place: int | slice) -> Stored | list[Stored]:
        places = range(len(self))[place]
        if isinstance(places, range):
            return self._between(places)
        piece, within = divmod(places, AT_ONCE)
        if piece < len(self._packed):
            return _unpack(self._packed[piece])[within]
        return self._latest[places - self._packed_rows]

    def _between(self, places: range) -> list[Stored]:
        first = min(places.start // AT_ONCE, len(self._packed))
        unpacked = [row for packed in self._packed[first:] for row in _unpack(packed)]
        rows, before = [*unpacked, *self._latest], AT_ONCE * first
        return rows[places.start - before : max(places.stop - before, 0) : places.step]

    def pieces(self, after: int = 0) -> Iterator[list[Stored]]:
        """Yield the rows after the first ``after`` in batches, because all of them unpacked would
        take much memory.
        """
        for place in range(after // AT_ONCE, len(self._packed)):
            yield _unpack(self._packed[place])[max(after - place * AT_ONCE, 0) :]
        yield self._latest[max(after - self._packed_rows, 0) :]

    def append(self, row: Stored) -> None:
        self.extend([row])

    def extend(self, rows: Iterable[Stored]) -> None:
        """Add rows, and compress those that have become old."""
        rows = iter(rows)
        while some := [*islice(rows, AT_ONCE)]:
            self._latest.extend(some)
            if len(self._latest) >= 2 * AT_ONCE:
                self._packed.append(zlib.compress(_encoder.encode(self._latest[:AT_ONCE]), QUICKLY))
                del self._latest[:AT_ONCE]

    def cut(self, count: int) -> None:
        """Keep only the first ``count`` rows."""
        while self._packed and count < self._packed_rows:
            self._latest[:0] = _unpack(self._packed.pop())
        del self._latest[count - self._packed_rows :]


def _unpack(packed: bytes) -> list[Stored]:
    return _decoder.decode(zlib.decompress(packed))
