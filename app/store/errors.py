"""The one error of the store. Nothing heavy is imported here: start-up needs this module."""


class StoreError(Exception):
    """A file could not be read or written; the text is a sentence an organizer can act on."""
