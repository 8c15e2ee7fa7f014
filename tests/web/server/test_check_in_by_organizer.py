"""Check-in on the organizer's own page: who is here, and checked in by number or by code."""

from app.engine.acts.players import AddPlayers, CheckIn, DropPlayer, Entry, TickOff
from app.engine.formats.settings import CheckInItem
from app.web.phones.codes import PlayerCodes, scanned_text
from app.web.server.connection import Close
from tests.web.venue import Tablet, Told, Venue, on_line

NUMBER = 3_000_001


def order(**what: object) -> Told:
    return {"type": "order_check_in", "number": NUMBER, **what}


def late(venue: Venue, *names: str) -> list[int]:
    """Players who are entered and not here yet."""
    before = set(venue.state.players)
    venue.do(AddPlayers(tuple(map(Entry, names))))
    return sorted(set(venue.state.players) - before)


def code_of(venue: Venue, player: int) -> str:
    return PlayerCodes(venue.keys).code(player)


def test_without_the_pin_nobody_is_checked_in_and_no_list_is_sent(venue: Venue) -> None:
    (zoe,) = late(venue, "Zoe")

    async def story() -> None:
        async with Tablet(venue, 0, role="eo") as eo:
            await eo.say({"type": "ask_arrivals"})
            told = await eo.ask(order(player=zoe), "ordered")
            assert (told["done"], told["sentence"]) == (False, "Enter the organizer’s PIN first.")
            told = await eo.ask(order(code=code_of(venue, zoe)), "ordered")
            assert not told["done"]
            assert not any(message["type"] == "arrivals" for message in eo.told)

    on_line(story)
    assert not venue.state.players[zoe].plays


def test_only_the_organizer_s_page_may_check_players_in(venue: Venue) -> None:
    async def story() -> None:
        for role, table in (("table", 1), ("room", 0), ("wall", 0)):
            for message in (order(player=1), {"type": "ask_arrivals"}):
                async with Tablet(venue, table, role=role) as other:
                    await other.say(message)
                    await other.until(lambda other=other: other.close_code is not None)  # type: ignore[misc]
                    assert other.close_code == Close.MALFORMED

    on_line(story)


def test_players_are_checked_in_by_number_by_code_or_by_a_photo_of_the_code(venue: Venue) -> None:
    ann, zoe, yan = late(venue, "Ann", "Zoe", "Yan")
    venue.do(TickOff((zoe,), CheckInItem.PAID))
    pin, picture = (
        venue.keys.new_pin(),
        scanned_text(code_of(venue, yan), "http://10.0.0.2:8437/room#key=k3j9"),
    )

    async def story() -> None:
        async with Tablet(venue, 0, role="eo") as eo:
            await eo.ask({"type": "unlock", "pin": pin}, "unlocked")
            shown = await eo.ask({"type": "ask_arrivals"}, "arrivals")
            here = {player["name"]: player["here"] for player in shown["players"]}
            assert {name for name, is_here in here.items() if not is_here} == {"Ann", "Yan", "Zoe"}
            assert list(here) == sorted(here), "by name"
            for what, name in (
                ({"player": ann}, "Ann"),
                ({"code": code_of(venue, zoe).lower()}, "Zoe"),
                ({"code": picture}, "Yan"),
            ):
                told = await eo.ask(order(**what), "ordered")
                assert told["done"], told
                assert told["sentence"].startswith(f"{name} is here."), told
                assert ("payment" in told["sentence"]) == (name != "Zoe"), told
            shown = await eo.ask({"type": "ask_arrivals"}, "arrivals")
            assert all(player["here"] for player in shown["players"])
            missing = {player["name"]: player["missing"] for player in shown["players"]}
            assert "payment" in missing["Yan"]
            assert "payment" not in missing["Zoe"]

    on_line(story)
    assert all(venue.state.players[number].plays for number in (ann, zoe, yan))


def test_a_second_scan_gives_the_same_answer_and_records_nothing(venue: Venue) -> None:
    (zoe,) = late(venue, "Zoe")
    pin = venue.keys.new_pin()

    async def story() -> None:
        async with Tablet(venue, 0, role="eo") as eo:
            await eo.ask({"type": "unlock", "pin": pin}, "unlocked")
            first = await eo.ask(order(code=code_of(venue, zoe)), "ordered")
            before = venue.state
            second = await eo.ask(order(code=code_of(venue, zoe)), "ordered")
            assert second == first
            assert venue.state == before
            told = await eo.ask(order(player=zoe, here=False), "ordered")
            assert (told["done"], told["sentence"]) == (True, "Zoe is not checked in.")

    on_line(story)
    assert not venue.state.players[zoe].plays


def test_a_player_who_cannot_be_checked_in_is_reported_with_the_reason(venue: Venue) -> None:
    zoe, gone = late(venue, "Zoe", "Gone")
    venue.do(CheckIn((gone,)))
    venue.do(DropPlayer(gone))
    code, pin = code_of(venue, zoe), venue.keys.new_pin()
    PlayerCodes(venue.keys).renew([zoe])

    async def story() -> None:
        async with Tablet(venue, 0, role="eo") as eo:
            await eo.ask({"type": "unlock", "pin": pin}, "unlocked")
            for what, words in (
                ({"code": code}, "No player of this event has that code."),
                (
                    {"code": "https://example.org/a-poster"},
                    "No player of this event has that code.",
                ),
                ({}, "No player of this event has that code."),
                ({"player": gone}, "Gone has left the event. Readmit the player instead."),
                ({"player": 9999}, ""),
            ):
                told = await eo.ask(order(**what), "ordered")
                assert not told["done"]
                assert told["sentence"].startswith(words), told
                assert told["sentence"]

    on_line(story)
    assert not venue.state.players[zoe].plays
