"""What is read of a game's end is what the engine can reach, and nothing else: every packet, timing
and variant that says anything of it, every scenario that differs, and every house rule of clocks.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from app.engine.acts.results import How
from app.engine.acts.table import Claim, FlagFell
from app.engine.formats.keywords import announce
from app.engine.formats.settings import Settings
from app.engine.formats.terms import terms_for
from app.engine.packet.keywords import Asks
from app.engine.packet.packet import ClockOut, GameRules, Packet, Tiebreak
from app.engine.packet.timing import TimingKind
from app.engine.side import Pair, Side
from app.engine.table import deathclock
from app.engine.table.claims import offers
from app.engine.table.clock_out import flag_fell
from app.engine.table.game import Game, Play
from app.engine.table.turns import FIRST_TURN_STEP, last_step
from app.engine.table.verdict import list_tiebreaks
from app.views.table.briefing import scenario_briefing
from app.views.table.game_ends import TIEBREAKS, End, ending_lines, how_game_ends
from tests.engine.event import PACKETS, under_way

GAME = under_way(2).game()
ON_OFF = (True, False)


def scenarios(packet: Packet) -> tuple[int, ...]:
    """One of each way to win by scenario and of each kill box."""
    kinds = {(each.wins, each.win, each.kill_box): each.number for each in packet.scenarios}
    return tuple(kinds.values()) or (0,)


def formats() -> Iterator[tuple[str, GameRules]]:
    for key, packet in PACKETS.items():
        sizes = packet.sizes[:1] + packet.sizes[-1:] if packet.sizes else (0,)
        for size, timing, scenario in product({*sizes}, packet.timings, scenarios(packet)):
            for clock_out, tiebreakers, assassination, battlegroup, box in product(
                ClockOut, ON_OFF, ON_OFF, ON_OFF, ON_OFF
            ):
                chosen = Settings(
                    "Open", key, size, 1, timing=timing.key, clock_out=clock_out,
                    tiebreakers=tiebreakers, assassination=assassination,
                    battlegroup=battlegroup, kill_box=box,
                )  # fmt: skip
                options = (clock_out.value, tiebreakers, assassination, battlegroup, box)
                name = " ".join(map(str, (key, size, timing.key, scenario, *options)))
                yield name, terms_for(packet, chosen, scenario)


def announced() -> Iterator[tuple[str, GameRules]]:
    """Each keyword that an organizer can announce, in every timing, scenario and house rule of
    clocks, with tiebreakers and without.
    """
    for key, packet in PACKETS.items():
        sizes = packet.sizes[:1] or (0,)
        for variant, timing, scenario, clock_out, tiebreakers in product(
            packet.variants, packet.timings, scenarios(packet), ClockOut, ON_OFF
        ):
            plain = Settings(
                "Open", key, sizes[0], 1, timing=timing.key, clock_out=clock_out,
                tiebreakers=tiebreakers,
            )  # fmt: skip
            numbers = {Asks.NUMBER: (2,), Asks.SCENARIOS: (1, 2)}.get(variant.asks, ())
            chosen = announce(packet, plain, variant.key, *numbers)
            options = (clock_out.value, tiebreakers, variant.key)
            name = " ".join(map(str, (key, timing.key, scenario, *options)))
            yield name, terms_for(packet, chosen, scenario)


FORMATS = dict(formats()) | dict(announced())
ENDS = {name: dict(how_game_ends(terms)) for name, terms in FORMATS.items()}


def playing(terms: GameRules, step: int) -> Game:
    clock = deathclock.start(Pair(60_000, 60_000), Side.RED, 0)
    return replace(GAME, terms=terms, play=Play(clock=clock, step=step))


def test_every_packet_and_keyword_is_held_in_more_than_fifteen_thousand_combinations() -> None:
    different = {(terms, ending_lines(terms)) for terms in FORMATS.values()}
    print(f"{len(FORMATS)} combinations, {len({lines for _, lines in different})} cards")
    assert {name.split()[0] for name in FORMATS} == {*PACKETS}
    assert {"sr2026", "points"} <= {*PACKETS}
    keywords = {
        (key, variant.key) for key, packet in PACKETS.items() for variant in packet.variants
    }
    assert {(name.split()[0], name.split()[-1]) for name in FORMATS} >= keywords
    assert len(FORMATS) > 15_000


def test_what_players_can_claim_is_read() -> None:
    """A claim that the table offers stands on the card, and no other does."""
    read = {
        End.ASSASSINATION: Claim.CASTER,
        End.NO_MODELS: Claim.NO_MODELS,
        End.BATTLEGROUP: Claim.BATTLEGROUP,
        End.CASTERS_FALL: Claim.BOTH_CASTERS,
    }
    for name, terms in FORMATS.items():
        offered = {claim for _, claim, _ in offers(terms.victory, Side.RED)}
        assert {claim for end, claim in read.items() if end in ENDS[name]} == offered & {
            *read.values()
        }, name


def flagged(terms: GameRules, side: Side) -> Play:
    """The first player is in their third turn when a clock runs out."""
    game = playing(terms, FIRST_TURN_STEP + 4)
    clock = deathclock.start(Pair(60_000, 60_000).put(side, 0), side, 0)
    play = replace(game.play, clock=clock)
    return flag_fell(terms, play, FlagFell(1, at_ms=0, side=side))


def test_what_a_clock_out_does_is_read() -> None:
    for name, terms in FORMATS.items():
        ends = ENDS[name]
        assert (End.CLOCK_OUT in ends) is (terms.time.kind is TimingKind.DEATHCLOCK), name
        if End.CLOCK_OUT not in ends:
            continue
        words = " ".join(ends[End.CLOCK_OUT])
        theirs = flagged(terms, Side.BLUE)
        lost = theirs.ending is not None and theirs.ending.how is How.CLOCK_OUT
        if terms.clock_out is ClockOut.WARN:
            assert theirs.in_progress, name
            assert "the game goes on" in words, name
        elif terms.clock_out is ClockOut.LAST_TURN:
            assert not lost, name
            assert "one last turn" in words, name
            order = ", ".join(
                TIEBREAKS[tiebreak] for tiebreak in list_tiebreaks(terms.victory, length=False)
            )
            assert order in words, name
        elif terms.scores_once_more:
            assert not lost, name
            assert "their turn, they finish it" in words, name
        else:
            assert lost, name
            assert "lose" in words, name
            mine = flagged(terms, Side.RED)
            saved = mine.ending is None and mine.flag is not None
            assert not saved or "unless it is your own turn" in words, name
            assert ("both of you are asked" in " ".join(ends[End.ASKED])) is (
                "unless it is your own turn" in words
            ), name


def test_the_last_turn_dice_down_and_the_expected_end_are_read_where_they_are() -> None:
    for name, terms in FORMATS.items():
        ends, time = ENDS[name], terms.time
        assert (End.LAST_TURN in ends) is (last_step(terms) is not None), name
        assert (End.DICE_DOWN in ends) is time.dice_down, name
        late = time.kind is TimingKind.DEATHCLOCK and bool(time.play_on_below_ms)
        assert (End.EXPECTED_END in ends) is late, name


def test_the_card_is_in_the_order_in_which_the_engine_looks() -> None:
    order = [*End]
    for name, terms in FORMATS.items():
        ends = [*ENDS[name]]
        assert ends == sorted(ends, key=order.index), name
        victory = terms.victory
        late, early = (list_tiebreaks(victory, length=length) for length in ON_OFF)
        wanted = {
            End.CLOCK_OUT: early if terms.clock_out is ClockOut.LAST_TURN else (),
            End.LAST_TURN: late,
            End.DICE_DOWN: late if victory.dice_down_is_length else early,
            End.CASTERS_FALL: tuple(one for one in early if one is not Tiebreak.CASTERS),
        }
        for end, sentences in ENDS[name].items():
            read = [line.partition("in this order: ")[2].rstrip(".") for line in sentences]
            orders = [words for words in read if words]
            order_words = ", ".join(TIEBREAKS[one] for one in wanted.get(end, ()))
            assert orders == ([order_words] if order_words else []), (name, end)
            if end in {End.LAST_TURN, End.DICE_DOWN, End.CASTERS_FALL}:
                assert any("a tie" in line for line in sentences) is (not orders), (name, end)


@pytest.mark.long
def test_every_surface_reads_the_same_lines() -> None:
    for name, terms in FORMATS.items():
        parts = {part.title: part.lines for part in scenario_briefing(terms).parts}
        lines = ending_lines(terms)
        assert parts["How this game ends"][: len(lines)] == lines, name
