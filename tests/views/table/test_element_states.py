"""How a scenario's elements stand, in words."""

import pytest

from app.engine.acts.table import Counted, Holding, ScoreTurn
from app.engine.packet.scenario import Held
from app.engine.side import Side
from app.views.table.element_states import gone_elements, states_line
from tests.views.table.turn_tables import table

R, B = Side.RED, Side.BLUE
HOLDS_50 = [("objective-50", R)]


@pytest.mark.parametrize("scenario", ["Two Fronts", "Fault Line"])
def test_elements_that_can_only_be_held_have_no_state(scenario: str) -> None:
    assert states_line(table(scenario, holds=[("objective-50-first", R)]).game(1)) == ""


@pytest.mark.parametrize(
    "scenario",
    ["Pressure Point", "Trench Warfare", "Wolves at Our Heels", "High Stakes", "Payload"],
)
def test_no_states_are_shown_while_everything_is_as_at_the_start(scenario: str) -> None:
    assert states_line(table(scenario).game(1)) == ""


def test_a_taken_cache_is_named_with_its_owners_colour() -> None:
    game = table("Trench Warfare", holds=[("cache-first", B)]).game(1)
    assert states_line(game) == "Attacker’s cache (Red): taken"


def test_a_taken_cache_is_gone_from_the_map() -> None:
    game = table("Trench Warfare", holds=[("cache-first", B)]).game(1)
    assert gone_elements(game.terms, game.play) == ("cache-first",)


def test_all_countdowns_are_shown_once_one_has_begun() -> None:
    game = table("High Stakes", holds=HOLDS_50, counted=[Counted("flag-first", 3)]).game(1)
    assert states_line(game) == (
        "Defender’s terrain (Blue): 5 left · Attacker’s terrain (Red): 2 left · "
        "50 mm objective: 5 left"
    )


def test_a_countdown_at_0_has_gone_off() -> None:
    desk = table("High Stakes", holds=HOLDS_50, counted=[Counted("flag-first", 3)])
    held = (Holding("objective-50", R, Held.CONTROLLED),)
    desk.do(ScoreTurn(1, None, 8, held, counted=(Counted("flag-first", 2),)))
    game = desk.game(1)
    assert "Attacker’s terrain (Red): has gone off" in states_line(game)


def test_tokens_are_counted_up_to_those_needed() -> None:
    holds, counted = [("objective-40-first", R)], [Counted("objective-40-first", 1)]
    game = table("Wolves at Our Heels", holds=holds, counted=counted).game(1)
    assert states_line(game) == "Attacker’s 40 mm objective (Red): 1 of 3 tokens"


def test_a_payload_shows_its_distance_moved_until_it_has_arrived() -> None:
    holds, counted = [("objective-50-first", R)], [Counted("objective-50-first", 3)]
    desk = table("Payload", holds=holds, counted=counted)
    assert states_line(desk.game(1)) == (
        "Attacker’s 50 mm objective (Red): moved 3″, about 9″ to go"
    )
    there = Holding("objective-50-first", R, Held.ARRIVED)
    held = Holding("objective-50-first", R, Held.CONTROLLED)
    desk.do(ScoreTurn(1, None, 8, (held, there)))
    assert states_line(desk.game(1)) == "Attacker’s 50 mm objective (Red): arrived"


def test_if_blue_is_the_attacker_the_attackers_elements_are_blue() -> None:
    game = table("High Stakes", holds=HOLDS_50, counted=[Counted("flag-first", 3)], first=B).game(1)
    assert "Attacker’s terrain (Blue): 2 left" in states_line(game)
