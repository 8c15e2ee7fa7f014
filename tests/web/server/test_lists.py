"""Players choose their lists on the tablet; which one, nobody is told before both have chosen."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.engine.acts.commands import Refused
from app.engine.acts.players import ChooseList, EnterArmy, Entry
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.table import ChangeLosses, CountLosses, StartClock, Tap
from app.engine.armies.army import ArmyRow, Kind, Loss
from app.engine.armies.army_list import ArmyList
from app.engine.armies.losses import LossChange
from app.engine.formats.settings import Settings
from app.engine.formats.terms import terms_for
from app.engine.frozen import replace
from app.engine.players.list_choice import ListChoice, list_choice
from app.engine.side import Pair, Side
from app.engine.state import Player, Round, Stage, State
from app.engine.table.game import Game
from app.store.packets.files import packets
from app.views.table.table import table_view
from app.web.protocol.acts import GameNumbers, command_for_request, request_for
from app.web.protocol.messages import GameMessage
from app.web.remote.state import Known, _state, apply_press, refusal, state_of
from app.web.server.public_view import game_message, play_message
from tests.web.venue import Tablet, Venue, on_line

NAMES = ("Xerxis", "Makeda")
START = {"type": "start_clock", "first": "red"}
BEAST = ArmyRow("Titan", Kind.JACK, 20)


@pytest.fixture
def chosen(tmp_path: Path) -> Iterator[Venue]:
    """A round under way whose players have brought two lists each."""
    venue = Venue(tmp_path, tables=2)
    venue.register(4)
    for number in range(1, 5):
        lists = tuple(
            ArmyList(
                (
                    ArmyRow(f"{name} {number}", Kind.CASTER, 6),
                    ArmyRow(f"Beast of {name}", Kind.JACK, 20),
                )
            )
            for name in NAMES
        )
        venue.do(EnterArmy(number, lists), insist=True)
    venue.start()
    venue.serve()
    yield venue
    venue.close()


def choose(by: str, number: int) -> dict[str, object]:
    return {"type": "choose_list", "by": by, "chosen": number}


def hide_lists(venue: Venue) -> None:
    packet, settings = venue.state.packet, venue.state.settings
    assert packet is not None
    assert settings is not None
    venue.do(ChangeSettings(replace(settings, lists_hidden=True), packet), insist=True)


def test_only_the_choice_of_a_list_is_secret_and_not_the_lists_themselves(chosen: Venue) -> None:
    red, blue = chosen.game(1).players

    def names(lists: list[dict[str, Any]]) -> list[str]:
        return [army_list["army"][0]["name"] for army_list in lists]

    async def story() -> None:
        async with Tablet(chosen, 1) as tablet:
            before = tablet.last("game")
            assert names(before["brought"]["red"]) == [f"Xerxis {red}", f"Makeda {red}"]
            assert names(before["brought"]["blue"]) == [f"Xerxis {blue}", f"Makeda {blue}"]
            assert (await tablet.do(choose("red", 2)))["taken"]
            await tablet.until(lambda: tablet.last("game")["lists"]["red"]["made"])
            now = tablet.last("game")
            now["lists"]["red"]["made"] = False
            assert {**now, "seq": 0} == {**before, "seq": 0}

    on_line(story)


def test_a_window_elsewhere_knows_the_lists_and_not_the_choice(chosen: Venue) -> None:
    chosen.do(ChooseList(1, chosen.game(1).players.red, 2, at_table=True))
    known = Known().hear(game_message(chosen.state, 5, 1), 0)
    known = known.hear(play_message(chosen.state, 5, chosen.game(1)), 0)
    state = state_of(known, (), 0)
    (game,) = state.games.values()
    here, there = table_view(state, game), table_view(chosen.state, chosen.game(1))
    assert here.brought == there.brought
    assert here.lists.red.made
    assert not here.lists.red.shown


def test_a_list_identified_by_its_army_is_the_one_played() -> None:
    lists = tuple(ArmyList((ArmyRow(name, Kind.CASTER, 6),)) for name in NAMES)
    told = GameMessage(
        seq=1,
        table=1,
        game=5,
        round_number=1,
        names=Pair("Ann", "Bo"),
        armies=Pair(lists[1].army, (ArmyRow("Other", Kind.SOLO, 2),)),
        lists=Pair(ListChoice(1, (1, 2)), ListChoice(2, (1, 2))),
        brought=Pair(lists, lists),
    )
    terms = terms_for(packets()["sr2017"], Settings("", "sr2017", 75, 1), 0)
    state = _state(told, Game(5, 1, 1, Pair(1, 2), terms))
    assert state.rounds[0].lists == {1: 2, 2: 1}
    assert state.players[2].lists[0].army[0].name == "Other"


def test_lists_chosen_on_a_tablet_are_secret_until_both_are(chosen: Venue) -> None:
    red, blue = chosen.game(1).players
    hide_lists(chosen)

    async def story() -> None:
        async with Tablet(chosen, 1) as tablet:
            offered = tablet.last("game")["lists"]
            assert offered["red"]["offered"] == offered["blue"]["offered"] == [1, 2]
            assert not offered["red"]["made"]
            assert (await tablet.do(choose("red", 2)))["taken"]
            await tablet.until(lambda: tablet.last("game")["lists"]["red"]["made"])
            assert chosen.state.rounds[0].lists == {red: 2}
            told = json.dumps(tablet.told)
            assert not any(name in told for name in NAMES)
            game = tablet.last("game")["lists"]
            assert game["red"]["offered"] == [1, 2]
            assert (await tablet.do(choose("blue", 1)))["taken"]
            await tablet.until(lambda: tablet.last("game")["lists"]["red"]["shown"])
            game = tablet.last("game")
            assert game["lists"]["red"]["shown"] == f"List 2 (Makeda {red})"
            assert game["lists"]["blue"]["shown"] == f"List 1 (Xerxis {blue})"
            assert game["armies"] == {"red": [], "blue": []}
            answer = await tablet.do(choose("red", 1))
            assert answer["sentence"] == (
                "Both lists are already shown. Ask the organizer to change one."
            )
            assert (await tablet.do(START))["taken"]
            await tablet.until(lambda: tablet.last("game")["armies"]["red"])
            assert tablet.last("game")["armies"]["red"][0]["name"] == f"Makeda {red}"

    on_line(story)


def test_a_list_chosen_by_one_player_alone_is_shown_after_deployment(chosen: Venue) -> None:
    red, _ = chosen.game(1).players

    async def story() -> None:
        async with Tablet(chosen, 1) as tablet:
            assert (await tablet.do(choose("red", 2)))["taken"]
            game = chosen.game(1).number
            chosen.do(StartClock(game, Side.RED), insist=True)
            for side in (Side.RED, Side.BLUE, Side.RED):
                chosen.do(Tap(game, side))
            await tablet.until(lambda: tablet.last("play")["play"]["step"] == 3)
            assert tablet.last("game")["armies"]["red"] == []
            chosen.do(Tap(game, Side.BLUE))
            await tablet.until(lambda: tablet.last("game")["armies"]["red"])
            armies = tablet.last("game")["armies"]
            assert armies["red"][0]["name"] == f"Makeda {red}"
            assert armies["blue"] == []

    on_line(story)


def test_a_list_that_nobody_brought_is_refused_with_a_sentence(chosen: Venue) -> None:
    async def story() -> None:
        async with Tablet(chosen, 2) as tablet:
            answer = await tablet.do(choose("blue", 3))
            assert not answer["taken"]
            assert answer["sentence"].endswith("has no list 3.")
            assert not chosen.state.rounds[0].lists

    on_line(story)


def test_losses_counted_in_a_window_elsewhere_are_handed_over_unchanged() -> None:
    loss = Loss(2, 1, out=True, inside=True, followed=True, name="Titan")
    counted = CountLosses(7, Side.RED, Side.BLUE, (loss,))
    request = request_for(counted)
    assert request is not None
    assert command_for_request(request, GameNumbers(7, 1, Pair(1, 2)))[0] == counted


def test_losses_tapped_in_a_window_elsewhere_are_handed_over_as_changes() -> None:
    change = LossChange(3, Loss(1, name="Titan"), Loss(2, out=True, name="Titan"))
    changed = ChangeLosses(7, Side.RED, Side.BLUE, (change,))
    request = request_for(changed)
    assert request is not None
    assert command_for_request(request, GameNumbers(7, 1, Pair(1, 2)))[0] == changed


def test_after_both_have_chosen_offline_the_game_can_begin() -> None:
    players = {
        one: Player(one, Entry(name), lists=(ArmyList(), ArmyList()))
        for one, name in ((1, "Ann"), (2, "Bo"))
    }
    round_ = Round(1, Stage.STARTED, 1, 0, (5,), None, (), (), 0, lists={2: 1})
    packet = packets()["sr2017"]
    terms = terms_for(packet, Settings("", "sr2017", 75, 1), 0)
    state = State(players=players, rounds=(round_,), games={5: Game(5, 1, 1, Pair(1, 2), terms)})
    start = StartClock(5, Side.RED)
    assert refusal(state, start, 1) == Refused("Red has to choose a list first.", insistable=True)
    chosen = apply_press(state, ChooseList(1, 1, 2, at_table=True), 1)
    assert refusal(chosen, start, 2) is None
    assert all(game.made and not game.offered for game in list_choice(chosen, chosen.games[5]))
