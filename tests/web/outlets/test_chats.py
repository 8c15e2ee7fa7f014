"""A message to a webhook: what each answer means, and that nothing is sent twice."""

import asyncio
import socket

import pytest

from app.store.outlets import OutletKind
from app.web.outlets.chats import post_message
from app.web.outlets.failures import Later, MaybeSent, Stopped
from app.web.outlets.messages import Message
from app.web.outlets.requests import MOST_PAUSE_S, PAUSE_S
from tests.web.outlets.hook import Answer, Hook

MESSAGE = Message("Open – pairings of round 1", ("Table 1: Ada – Ben",))
PICTURED = Message("Open", ("1. Ada",), picture=b"\x89PNG", picture_name="standings-1.png")


def post(address: str, message: Message = MESSAGE, kind: OutletKind = OutletKind.DISCORD) -> None:
    asyncio.run(post_message(kind, address, message, patience_s=20))


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def test_discord_is_asked_to_answer_once_the_message_has_been_posted(hook: Hook) -> None:
    post(hook.address)
    (posted,) = hook.posted
    assert posted.query == "wait=true"
    assert posted.title == "Open – pairings of round 1"
    assert posted.pictures == ()


def test_the_picture_is_sent_along_to_discord(hook: Hook) -> None:
    post(hook.address, PICTURED)
    (posted,) = hook.posted
    assert posted.pictures == (("standings-1.png", b"\x89PNG"),)
    assert posted.body["attachments"][0]["filename"] == "standings-1.png"


@pytest.mark.parametrize("kind", [OutletKind.SLACK, OutletKind.MATTERMOST])
def test_slack_and_mattermost_receive_json(hook: Hook, kind: OutletKind) -> None:
    post(hook.address, PICTURED, kind)
    (posted,) = hook.posted
    assert (posted.kind, posted.query, posted.pictures) == ("application/json", "", ())


@pytest.mark.parametrize(
    ("answer", "after_s"),
    [
        (Answer(429, {"Retry-After": "7"}), 7.0),
        (Answer(429, {}, '{"message": "slow", "retry_after": 0.25}'), 0.25),
        (Answer(429, {}, "[]"), PAUSE_S),
        (Answer(429, {"Retry-After": "nan"}), PAUSE_S),
        (Answer(429, {"Retry-After": "1e9"}), MOST_PAUSE_S),
        (Answer(429, {"Retry-After": "Sun, 29 Nov 2026 14:00:00 GMT"}), PAUSE_S),
        (Answer(500, {}, "rollup_error"), 0.0),
        (Answer(503, {"Retry-After": "9"}), 9.0),
    ],
)
def test_a_busy_or_broken_hook_is_left_alone_for_a_while(
    hook: Hook, answer: Answer, after_s: float
) -> None:
    hook.answers.append(answer)
    with pytest.raises(Later) as failure:
        post(hook.address)
    assert failure.value.after_s == after_s
    assert str(failure.value).endswith("by itself.")
    assert hook.asked == 1


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Answer(404, {}, '{"message": "Unknown Webhook", "code": 10015}'), "no longer knows"),
        (Answer(410, {}, "channel_is_archived"), "no longer knows"),
        (Answer(403, {}, "action_prohibited"), "no longer knows"),
        (Answer(400, {}, "invalid_payload"), "Discord refused it: 400 invalid_payload."),
        (Answer(308, {"Location": "https://b.example/hook"}), "moved to https://b.example/hook"),
    ],
)
def test_an_error_that_the_organizer_can_correct_is_reported(
    hook: Hook, answer: Answer, words: str
) -> None:
    hook.answers.append(answer)
    with pytest.raises(Stopped, match=words):
        post(hook.address)
    assert hook.asked == 1


@pytest.mark.parametrize("answer", [Answer(breaks=True), Answer(502), Answer(504)])
def test_a_connection_that_breaks_while_sending_leaves_the_result_uncertain(
    hook: Hook, answer: Answer
) -> None:
    hook.answers.append(answer)
    with pytest.raises(MaybeSent, match="pairings of round 1” was on its way"):
        post(hook.address)
    assert hook.asked == 1


def test_nobody_there_is_tried_later() -> None:
    with pytest.raises(Later, match="Discord cannot be reached"):
        post(f"http://127.0.0.1:{free_port()}/hook")


@pytest.mark.parametrize(
    "address",
    ["hush", "ftp://a.example/b", "https://", "http://[", "http:/x", "https://a..b/secret"],
)
def test_an_invalid_address_is_reported(address: str) -> None:
    with pytest.raises(Stopped, match="is not a webhook address from Discord") as failure:
        post(address)
    assert address not in str(failure.value)  # it is as good as a password


def test_a_missing_address_is_asked_for() -> None:
    with pytest.raises(Stopped, match="Paste it again"):
        post("")
