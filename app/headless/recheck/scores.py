"""Adds up the scores of all players before a round and ranks them, independently of the engine.

Only the results of games come from the engine. A draw's groups, its cut and its finals tables are
checked with these scores.
"""

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct, field

from app.engine.acts.results import How
from app.engine.formats.settings import Late
from app.engine.packet.ranking import BASELINE, STEAMROLLER, RankingColumn, Schedule
from app.engine.side import Side
from app.engine.state import Round, Stage, State
from app.engine.table.game import Game
from app.engine.table.verdict import final_result

FINALS = 4


class RecheckedTally(Struct):
    """The sums of one player's games and byes."""

    number: int
    tp: int = 0
    cp: int = 0
    apd: int = 0
    wins: int = 0
    games: int = 0
    byes: int = 0
    losses: int = 0
    missed: int = 0
    assassinations: int = 0
    met: list[int] = field(default_factory=list)


def tallies(state: State, number: int) -> dict[int, RecheckedTally]:
    """Return the sums of each player over the rounds before round ``number``."""
    by_player = {player: RecheckedTally(player) for player in state.players}
    came: set[int] = set()
    for round_ in state.rounds:
        if round_.number >= number:
            continue
        games = state.games_of(round_)
        for game in games:
            came |= {*game.players}
            _add_game(state, by_player, game)
        came |= {bye.player for bye in round_.byes}
        if round_.has_begun:
            _add_byes(state, by_player, round_, [n for n in by_player if n not in came])
    return by_player


def _add_game(state: State, by_player: dict[int, RecheckedTally], game: Game) -> None:
    result = final_result(game)
    points = state.packet.points if state.packet else STEAMROLLER
    if result is None:
        return
    for side in Side:
        tally = by_player.get(game.players.of(side))
        if tally is None:
            continue
        tally.games += 1
        tally.cp += result.cp.of(side)
        tally.apd += result.apd.of(side)
        if result.how is not How.NO_SHOW:
            tally.met.append(game.players.of(side.other))
        if result.winner is None:
            tally.tp += points.tie
        elif result.winner is side:
            tally.wins += 1
            kills = result.how is How.CLOCK_OUT and game.terms.time.clock_out_kills
            tally.assassinations += kills or result.how is How.ASSASSINATION
            narrow = result.cp.of(side) - result.cp.of(side.other) < points.narrow_below
            tally.tp += points.narrow if narrow and points.narrow_below else points.win
        else:
            tally.losses += 1
            tally.tp += points.loss


def _add_byes(
    state: State, by_player: dict[int, RecheckedTally], round_: Round, absent: Sequence[int]
) -> None:
    """Add the byes of a round. Players who had not arrived yet get a loss or a bye, depending on
    the settings.
    """
    worth = state.packet.points.bye if state.packet else STEAMROLLER.bye
    had = [(bye.player, bye.cp, bye.apd) for bye in round_.byes]
    terms = next((game.terms for game in state.games_of(round_)), None)
    if state.settings is None or state.settings.late is Late.LOSSES:
        for number in absent:
            by_player[number].losses += 1
            by_player[number].games += 1
            by_player[number].missed += 1
    elif terms is not None:
        had += [(number, terms.bye_cp, terms.bye_apd) for number in absent]
    for number, cp, apd in had:
        if tally := by_player.get(number):
            tally.tp, tally.cp, tally.apd = tally.tp + worth, tally.cp + cp, tally.apd + apd
            tally.games += 1
            tally.byes += 1


def missed_rounds(state: State, number: int) -> dict[int, int]:
    """Return for each player the number of rounds before round ``number`` that were scored as byes
    because the player arrived late.
    """
    if state.settings is None or state.settings.late is Late.LOSSES:
        return {}
    came: set[int] = set()
    missed = dict.fromkeys(state.players, 0)
    for round_ in (round_ for round_ in state.rounds if round_.number < number):
        games = state.games_of(round_)
        came |= {player for game in games for player in game.players}
        came |= {bye.player for bye in round_.byes}
        if round_.has_begun and games:
            for player in missed.keys() - came:
                missed[player] += 1
    return missed


def ranking(state: State, number: int, among: Sequence[int]) -> list[int]:
    """Return these players in the order in which they stood before round ``number``, the best
    first.
    """
    by_player = tallies(state, number)
    chosen = state.settings.order if state.settings else ()
    order = chosen or (state.packet.standings if state.packet else BASELINE)
    keys = {
        player: [
            -_value(state, number, by_player, by_player[player], criterion) for criterion in order
        ]
        for player in among
    }
    ranked = sorted(among, key=lambda player: (keys[player], player))
    now = _find_latest_begun(state, number)
    for tie in state.tie_breaks:  # a later decision replaces an earlier one
        places = [at for at, player in enumerate(ranked) if player in tie.numbers]
        level = [player for player in ranked if places and keys[player] == keys[ranked[places[0]]]]
        if tie.after_round == now and level and {*level} <= {*tie.numbers}:
            first = ranked.index(level[0])
            level.sort(key=tie.numbers.index)
            ranked[first : first + len(level)] = level
    return ranked


def _find_latest_begun(state: State, number: int) -> int:
    """Return the number of the latest round before round ``number`` that has begun, or 0."""
    return max((r.number for r in state.rounds if r.number < number and r.has_begun), default=0)


def _value(
    state: State,
    number: int,
    by_player: dict[int, RecheckedTally],
    tally: RecheckedTally,
    criterion: RankingColumn,
) -> int | Fraction:
    if criterion is RankingColumn.SOS:
        rounds = max(count_planned(state, number), _find_latest_begun(state, number), 1)
        return sum(
            _adds(state, by_player[other], rounds) for other in tally.met if other in by_player
        )
    if criterion is RankingColumn.WIN_RATES:
        rates = [
            Fraction(by_player[other].wins, by_player[other].games - by_player[other].byes)
            for other in tally.met
            if other in by_player
        ]
        return sum(rates, start=Fraction(0)) / max(len(rates), 1)
    return {
        RankingColumn.TP: tally.tp,
        RankingColumn.CP: tally.cp,
        RankingColumn.APD: tally.apd,
        RankingColumn.ASSASSINATIONS: tally.assassinations,
        RankingColumn.WINS: tally.wins,
    }[criterion]


def _adds(state: State, tally: RecheckedTally, rounds: int) -> int | Fraction:
    """Return what an opponent adds to the strength of schedule. Under Large Event Scoring this is a
    fraction.
    """
    schedule = state.settings.schedule if state.settings else Schedule.POINTS
    if schedule is Schedule.OVER_GAMES:
        return Fraction(tally.tp, tally.games - tally.missed) if tally.tp else Fraction(1, rounds)
    if schedule is Schedule.OVER_ROUNDS:
        left = state.players[tally.number].status.has_left
        return Fraction(max(tally.wins, int(left)), rounds)
    return tally.tp


def count_planned(state: State, number: int) -> int:
    """Return the number of rounds of this event: from its settings, or from the number of players
    in round 1.
    """
    if state.settings and state.settings.rounds:
        return state.settings.rounds
    first = next((round_ for round_ in state.rounds if round_.number == 1 < number), None)
    came = sum(player.plays for player in state.players.values())
    if first is not None:
        came = 2 * len(first.games) + len(first.byes)
    return state.packet.rounds_for(max(came, 2)) if state.packet else 0


def cut_at(state: State, number: int) -> tuple[int, ...]:
    """Return the players in the cut, who alone play from round ``number`` on; empty without a cut.
    The cut is made in this round or was made earlier.
    """
    earlier = [round_ for round_ in state.rounds if round_.number < number]
    made = tuple(dict.fromkeys(player for round_ in earlier for player in round_.cut))
    top = state.settings.cut if state.settings else 0
    present = [player.number for player in state.players.values() if player.plays]
    by_player = tallies(state, number)
    away = _away(state, earlier)
    unbeaten = [player for player in present if not by_player[player].losses and player not in away]
    if made or not top or not earlier or len(unbeaten) > top or len(present) <= top:
        return made
    return tuple(ranking(state, number, present)[:top])


def _away(state: State, rounds: Sequence[Round]) -> set[int]:
    """Return the players who missed a finished round although they had taken part in an earlier
    one.
    """
    parts = [
        {player for game in state.games_of(round_) for player in game.players}
        | {bye.player for bye in round_.byes}
        for round_ in rounds
        if round_.stage is Stage.FINISHED
    ]
    return {player for at, part in enumerate(parts) for player in set().union(*parts[:at]) - part}


def finals_at(state: State, number: int, present: Sequence[int]) -> list[tuple[int, int]]:
    """Return the pairs at the finals tables of round ``number``, which follow the standings; none
    if it is not the last round.
    """
    settings = state.settings
    if settings is None or not settings.finals_tables or number != count_planned(state, number):
        return []
    top = ranking(state, number, present)[:FINALS]
    return [(top[at], top[at + 1]) for at in range(0, len(top) - 1, 2)]


def pair_by_seed(
    state: State, number: int, inside: Sequence[int]
) -> tuple[set[frozenset[int]], int | None]:
    """Return the pairs and the bye of a cut's round that is drawn by seed.

    The first player meets the last. In later rounds, this holds within each group of players with
    equally many wins since the cut, and opponents who have met since the cut are avoided. If the
    number of players is odd, the bye goes to the lowest of those with the fewest byes.
    """
    cut = [round_ for round_ in state.rounds if round_.number < number and round_.cut]
    games = [game for round_ in cut for game in state.games_of(round_)]
    won = dict.fromkeys(inside, 0)
    for game in games:
        result = final_result(game)
        if result is not None and result.winner is not None:
            winner = game.players.of(result.winner)
            won[winner] = won.get(winner, 0) + 1
    order = ranking(state, number, inside) if cut else [*inside]
    left = [player for player in order if state.players[player].plays]
    left.sort(key=lambda player: -won[player])
    byes = [bye.player for round_ in state.rounds if round_.number < number for bye in round_.byes]
    byes += [player for player, times in missed_rounds(state, number).items() for _ in range(times)]
    bye = min(reversed(left), key=byes.count) if len(left) % 2 else None
    left = [player for player in left if player != bye]
    met = {frozenset(game.players) for game in games}
    pairs = set()
    while left:
        first = left.pop(0)
        others = [player for player in left if frozenset((first, player)) not in met] or left
        fewest = min(won[first] - won[player] for player in others)
        other = [player for player in others if won[first] - won[player] == fewest][-1]
        left.remove(other)
        pairs.add(frozenset((first, other)))
    return pairs, bye
