"""The protocol's page and its classes say the same, and every act reaches the engine."""

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

import app
from app.clock.allowance import A_SECOND, AT_ONCE, Allowance
from app.engine.acts import table as table_commands
from app.engine.acts.commands import Refused
from app.engine.acts.players import ChooseList
from app.engine.frozen import replace
from app.engine.side import Pair, Side
from app.web.protocol import messages
from app.web.protocol.acts import ORDERS, REQUESTS, AnyRequest, command_for_request, request_for
from tests.engine.event import under_way
from tests.web.venue import Tablet, Told, Venue, on_line

PAGE = (Path(app.__file__).parent.parent / "docs" / "table-protocol.md").read_text("utf-8")
ONE_OF_EACH: list[Told] = [
    {"type": "start_clock", "first": "blue"},
    {"type": "tap", "side": "red"},
    {"type": "interrupt"},
    {"type": "hand_back"},
    {"type": "take_extension", "side": "red"},
    {"type": "score_turn", "by": "red", "step": 4,
     "holdings": [{"key": "zone", "side": "red", "held": "dominated"}], "kill_box": True,
     "points": {"red": 1, "blue": 0}, "reason": "as agreed"},
    {"type": "remove_element", "by": "blue", "key": "zone"},
    {"type": "swap_specialists", "by": "red", "side": "red", "out": [],
     "added": [{"name": "Hunter", "kind": "jack", "points": 6}]},
    {"type": "choose_objective", "by": "red", "side": "red", "name": "Armory"},
    {
        "type": "choose_spells",
        "by": "red",
        "side": "red",
        "racks": [{"caster": "Orla", "spells": ["Rush", "Fury"]}],
    },
    {"type": "bring_reinforcements", "by": "red", "side": "red",
     "rows": [{"name": "Rangers", "kind": "unit", "points": None, "models": 6}]},
    {"type": "make_claim", "by": "red", "claim": "concession", "side": "red"},
    {"type": "answer", "side": "blue", "question": "claim", "agrees": True},
    {"type": "call_judge", "side": None},
    {"type": "enter_tally", "by": "red", "apd": {"red": 10, "blue": 3},
     "casters": {"red": 1, "blue": 1}, "presence": None},
    {"type": "count_losses", "by": "red", "side": "blue",
     "losses": [{"gone": 1, "again": 0, "out": True, "inside": True, "followed": True,
                 "name": "Ol’ Grim"}]},
    {"type": "change_losses", "by": "red", "side": "blue",
     "changes": [{"place": 3, "before": {"gone": 1}, "after": {"gone": 2, "name": "Ol’ Grim"}}]},
    {"type": "read_switch", "by": "red", "switch_ms": 1_800_000_000_000, "interrupt": True},
    {"type": "choose_list", "by": "blue", "chosen": 2},
]  # fmt: skip


GAME = replace(under_way(2).game(), number=31, players=Pair(1, 2))


def tag(message: type) -> str:
    return str(msgspec.inspect.type_info(message).tag)


@pytest.mark.parametrize(
    "kind",
    [tag(kind) for kind in (*get_args(messages.FromDevice), *get_args(messages.FromServer))]
    + [tag(row.message) for row in (*REQUESTS, *ORDERS)],
)
def test_every_message_is_documented(kind: str) -> None:
    assert f'"{kind}"' in PAGE or f"`{kind}`" in PAGE


def test_every_example_of_a_device_message_is_valid() -> None:
    joined = re.sub(r"\n {5,6}", " ", PAGE)
    asked = r"hello|ping|ask_pad|ask_timeline|unlock|marks|order|order_all|order_check_in|settle"
    examples = re.findall(
        rf'^    (\{{"type": "(?:{asked})".*?\}}\]?\}}?)(?:   |$)', joined, re.MULTILINE
    )
    assert len(examples) >= 8
    for example in examples:
        filled = re.sub(r"(\": )…", r"\g<1>0", example).replace("…", "abcdefgh")
        assert messages.read_device_message(filled) is not None, filled


def test_every_act_is_described_in_words_for_the_organizer() -> None:
    assert all(row.words for row in REQUESTS)


def test_there_is_one_example_of_every_act() -> None:
    assert [one["type"] for one in ONE_OF_EACH] == [tag(row.message) for row in REQUESTS]


COMMAND_OF = {"read_switch": "relabel_press"}  # tags on the wire stay; names in the program may not


@pytest.mark.parametrize("act", ONE_OF_EACH, ids=lambda act: act["type"])
def test_an_act_becomes_the_command_of_the_same_name(act: Told) -> None:
    command, actor = command_for_request(msgspec.convert(act, AnyRequest), GAME)
    here = command.player == 2 if isinstance(command, ChooseList) else command.game == 31
    assert here
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", type(command).__name__).lower()
    assert COMMAND_OF.get(act["type"], act["type"]) == name
    who = act.get("by") or act.get("side") or act.get("first")
    assert actor == (Side(who).colour if who else "Table")


@pytest.mark.parametrize("act", ONE_OF_EACH, ids=lambda act: act["type"])
def test_a_window_elsewhere_asks_for_a_command_by_the_same_act(act: Told) -> None:
    read = msgspec.convert(act, AnyRequest)
    written = request_for(command_for_request(read, GAME)[0])
    assert msgspec.json.encode(written) == msgspec.json.encode(read)


def test_commands_reserved_for_the_organizer_are_no_acts() -> None:
    for command in (
        table_commands.ScoreTurn(1, None, 4, ()),
        table_commands.RemoveElement(1, None, "zone"),
        table_commands.EnterTally(1, None, Pair(0, 0), None, None),
        table_commands.PauseClock(1, "Lunch"),
    ):
        assert request_for(command) is None


def test_every_act_is_answered_by_the_engine(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            for act in ONE_OF_EACH:
                answer = await tablet.do(act)
                assert answer["taken"] or answer["sentence"].endswith("."), act
            assert not isinstance(venue.state, Refused)

    on_line(story)


def test_a_server_message_may_contain_fields_unknown_to_this_version() -> None:
    text = '{"type":"pong","stamp_ms":1.5,"now_ms":7,"later":[1]}'
    assert messages.read_server_message(text) == messages.Pong(stamp_ms=1.5, now_ms=7)


def test_an_allowance_comes_back_with_time() -> None:
    allowance = Allowance(5.0)
    assert all(allowance.spend(5.0) for _ in range(AT_ONCE))
    assert not allowance.spend(5.0)
    assert all(allowance.spend(6.0) for _ in range(A_SECOND))
    assert not allowance.spend(6.0)
    assert sum(allowance.spend(99.0) for _ in range(2 * AT_ONCE)) == AT_ONCE
