"""The room display over the wire: what everybody may see, and nothing to be ordered."""

import json
from pathlib import Path

import pytest

from app.engine.acts.display import ArrangeDisplay, Slide, TimedSlide
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from tests.web.venue import Tablet, Venue, on_line


@pytest.fixture
def drawn(tmp_path: Path) -> Venue:
    """A round that is drawn and not published, with every slide on the wall."""
    venue = Venue(tmp_path)
    venue.register(8)
    venue.do(ArrangeDisplay(tuple(TimedSlide(slide, 10) for slide in Slide), judge_calls=True))
    venue.do(DrawRound(7, 3))
    venue.serve()
    return venue


def test_a_screen_shows_a_round_only_once_it_is_public(drawn: Venue) -> None:
    names = [drawn.state.name(number) for number in drawn.state.players]

    async def story() -> None:
        async with Tablet(drawn, 0, role="wall") as screen:
            await screen.until(lambda: screen.told[1:])
            words = json.dumps(screen.told, ensure_ascii=False)
            assert not any(name in words for name in names)
            drawn.do(PublishRound())
            await screen.until(lambda: "by_name" in json.dumps(screen.last("wall")))
            words = json.dumps(screen.told, ensure_ascii=False)
            assert all(name in words for name in names)
            assert "Spread the Net" not in words
            drawn.do(StartRound())
            await screen.until(lambda: "Spread the Net" in json.dumps(screen.last("wall")))

    try:
        on_line(story)
    finally:
        drawn.close()


def test_a_stream_shows_its_table_once_the_round_is_public(drawn: Venue) -> None:
    async def story() -> None:
        async with (
            Tablet(drawn, 2, role="stream") as stream,
            Tablet(drawn, 0, role="stream") as all_,
        ):
            await all_.until(lambda: all_.told[1:])
            assert all_.last("stream")["shown"]["tables"] == []
            drawn.do(PublishRound())
            await all_.until(lambda: len(all_.last("stream")["shown"]["tables"]) == 4)
            await stream.until(lambda: bool(stream.last("stream")["shown"]["tables"]))
            assert [each["table"] for each in stream.last("stream")["shown"]["tables"]] == [2]

    try:
        on_line(story)
    finally:
        drawn.close()


@pytest.mark.parametrize("role", ["wall", "stream"])
@pytest.mark.parametrize(
    "message",
    [
        {"type": "unlock", "pin": "123456"},
        {"type": "order", "number": 1, "game": 1, "insist": True,
         "order": {"type": "pause", "reason": ""}},
        {"type": "order_all", "number": 1, "act": "pause"},
        {"type": "sign_in", "player": 1, "code": "K7MP2Q"},
        {"type": "marks", "marks": []},
        {"type": "lock"},
    ],
)  # fmt: skip
def test_a_screen_cannot_ask_for_anything(
    drawn: Venue, message: dict[str, object], role: str
) -> None:
    async def story() -> int | None:
        screen = Tablet(drawn, 0, role=role)
        await screen.join()
        await screen.say(message)
        code = await screen.closed()
        await screen.leave()
        return code

    try:
        assert on_line(story) == 4400
    finally:
        drawn.close()
