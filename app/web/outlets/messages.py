"""One bulletin in the form that each of three chats needs, as plain values for JSON. Nothing is
sent here.

Discord: docs.discord.com/developers/resources/webhook, *Execute Webhook*. Slack:
docs.slack.dev/messaging/sending-messages-using-incoming-webhooks, its blocks
docs.slack.dev/reference/block-kit/blocks. Mattermost:
developers.mattermost.com/integrate/webhooks/incoming. Only Discord accepts a picture with the
message; the others show one from an address that everybody can open.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from app.engine.language import plural, say
from app.store.outlets import OutletKind

DISCORD_LETTERS = 2_000
SLACK_LETTERS = 2_900
MATTERMOST_LETTERS = 3_900
"""The most letters of a message to Mattermost, whose older servers accept 4,000."""
ALT_LETTERS = 1_000
MARKS = re.compile(r"([\\`*{}\[\]()#+\-.!_>~|])")
"""The characters of Markdown that a backslash turns into plain letters."""
ZERO = "\u200b"


class Message(Struct, frozen=True):
    """One bulletin for a chat."""

    title: str
    lines: tuple[str, ...]
    page: str = ""
    """The address of the results page; empty if there is none that everybody can read."""
    picture: bytes = b""
    picture_name: str = "picture.png"
    picture_address: str = ""
    """The address where everybody can open the same picture; empty if there is none."""


def discord_body(message: Message) -> dict[str, Any]:
    """Return the JSON that goes with the picture. A mention in the message notifies nobody."""
    body: dict[str, Any] = {
        "content": _text(message, _escape_discord, "**{}**", DISCORD_LETTERS),
        "allowed_mentions": {"parse": []},
    }
    if message.picture:
        alt = "\n".join((message.title, *message.lines))[:ALT_LETTERS]
        body["attachments"] = [{"id": "0", "filename": message.picture_name, "description": alt}]
    return body


def slack_body(message: Message) -> dict[str, Any]:
    """Return the message as rich text, in which no letter of a name has a special meaning."""
    kept = _cut(message.lines, SLACK_LETTERS - len(message.title) - len(message.page), str)
    words: list[dict[str, Any]] = [
        {"type": "text", "text": message.title, "style": {"bold": True}},
    ]
    if kept:
        words.append({"type": "text", "text": "\n" + "\n".join(kept)})
    if message.page:
        words += [{"type": "text", "text": "\n"}, {"type": "link", "url": message.page}]
    section = {"type": "rich_text_section", "elements": words}
    blocks: list[dict[str, Any]] = [{"type": "rich_text", "elements": [section]}]
    if message.picture_address:
        alt = message.title[:ALT_LETTERS]
        blocks.append({"type": "image", "image_url": message.picture_address, "alt_text": alt})
    return {"text": _escape_slack(message.title), "blocks": blocks}


def mattermost_body(message: Message) -> dict[str, Any]:
    body: dict[str, Any] = {
        "text": _text(message, _escape_mattermost, "**{}**", MATTERMOST_LETTERS)
    }
    if message.picture_address:
        body["attachments"] = [{"fallback": message.title, "image_url": message.picture_address}]
    return body


BODIES: dict[OutletKind, Callable[[Message], dict[str, Any]]] = {
    OutletKind.DISCORD: discord_body,
    OutletKind.SLACK: slack_body,
    OutletKind.MATTERMOST: mattermost_body,
}


def _text(message: Message, escape: Callable[[str], str], bold: str, most: int) -> str:
    head = bold.format(escape(message.title)[: most // 2])
    foot = [message.page] if message.page else []
    room = most - _length(head) - sum(_length(line) + 1 for line in foot)
    return "\n".join((head, *_cut(message.lines, room, escape), *foot))


def _cut(lines: tuple[str, ...], room: int, escape: Callable[[str], str]) -> list[str]:
    """Return as many lines as fit into ``room`` letters. If lines are left out, the last one says
    how many.
    """
    ready = [escape(line) for line in lines]
    if _room_of(ready) <= room:
        return ready
    kept: list[str] = []
    for count in range(len(ready) - 1, -1, -1):
        more = plural(len(ready) - count, "… and {count} more", "… and {count} more")
        kept = [*ready[:count], more]
        if _room_of(kept) <= room:
            return kept
    return []


def _room_of(lines: Iterable[str]) -> int:
    return sum(_length(line) + 1 for line in lines)


def _length(words: str) -> int:
    """Return the length of a text in UTF-16, the longest way in which any of the chats counts."""
    return len(words.encode("utf-16-le")) // 2


def _escape_discord(words: str) -> str:
    return MARKS.sub(r"\\\1", words).replace("<", "\\<")


def _escape_mattermost(words: str) -> str:
    return MARKS.sub(r"\\\1", words).replace("@", f"@{ZERO}").replace(":", f":{ZERO}")


def _escape_slack(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def trial_message() -> Message:
    """Return the message that *Send a test* sends."""
    return Message(say("A test from Flagfall"), (say("Results will come here."),))
