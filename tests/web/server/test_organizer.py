"""The organizer at a tablet: the PIN, and what it allows."""

import pytest

from app.engine.acts.table import PauseCause
from app.engine.side import Side
from app.web.protocol.seal import answer_to, hash_secret
from app.web.server.secrets import LOCK_S, TOKEN_S, TRIES, TRIES_OF_ALL, Keys, PinGate
from tests.events import MINUTE
from tests.web.server.test_organizer_at_tables import order
from tests.web.venue import Steady, Tablet, Venue, on_line

START = {"type": "start_clock", "first": "red"}


def test_without_the_pin_no_order_is_carried_out(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            await tablet.do(START)
            asked = order(tablet.game, {"type": "pause", "reason": ""})
            told = await tablet.ask(asked, "ordered")
            assert (told["done"], told["sentence"]) == (False, "Enter the organizer’s PIN first.")
            locked = await tablet.ask({"type": "unlock", "pin": "000000"}, "locked")
            assert locked["sentence"] == "That PIN is wrong."
            assert not (await tablet.ask(asked, "ordered"))["done"]

    on_line(story)


def test_with_the_pin_the_organizer_can_pause_and_adjust_any_table(venue: Venue) -> None:
    pin = venue.keys.new_pin()

    async def story() -> None:
        async with Tablet(venue, 1) as tablet, Tablet(venue, 2) as other:
            await tablet.do(START)
            await other.do(START)
            await tablet.ask({"type": "unlock", "pin": pin}, "unlocked")
            for game in (tablet.game, other.game):
                what = {"type": "pause", "reason": "Lunch"}
                assert (await tablet.ask(order(game, what), "ordered"))["done"]
            await other.until(lambda: other.last("play")["condition"] == "Paused")
            again = await tablet.ask(order(tablet.game, {"type": "pause", "reason": ""}), "ordered")
            assert "nothing to pause" in again["sentence"]
            what = {"type": "adjust", "side": "red", "delta_ms": MINUTE, "reason": "Late"}
            assert (await tablet.ask(order(tablet.game, what), "ordered"))["done"]
            assert (await tablet.ask(order(tablet.game, {"type": "resume"}), "ordered"))["done"]
            await tablet.say({"type": "lock"})
            assert not (await tablet.ask(order(other.game, {"type": "resume"}), "ordered"))["done"]

    on_line(story)
    play = venue.game(1).play
    assert play.clock is not None
    assert play.clock.allotted_ms.red - play.clock.allotted_ms.blue == MINUTE
    pause = venue.game(2).play.pause
    assert pause is not None
    assert pause.cause is PauseCause.EO


def test_the_organizer_can_insist_on_an_order_as_at_the_desk(venue: Venue) -> None:
    pin = venue.keys.new_pin()

    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            await tablet.do(START)
            await tablet.ask({"type": "unlock", "pin": pin}, "unlocked")
            blue = {"type": "start_clock", "first": "blue"}
            told = await tablet.ask(order(tablet.game, blue), "ordered")
            assert (told["done"], told["insistable"]) == (False, True)
            assert (await tablet.ask(order(tablet.game, blue, insist=True), "ordered"))["done"]
            for what in (
                {"type": "rule", "winner": "red", "how": "concession", "reason": "Went home"},
                {"type": "reopen", "reason": "Came back"},
                {"type": "dismiss_judge"},
                {"type": "let_go"},
            ):
                assert (await tablet.ask(order(tablet.game, what), "ordered"))["done"], what
            for what in (
                {"type": "read_switch", "switch_ms": 5, "interrupt": True},
                {"type": "count_gap"},
                {"type": "withdraw_result", "reason": "x"},
            ):
                assert not (await tablet.ask(order(tablet.game, what), "ordered"))["done"], what

    on_line(story)
    assert venue.game(1).play.first is Side.BLUE


@pytest.mark.parametrize("after", ["a new PIN", "a restart", "a lock"])
def test_an_overheard_token_is_useless_later(venue: Venue, after: str) -> None:
    pin = venue.keys.new_pin()

    async def story() -> None:
        eo = Tablet(venue, 0, role="eo")
        await eo.join()
        token = (await eo.ask({"type": "unlock", "pin": pin}, "unlocked"))["token"]
        asked = order(venue.game(1).number, {"type": "pause", "reason": ""})
        if after == "a lock":
            await eo.say({"type": "lock"})
            assert not (await eo.ask(asked, "ordered"))["done"]
        await eo.leave()
        if after == "a restart":
            venue.restart()
        if after == "a new PIN":
            venue.keys.new_pin()
            assert venue.server is not None
            venue.server.relock().result(60)
        async with Tablet(venue, 0, role="eo") as thief:
            await thief.ask({"type": "unlock", "answer": thief.answer(token)}, "locked")
            assert not (await thief.ask(asked, "ordered"))["done"]

    on_line(story)


def test_the_organizer_s_rights_at_a_player_s_tablet_expire(venue: Venue) -> None:
    pin = venue.keys.new_pin()

    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            await tablet.do(START)
            told = await tablet.ask({"type": "unlock", "pin": pin}, "unlocked")
            assert told["token"] == ""
            assert told["for_ms"] == 10 * 60_000
            for _ in range(told["for_ms"] // 20_000 - 1):
                venue.steady.now_s += 20
                await tablet.ping()
            venue.steady.now_s += 15
            asked = order(tablet.game, {"type": "pause", "reason": ""})
            assert (await tablet.ask(asked, "ordered"))["done"]
            venue.steady.now_s += 6
            assert not (await tablet.ask(asked, "ordered"))["done"]

    on_line(story)


def test_the_organizer_s_page_shows_every_table_and_returns_with_a_token(venue: Venue) -> None:
    pin = venue.keys.new_pin()

    async def story() -> None:
        eo = Tablet(venue, 0, role="eo")
        await eo.join()
        await eo.ping()
        assert all(message["type"] in {"welcome", "pong"} for message in eo.told)
        told = await eo.ask({"type": "unlock", "pin": pin}, "unlocked")
        assert told["for_ms"] == TOKEN_S * 1000
        token = told["token"]
        await eo.until(lambda: any(message["type"] == "tables" for message in eo.told))
        assert [one["joined"] for one in eo.last("tables")["tables"]] == [False] * 4
        await eo.leave()
        await eo.join()
        await eo.ask({"type": "unlock", "answer": eo.answer(token)}, "unlocked")
        async with Tablet(venue, 3) as tablet:
            await tablet.do(START)
            await tablet.do({"type": "call_judge", "side": "blue"})
            await tablet.ping(battery=17, charging=True, delay_ms=3.5)
            await eo.until(lambda: eo.last("tables")["tables"][0]["judge"])
            table = eo.last("tables")["tables"][0]
            assert (table["table"], table["condition"], table["in_touch"]) == (
                3, "Judge called", True,
            )  # fmt: skip
            await eo.until_soon(lambda: battery(eo) == 17)
        await eo.until_soon(lambda: not eo.last("tables")["tables"][0]["in_touch"])
        await eo.leave()

    def battery(eo: Tablet) -> object:
        devices = eo.last("tables")["tables"][0]["devices"]
        return devices and devices[0]["battery"]

    on_line(story)


def test_after_too_many_guesses_the_page_says_how_long_to_wait(venue: Venue) -> None:
    venue.keys.new_pin()
    wrong = {"type": "unlock", "pin": "x"}

    async def story() -> None:
        async with Tablet(venue, 0, role="eo") as thief:
            for guess in range(1, TRIES + 1):
                told = await thief.ask(wrong, "locked")
                assert told["sentence"] == "That PIN is wrong."
                assert told["wait_ms"] == (LOCK_S * 1000 if guess == TRIES else 0)
            told = await thief.ask(wrong, "locked")
            assert told["sentence"] == (
                "Too many wrong PINs. Try again in 1 min, or press Let a device in… on the Tablets"
                " page of Flagfall."
            )
            assert told["wait_ms"] == LOCK_S * 1000
            venue.steady.now_s += LOCK_S  # nobody is left on the line for that long
        async with Tablet(venue, 0, role="eo") as thief:
            for _ in range(TRIES):
                await thief.ask(wrong, "locked")
            venue.steady.now_s += 1
            told = await thief.ask(wrong, "locked")
            assert "Try again in 2 min" in told["sentence"]
            assert told["wait_ms"] == (2 * LOCK_S - 1) * 1000

    on_line(story)


@pytest.mark.long
def test_ten_thousand_guesses_do_not_find_the_pin(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    pin = venue.keys.new_pin()
    checked: list[str] = []
    is_pin = Keys.is_pin

    def counted(keys: Keys, guess: str) -> bool:
        checked.append(guess)
        return is_pin(keys, guess)

    monkeypatch.setattr(Keys, "is_pin", counted)

    async def story() -> None:
        async with Tablet(venue, 2) as player, Tablet(venue, 0, role="eo") as thief:
            for guess in range(10_000):
                venue.steady.now_s += 0.06  # as fast as messages are let through
                await thief.say({"type": "unlock", "pin": guess_of(guess, pin)})
                if guess % 50 == 0:
                    await thief.ping()
                    await player.ping()
            await thief.ping()
            kinds = [message["type"] for message in thief.told]
            assert "unlocked" not in kinds
            assert kinds.count("locked") == 10_000
            assert (await player.do(START))["taken"]

    on_line(story)
    assert len(checked) <= TRIES_OF_ALL
    assert is_pin(venue.keys, pin)


def test_guesses_lead_to_longer_waits_and_during_an_alarm_only_one_try() -> None:
    steady = Steady()
    gate = PinGate(steady)
    for _ in range(TRIES - 1):
        gate.note_wrong("a")
    assert gate.wait_s("a") == 0
    gate.note_wrong("a")
    assert gate.wait_s("a") == LOCK_S
    steady.now_s += LOCK_S
    for _ in range(TRIES):
        gate.note_wrong("a")
    assert gate.wait_s("a") == 2 * LOCK_S
    token = gate.note_right("eo", "tablet-001")
    news = [gate.note_wrong(f"c{n}") for n in range(TRIES_OF_ALL)]
    assert news.count(True) == 1
    assert gate.alarmed
    assert gate.wait_s("b") == 0  # the right PIN still opens at the first try
    gate.note_wrong("b")
    assert gate.wait_s("b") == LOCK_S
    gate.note_wrong("eo")
    assert gate.wait_s("eo") == 0
    hashed = hash_secret(token)
    assert gate.token_of(answer_to("n", hashed), "n", "tablet-001") == hashed
    assert not gate.token_of(answer_to("n", hashed), "m", "tablet-001")
    assert not gate.token_of(answer_to("n", hash_secret(token + "x")), "n", "tablet-001")
    steady.now_s += TOKEN_S
    assert not gate.token_of(answer_to("n", hashed), "n", "tablet-001")
    assert not gate.alarmed


def test_ten_thousand_guesses_by_strangers_do_not_lock_out_the_organizer(venue: Venue) -> None:
    pin = venue.keys.new_pin()

    async def story() -> None:
        async with Tablet(venue, 0, role="eo") as own:
            unlocked = await own.ask({"type": "unlock", "pin": pin}, "unlocked")
            proof = unlocked["proof"]
            assert proof
        gate = gate_of(venue)
        for n in range(10_000):
            if gate.wait_s(f"10.0.{n % 250}.7") <= 0:
                gate.note_wrong(f"10.0.{n % 250}.7")
        for _ in range(TRIES):
            gate.note_wrong("127.0.0.1")  # somebody has the tablet's own address now
        assert gate.alarmed
        async with Tablet(venue, 0, role="eo") as own:
            no = await own.ask({"type": "unlock", "pin": pin}, "locked")
            assert "Let a device in" in no["sentence"]
            again = {"type": "unlock", "pin": pin, "proof": proof}
            assert (await own.ask(again, "unlocked"))["token"]
        async with Tablet(venue, 0, role="eo") as fresh:
            assert venue.server is not None
            made = venue.server.new_pass().result(60)
            by_pass = {"type": "unlock", "answer": fresh.answer(made)}
            assert (await fresh.ask(by_pass, "unlocked"))["proof"]
        async with Tablet(venue, 0, role="eo") as thief:
            again = {"type": "unlock", "answer": thief.answer(made)}
            told = await thief.ask(again, "locked")  # it is good once
            assert told["sentence"].startswith("Enter")

    on_line(story)


def test_a_device_s_proof_survives_a_restart_but_opens_nothing_by_itself(venue: Venue) -> None:
    pin = venue.keys.new_pin()

    async def story() -> None:
        async with Tablet(venue, 0, role="eo") as own:
            proof = (await own.ask({"type": "unlock", "pin": pin}, "unlocked"))["proof"]
        venue.restart()
        assert venue.keys.is_proof(proof)
        assert not venue.keys.is_proof("")
        async with Tablet(venue, 0, role="eo") as own:
            wrong = {"type": "unlock", "pin": "x", "proof": proof}
            for _ in range(TRIES):
                await own.ask(wrong, "locked")
            assert (await own.ask({**wrong, "pin": pin}, "locked"))["wait_ms"] > 0
            assert (await own.ask({"type": "unlock", "pin": pin}, "unlocked"))["token"]

    on_line(story)


def guess_of(number: int, pin: str) -> str:
    """A PIN that is not the right one."""
    guess = f"{number:06}"
    return "x" if guess == pin else guess


def gate_of(venue: Venue) -> PinGate:
    assert venue.server is not None
    return venue.server._room._organizer._gate  # noqa: SLF001 - how long it waits


@pytest.mark.parametrize("pin", ["", "1", "999999"])
def test_before_a_pin_is_chosen_no_pin_is_accepted(venue: Venue, pin: str) -> None:
    assert not venue.keys.is_pin(pin)
