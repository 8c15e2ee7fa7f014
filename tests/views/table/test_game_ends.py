"""What players read of a game's end is what the engine then decides: every packet, every timing,
with and without the tiebreakers and the assassination.
"""

from collections.abc import Iterator

import pytest

from app.engine.acts.results import How
from app.engine.acts.table import ScoreTurn
from app.engine.formats.own_game import Won, adjust_packet, own_game
from app.engine.formats.settings import Settings
from app.engine.formats.terms import terms_for
from app.engine.frozen import replace
from app.engine.packet.packet import ClockOut, GameRules, Tiebreak
from app.engine.packet.timing import TimingKind
from app.engine.side import Pair, Side
from app.engine.table import deathclock
from app.engine.table.game import Ending, Game, Play, Tally, end_step
from app.engine.table.turns import last_step
from app.engine.table.verdict import BY_TIEBREAK, verdict
from app.views.table.game_ends import (
    TIEBREAKS,
    at_dice_down,
    at_last_turn,
    clock_out_words,
    clock_rules,
    comparison_words,
    ending_lines,
    without_casters,
)
from tests.engine.event import PACKETS, under_way

SCORED = 9
LEVEL, RED_AHEAD, BLUE_AHEAD = Pair(0, 0), Pair(1, 0), Pair(0, 1)


def formats() -> Iterator[tuple[str, GameRules]]:
    for key, packet in PACKETS.items():
        for timing in packet.timings:
            for tiebreakers in (True, False):
                for assassination in (True, False):
                    chosen = Settings(
                        "Open", key, packet.sizes[-1] if packet.sizes else 0, 1, timing=timing.key,
                        tiebreakers=tiebreakers, assassination=assassination,
                    )  # fmt: skip
                    scenario = packet.scenarios[0].number if packet.scenarios else 0
                    name = f"{key} {timing.key} {tiebreakers} {assassination}"
                    yield name, terms_for(packet, chosen, scenario)


FORMATS = dict(formats())
ALL = pytest.mark.parametrize("name", FORMATS)
GAME = under_way(2).game()


def numbers(order: tuple[Tiebreak, ...], decides: Tiebreak) -> dict[Tiebreak, Pair[int]]:
    """Level before the comparison that decides for Red; all that follow are Blue's."""
    place = order.index(decides)
    return {
        tiebreak: RED_AHEAD if at == place else LEVEL if at < place else BLUE_AHEAD
        for at, tiebreak in enumerate(order)
    }


def counted(terms: GameRules, play: Play, found: dict[Tiebreak, Pair[int]]) -> Game:
    """The table with these numbers: a caster more on a side, so that one is always left."""
    casters = found.get(Tiebreak.CASTERS, LEVEL).map(lambda count: count + 1)
    on_table = [pair for tiebreak, pair in found.items() if tiebreak.on_table]
    tally = Tally(
        found.get(Tiebreak.ARMY_POINTS_DESTROYED, LEVEL), casters, on_table[0] if on_table else None
    )
    return replace(GAME, terms=terms, play=replace(play, tally=tally))


def scored(terms: GameRules, points: Pair[int], step: int) -> Play:
    score = ScoreTurn(1, None, SCORED, (), points=points, reason="by hand", at_ms=0)
    clock = deathclock.start(LEVEL, Side.RED, 0)
    return Play(clock=clock, step=step, scores={SCORED: score} if any(points) else {})


def decided(terms: GameRules, order: tuple[Tiebreak, ...], tiebreak: Tiebreak, how: str) -> How:
    found = numbers(order, tiebreak)
    points = found.get(Tiebreak.CONTROL_POINTS, LEVEL)
    if how == "casters":
        play = scored(terms, points, SCORED + 1)
        play = replace(play, ending=Ending(1, SCORED, casters_gone=True))
    elif how == "dice":
        play = scored(terms, points, SCORED + 1)
        play = end_step(terms, replace(play, dice_down_ms=0, last_step=SCORED + 1), 1)
    else:
        last = last_step(terms)
        assert last is not None
        play = end_step(terms, scored(terms, points, last), 1)
    reached = verdict(counted(terms, play, found))
    assert reached is not None
    assert reached.winner is Side.RED
    return reached.how


STOPS = {"last": at_last_turn, "dice": at_dice_down, "casters": without_casters}


@pytest.mark.long
@ALL
@pytest.mark.parametrize("stop", STOPS)
def test_every_stated_comparison_decides_in_its_stated_order(name: str, stop: str) -> None:
    terms = FORMATS[name]
    order = STOPS[stop](terms)
    for tiebreak in order or ():
        how = decided(terms, order or (), tiebreak, stop)
        leads = tiebreak is Tiebreak.CONTROL_POINTS and terms.victory.leading_is_scenario
        assert how in {BY_TIEBREAK[tiebreak]} | ({How.SCENARIO} if leads else set())


@pytest.mark.long
@ALL
def test_the_text_states_exactly_the_comparisons_that_apply(name: str) -> None:
    terms = FORMATS[name]
    sentences = [*comparison_words(terms)]
    orders = [order for of in STOPS.values() if (order := of(terms)) is not None]
    assert len(sentences) == len(orders)
    for sentence, order in zip(sentences, orders, strict=True):
        words = ", ".join(TIEBREAKS[tiebreak] for tiebreak in order)
        assert words in sentence
        assert ("a tie" in sentence) is (not order)


@pytest.mark.long
@ALL
def test_a_format_without_player_clocks_does_not_mention_them(name: str) -> None:
    terms = FORMATS[name]
    assert bool([*clock_rules(terms)]) is (terms.time.kind is TimingKind.DEATHCLOCK)


def said(key: str, timing: str, **more: object) -> str:
    packet = PACKETS[key]
    chosen = replace(Settings("Open", key, 50, 1, timing=timing), **more)
    terms = terms_for(packet, chosen, packet.scenarios[0].number)
    return " ".join((*comparison_words(terms), *clock_rules(terms)))


def test_a_2017_deathclock_game_stopped_early_is_a_tie_without_comparisons() -> None:
    words = said("sr2017", "deathclock")
    assert "dice down" not in words
    assert "the game is a tie if more than 5 minutes are left on both clocks together" in words
    assert "may not pause" in words
    assert "you lose, unless it is your own turn" in words


def test_classic_dice_down_compares_control_points_before_army_points() -> None:
    words = said("sr2017", "classic")
    assert "At dice down, compare in this order: control points, army points destroyed" in words


def test_in_2014_a_player_whose_death_clock_runs_out_loses() -> None:
    words = said("sr2014", "death-clock")
    assert "Whoever’s clock runs out loses." in words
    assert "dice down" not in words
    assert "loses the game after 2 stops" in words


def test_without_tiebreakers_an_undecided_game_is_a_tie() -> None:
    words = said("sr2014", "", tiebreakers=False)
    assert "At dice down nobody has won: a tie." in words
    assert "compare" not in words


def test_without_comparisons_the_last_turn_ends_in_a_tie() -> None:
    terms = FORMATS["sr2017 deathclock True True"]
    bare = replace(terms, victory=replace(terms.victory, at_length=()))
    assert any("Nobody has won then: a tie." in line for line in comparison_words(bare))


@pytest.mark.parametrize(
    ("clock_out", "words"),
    [
        (ClockOut.WARN, "is noted, and the game goes on"),
        (ClockOut.LAST_TURN, "one last turn. Then compare in this order: casters left"),
        (ClockOut.LOSE, "Whoever’s clock runs out loses."),
        (ClockOut.PACKET, "you lose, unless it is your own turn"),
    ],
)
def test_a_house_rule_for_clock_outs_is_stated(clock_out: ClockOut, words: str) -> None:
    assert words in said("sr2017", "deathclock", clock_out=clock_out)


def test_a_last_turn_without_tiebreakers_compares_nothing() -> None:
    terms = FORMATS["sr2014 death-clock False True"]
    assert "compare" not in clock_out_words(replace(terms, clock_out=ClockOut.LAST_TURN))


def test_in_2026_the_opponent_scores_once_more() -> None:
    words = said("sr2026", "")
    assert "your opponent scores the elements they control" in words
    assert "Whoever’s clock" not in words


@pytest.mark.parametrize(
    ("won", "sentences"),
    [
        (Won.MORE, ()),
        (Won.FIRST, ("The first to 4 control points wins.",)),
        (
            Won.LEAD,
            (
                "A lead of 4 control points wins.",
                "A lead of less than 4 is a tie then.",
            ),
        ),
        (Won.AGREEMENT, ("You agree who has won, or that the game is a tie.",)),
    ],
)
def test_a_custom_game_says_how_it_is_won(won: Won, sentences: tuple[str, ...]) -> None:
    plain = PACKETS["points"]
    packet = adjust_packet(plain, replace(own_game(plain), won=won, points=4))
    lines = ending_lines(terms_for(packet, Settings("Open", "points", 0, 1), 0))
    assert {*sentences} <= {*lines}
    assert any("say that the game is over" in line for line in lines) is (won is not Won.AGREEMENT)
