"""Captains settle their match-ups on phones, and nobody learns a choice before its moment."""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import aiohttp
import pytest

from app.engine.acts.commands import Command
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.teams.match_up import TakeBackInMatchUp
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.match_up.progress import Ask
from app.engine.rounds.match_ups import MatchUpNow, incomplete, match_ups
from app.engine.state import State
from app.store.match_ups import procedures
from app.views.event.facts import fact_tables
from app.views.event.publish import published_results
from app.web.phones.codes import PlayerCodes
from tests.web.venue import Tablet, Told, Venue, on_line

TEAMS, SEATS = 4, 3
PAGES = ("/", "/room", "/room.html", "/wall", "/line", "/index.html")
PRIVATE = re.compile(r'"(seq|now_ms|key|event_id|stamp_ms|edition|proof|token)": [^,}]+')
"""What differs from run to run, or counts acts."""


def team_venue(folder: Path, teams: int = TEAMS) -> Venue:
    folder.mkdir(parents=True, exist_ok=True)
    chosen = Settings(
        "Team Cup", "sr2017", 75, 20_261_121, team_seats=SEATS,
        match_up=procedures().by_key["champions"],
    )  # fmt: skip
    venue = Venue(folder, chosen, tables=teams * SEATS // 2)
    names = [f"{team}{seat}" for team in "ABCDEFGH"[:teams] for seat in (1, 2, 3)]
    venue.do(AddPlayers(tuple(Entry(name, team=f"Team {name[0]}") for name in names)))
    venue.do(CheckIn(tuple(range(1, len(names) + 1))))
    venue.serve()
    return venue


@pytest.fixture(autouse=True)
def _told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.web.server.broadcast.SLOW_S", 0.0)


@pytest.fixture
def cup(tmp_path: Path) -> Iterator[Venue]:
    venue = team_venue(tmp_path / "cup")
    venue.do(DrawRound(7), insist=True)
    venue.do(PublishRound())
    yield venue
    venue.close()


async def phone_of(stack: AsyncExitStack, venue: Venue, player: int) -> Tablet:
    phone = await stack.enter_async_context(Tablet(venue, 0, role="room"))
    code = PlayerCodes(venue.keys).code(player)
    await phone.ask({"type": "sign_in", "player": player, "code": code}, "signed_in")
    await phone.until(lambda: own(phone))
    return phone


def own(phone: Tablet) -> Told:
    """The page that the phone shows; empty before the first."""
    pages = [told["page"] for told in phone.told if told["type"] == "own"]
    return pages[-1] if pages else {}


async def choose(phone: Tablet, now: MatchUpNow, asked: Ask, chosen: Sequence[int]) -> Told:
    act = {"type": "match_up", "match": now.number, "step": asked.step, "chosen": [*chosen]}
    return await phone.ask({"type": "player", "number": 1, "act": act}, "ordered")


def test_captains_choose_on_their_phones_and_the_pairings_are_revealed_together(cup: Venue) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            phones = {n: await phone_of(stack, cup, n) for n in range(1, TEAMS * SEATS + 1)}
            for phone in phones.values():
                assert own(phone)["game"] is None
                assert own(phone)["match"]["tables"] in {"1–3", "4–6"}
            while waiting := incomplete(cup.state):
                now = waiting[0]
                side, asked = next(iter(now.progress.asks.items()))
                captain = now.captains.of(side)
                mate = next(n for n in now.progress.meeting.teams.of(side) if n != captain)
                refused = await choose(phones[mate], now, asked, asked.options[:1])
                assert refused["sentence"] == f"Only the captain of {now.names.of(side)} chooses."
                answer = await choose(phones[captain], now, asked, asked.options[-1:])
                assert answer["done"], answer
            for phone in phones.values():
                await phone.until(lambda phone=phone: own(phone)["game"])
                assert own(phone)["match"] is None

    on_line(story)


def test_a_choice_for_a_nonexistent_match_up_is_refused(cup: Venue) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            phone = await phone_of(stack, cup, 1)
            now = match_ups(cup.state)[0]
            act = {"type": "match_up", "match": 99, "step": 0, "chosen": [1]}
            answer = await phone.ask({"type": "player", "number": 1, "act": act}, "ordered")
            assert answer["sentence"].startswith("There is no match-up at that table now.")
            assert now.number == 1

    on_line(story)


def plain(told: object) -> str:
    return PRIVATE.sub("", json.dumps(told, sort_keys=True))


async def bodies(venue: Venue) -> str:
    async with aiohttp.ClientSession() as session:
        texts = []
        for page in PAGES:
            async with session.get(venue.base + page) as answer:
                texts.append(f"{page} {answer.status} {await answer.text()}")
    return "\n".join(texts)


def shown_to_players(state: State) -> str:
    """What is published of the event, and its tables for other programs."""
    return repr((published_results(state), fact_tables(state)))


async def told_to_others(folder: Path, pick: int, rounds: int = 2) -> list[str]:
    """All that devices are sent in a whole event, without what a captain alone is to see; and all
    pages, while one captain has chosen in secret and the other has not.

    The captain chooses the ``pick``-th of what may be chosen. That is taken back and the first is
    chosen, so that the event is the same for every ``pick``.
    """
    venue = team_venue(folder)
    pages: list[str] = []
    async with AsyncExitStack() as stack:
        phones = {n: await phone_of(stack, venue, n) for n in range(1, TEAMS * SEATS + 1)}
        tables = range(1, TEAMS * SEATS // 2 + 1)
        devices = [Tablet(venue, table, device=f"tablet-0000{table}") for table in tables]
        devices += [Tablet(venue, 0, f"device-{role}", role) for role in ("room", "wall", "eo")]
        for device in devices:
            await stack.enter_async_context(device)
        await devices[-1].ask({"type": "unlock", "pin": venue.keys.new_pin()}, "unlocked")
        await devices[-1].until(lambda: seq_told(devices[-1]))
        everybody = [*devices, *phones.values()]

        async def do(command: Command) -> None:
            await all_told(everybody, venue.do(command, insist=True)[-1].seq)

        for round_number in range(1, rounds + 1):
            await do(DrawRound(round_number))
            await do(PublishRound())
            while waiting := incomplete(venue.state):
                now = waiting[0]
                side, asked = next(iter(now.progress.asks.items()))
                captain = phones[now.captains.of(side)]
                if asked.secret and now.progress.laid.of(side.other) is None:
                    first = len(captain.told)
                    chosen = [asked.options[pick % len(asked.options)]]
                    await all_told(everybody, await heard(captain, now, asked, chosen))
                    pages += [await bodies(venue), shown_to_players(venue.state)]
                    await do(TakeBackInMatchUp(now.number))
                    del captain.told[first:-1]
                await all_told(everybody, await heard(captain, now, asked, asked.options[:1]))
            await do(StartRound())
            await do(FinishRound())
    venue.close()
    notices = [{plain(message) for message in device.told} for device in everybody]
    return [*pages, *(message for messages in notices for message in sorted(messages))]


async def heard(phone: Tablet, now: MatchUpNow, asked: Ask, chosen: Sequence[int]) -> int:
    """The number of the row up to which the captain was told after choosing."""
    before = seq_told(phone)
    assert (await choose(phone, now, asked, chosen))["done"]
    await phone.until(lambda: seq_told(phone) > before)
    return seq_told(phone)


def seq_told(device: Tablet) -> int:
    """Of what a phone's player or the organizer was told last; both are told of every change."""
    every = (told["seq"] for told in device.told if told["type"] in {"own", "tables"})
    return max(every, default=0)


async def all_told(everybody: Sequence[Tablet], seq: int) -> None:
    """The others are sent theirs before the last of these."""
    for device in everybody:
        if device.role == "eo" or any(told["type"] == "own" for told in device.told):
            await device.until(lambda device=device: seq_told(device) >= seq)


def test_a_captain_s_choice_is_not_visible_anywhere_before_its_time(tmp_path: Path) -> None:
    first, second = (
        on_line(lambda pick=pick: told_to_others(tmp_path / str(pick), pick)) for pick in (0, 1)
    )
    assert len(first) > 300
    assert [*set(first) ^ set(second)] == []


def test_the_secrecy_comparison_detects_an_early_disclosure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "app.engine.match_up.progress.Progress.seen_by",
        lambda progress, _viewer: replace(progress, up=progress.laid),
    )
    monkeypatch.setattr(
        "app.views.teams.match_up._sentence", lambda _state, now, _side: repr(now.progress.laid)
    )
    first, second = (
        on_line(lambda pick=pick: told_to_others(tmp_path / str(pick), pick, rounds=1))
        for pick in (0, 1)
    )
    assert first != second
