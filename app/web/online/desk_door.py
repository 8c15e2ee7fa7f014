"""Answers the messages of desks to the server online."""

from collections.abc import Callable, Mapping

import msgspec

from app.store.online.book import Book, OutOfOrder, Part, SignedUp
from app.web.online.channel import (
    CODE,
    DESK,
    SIGN_UPS_AT_ONCE,
    VERSION,
    Answer,
    Ask,
    Fetch,
    FromDesk,
    Join,
    Push,
    SignUpSent,
    Version,
    code_over,
    is_code,
    secret_for_desk,
)

DESK_LETTERS = 32


class DeskDoor:
    """Answers messages of desks. It runs in the thread of the book, the file with the event and its
    sign-ups.
    """

    def __init__(self, book: Book, wall: Callable[[], float], make_pass: Callable[[], str]) -> None:
        self._book, self._wall, self._make_pass = book, wall, make_pass

    def is_known(self, headers: Mapping[str, str]) -> bool:
        desk = headers.get(DESK, "")
        return _is_name(desk) and bool(self._book.desk_secret(desk))

    def hear(self, headers: Mapping[str, str], body: bytes) -> tuple[dict[str, str], bytes]:
        """Return the answer to a message: its headers and its body."""
        desk, code = headers.get(DESK, ""), headers.get(CODE, "")
        if not _is_name(desk):
            return _say(Answer(VERSION, no="unknown"))
        version = _read_version(body)
        if version != VERSION:
            return _say(Answer(VERSION, no="version" if version else "malformed"))
        secret = self._book.desk_secret(desk) or self._let_in(desk, body, code)
        if not is_code(secret, body, code):
            return _say(Answer(VERSION, no="unknown"))
        try:
            message: FromDesk = msgspec.json.decode(body, type=FromDesk)
        except (msgspec.MsgspecError, RecursionError):
            return _say(Answer(VERSION, no="malformed"))
        answer = self._answer_to(desk, message)
        return _say(answer, secret, message.count)

    def _let_in(self, desk: str, body: bytes, code: str) -> str:
        """Return the secret of a new desk that proves to have a valid code; empty for any other."""
        for hashed in self._book.codes(self._wall()):
            secret = secret_for_desk(hashed, desk)
            if is_code(secret, body, code):
                self._book.join_desk(hashed, desk, secret)
                return secret
        return ""

    def _answer_to(self, desk: str, message: FromDesk) -> Answer:
        book, no = self._book, ""
        count = book.desk_count(desk)
        if message.count <= count:
            return Answer(VERSION, no="count", count=count)
        book.note_count(desk, message.count)
        sign_ups: tuple[SignedUp, ...] = ()
        enter = ""
        match message:
            case Push():
                try:
                    book.take_parts(message.number, [Part(*part) for part in message.parts])
                    book.keep("from_desk", "True")
                except OutOfOrder:
                    no = "order"
            case Fetch():
                sign_ups = book.sign_ups(message.after, SIGN_UPS_AT_ONCE + 1)
            case Ask(enter=True):
                enter = self._make_pass()
            case Ask() | Join():
                pass
        return Answer(
            VERSION,
            no=no,
            count=message.count,
            last=book.last_number,
            marks=book.marks(),
            sign_ups=tuple(map(_describe_sign_up, sign_ups[:SIGN_UPS_AT_ONCE])),
            more=len(sign_ups) > SIGN_UPS_AT_ONCE,
            total=book.count(),
            enter=enter,
        )


def _is_name(desk: str) -> bool:
    return len(desk) == DESK_LETTERS and desk.isascii() and desk.isalnum()


def _read_version(body: bytes) -> int:
    try:
        return msgspec.json.decode(body, type=Version).v
    except (msgspec.MsgspecError, RecursionError):
        return 0


def _say(answer: Answer, secret: str = "", count: int = 0) -> tuple[dict[str, str], bytes]:
    body = msgspec.json.encode(answer)
    return ({CODE: code_over(secret, body, count)} if secret else {}), body


def _describe_sign_up(each: SignedUp) -> SignUpSent:
    entry = each.entry
    return SignUpSent(
        each.number, entry.name, entry.club, entry.faction, entry.team, entry.army, each.lists,
        each.paid, each.out,
    )  # fmt: skip
