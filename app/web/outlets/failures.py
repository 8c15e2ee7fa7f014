"""The failures of publishing, and the sentences that several kinds of outlets share."""

import asyncio

from app.engine.language import say

CANNOT_REACH = say("{place} cannot be reached. Flagfall keeps trying by itself.")
PAUSE = say("{place} asks for a pause. Flagfall will send the rest by itself.")
ANSWERED = say("{place} reports an error ({status}). Flagfall will try again by itself.")
WRONG_PASSWORD = say(
    "{place} does not accept this user and password. Type them again, then send a test."
)
FULL = say(
    "{place} could not write {file}: its disk may be full. Make room there, then publish again."
)
NOT_ALLOWED = say("{place} does not let this user write in {folder}. Choose another folder.")
CERTIFICATE = say(
    "{place} cannot prove that it is the right server ({why}), so nothing was sent. Check the"
    " address, or ask your provider."
)
NO_SERVER = say("{place} is not the address of such a server. Correct it, then send a test.")
MOVED = say("{place} has moved to {to}. Enter that address, then send a test.")
REFUSED = say("{place} refused it: {why}. Send a test, or publish again.")
DOUBTFUL = say(
    "The connection broke while “{title}” was on its way, so {place} may or may not have it. Look"
    " there, then say here whether it does."
)


class Later(Exception):
    """Nothing was sent. The program tries again, but not until ``after_s`` seconds have passed."""

    def __init__(self, sentence: str, after_s: float = 0.0) -> None:
        super().__init__(sentence)
        self.after_s = after_s


class Stopped(Exception):
    """Nothing was sent, and nothing will be sent until the organizer has done something."""


class UnknownKey(Stopped):
    """An SFTP server showed a key that the organizer has not trusted."""

    def __init__(self, sentence: str, key: str) -> None:
        super().__init__(sentence)
        self.key = key
        """The key in the format of OpenSSH's files."""


class MaybeSent(Exception):
    """Nobody can know whether the message was sent."""


class GivenUp(asyncio.CancelledError):
    """Sending was cancelled before anything was sent."""
