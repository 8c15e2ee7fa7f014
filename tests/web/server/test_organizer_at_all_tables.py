"""The organizer's tablet and all tables at once: let in by the same PIN, undone as at the desk."""

import pytest

from app.engine.acts.commands import NoticeGap
from app.engine.acts.players import DropPlayer
from app.engine.acts.table import StartClock
from app.engine.side import Side
from app.web.server.connection import Close
from tests.events import MINUTE
from tests.web.venue import Tablet, Told, Venue, on_line


def all_tables(number: int = 7, **what: object) -> Told:
    return {"type": "order_all", "number": number, **what}


def running(venue: Venue) -> None:
    for number in (1, 2):
        venue.do(StartClock(venue.game(number).number, Side.RED))


def ticking(venue: Venue) -> list[int]:
    return sorted(game.table for game in venue.state.games.values() if game.play.ticking)


def test_without_the_pin_nothing_can_be_done_or_seen(venue: Venue) -> None:
    running(venue)

    async def story() -> None:
        async with Tablet(venue, 0, role="eo") as eo:
            told = await eo.ask(all_tables(act="pause"), "ordered")
            assert (told["done"], told["sentence"]) == (False, "Enter the organizer’s PIN first.")
            assert not any(message["type"] == "tables" for message in eo.told)

    on_line(story)
    assert ticking(venue) == [1, 2]


def test_all_clocks_can_be_paused_and_the_pause_undone_once(venue: Venue) -> None:
    pin = venue.keys.new_pin()
    running(venue)

    async def story() -> None:
        async with Tablet(venue, 0, role="eo") as eo:
            await eo.ask({"type": "unlock", "pin": pin}, "unlocked")
            await eo.until(lambda: any(message["type"] == "tables" for message in eo.told))
            assert eo.last("tables")["hall"] == {
                "tables": {"pause": 2}, "standing": "", "gap": "", "undo": 0, "undone": "",
            }  # fmt: skip
            told = await eo.ask(all_tables(act="pause", reason="Fire alarm"), "ordered")
            assert (told["done"], told["sentence"]) == (
                True, "Clocks paused at 2 tables: Fire alarm.",
            )  # fmt: skip
            assert ticking(venue) == []
            await eo.until(lambda: eo.last("tables")["hall"]["undo"] > 0)
            hall = eo.last("tables")["hall"]
            assert hall["standing"] == "Clocks are paused at 2 tables: Fire alarm"
            assert hall["undone"] == "pause at 2 tables"
            told = await eo.ask(all_tables(8, undo=hall["undo"]), "ordered")
            assert (told["done"], told["sentence"]) == (True, "Undone: pause at 2 tables.")
            assert ticking(venue) == [1, 2]
            again = await eo.ask(all_tables(9, undo=hall["undo"]), "ordered")
            assert (again["done"], again["sentence"][:14]) == (False, "Something else")
            told = await eo.ask(all_tables(10, act="resume"), "ordered")
            assert told["sentence"] == "You have not paused any clock."

    on_line(story)


def test_an_act_followed_by_others_cannot_be_undone_from_the_tablet(venue: Venue) -> None:
    pin = venue.keys.new_pin()
    running(venue)

    async def story() -> None:
        async with Tablet(venue, 0, role="eo") as eo:
            await eo.ask({"type": "unlock", "pin": pin}, "unlocked")
            await eo.until(lambda: any(message["type"] == "tables" for message in eo.told))
            await eo.ask(all_tables(act="pause"), "ordered")
            await eo.until(lambda: eo.last("tables")["hall"]["undo"] > 0)
            act = eo.last("tables")["hall"]["undo"]
            venue.do(DropPlayer(1), insist=True)
            await eo.until(lambda: eo.last("tables")["hall"]["undo"] == 0)
            assert not (await eo.ask(all_tables(8, undo=act), "ordered"))["done"]
            assert not (await eo.ask(all_tables(9), "ordered"))["done"]

    on_line(story)
    assert ticking(venue) == []


def test_a_gap_is_decided_for_the_whole_room_and_undoing_flags_needs_a_reason(venue: Venue) -> None:
    pin = venue.keys.new_pin()
    running(venue)
    now_ms = venue.desk.timeline.now_ms()
    venue.do(NoticeGap(now_ms, now_ms + MINUTE))

    async def story() -> None:
        async with Tablet(venue, 0, role="eo") as eo:
            await eo.ask({"type": "unlock", "pin": pin}, "unlocked")
            await eo.until(lambda: any(message["type"] == "tables" for message in eo.told))
            hall = eo.last("tables")["hall"]
            assert hall["tables"] == {"count_gap": 2, "ignore_gap": 2}
            assert hall["gap"].startswith("Nobody kept the time at 2 tables")
            told = await eo.ask(all_tables(act="take_back_flags"), "ordered")
            assert told["sentence"] == "Say why: it goes into the history."
            assert (await eo.ask(all_tables(act="ignore_gap"), "ordered"))["done"]

    on_line(story)
    assert ticking(venue) == [1, 2]


@pytest.mark.parametrize("role", ["table", "room"])
def test_only_the_organizer_s_own_page_can_act_on_all_tables(venue: Venue, role: str) -> None:
    pin = venue.keys.new_pin()
    running(venue)

    async def story() -> None:
        async with Tablet(venue, 1 if role == "table" else 0, role=role) as tablet:
            if role == "table":
                await tablet.ask({"type": "unlock", "pin": pin}, "unlocked")
                await tablet.until(
                    lambda: any(message["type"] == "tables" for message in tablet.told)
                )
                assert tablet.last("tables")["hall"]["tables"] == {}
            await tablet.say(all_tables(act="pause"))
            await tablet.until(lambda: tablet.close_code == Close.MALFORMED)

    on_line(story)
    assert ticking(venue) == [1, 2]


def test_an_unknown_act_for_all_tables_closes_the_connection(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 0, role="eo") as eo:
            await eo.say(all_tables(act="start"))
            await eo.until(lambda: eo.close_code == Close.MALFORMED)

    on_line(story)
