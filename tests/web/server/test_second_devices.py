"""What lets a device in serves that one alone, and a second one is announced where the first is."""

import pytest

from app.web.phones.codes import PlayerCodes
from app.web.protocol.seal import answer_to, hash_secret
from app.web.server.secrets import PinGate
from tests.web.venue import Tablet, Venue, hears_of, on_line

OTHER_TABLET = "Another device has joined this table."
OTHER_PHONE = "Another phone has signed in as you."


def says_so(tablet: Tablet, words: str) -> bool:
    return any(told["type"] == "also" and words in told["sentence"] for told in tablet.told)


def test_a_second_device_of_a_table_is_announced_to_the_first_and_the_organizer(
    venue: Venue,
) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as first, Tablet(venue, 2) as elsewhere:
            async with Tablet(venue, 1) as second:
                await first.until(lambda: says_so(first, OTHER_TABLET))
                await hears_of(venue, first, "A second device has joined")
                assert not says_so(second, OTHER_TABLET)
                heard = len(first.told)
                await second.leave()
                await second.join()  # the same device again
                await first.ping()
                assert not any(told["type"] == "also" for told in first.told[heard:])
            await elsewhere.ping()
            assert not says_so(elsewhere, OTHER_TABLET)

    on_line(story)


def test_a_second_phone_of_a_player_is_announced_to_the_first(venue: Venue) -> None:
    code = PlayerCodes(venue.keys).code(1)
    by_code = {"type": "sign_in", "player": 1, "code": code}

    async def story() -> None:
        first, second = (Tablet(venue, 0, role="room") for _ in range(2))
        async with first:
            key = (await first.ask(by_code, "signed_in"))["key"]
            async with second:
                await second.ask(by_code, "signed_in")
                await first.until(lambda: says_so(first, OTHER_PHONE))
        third = Tablet(venue, 0, role="room")
        async with third:
            await third.ask(by_code, "signed_in")  # while the first is away
        told = len(first.told)
        async with first:
            by_key = {"type": "sign_in", "player": 1, "answer": first.answer(key)}
            await first.ask(by_key, "signed_in")
            await first.until(
                lambda: any(message["type"] == "also" for message in first.told[told:])
            )

    on_line(story)


def test_a_player_s_key_works_only_on_their_own_phone(venue: Venue) -> None:
    code = PlayerCodes(venue.keys).code(1)

    async def story() -> None:
        async with Tablet(venue, 0, role="room") as own, Tablet(venue, 0, role="room") as thief:
            said = {"type": "sign_in", "player": 1, "code": code}
            key = (await own.ask(said, "signed_in"))["key"]
            for device, told in ((own, "signed_in"), (thief, "signed_out")):
                by_key = {"type": "sign_in", "player": 1, "answer": device.answer(key)}
                await device.ask(by_key, told)

    on_line(story)


def test_opening_a_second_organizer_s_page_is_announced(venue: Venue) -> None:
    pin = venue.keys.new_pin()

    async def story() -> None:
        async with Tablet(venue, 0, role="eo") as first, Tablet(venue, 0, role="eo") as second:
            token = (await first.ask({"type": "unlock", "pin": pin}, "unlocked"))["token"]
            await second.ask({"type": "unlock", "pin": pin}, "unlocked")
            await hears_of(venue, first, "The organizer’s page was opened on another device")
            await first.until(
                lambda: any("another device" in str(told.get("notices")) for told in first.told)
            )
            by_token = {"type": "unlock", "answer": second.answer(token)}
            await second.ask(by_token, "locked")  # it is the first's

    on_line(story)


def test_entering_the_pin_at_a_table_is_announced_on_the_organizer_s_page(venue: Venue) -> None:
    pin = venue.keys.new_pin()

    async def story() -> None:
        async with Tablet(venue, 0, role="eo") as first, Tablet(venue, 3) as tablet:
            await first.ask({"type": "unlock", "pin": pin}, "unlocked")
            await tablet.ask({"type": "unlock", "pin": pin}, "unlocked")
            await hears_of(venue, first, "The organizer’s PIN was entered at this table")

    on_line(story)


@pytest.mark.parametrize("device", ["", "thief-001"])
def test_a_token_is_useless_on_another_device(device: str) -> None:
    gate = PinGate(lambda: 0.0)
    token = gate.note_right("eo", "tablet-001")
    hashed = hash_secret(token)
    assert gate.token_of(answer_to("n", hashed), "n", "tablet-001") == hashed
    assert not gate.token_of(answer_to("n", hashed), "n", device)
