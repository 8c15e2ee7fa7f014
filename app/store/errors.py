"""The errors of the store. Nothing heavy is imported here: start-up needs this module."""


class StoreError(Exception):
    """A file could not be read or written. The text is a sentence from which an organizer knows
    what to do.
    """


class Damaged(StoreError):
    """An event's file differs from what was written; a repair may recover what can still be
    read.
    """


class Behind(Damaged):
    """An event's file is whole but lacks rows that this laptop wrote into it."""


class NotWritable(StoreError):
    """An event's file can be read but not written, and no other file can be written in its
    place.
    """


class OpenElsewhere(StoreError):
    """Another Flagfall has the event's file open."""


class Newer(StoreError):
    """A newer Flagfall wrote the event's file."""


class Away(StoreError):
    """The server that keeps an event cannot be reached at present."""


class LockedOut(StoreError):
    """A database's server asks for a password, or rejects the one it got. ``at_terminal`` is the
    sentence for somebody who typed a command and has no menus.
    """

    def __init__(self, sentence: str, at_terminal: str) -> None:
        super().__init__(sentence)
        self.at_terminal = at_terminal


class Overtaken(StoreError):
    """Other stations have written rows that this station does not know yet. No other station can
    write until this one writes again or calls `release`.
    """
