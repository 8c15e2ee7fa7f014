"""Sends files or a test to an outlet of any kind."""

from collections.abc import Mapping
from html import escape

from app.engine.language import say
from app.store.outlets import Outlet, OutletKind
from app.web.outlets.failures import Stopped
from app.web.outlets.messages import Message, trial_message

NO_PASSWORD = say("The password for {place} is not known here. Type it again, then send a test.")
FILE = "flagfall-test.html"


async def send_files(outlet: Outlet, password: str, files: Mapping[str, bytes]) -> None:
    """Send files to an outlet. Raises Later or Stopped."""
    match outlet.kind:
        case OutletKind.FOLDER:
            from app.web.outlets.files import send_to_folder

            await send_to_folder(outlet, files)
        case OutletKind.SFTP:
            from app.web.outlets.sftp import send_by_sftp

            await send_by_sftp(outlet, password, files)
        case _:
            from app.web.outlets.webdav import send_by_webdav

            if outlet.user and not password:
                raise Stopped(NO_PASSWORD.format(place=outlet.address))
            await send_by_webdav(outlet, password, files)


async def send_trial(outlet: Outlet, secret: str) -> None:
    """Send a harmless test to an outlet. Raises Later, Stopped or MaybeSent."""
    message = trial_message()
    if outlet.kind.is_chat:
        from app.web.outlets.chats import post_message

        await post_message(outlet.kind, secret, message)
        return
    await send_files(outlet, secret, {FILE: _page(message)})


def _page(message: Message) -> bytes:
    words = f"{message.title}. {' '.join(message.lines)}"
    title = escape(say("A test from Flagfall"))
    return (
        f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>{title}</title>\n<p>{escape(words)}</p>\n'
    ).encode()
