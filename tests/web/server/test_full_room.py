"""More phones than there are places, and more devices at a table."""

import aiohttp
import pytest

from app.engine.acts.phones import AskToDrop
from app.engine.acts.players import EditPlayer, Entry
from tests.web.venue import Tablet, Venue, hears_of, notices, on_line

PLACES = 5
START = {"type": "start_clock", "first": "red"}


async def come(tablet: Tablet, address: str) -> str:
    """Join from an address of its own; the first answer's type."""
    connector = aiohttp.TCPConnector(local_addr=(address, 0))
    return str((await tablet.join(connector=connector))["type"])


def test_a_phone_beyond_the_limit_waits_and_displaces_nobody(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.server.sessions.PHONES", PLACES)

    async def story() -> None:
        phones = [Tablet(venue, 0, role="room") for _ in range(PLACES)]
        for number, phone in enumerate(phones):
            assert await come(phone, f"127.0.0.{number + 2}") == "welcome"
        for number in range(3):
            late = Tablet(venue, 0, role="room")
            assert await come(late, f"127.0.0.{number + 20}") == "no"
            assert late.told[0]["why"] == "busy"
            assert await late.closed() == 1013
            await late.leave()
        await hears_of(venue, phones[0], f"{PLACES} phones are connected")
        assert len([notice for notice in notices(venue) if "phones are" in notice]) == 1
        for phone in phones:
            assert (await phone.ping())["type"] == "pong"
        await phones[0].leave()
        assert await come(late, "127.0.0.20") == "welcome"
        for phone in (*phones[1:], late):
            await phone.leave()

    on_line(story)


def test_eight_devices_with_a_tables_code_do_not_lock_its_tablet_out(venue: Venue) -> None:
    async def story() -> None:
        own = Tablet(venue, 1)
        async with own:
            assert (await own.do(START))["taken"]
        crowd = [Tablet(venue, 1) for _ in range(8)]
        for stranger in crowd:
            assert await come(stranger, "127.0.0.2") in {"welcome", "no"}
        assert await come(own, "127.0.0.3") == "welcome"
        fresh = Tablet(venue, 1)
        assert await come(fresh, "127.0.0.4") == "welcome"
        await hears_of(venue, own, "Too many devices")
        for tablet in (own, fresh, *crowd):
            await tablet.leave()

    on_line(story)


def test_a_device_that_has_pressed_stays_at_a_full_table(venue: Venue) -> None:
    async def story() -> None:
        own = Tablet(venue, 1)
        assert await come(own, "127.0.0.2") == "welcome"
        assert (await own.do(START))["taken"]
        crowd = [Tablet(venue, 1) for _ in range(20)]
        for number, stranger in enumerate(crowd):
            await come(stranger, f"127.0.0.{number + 3}")
        assert (await own.ping())["type"] == "pong"
        for tablet in (own, *crowd):
            await tablet.leave()

    on_line(story)


def test_a_player_s_actions_are_sent_only_to_their_own_table(venue: Venue) -> None:
    """Where it was sent to every table, a hall of phones kept 1,024 tablets waiting."""

    async def story() -> None:
        async with Tablet(venue, 1) as own, Tablet(venue, 2) as other:
            number = venue.game(1).players.red
            sent = [count_games(tablet) for tablet in (own, other)]
            venue.do(AskToDrop(number))
            await own.until(lambda: count_games(own) > sent[0])
            await other.ping()
            assert count_games(other) == sent[1]

    on_line(story)


def test_a_namesake_at_another_table_changes_the_name_shown_at_both(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as own, Tablet(venue, 2) as other:
            mine, theirs = venue.game(1).players.red, venue.game(2).players.red
            name = venue.state.name(mine)
            assert other.last("game")["names"]["red"] != name
            venue.do(EditPlayer(theirs, Entry(name)))
            for tablet, number in ((own, mine), (other, theirs)):
                shown = venue.state.name(number)
                assert shown.startswith(name)
                assert shown != name
                await tablet.until(
                    lambda tablet=tablet, shown=shown: tablet.last("game")["names"]["red"] == shown
                )

    on_line(story)


def count_games(tablet: Tablet) -> int:
    return sum(message["type"] == "game" for message in tablet.told)
