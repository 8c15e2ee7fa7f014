"""What is read of a game's end is what the engine can reach, and nothing else: every packet, timing
and variant that says anything of it, every scenario that differs, and every house rule of clocks.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import pytest

from app.engine.acts.results import How
from app.engine.acts.table import Claim, FlagFell, ScoreTurn
from app.engine.formats.keywords import put_in_force
from app.engine.formats.own_game import Won, adjust_packet, own_game
from app.engine.formats.settings import Settings
from app.engine.formats.terms import terms_for
from app.engine.frozen import replace
from app.engine.packet.keywords import Asks, Variant
from app.engine.packet.packet import ClockOut, GameRules, Packet, Tiebreak
from app.engine.packet.timing import TimingKind
from app.engine.side import Pair, Side
from app.engine.table import deathclock
from app.engine.table.claims import offers
from app.engine.table.clock_out import flag_fell
from app.engine.table.game import Ending, Game, Play
from app.engine.table.scoring import leader
from app.engine.table.turns import FIRST_TURN_STEP, last_step
from app.engine.table.verdict import BY_TIEBREAK, list_tiebreaks, verdict
from app.views.table.briefing import scenario_briefing
from app.views.table.game_ends import TIEBREAKS, End, ending_lines, how_game_ends
from tests.engine.event import PACKETS, under_way
from tests.views.table.test_game_ends import SCORED, STOPS, decided, scored

pytestmark = pytest.mark.long  # many cases; what they reach is reached by fewer elsewhere

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


def with_keyword(packet: Packet, settings: Settings, variant: Variant) -> Settings:
    numbers = {Asks.NUMBER: (2,), Asks.SCENARIOS: (1, 2)}.get(variant.asks, ())
    return put_in_force(packet, settings, variant.key, *numbers)


def announced() -> Iterator[tuple[str, GameRules]]:
    """Each keyword that an organizer can announce, in every timing, scenario and house rule of
    clocks, with tiebreakers and without.
    """
    for key, packet in PACKETS.items():
        sizes = packet.sizes[:1] or (0,)
        for variant, timing, clock_out, tiebreakers in product(
            packet.variants, packet.timings, ClockOut, ON_OFF
        ):
            plain = Settings(
                "Open", key, sizes[0], 1, timing=timing.key, clock_out=clock_out,
                tiebreakers=tiebreakers,
            )  # fmt: skip
            chosen = with_keyword(packet, plain, variant)
            options = (clock_out.value, tiebreakers, variant.key)
            for scenario in scenarios(packet):
                name = " ".join(map(str, (key, timing.key, scenario, *options)))
                yield name, terms_for(packet, chosen, scenario)


def announced_together() -> Iterator[tuple[str, GameRules]]:
    """Each two keywords that an organizer can announce together, in every timing and scenario."""
    for key, packet in PACKETS.items():
        sizes = packet.sizes[:1] or (0,)
        for timing, (at, first) in product(packet.timings, enumerate(packet.variants)):
            plain = Settings("Open", key, sizes[0], 1, timing=timing.key)
            alone = with_keyword(packet, plain, first)
            for second in packet.variants[at + 1 :]:
                chosen = with_keyword(packet, alone, second)
                for scenario in scenarios(packet):
                    options = (timing.key, scenario, first.key, second.key)
                    name = " ".join(map(str, (key, *options)))
                    yield name, terms_for(packet, chosen, scenario)


def own_games() -> Iterator[tuple[str, GameRules]]:
    """Each way in which an organizer's own game is won, with a last turn and without."""
    plain = PACKETS["points"]
    for won, turns, at_end, clock_out in product(Won, (0, 5), ON_OFF, ClockOut):
        own = replace(own_game(plain), won=won, turns=turns, points=4, points_at_end=at_end)
        chosen = Settings("Open", "points", 0, 1, clock_out=clock_out)
        name = " ".join(map(str, ("points", won.value, turns, at_end, clock_out.value)))
        yield name, terms_for(adjust_packet(plain, own), chosen, 0)


@cache
def combinations_by_name() -> dict[str, GameRules]:
    """Made when the first test asks, not for those who only read the tests."""
    return dict(own_games()) | dict(formats()) | dict(announced()) | dict(announced_together())


@cache
def different_games() -> dict[str, GameRules]:
    """One of each game that is played differently, by the name of a combination."""
    names = {terms: name for name, terms in combinations_by_name().items()}
    return {name: terms for terms, name in names.items()}


@cache
def ends_of(name: str) -> dict[End, tuple[str, ...]]:
    return dict(how_game_ends(different_games()[name]))


def playing(terms: GameRules, step: int) -> Game:
    clock = deathclock.start(Pair(60_000, 60_000), Side.RED, 0)
    return replace(GAME, terms=terms, play=Play(clock=clock, step=step))


def test_more_than_thirty_thousand_combinations_cover_every_pair_of_keywords() -> None:
    names, games = combinations_by_name(), different_games()
    cards = {ending_lines(terms) for terms in games.values()}
    print(f"{len(names)} combinations, {len(games)} games, {len(cards)} cards")
    assert {name.split()[0] for name in names} == {*PACKETS}
    assert {"sr2026", "points"} <= {*PACKETS}
    keywords = {
        (key, variant.key) for key, packet in PACKETS.items() for variant in packet.variants
    }
    assert {(name.split()[0], name.split()[-1]) for name in names} >= keywords
    pairs = [
        (key, frozenset((one.key, other.key)))
        for key, packet in PACKETS.items()
        for one, other in combinations(packet.variants, 2)
    ]
    assert {(name.split()[0], frozenset(name.split()[-2:])) for name in names} >= {*pairs}
    assert len(names) > 30_000


def test_the_card_lists_exactly_the_claims_that_players_can_make() -> None:
    """A claim that the table offers stands on the card, and no other does."""
    read = {
        End.ASSASSINATION: Claim.CASTER,
        End.NO_MODELS: Claim.NO_MODELS,
        End.BATTLEGROUP: Claim.BATTLEGROUP,
        End.CASTERS_FALL: Claim.BOTH_CASTERS,
        End.CONCESSION: Claim.CONCESSION,
        End.AGREEMENT: Claim.WON,
        End.OVER: Claim.OVER,
    }
    for name, terms in different_games().items():
        offered = {claim for _, claim, _ in offers(terms.victory, Side.RED)}
        assert {claim for end, claim in read.items() if end in ends_of(name)} == offered & {
            *read.values()
        }, name


def flagged(terms: GameRules, side: Side) -> Play:
    """The first player is in their third turn when a clock runs out."""
    game = playing(terms, FIRST_TURN_STEP + 4)
    clock = deathclock.start(Pair(60_000, 60_000).put(side, 0), side, 0)
    play = replace(game.play, clock=clock)
    return flag_fell(terms, play, FlagFell(1, at_ms=0, side=side))


def test_the_card_describes_what_a_clock_out_really_does() -> None:
    for name, terms in different_games().items():
        ends = ends_of(name)
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


def wins(terms: GameRules, red: int, blue: int) -> bool:
    """Tell whether the first player has won by scenario once the second player's turn is scored."""
    game = replace(GAME, terms=terms, play=scored(terms, Pair(red, blue), SCORED))
    winner = leader(terms, game.play.first, game.play.scores, SCORED + 1)
    return terms.scenario.wins and winner is not None and winner[0] is Side.RED


def is_read_as_won(words: str, red: int, blue: int) -> bool:
    """Tell whether the sentence says that these points win."""
    number = int(next(iter(re.findall(r"\d+", words)), 0))
    if not words or "Nobody" in words:
        return False
    if "at least" in words:
        return red >= number and red > blue
    if "the first to" in words.casefold():
        return red >= number
    assert "more than the opponent" in words or "A lead of" in words
    return red - blue >= number


def test_the_points_stated_for_a_scenario_win_are_those_that_win() -> None:
    for name, terms in different_games().items():
        words = " ".join(ends_of(name).get(End.SCENARIO, ()))
        for red, blue in product(range(9), (0, 2)):
            if red > blue:
                assert wins(terms, red, blue) is is_read_as_won(words, red, blue), (name, red, blue)


def test_the_stated_lead_of_a_custom_game_decides_it_as_described() -> None:
    own = [(name, terms) for name, terms in different_games().items() if not terms.victory.armies]
    assert len(own) > 20
    for name, terms in own:
        words = " ".join(ends_of(name).get(End.OVER, ()))
        assert bool(words) is not terms.victory.by_agreement, name
        smallest = re.search(r"A lead of less than (\d+) is a tie", words)
        least = int(smallest[1]) if smallest else 1
        for ahead in range(8):
            play = scored(terms, Pair(ahead, 0), SCORED)
            scores = play.scores or {SCORED: ScoreTurn(1, None, SCORED, (), at_ms=0)}
            over = replace(play, scores=scores, ending=Ending(1, SCORED, length=True))
            reached = verdict(replace(GAME, terms=terms, play=over))
            assert reached is not None, name
            won = bool(words) and ahead >= least
            assert (reached.winner is Side.RED) is won, (name, ahead)


def test_every_stated_comparison_decides_in_its_stated_order_in_every_format() -> None:
    armies = [(name, terms) for name, terms in different_games().items() if terms.victory.armies]
    for name, terms in armies:
        for stop, order_of in STOPS.items():
            order = order_of(terms) or ()
            for tiebreak in order:
                how = decided(terms, order, tiebreak, stop)
                leads = tiebreak is Tiebreak.CONTROL_POINTS and terms.victory.leading_is_scenario
                assert how in {BY_TIEBREAK[tiebreak]} | ({How.SCENARIO} if leads else set()), name


def test_the_card_states_the_penalty_for_stopping_a_clock() -> None:
    for name, terms in different_games().items():
        words, time = " ".join(ends_of(name).get(End.STOPPED_CLOCK, ())), terms.time
        clocks = time.kind is TimingKind.DEATHCLOCK
        forbidden = clocks and bool(time.play_on_below_ms)
        assert ("may not pause" in words) is forbidden, name
        price = f"loses the game after {time.pauses_lose} stops"
        assert (price in words) is (clocks and bool(time.pauses_lose)), name


def test_the_card_says_who_calls_and_who_confirms_each_ending() -> None:
    for name, terms in different_games().items():
        ends = ends_of(name)
        words = " ".join(ends[End.ASKED])
        assert "Whoever has won says so, and the opponent confirms it." in words, name
        assert ("calls dice down" in words) is terms.time.dice_down, name
        assert ("decides which games go on" in words) is (End.EXPECTED_END in ends), name


def test_the_card_mentions_last_turn_dice_down_and_expected_end_only_if_they_apply() -> None:
    for name, terms in different_games().items():
        ends, time = ends_of(name), terms.time
        assert (End.LAST_TURN in ends) is (last_step(terms) is not None), name
        assert (End.DICE_DOWN in ends) is time.dice_down, name
        late = time.kind is TimingKind.DEATHCLOCK and bool(time.play_on_below_ms)
        assert (End.EXPECTED_END in ends) is late, name


def test_the_card_lists_endings_in_the_order_the_engine_checks_them() -> None:
    order = [*End]
    for name, terms in different_games().items():
        ends = [*ends_of(name)]
        assert ends == sorted(ends, key=order.index), name
        victory = terms.victory
        late, early = (list_tiebreaks(victory, length=length) for length in ON_OFF)
        wanted = {
            End.CLOCK_OUT: early if terms.clock_out is ClockOut.LAST_TURN else (),
            End.LAST_TURN: late,
            End.OVER: late,
            End.DICE_DOWN: late if victory.dice_down_is_length else early,
            End.CASTERS_FALL: tuple(one for one in early if one is not Tiebreak.CASTERS),
        }
        for end, sentences in ends_of(name).items():
            read = [line.partition("in this order: ")[2].rstrip(".") for line in sentences]
            orders = [words for words in read if words]
            order_words = ", ".join(TIEBREAKS[one] for one in wanted.get(end, ()))
            assert orders == ([order_words] if order_words else []), (name, end)
            if end in {End.LAST_TURN, End.DICE_DOWN, End.CASTERS_FALL}:
                tied = any("won then: a tie" in line or "is a tie." in line for line in sentences)
                tied |= any("nobody has won: a tie" in line for line in sentences)
                assert tied is (not orders), (name, end)


def test_the_briefing_shows_the_same_lines_as_the_card() -> None:
    for name, terms in different_games().items():
        parts = {part.title: part.lines for part in scenario_briefing(terms).parts}
        lines = ending_lines(terms)
        assert parts["How this game ends"][: len(lines)] == lines, name
