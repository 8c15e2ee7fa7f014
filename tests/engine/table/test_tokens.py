"""Tokens, countdowns and moves of a scenario, where no script has a word for it."""

import pytest

from app.engine.acts.table import Counted, Holding, ScoreTurn
from app.engine.frozen import replace
from app.engine.packet.packet import GameRules
from app.engine.packet.scenario import Held, Scenario
from app.engine.side import Pair, Side
from app.engine.subjects.table.score_faults import score_fault
from app.engine.table import scoring
from app.engine.table.game import Game, Play
from app.engine.table.sentences import why
from tests.engine.event import PACKETS
from tests.engine.script import Script

SR2026 = PACKETS["sr2026"]
UNTIL = "packet sr2026\nscenario {name}\n0:00 red first until blue turn 2\n"
STEP = 7


def played(name: str) -> Game:
    script = Script(UNTIL.format(name=name))
    script.play()
    return script.game


def with_scenario(game: Game, scenario: Scenario) -> Game:
    terms: GameRules = replace(game.terms, scenario=scenario)
    return replace(game, terms=terms)


def scored(game: Game, *held: Holding, counted: tuple[Counted, ...] = ()) -> ScoreTurn:
    return ScoreTurn(game.number, Side.BLUE, STEP, held, counted=counted)


def test_the_kill_box_of_the_wolves_grows_with_the_attackers_turns() -> None:
    terms = played("Wolves at Our Heels").terms
    turns = {turn: scoring.kill_box_inches(terms, 4 + 2 * (turn - 1)) for turn in range(1, 6)}
    assert turns == {1: 12, 2: 12, 3: 14, 4: 16, 5: 18}
    assert scoring.kill_box_inches(played("Payload").terms, 12) == 12


def test_an_element_without_a_path_cannot_move() -> None:
    scenario = played("Payload").terms.scenario
    flag = scenario.element("flag-first")
    assert flag is not None
    assert scoring.may_move(scenario, flag, (), Side.RED) == 0


def test_without_a_fuse_no_tokens_are_removed() -> None:
    game = played("High Stakes")
    bare = with_scenario(game, replace(game.terms.scenario, fuse=None))
    fault = score_fault(bare, scored(bare, counted=(Counted("flag-first", 1),)))
    assert fault == "No tokens are removed in this scenario."


def test_points_set_by_hand_override_tokens_and_arrivals() -> None:
    game = played("Payload")
    held = (
        Holding("objective-50-first", Side.RED),
        Holding("objective-50-first", Side.RED, Held.ARRIVED),
    )
    given = replace(scored(game, *held), by=None, points=Pair(1, 0), reason="Misread")
    play: Play = replace(game.play, scores={STEP: given})
    assert scoring.control_points(game.terms, play.first, play.scores, STEP + 1) == Pair(1, 0)


@pytest.mark.parametrize("wins", [True, False])
def test_a_lead_wins_only_if_the_scenario_allows_a_win_by_lead(wins: bool) -> None:
    game = played("Pressure Point")
    game = with_scenario(game, replace(game.terms.scenario, wins=wins))
    held = tuple(Holding(f"flag-{number}", Side.RED) for number in (1, 2, 3))
    scores = {STEP: scored(game, *held)}
    leader = scoring.leader(game.terms, Side.RED, scores, STEP + 1)
    assert leader == ((Side.RED, STEP) if wins else None)
    assert not scoring.can_win(game.terms, Side.RED, {}, STEP, Side.RED) or wins


def test_a_scenario_loss_after_a_clock_out_is_reported_with_its_reason() -> None:
    script = Script(
        "packet sr2026\nscenario Pressure Point\nsize 30\n0:00 start red first\n"
        "0:00 taps until blue turn 2, every 0:30\n22:20 score red flag-1\n22:40 red agrees\n"
    )
    script.play()
    assert why(script.game) == (
        "Red wins by scenario: Blue’s clock ran out, and Blue’s turn 2 ended 1 to 0"
    )


def test_a_clock_out_before_anything_is_scored_is_reported_without_a_dispute() -> None:
    script = Script("packet sr2026\nscenario Pressure Point\nsize 30\n0:00 start red first\n")
    script.play()
    script.watch_flags(90 * 60_000)
    assert why(script.game) == "Blue wins by assassination: Red’s clock ran out in Red’s deployment"


@pytest.mark.parametrize(
    ("sides", "counted", "most"),
    [
        ((Side.RED,), (3,), 3),
        ((Side.RED,), (4,), 3),
        ((Side.RED, Side.BLUE), (6,), 6),
        ((Side.RED, Side.BLUE), (7,), 6),
        ((Side.RED, Side.BLUE), (3, 3), 3),
        ((Side.RED, Side.BLUE), (3, 4), 3),
        ((), (1,), 1),
        ((), (2,), 1),
    ],
)
def test_each_side_that_holds_the_fuse_takes_three_tokens_from_one_countdown(
    sides: tuple[Side, ...], counted: tuple[int, ...], most: int
) -> None:
    game = played("High Stakes")
    keys = ("flag-first", "flag-second")
    turn = scored(
        game,
        *(Holding("objective-50", side) for side in sides),
        counted=tuple(map(Counted, keys, counted)),
    )
    fault = score_fault(game, turn)
    assert (f"at most {most} at a time" in fault) is (max(counted) > most)
