"""The organizer at a table, and which orders are possible there."""

import asyncio

import pytest

from app.engine.side import Side
from tests.events import MINUTE
from tests.web.venue import Tablet, Told, Venue, on_line

START = {"type": "start_clock", "first": "red"}


def order(game: int, what: Told, **more: object) -> Told:
    return {"type": "order", "number": 7, "game": game, "order": what, **more}


def test_at_a_table_the_organizer_sees_only_that_table_and_only_while_signed_in(
    venue: Venue,
) -> None:
    pin = venue.keys.new_pin()

    async def story() -> None:
        async with Tablet(venue, 2) as tablet:
            await tablet.do(START)
            assert not any(message["type"] == "tables" for message in tablet.told)
            await tablet.say({"type": "unlock", "pin": pin})
            await tablet.until(lambda: any(message["type"] == "tables" for message in tablet.told))
            shown = tablet.last("tables")["tables"]
            assert [(one["table"], one["runs"], one["dice_down"]) for one in shown] == [
                (2, "red", False)
            ]
            await tablet.say({"type": "lock"})
            await tablet.ping()
            seen = sum(message["type"] == "tables" for message in tablet.told)
            await tablet.do({"type": "call_judge", "side": "red"})
            await asyncio.sleep(0.6)
            assert sum(message["type"] == "tables" for message in tablet.told) == seen

    on_line(story)


@pytest.mark.parametrize("role", ["table", "eo"])
def test_the_organizer_can_correct_a_finished_turn_s_points_and_undo_it(
    venue: Venue, role: str
) -> None:
    pin = venue.keys.new_pin()

    async def story() -> None:
        async with Tablet(venue, 1) as tablet, Tablet(venue, 1, role=role) as eo:
            game = tablet.game
            await tablet.do(START)
            for side in (Side.RED, Side.BLUE) * 4:
                venue.move_by(2 * MINUTE)
                assert (await tablet.do({"type": "tap", "side": side.value}))["taken"]
            await eo.ask({"type": "unlock", "pin": pin}, "unlocked")
            told = await eo.ask({"type": "ask_pad", "game": game, "step": 0}, "pad")
            step = told["turns"][0]["step"]
            assert (step, told["turns"][0]["overruled"]) == (7, False)
            ruling = {"type": "correct_points", "step": step, "points": {"red": 2, "blue": 1}}
            bare = await eo.ask(order(game, ruling), "ordered")
            assert not bare["done"]
            assert "why" in bare["sentence"]
            assert (await eo.ask(order(game, {**ruling, "reason": "Misread"}), "ordered"))["done"]
            told = await eo.ask({"type": "ask_pad", "game": game, "step": 0}, "pad")
            assert told["turns"][0]["points"] == {"red": 2, "blue": 1}
            assert told["turns"][0]["overruled"]
            back = {"type": "correct_points", "step": step, "points": None}
            assert (await eo.ask(order(game, back), "ordered"))["done"]
            told = await eo.ask({"type": "ask_pad", "game": game, "step": 0}, "pad")
            assert told["turns"][0]["points"] == {"red": 0, "blue": 0}
            assert not told["turns"][0]["overruled"]

    on_line(story)


@pytest.mark.parametrize("role", ["table", "eo"])
def test_only_the_organizer_can_see_the_timeline_of_a_game(venue: Venue, role: str) -> None:
    pin = venue.keys.new_pin()

    async def story() -> None:
        async with Tablet(venue, 1) as tablet, Tablet(venue, 1, role=role) as eo:
            await tablet.do(START)
            venue.move_by(MINUTE)
            asked = {"type": "ask_timeline", "game": tablet.game}
            await eo.say(asked)
            await eo.ping()
            assert not any(message["type"] == "timeline" for message in eo.told)
            await eo.ask({"type": "unlock", "pin": pin}, "unlocked")
            told = await eo.ask(asked, "timeline")
            assert told["svg"].startswith("<svg ")
            assert "clock started" in told["svg"].lower()
            other = venue.game(2).number
            await eo.say({**asked, "game": other})
            await eo.say({**asked, "game": 999})
            await eo.ping()
            games = {message["game"] for message in eo.told if message["type"] == "timeline"}
            assert games == ({tablet.game, other} if role == "eo" else {tablet.game})

    on_line(story)


def test_the_organizer_s_page_does_not_receive_the_scoring_pad_before_the_pin(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 0, role="eo") as eo:
            await eo.say({"type": "ask_pad", "game": venue.game(1).number, "step": 0})
            await eo.ping()
            assert not any(message["type"] == "pad" for message in eo.told)

    on_line(story)


def test_dice_can_be_called_down_at_a_table_that_is_still_playing(venue: Venue) -> None:
    pin = venue.keys.new_pin()

    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            await tablet.do(START)
            await tablet.ask({"type": "unlock", "pin": pin}, "unlocked")
            told = await tablet.ask(order(tablet.game, {"type": "dice_down"}), "ordered")
            assert (told["done"], told["insistable"]) == (False, True)
            down = order(tablet.game, {"type": "dice_down"}, insist=True)
            assert (await tablet.ask(down, "ordered"))["done"]
            assert venue.game(1).play.dice_down_ms is not None

    on_line(story)


def test_an_order_for_an_unknown_game_is_refused(venue: Venue) -> None:
    pin = venue.keys.new_pin()

    async def story() -> None:
        async with Tablet(venue, 0, role="eo") as eo:
            await eo.ask({"type": "unlock", "pin": pin}, "unlocked")
            told = await eo.ask(order(999, {"type": "resume"}), "ordered")
            assert (told["done"], told["sentence"][:9]) == (False, "That game")

    on_line(story)
