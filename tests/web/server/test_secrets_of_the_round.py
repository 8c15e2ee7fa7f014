"""No device learns early what players must not know: the leak test of what goes over the wire."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.acts.players import EnterArmy
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, SetRoundLength, StartRound
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.table import StartClock
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.frozen import replace
from app.engine.side import Pair, Side
from app.store.packets.files import packets
from app.web.server.public_view import room_message
from tests.engine.event import settings
from tests.events import MINUTE, NOON_MS
from tests.web.venue import Tablet, Venue, on_line

NAME = "Zanzibar Causeway"
LENGTH_MS = 111 * MINUTE
TOLD = ("6660000", ": 111", "1:51", "length_ms", "due_ms", str(NOON_MS + LENGTH_MS))


@pytest.fixture
def secretive(tmp_path: Path) -> Iterator[Venue]:
    """Two tables of a packet with a secret length and a scenario of a name of its own."""
    packet = packets()["sr2014"]
    scenario = replace(packet.scenarios[0], name=NAME, area=NAME, reinforcements=True)
    packet = replace(packet, scenarios=(scenario, *packet.scenarios[1:]))
    venue = Venue(tmp_path, tables=2)
    venue.do(ChangeSettings(replace(settings(50), packet="sr2014"), packet))
    venue.register(4)
    venue.serve()
    yield venue
    venue.close()


def told(tablets: list[Tablet]) -> str:
    return json.dumps([tablet.told for tablet in tablets])


async def everybody(venue: Venue) -> list[Tablet]:
    """A tablet, the organizer's page and a phone, all joined and unlocked as far as they can be."""
    everybody = [Tablet(venue, 1), Tablet(venue, 0, role="eo"), Tablet(venue, 0, role="room")]
    for one in everybody:
        await one.join()
    pin = venue.keys.new_pin()
    await everybody[1].ask({"type": "unlock", "pin": pin}, "unlocked")
    return everybody


async def settled(tablets: list[Tablet]) -> None:
    """Until each has been told what there is to be told."""
    eo, phone = tablets[1:]
    for one in (eo, phone):
        kind = "tables" if one is eo else "room"
        await one.until(lambda one=one, kind=kind: any(t["type"] == kind for t in one.told))
    latest = max(message.get("seq", 0) for message in tablets[0].told)
    await eo.until_soon(lambda: eo.last("tables")["seq"] >= latest)


def test_before_the_round_starts_no_device_knows_the_scenario(secretive: Venue) -> None:
    venue = secretive
    venue.do(EnterArmy(1, (ArmyList((ArmyRow(NAME, Kind.CASTER),)),)))
    venue.do(DrawRound(7, 1))

    async def story() -> None:
        tablets = await everybody(venue)
        assert tablets[0].last("game")["game"] == 0  # a draw is not for players
        assert tablets[2].last("room")["pairings"] == [] if tablets[2].told[1:] else True
        venue.do(PublishRound())
        await tablets[0].until(lambda: tablets[0].last("game")["game"])
        game = tablets[0].last("game")
        assert (game["secret"], game["terms"]) == (True, None)
        await tablets[0].ask({"type": "ask_pad", "game": game["game"], "step": 4}, "pad")
        await settled(tablets)
        await tablets[2].until(lambda: tablets[2].last("room")["pairings"])
        assert NAME not in told(tablets)
        assert tablets[2].last("room")["pairings"][0]["names"]["red"]
        venue.do(StartRound(4))
        await tablets[0].until(lambda: tablets[0].last("game")["terms"])
        assert tablets[0].last("game")["terms"]["scenario"]["name"] == NAME
        assert tablets[0].last("game")["armies"] == {"red": [], "blue": []}
        for tablet in tablets:
            await tablet.leave()

    on_line(story)


def test_the_length_of_a_round_is_never_sent(secretive: Venue) -> None:
    venue = secretive
    venue.do(DrawRound(7, 2))
    venue.do(PublishRound())
    venue.do(StartRound(4))

    async def story() -> None:
        tablets = await everybody(venue)
        venue.do(SetRoundLength(LENGTH_MS))
        venue.do(StartClock(venue.game(1).number, Side.RED))
        venue.move_by(3 * MINUTE + 1)
        await tablets[0].do({"type": "tap", "side": "red"})
        await tablets[0].ping()
        await settled(tablets)
        everything = told(tablets)
        for secret in TOLD:
            assert secret not in everything, secret
        for tablet in tablets:
            await tablet.leave()

    on_line(story)


def test_a_draw_is_reported_to_nobody_before_it_is_published(secretive: Venue) -> None:
    venue = secretive
    venue.do(DrawRound(7, 2))

    async def story() -> None:
        tablets = await everybody(venue)
        await tablets[2].until(lambda: tablets[2].told[1:])
        assert tablets[2].last("room")["pairings"] == []
        assert tablets[0].last("game")["names"] == {"red": "", "blue": ""}
        for tablet in tablets:
            await tablet.leave()

    on_line(story)


def test_a_forged_press_neither_reveals_nor_changes_an_unpublished_draw(
    venue: Venue,
) -> None:
    for table in range(1, 5):
        venue.report(table)
    venue.do(FinishRound())
    venue.draw(9)
    latest = venue.state.latest
    assert latest is not None
    before = dict(venue.state.games)

    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            for game in (*latest.games, 999):
                tablet.press({"type": "call_judge", "side": None}, game=game)
                for side in ("red", "blue"):
                    tablet.press({"type": "choose_list", "by": side, "chosen": 9}, game=game)
                await tablet.say({"type": "ask_pad", "game": game, "step": 0})
            answers = await tablet.hand_over()
            assert len({answer["sentence"] for answer in answers}) == 1
            assert not any(answer["taken"] for answer in answers)
            await tablet.ping()
            assert not any(message["type"] == "pad" for message in tablet.told)

    on_line(story)
    assert venue.state.games == before


def test_the_time_of_a_game_does_not_reveal_a_scenario_with_reinforcements(
    secretive: Venue,
) -> None:
    venue = secretive
    packet = venue.state.packet
    assert packet is not None
    venue.do(ChangeSettings(replace(settings(50), packet="sr2014", timing="death-clock"), packet))
    venue.do(DrawRound(7, 1))
    venue.do(PublishRound())

    async def story() -> None:
        async with Tablet(venue, 1) as tablet, Tablet(venue, 0, role="eo") as eo:
            await eo.ask({"type": "unlock", "pin": venue.keys.new_pin()}, "unlocked")
            await eo.until(lambda: any(message["type"] == "tables" for message in eo.told))
            assert tablet.last("game")["time"]["clock_ms"] == 60 * MINUTE
            assert eo.last("tables")["tables"][0]["time"]["clock_ms"] == 60 * MINUTE
            venue.do(StartRound(4))
            await tablet.until(lambda: tablet.last("game")["terms"])
            assert tablet.last("game")["time"]["clock_ms"] == 65 * MINUTE

    on_line(story)


def test_only_the_standings_after_the_last_finished_round_are_shown(tmp_path: Path) -> None:
    venue = Venue(tmp_path)
    venue.register(8)
    venue.finish()
    venue.serve()

    async def story() -> None:
        async with Tablet(venue, 0, role="room") as phone:
            await phone.until(lambda: phone.told[1:])
            first = phone.last("room")
            assert first["standings_after"] == 1
            assert first["standings"][0]["place"] == 1
            venue.start()
            venue.report(1)
            await phone.until(lambda: phone.last("room")["round_number"] == 2)
            await phone.until(lambda: any(one["done"] for one in phone.last("room")["pairings"]))
            now = phone.last("room")
            assert now["round_number"] == 2
            assert (now["stage"], now["started_ms"]) == ("started", venue.timeline.now_ms())
            assert now["standings"] == first["standings"]
            assert "secret" not in json.dumps(now)

    try:
        on_line(story)
    finally:
        venue.close()


def test_phones_learn_when_a_round_ends_only_if_everybody_could_work_it_out(
    secretive: Venue,
) -> None:
    venue = secretive
    packet = packets()["sr2012"]
    fixed = next(timing for timing in packet.timings if timing.dice_down and not timing.variable)

    async def ends_ms() -> int | None:
        async with Tablet(venue, 0, role="room") as phone:
            await phone.until(lambda: phone.told[1:])
            told: int | None = phone.last("room")["ends_ms"]
            return told

    venue.do(ChangeSettings(replace(settings(50), packet="sr2012"), packet))
    venue.do(DrawRound(7, 2))
    venue.do(PublishRound())
    assert on_line(ends_ms) is None
    venue.do(StartRound(4))
    venue.do(SetRoundLength(LENGTH_MS))
    assert on_line(ends_ms) is None  # its length was rolled
    won = Result(Side.RED, How.SCENARIO, Pair(5, 0), Pair(20, 30))
    for number in (1, 2):
        venue.do(ReportResult(venue.game(number).number, won), insist=True)
    venue.do(FinishRound())
    venue.do(ChangeSettings(replace(settings(50), packet="sr2012", timing=fixed.key), packet))
    venue.do(DrawRound(8, 3), insist=True)  # a scenario of the same group
    venue.do(PublishRound())
    venue.do(StartRound(4))
    started_ms = venue.timeline.now_ms()
    fair = on_line(ends_ms)
    assert fair is not None
    assert fair > started_ms
    venue.do(SetRoundLength(LENGTH_MS))
    assert on_line(ends_ms) == fair  # what the organizer sets is a secret


def test_a_phone_receives_the_pairings_in_table_order(venue: Venue) -> None:
    state = venue.state
    (latest,) = state.rounds
    mixed = replace(state, rounds=(replace(latest, games=latest.games[::-1]),))
    assert [pairing.table for pairing in room_message(mixed, 0).pairings] == [1, 2, 3, 4]
