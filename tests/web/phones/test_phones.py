"""Players' phones against the real server: who is let in, what they may do, who means harm."""

import json

import aiohttp
import pytest

from app.engine.acts.phones import AskToDrop, OpenToPhones, SettleSignUps
from app.engine.acts.players import CheckIn, EditPlayer, Entry
from app.engine.acts.results import How
from app.engine.acts.rounds import FinishRound
from app.engine.acts.table import StartClock
from app.engine.side import Side
from app.engine.table.verdict import final_result
from app.views.event.phones import MOST_TEXT
from app.web.phones.codes import PlayerCodes
from tests.web.venue import Tablet, Told, Venue, notices, on_line

ARMY = "Haley 2\nLong Gunners (10) 10\nThorn 13"
SIGN_UP = {"type": "sign_up", "number": 1, "name": "Zoe Adler", "club": "Ravens"}


def phone(venue: Venue, device: str = "") -> Tablet:
    return Tablet(venue, 0, device, role="room")


def code(venue: Venue, player: int) -> str:
    return PlayerCodes(venue.keys).code(player)


async def signed_in(phone: Tablet, player: int) -> Told:
    """The player's own page."""
    await phone.ask(
        {"type": "sign_in", "player": player, "code": code(phone.venue, player)}, "signed_in"
    )
    await phone.until(lambda: any(message["type"] == "own" for message in phone.told))
    page: Told = own(phone)["page"]
    return page


def own(phone: Tablet) -> Told:
    """What the phone shows of its player last; empty before the first."""
    return next((told for told in reversed(phone.told) if told["type"] == "own"), {})


async def act(phone: Tablet, act: Told, *, insist: bool = False) -> Told:
    asked = {"type": "player", "number": 7, "act": act, "insist": insist}
    return await phone.ask(asked, "ordered")


def report(game: int, winner: str | None = "red", apd: int = 20) -> Told:
    how = "scenario" if winner else "tie"
    return {
        "type": "report", "game": game, "winner": winner, "how": how,
        "cp": {"red": 5, "blue": 0}, "apd": {"red": apd, "blue": 10},
    }  # fmt: skip


def test_a_player_signs_in_by_code_and_later_by_the_phone_s_key(venue: Venue) -> None:
    number = venue.game(1).players.red

    async def story() -> None:
        async with phone(venue) as mine:
            page = await signed_in(mine, number)
            assert page["name"] == venue.state.name(number)
            assert page["game"]["table"] == 1
            assert page["game"]["scenario"] == venue.game(1).terms.scenario.name
            assert page["record"][0]["opponent"] == venue.state.name(venue.game(1).players.blue)
            key = mine.last("signed_in")["key"]
            assert code(venue, number) not in json.dumps(mine.told)
        venue.restart()
        async with phone(venue, mine.device) as again:
            asked = {"type": "sign_in", "player": number, "answer": again.answer(key)}
            assert (await again.ask(asked, "signed_in"))["player"] == number
            other = {**asked, "player": venue.game(1).players.blue}
            assert "Choose your name" in (await again.ask(other, "signed_out"))["sentence"]
            assert "Choose your name" in (await act(again, {"type": "check_in"}))["sentence"]
            gone = {"type": "sign_in", "player": 999, "code": "K7MP2Q"}
            assert "Choose your name" in (await again.ask(gone, "signed_out"))["sentence"]

    on_line(story)


def test_a_renewed_code_signs_the_players_phones_out(venue: Venue) -> None:
    async def story() -> None:
        async with phone(venue) as mine, phone(venue) as other:
            await signed_in(mine, 1)
            await signed_in(other, 2)
            PlayerCodes(venue.keys).renew((1,))
            assert venue.server is not None
            venue.server.renew((1,)).result(60)
            await mine.until(lambda: any(message["type"] == "signed_out" for message in mine.told))
            assert "Choose your name" in (await act(mine, {"type": "check_in"}))["sentence"]
            assert "already checked in" in (await act(other, {"type": "check_in"}))["sentence"]
            assert (await signed_in(mine, 1))["player"] == 1
            await mine.say({"type": "sign_out"})
            assert "Choose your name" in (await act(mine, {"type": "check_in"}))["sentence"]

    on_line(story)


def test_after_five_wrong_codes_for_a_player_there_is_a_one_minute_wait(venue: Venue) -> None:
    async def story() -> None:
        async with phone(venue) as mine:
            wrong = {"type": "sign_in", "player": 1, "code": "WRONG2"}
            answers = [await mine.ask(wrong, "signed_out") for _ in range(5)]
            assert [answer["wait_ms"] for answer in answers] == [0, 0, 0, 0, 60_000]
            assert all("Look at the strip with your code" in said["sentence"] for said in answers)
            right = {**wrong, "code": code(venue, 1)}
            assert "Too many wrong codes" in (await mine.ask(right, "signed_out"))["sentence"]
            assert (await signed_in(mine, 2))["player"] == 2
            venue.steady.now_s += 60
            assert (await mine.ask(right, "signed_in"))["player"] == 1

    on_line(story)


def test_two_thousand_wrong_codes_let_nobody_in_and_keep_nobody_out(venue: Venue) -> None:
    async def story() -> None:
        refused: list[Told] = []
        async with phone(venue) as guesser:
            for number in range(2_000):
                venue.steady.now_s += 0.05
                asked = {"type": "sign_in", "player": number % 8 + 1, "code": f"2{number:05}"}
                refused.append(await guesser.ask(asked, "signed_out"))
            tried = [answer for answer in refused if "not the code" in answer["sentence"]]
            assert len(tried) <= 8 * 5 + 8
            assert "Too many wrong codes" in refused[-1]["sentence"]
            assert refused[-1]["wait_ms"] > 0
            assert any("guessing players" in sentence for sentence in notices(venue))
        venue.steady.now_s += 3600
        async with phone(venue) as mine:
            assert (await signed_in(mine, 3))["player"] == 3

    on_line(story)


def test_a_result_becomes_final_once_both_phones_report_the_same(venue: Venue) -> None:
    game = venue.game(1)
    red, blue = game.players.red, game.players.blue

    async def story() -> None:
        async with phone(venue) as first, phone(venue) as second, phone(venue) as stranger:
            await signed_in(first, red)
            await signed_in(second, blue)
            await signed_in(stranger, venue.game(2).players.red)
            refused = await act(stranger, report(game.number))
            assert "do not play at table 1" in refused["sentence"]
            assert (await act(first, report(game.number)))["done"]
            await second.until(lambda: own(second)["page"]["game"]["theirs"])
            theirs = own(second)["page"]["game"]["theirs"]
            same = {key: theirs[key] for key in ("winner", "how", "cp", "apd")}
            confirmed = {"type": "report", "game": game.number, **same}
            assert (await act(second, confirmed))["done"]
            await first.until(lambda: own(first)["page"]["game"]["result"])
            assert "already" in (await act(first, report(game.number, None)))["sentence"]
        result = final_result(venue.game(1))
        assert result is not None
        assert (result.winner, result.how) == (Side.RED, How.SCENARIO)

    on_line(story)


def test_contradicting_reports_call_the_judge_and_a_concession_has_fixed_points(
    venue: Venue,
) -> None:
    game = venue.game(1)

    async def story() -> None:
        async with phone(venue) as first, phone(venue) as second:
            await signed_in(first, game.players.red)
            await signed_in(second, game.players.blue)
            doubted = await act(first, report(game.number, "red", 999))
            assert doubted["insistable"]
            conceded = {**report(game.number, "blue"), "how": "concession"}
            assert (await act(first, conceded))["done"]
            given = venue.game(1).phoned.red
            assert given is not None
            assert (given.cp.blue, given.cp.red) == (game.terms.concession_cp, 0)
            assert (await act(second, report(game.number, "red")))["done"]
            assert venue.game(1).contradicted
            assert venue.game(1).play.judge_called

    on_line(story)


def test_a_player_checks_in_sends_lists_and_asks_to_drop(venue: Venue) -> None:
    venue.do(CheckIn((1,), present=False))
    venue.do(OpenToPhones(check_in=True))

    async def story() -> None:
        async with phone(venue) as mine:
            page = await signed_in(mine, 1)
            assert page["may_check_in"]
            assert (await act(mine, {"type": "check_in"}))["done"]
            read = await mine.ask({"type": "read_lists", "number": 3, "text": ARMY}, "lists_read")
            assert (read["number"], read["fault"]) == (3, "")
            assert any("Long Gunners" in line for line in read["lines"][0])
            assert (await act(mine, {"type": "lists", "text": ARMY}))["done"]
            assert (await act(mine, {"type": "drop", "wanted": True}))["done"]
            await mine.until(lambda: own(mine)["page"]["asks_to_drop"])
            assert own(mine)["page"]["list_lines"] == [read["lines"][0]]
            too_long = {"type": "lists", "text": "x" * (MOST_TEXT + 1)}
            assert "too long" in (await act(mine, too_long))["sentence"]
            assert "No list" in (await act(mine, {"type": "lists", "text": "75 / 75"}))["sentence"]
        player = venue.state.players[1]
        assert player.plays
        assert player.lists[0].army[0].name.startswith("Haley")

    on_line(story)


def test_a_list_of_100_kb_closes_only_its_own_connection(venue: Venue) -> None:
    async def story() -> None:
        async with phone(venue) as mine, phone(venue) as other:
            await signed_in(mine, 1)
            await signed_in(other, 2)
            await mine.say(
                {"type": "player", "number": 1, "act": {"type": "lists", "text": "x" * 100_000}}
            )
            assert await mine.closed() == 1009
            assert (await other.ping())["type"] == "pong"
        assert venue.state.players[1].lists == ()

    on_line(story)


def test_a_new_sign_up_waits_and_is_signed_in_once_the_organizer_enters_it(
    venue: Venue,
) -> None:
    async def story() -> None:
        async with phone(venue) as mine:
            assert "closed" in (await mine.ask(SIGN_UP, "ordered"))["sentence"]
            unread = {"type": "read_lists", "number": 2, "text": ARMY}
            assert "Choose your name" in (await mine.ask(unread, "lists_read"))["fault"]
            venue.do(OpenToPhones(sign_up=True))
            await mine.until(lambda: mine.last("room")["sign_up"])
            assert (await mine.ask(unread, "lists_read"))["fault"] == ""
            wrong = {**SIGN_UP, "lists": "75 / 75"}
            assert "No list" in (await mine.ask(wrong, "ordered"))["sentence"]
            assert (await mine.ask({**SIGN_UP, "lists": ARMY}, "ordered"))["done"]
            await mine.until(lambda: own(mine).get("waits"))
            waiting = mine.last("signed_in")
            assert (waiting["player"], waiting["applicant"]) == (0, 1)
            assert "already signed up" in (await mine.ask(SIGN_UP, "ordered"))["sentence"]
        venue.do(SettleSignUps((1,)))
        async with phone(venue, mine.device) as again:
            by_key = again.answer(waiting["key"])
            back = {"type": "sign_in", "applicant": 1, "answer": by_key}
            assert (await again.ask(back, "signed_in"))["player"] == 9
            await again.until(lambda: own(again).get("page"))
            assert own(again)["page"]["list_titles"]
            forged = {**back, "answer": "0" * 64}
            assert "Choose" in (await again.ask(forged, "signed_out"))["sentence"]
            PlayerCodes(venue.keys).renew((9,))  # the key of the sign-up opens nothing from now on
            assert "no longer valid" in (await again.ask(back, "signed_out"))["sentence"]
            assert "Choose your name" in (await act(again, {"type": "check_in"}))["sentence"]

    on_line(story)


def test_accepting_or_declining_a_sign_up_is_shown_on_the_phone_at_once(venue: Venue) -> None:
    venue.do(OpenToPhones(sign_up=True))

    async def story() -> None:
        async with phone(venue) as first, phone(venue) as second:
            await first.ask(SIGN_UP, "ordered")
            await second.ask({**SIGN_UP, "name": "Yan"}, "ordered")
            venue.do(SettleSignUps((1,)))
            venue.do(SettleSignUps((2,), accept=False))
            await first.until(lambda: own(first).get("page"))
            await second.until(lambda: "declined" in own(second).get("waits", ""))
            assert own(first)["page"]["name"] == "Zoe Adler"

    on_line(story)


def test_a_flood_of_sign_ups_and_of_changes_is_slowed_down(venue: Venue) -> None:
    venue.do(OpenToPhones(sign_up=True))

    async def story() -> None:
        answers = []
        async with phone(venue) as flood:
            for number in range(100):
                venue.steady.now_s += 0.05
                asked = {**SIGN_UP, "name": f"Player {number}"}
                answers.append(await flood.ask(asked, "ordered"))
            assert 60 <= sum(answer["done"] for answer in answers) <= 66
            assert "short time" in answers[-1]["sentence"]
            await signed_in(flood, 1)
            rows = len(venue.state.players)
            changes = []
            for number in range(60):
                venue.steady.now_s += 0.05
                changes.append(await act(flood, {"type": "drop", "wanted": number % 2 == 0}))
            assert 40 <= sum(answer["done"] for answer in changes) <= 41
            read = {"type": "read_lists", "number": 1, "text": ARMY}
            venue.steady.now_s += 5
            faults = [(await flood.ask(read, "lists_read"))["fault"] for _ in range(8)]
            assert [fault == "" for fault in faults] == [True] * 6 + [False] * 2
            assert "short time" in faults[-1]
        assert rows == len(venue.state.players)

    on_line(story)


def test_one_phone_does_not_fill_the_list_of_sign_ups(venue: Venue) -> None:
    venue.do(OpenToPhones(sign_up=True))

    async def story() -> None:
        async with phone(venue) as flood:

            async def ask(number: int) -> Told:
                venue.steady.now_s += 5
                return await flood.ask({**SIGN_UP, "name": f"Player {number}"}, "ordered")

            answers = [await ask(number) for number in range(61)]
            assert [answer["done"] for answer in answers] == [True] * 60 + [False]
            assert answers[-1]["sentence"].startswith("Many sign-ups from this phone are waiting.")
            venue.do(SettleSignUps((1,)))
            assert (await ask(61))["done"]
            assert not (await ask(62))["done"]

    on_line(story)


@pytest.mark.parametrize(
    "message",
    [
        {"type": "sign_in", "player": -1},
        {"type": "sign_in", "player": 1, "code": "x" * 21},
        {"type": "sign_up", "number": 1, "name": "x" * 201},
        {"type": "player", "number": 1, "act": {"type": "rule", "game": 1}},
        {"type": "player", "number": 1, "act": {"type": "check_in", "number": 5}},
        {"type": "player", "number": 1, "act": {**report(1), "cp": {"red": -1, "blue": 0}}},
        {"type": "player", "number": 1, "act": {**report(1), "player": 5}},
    ],
)
def test_a_forged_message_closes_the_connection(venue: Venue, message: Told) -> None:
    async def story() -> None:
        async with phone(venue) as mine:
            await mine.say(message)
            assert await mine.closed() == 4400

    on_line(story)


def test_a_flood_of_messages_closes_only_its_own_connection(venue: Venue) -> None:
    async def story() -> None:
        async with phone(venue) as flood, phone(venue) as other:
            for _ in range(61):
                await flood.say({"type": "ping", "stamp_ms": 1})
            assert await flood.closed() == 4429
            assert (await signed_in(other, 1))["player"] == 1

    on_line(story)


def test_neither_a_table_nor_the_organizer_s_page_can_act_as_a_player(venue: Venue) -> None:
    async def story() -> None:
        for other in (Tablet(venue, 1), Tablet(venue, 0, role="eo")):
            async with other as device:
                asked = {"type": "sign_in", "player": 1, "code": code(venue, 1)}
                await device.say(asked)
                assert await device.closed() == 4400

    on_line(story)


def test_a_page_of_another_site_signs_nobody_in(venue: Venue) -> None:
    async def story() -> None:
        async with aiohttp.ClientSession() as session:
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await session.ws_connect(
                    f"{venue.base}/socket", headers={"Origin": "http://evil.example"}
                )
            assert refused.value.status == 403

    on_line(story)


def test_no_phone_receives_another_player_s_page_or_any_code(venue: Venue) -> None:
    codes = PlayerCodes(venue.keys).codes(range(1, 9))

    async def story() -> None:
        async with phone(venue) as mine, phone(venue) as nobody:
            await signed_in(mine, 1)
            venue.do(AskToDrop(2))
            venue.do(AskToDrop(1))
            await mine.until(lambda: own(mine)["page"]["asks_to_drop"])
            await nobody.until(lambda: any(told["type"] == "room" for told in nobody.told))
            told = json.dumps([mine.told, nobody.told])
            assert not any(made in told for made in codes.values())
            assert all(
                message["page"]["player"] == 1 for message in mine.told if message["type"] == "own"
            )
            assert not any(message["type"] == "own" for message in nobody.told)
            names = {player["name"] for player in nobody.last("room")["players"]}
            assert venue.state.name(2) in names

    on_line(story)


def test_the_scenario_of_a_round_that_has_not_started_is_not_on_the_page(venue: Venue) -> None:
    for table in range(1, 5):
        venue.report(table)
    venue.do(FinishRound())
    venue.publish()
    game = venue.game(1)

    async def story() -> None:
        async with phone(venue) as mine:
            page = await signed_in(mine, game.players.red)
            assert page["game"]["table"] == 1
            assert page["game"]["scenario"] == ""
            assert page["game"]["ways"] == []
            assert "not started" in page["game"]["waits"]
            assert game.terms.scenario.name not in json.dumps(own(mine)["page"]["game"])

    on_line(story)


def test_a_phone_receives_only_its_own_game_and_its_opponent_s_new_name(venue: Venue) -> None:
    game = venue.game(1)

    async def story() -> None:
        async with phone(venue) as mine:
            await signed_in(mine, game.players.red)
            venue.do(StartClock(venue.game(2).number, Side.RED), insist=True)
            venue.do(EditPlayer(game.players.blue, Entry("Zacharias")))
            await mine.until(lambda: own(mine)["page"]["game"]["names"]["blue"] == "Zacharias")
            assert sum(told["type"] == "own" for told in mine.told) == 2
            assert own(mine)["page"]["record"][0]["opponent"] == "Zacharias"

    on_line(story)


def test_reading_lists_for_many_phones_keeps_nobody_waiting_for_long(venue: Venue) -> None:
    async def story() -> None:
        phones = [phone(venue) for _ in range(8)]
        read = {"type": "read_lists", "number": 1, "text": ARMY}
        answers = []
        for number, flood in enumerate(phones, start=1):
            await flood.join()
            await signed_in(flood, number)
            answers += [await flood.ask(read, "lists_read") for _ in range(4)]
        assert sum(not answer["busy"] for answer in answers) == 8
        assert all(answer["busy"] or not answer["fault"] for answer in answers)
        for flood in phones:
            await flood.leave()

    on_line(story)


def test_a_whole_club_can_sign_up_at_once_with_all_its_lists(venue: Venue) -> None:
    venue.do(OpenToPhones(sign_up=True))

    async def story() -> None:
        async with phone(venue) as shared:
            for number in range(20):
                asked = {**SIGN_UP, "name": f"Player {number}", "lists": ARMY}
                assert (await shared.ask(asked, "ordered"))["done"]

    on_line(story)
