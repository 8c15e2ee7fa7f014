"""The organizer's page gets the desk's own list of what waits, and settles it by its choices."""

from app.engine.acts.phones import AskToDrop, OpenToPhones, SignUp
from app.engine.acts.players import Entry
from app.engine.acts.table import CallJudge, StartClock
from app.engine.side import Side
from app.views.round.needs import Equipment, needs
from app.web.server.public_view import next_shown
from tests.web.venue import Tablet, Told, Venue, on_line


def settle(need: Told, choice: int, number: int = 2_000_001, **more: object) -> Told:
    named = {key: need[key] for key in ("kind", "about", "part")}
    words = need["choices"][choice]
    return {"type": "settle", "number": number, "choice": choice, "words": words, **named, **more}


def calling(venue: Venue) -> int:
    number = venue.game(1).number
    venue.do(StartClock(number, Side.RED))
    venue.do(CallJudge(number, None))
    return number


async def unlocked(eo: Tablet, pin: str) -> None:
    await eo.ask({"type": "unlock", "pin": pin}, "unlocked")
    await eo.until(lambda: any(message["type"] == "tables" for message in eo.told))


def test_the_page_lists_the_same_needs_and_next_step_as_the_desk(venue: Venue) -> None:
    pin = venue.keys.new_pin()
    calling(venue)
    venue.do(OpenToPhones(sign_up=True))
    venue.do(SignUp(Entry("Zoe")))

    async def story() -> None:
        async with Tablet(venue, 0, role="eo") as eo:
            await unlocked(eo, pin)
            shown = eo.last("tables")
            wanted = needs(venue.state, venue.desk.timeline.now_ms())
            assert [one["title"] for one in shown["needs"]] == [need.title for need in wanted]
            judge, sign_up = shown["needs"]
            assert judge["choices"] == ["I’m on my way", "Judge is done"]
            assert (judge["tone"], judge["since_ms"]) == ("alarm", wanted[0].since_ms)
            assert sign_up["choices"] == ["Accept", "Decline"]
            step = next_shown(venue.state, venue.desk.timeline.now_ms())
            assert shown["next"] == {"figure": step.figure, "sentence": step.sentence}

    on_line(story)


def test_one_judge_takes_a_call_visibly_for_all_and_completes_it(venue: Venue) -> None:
    pin = venue.keys.new_pin()
    number = calling(venue)

    async def story() -> None:
        async with (
            Tablet(venue, 0, role="eo") as eo,
            Tablet(venue, 0, role="eo") as other,
            Tablet(venue, 1) as players,
        ):
            assert not players.last("play")["judge_goes"]
            for page in (eo, other):
                await unlocked(page, pin)
            (judge,) = eo.last("tables")["needs"]
            told = await eo.ask(settle(judge, 0), "ordered")
            assert told["done"]
            await other.until(lambda: other.last("tables")["tables"][0]["taken_by"] is not None)
            (judge,) = other.last("tables")["needs"]
            assert judge["taken_by"] == venue.game(1).taker
            assert judge["choices"] == ["Judge is done"]
            await players.until(lambda: players.last("play")["judge_goes"])
            assert (await other.ask(settle(judge, 0), "ordered"))["done"]
            await players.until(lambda: not players.last("play")["judge_goes"])

    on_line(story)
    assert not venue.state.games[number].play.judge_called


def test_settling_something_twice_does_nothing(venue: Venue) -> None:
    pin = venue.keys.new_pin()
    calling(venue)

    async def story() -> None:
        async with Tablet(venue, 0, role="eo") as eo:
            await unlocked(eo, pin)
            (judge,) = eo.last("tables")["needs"]
            done = settle(judge, 1)
            assert (await eo.ask(done, "ordered"))["done"]
            for again in (done, {**done, "kind": "nothing"}, {**done, "choice": 5}):
                told = await eo.ask(again, "ordered")
                assert (told["done"], told["sentence"]) == (False, "That is already settled.")

    on_line(story)


def test_without_the_pin_nothing_is_settled(venue: Venue) -> None:
    number = calling(venue)

    async def story() -> None:
        async with Tablet(venue, 0, role="eo") as eo:
            done = {"kind": "judge", "about": number, "part": "", "choices": ["Judge is done"]}
            told = await eo.ask(settle(done, 0), "ordered")
            assert (told["done"], told["sentence"]) == (False, "Enter the organizer’s PIN first.")

    on_line(story)
    assert venue.state.games[number].play.judge_called


def test_a_doubtful_decision_is_questioned_and_can_be_insisted_on(venue: Venue) -> None:
    pin = venue.keys.new_pin()
    venue.do(OpenToPhones(sign_up=True))
    leaving = venue.game(1).players.red
    venue.do(AskToDrop(leaving))

    async def story() -> None:
        async with Tablet(venue, 0, role="eo") as eo:
            await unlocked(eo, pin)
            (drop,) = eo.last("tables")["needs"]
            told = await eo.ask(settle(drop, 0), "ordered")
            assert (told["done"], told["insistable"]) == (False, True)
            assert (await eo.ask(settle(drop, 0, 2_000_002, insist=True), "ordered"))["done"]

    on_line(story)
    assert venue.state.players[leaving].status.has_left


def test_equipment_problems_known_to_the_windows_are_listed_too(venue: Venue) -> None:
    pin = venue.keys.new_pin()
    assert venue.server is not None
    wrong = Equipment(clocks=(1,), folders=("E:/copies",))
    venue.server.note_equipment(wrong).result(60)

    async def story() -> None:
        async with Tablet(venue, 0, role="eo") as eo:
            await unlocked(eo, pin)
            shown = eo.last("tables")["needs"]
            assert [one["kind"] for one in shown] == ["clock", "copy"]
            assert shown[0]["game"] == venue.game(1).number

    on_line(story)
