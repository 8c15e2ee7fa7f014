"""The errors of the store. Nothing heavy is imported here: start-up needs this module."""


class StoreError(Exception):
    """A file could not be read or written; the text is a sentence an organizer can act on."""


class Damaged(StoreError):
    """An event's file is not as it was written; repairing it may bring back what can be read."""


class Behind(Damaged):
    """An event's file is whole but lacks rows that this laptop wrote into it."""


class NotWritable(StoreError):
    """An event's file may be read, and nothing can be written in its place."""


class OpenElsewhere(StoreError):
    """Another Flagfall has the event's file open."""


class Newer(StoreError):
    """A newer Flagfall wrote the event's file."""


class Away(StoreError):
    """The server that keeps an event cannot be reached at present."""


class LockedOut(StoreError):
    """A database’s server asks for a password, or for another one. ``at_terminal`` is the sentence
    for who typed a command and has no menus.
    """

    def __init__(self, sentence: str, at_terminal: str) -> None:
        super().__init__(sentence)
        self.at_terminal = at_terminal


class Overtaken(StoreError):
    """Other stations have written rows since the ones that this one knows. Until its next write or
    `release` nobody else writes.
    """
