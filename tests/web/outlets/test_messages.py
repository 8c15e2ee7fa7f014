"""What chats are sent: short, and no letter of a name means anything but itself."""

import pytest

from app.web.outlets.messages import (
    DISCORD_LETTERS,
    MATTERMOST_LETTERS,
    SLACK_LETTERS,
    Message,
    discord_body,
    mattermost_body,
    slack_body,
)

PAGE = "https://club.example/open/results.html"
PICTURE = "https://club.example/open/standings-1.png"
NASTY = "@everyone <!channel> *Ada* [x](http://a.example) `b` _c_ ~d~ :skull: & #1"
MANY = tuple(
    f"{place}. Player *{place}* of a long name (Cryx) · 1-0 · TP 1" for place in range(200)
)
MESSAGE = Message("Open – standings after round 1", ("1. Ada", "2. Ben"), PAGE)


def words_of_slack(message: Message) -> list[str]:
    block = slack_body(message)["blocks"][0]
    return [part.get("text", part.get("url")) for part in block["elements"][0]["elements"]]


def test_a_discord_message_has_text_a_link_and_mentions_nobody() -> None:
    body = discord_body(MESSAGE)
    assert body == {
        "content": "**Open – standings after round 1**\n1\\. Ada\n2\\. Ben\n" + PAGE,
        "allowed_mentions": {"parse": []},
    }


def test_the_picture_for_discord_has_a_description() -> None:
    message = Message("Open", MANY, picture=b"png", picture_name="standings-1.png")
    (attachment,) = discord_body(message)["attachments"]
    assert attachment["id"] == "0"  # a number in text, as Discord’s schema has it
    assert attachment["filename"] == "standings-1.png"
    assert attachment["description"].startswith("Open\n0. Player")
    assert len(attachment["description"]) <= 1024


def test_mattermost_shows_a_picture_that_everybody_can_open() -> None:
    body = mattermost_body(Message("Open", ("1. Ada",), PAGE, picture_address=PICTURE))
    assert body == {
        "text": f"**Open**\n1\\. Ada\n{PAGE}",
        "attachments": [{"fallback": "Open", "image_url": PICTURE}],
    }
    assert "attachments" not in mattermost_body(MESSAGE)


def test_a_slack_message_has_rich_text_a_link_and_a_picture() -> None:
    body = slack_body(Message("Open & <you>", ("1. Ada",), PAGE, picture_address=PICTURE))
    text, image = body["blocks"]
    assert body["text"] == "Open &amp; &lt;you&gt;"
    assert text["type"] == "rich_text"
    assert words_of_slack(Message("Open", ("1. Ada",), PAGE)) == ["Open", "\n1. Ada", "\n", PAGE]
    assert image == {"type": "image", "image_url": PICTURE, "alt_text": "Open & <you>"}
    assert len(slack_body(Message("Open", ()))["blocks"]) == 1


def test_names_are_not_interpreted_as_markdown() -> None:
    message = Message("Open", (NASTY,))
    discord = discord_body(message)["content"].splitlines()[1]
    mattermost = mattermost_body(message)["text"].splitlines()[1]
    for mark in "*[`_~#":
        assert f"\\{mark}" in discord
        assert f"\\{mark}" in mattermost
    assert "\\<\\!channel" in discord
    assert "@everyone" not in mattermost
    assert words_of_slack(message)[1] == f"\n{NASTY}"


@pytest.mark.parametrize("page", ["", PAGE])
def test_a_long_list_is_cut_at_a_line_and_says_how_much_is_missing(page: str) -> None:
    message = Message("Open", MANY, page)
    for words, most in (
        (discord_body(message)["content"], DISCORD_LETTERS),
        (mattermost_body(message)["text"], MATTERMOST_LETTERS),
        ("".join(words_of_slack(message)), SLACK_LETTERS + 10),
    ):
        assert most - 200 < len(words) <= most
        lines = words.removesuffix(f"\n{page}").splitlines()
        shown = len(lines) - 2
        assert lines[-1] == f"… and {200 - shown} more"


def test_letters_are_counted_in_utf_16() -> None:
    words = discord_body(Message("Open", ("🏆" * 900, "🏆" * 900)))["content"]
    assert len(words.encode("utf-16-le")) // 2 <= DISCORD_LETTERS
    assert words.endswith("… and 1 more")


def test_a_very_long_title_leaves_room_for_its_link() -> None:
    words = discord_body(Message("x" * 3_000, MANY, PAGE))["content"]
    assert len(words) <= DISCORD_LETTERS
    assert words.endswith(PAGE)
