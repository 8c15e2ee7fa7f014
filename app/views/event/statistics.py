"""Statistics of an event: factions, casters, scenarios, how games ended, time and upsets."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct, field

from app.engine.acts.results import How
from app.engine.frozen import memoized_few
from app.engine.side import Pair, Side
from app.engine.standings.ranking import before_round
from app.engine.standings.scores import scores
from app.engine.state import Round, State
from app.engine.table.game import Game
from app.engine.table.sentences import HOW_WORDS
from app.engine.table.verdict import final_result
from app.engine.text import name_order


class Balance(Struct, frozen=True):
    """The numbers of games that one faction, or another group with a name, has played, won and
    tied.
    """

    name: str
    games: int
    wins: int
    ties: int = 0

    @property
    def losses(self) -> int:
        return self.games - self.wins - self.ties

    @property
    def rate(self) -> Fraction:
        """The share of games won; 0 without a game."""
        return Fraction(self.wins, self.games) if self.games else Fraction(0)


class TimeUsed(Struct, frozen=True):
    """The time used in games whose clock the program kept, in milliseconds. It is counted up to the
    end of play, or up to the last press if the result was reported without an end of play.
    """

    name: str
    """The faction of the players whose time this is; empty for both players of a game together."""
    games: int
    mean_ms: int
    shortest_ms: int
    longest_ms: int


class Upset(Struct, frozen=True):
    """A game won by the player who had fewer tournament points before the round."""

    round_number: int
    winner: int
    loser: int
    tp: int
    """The winner's tournament points before the round."""
    loser_tp: int


class Statistics(Struct, frozen=True):
    """The statistics of all games with a result. No-shows and byes are not counted as games."""

    games: int
    endings: tuple[tuple[str, int], ...]
    """The ways in which games ended, most frequent first."""
    clock_outs: int
    factions: tuple[Balance, ...]
    """The results of factions. A game within a faction counts for both players, as a win and a
    loss.
    """
    casters: tuple[Balance, ...]
    scenarios: tuple[tuple[str, int, int], ...]
    """Each scenario that was played, the number of its games, and how many of them were won by
    scenario.
    """
    first: Balance
    """The results of the players who took the first turn, in games whose first player is known."""
    time: TimeUsed | None
    """The time of both players together; None if the program kept no game's clock."""
    first_time: TimeUsed | None
    """The time of the players who took the first turn."""
    second_time: TimeUsed | None
    faction_times: tuple[TimeUsed, ...]
    """The time of each faction's players, those with the most games first."""
    clocked_out: tuple[tuple[str, int, int], ...]
    """Each faction, the number of its games, and how many of them it lost on its own clock."""
    upsets: tuple[Upset, ...]
    """The upsets, greatest first."""
    upset_rounds: tuple[tuple[int, int, int], ...]
    """Each round after the first, the number of its games with a winner, and how many of these were
    upsets.
    """


class _Count(Struct):
    games: Counter[str] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)
    ties: Counter[str] = field(default_factory=Counter)

    def add(self, name: str, *, won: bool, tied: bool) -> None:
        if name:
            self.games[name] += 1
            self.wins[name] += won
            self.ties[name] += tied

    def balances(self) -> tuple[Balance, ...]:
        """Return the balances, those with the most games first."""
        rows = (
            Balance(name, n, self.wins[name], self.ties[name]) for name, n in self.games.items()
        )
        return tuple(sorted(rows, key=lambda row: (-row.games, -row.wins, name_order(row.name))))


def has_results(state: State) -> bool:
    """Tell whether any game has a result."""
    return any(True for round_ in state.rounds for _ in _list_played(state, round_))


@memoized_few
def statistics(state: State) -> Statistics:
    factions, casters, first, endings = _Count(), _Count(), _Count(), Counter[How]()
    clocked_out = _Count()
    scenarios: dict[str, list[int]] = {}
    played = [game for round_ in state.rounds for game in _list_played(state, round_)]
    for game in played:
        result = final_result(game)
        assert result
        endings[result.how] += 1
        round_ = state.round_of(game)
        for side in Side:
            number = game.players.of(side)
            won, tied = result.winner is side, result.winner is None
            factions.add(_faction(state, number), won=won, tied=tied)
            out = result.how is How.CLOCK_OUT and result.winner is side.other
            clocked_out.add(_faction(state, number), won=out, tied=False)
            for caster in _casters(state, round_, number):
                casters.add(caster, won=won, tied=tied)
        if game.play.clock is not None:
            first.add("first", won=result.winner is game.play.first, tied=result.winner is None)
        if name := _scenario(state, round_):
            count = scenarios.setdefault(name, [0, 0])
            count[0] += 1
            count[1] += result.how is How.SCENARIO
    took = [(game, times) for game in played if (times := _measure_used(game))]
    upsets = _upsets(state)
    ways = sorted(endings.items(), key=lambda way: (-way[1], HOW_WORDS[way[0]]))
    return Statistics(
        games=len(played),
        endings=tuple((HOW_WORDS[how], count) for how, count in ways),
        clock_outs=endings[How.CLOCK_OUT],
        factions=factions.balances(),
        clocked_out=tuple((row.name, row.games, row.wins) for row in clocked_out.balances()),
        casters=casters.balances(),
        scenarios=tuple((name, games, wins) for name, (games, wins) in scenarios.items()),
        first=next(iter(first.balances()), Balance("first", 0, 0)),
        time=_time("", [times.red + times.blue for _, times in took]),
        first_time=_time("first", [times.of(game.play.first) for game, times in took]),
        second_time=_time("second", [times.of(game.play.first.other) for game, times in took]),
        faction_times=_faction_times(state, took),
        upsets=upsets,
        upset_rounds=_upset_rounds(state, upsets),
    )


def _list_played(state: State, round_: Round) -> Iterable[Game]:
    for game in state.games_of(round_):
        result = final_result(game)
        if result is not None and result.how is not How.NO_SHOW:
            yield game


def _faction(state: State, number: int) -> str:
    player = state.players.get(number)
    return player.entry.faction if player else ""


def _casters(state: State, round_: Round, number: int) -> tuple[str, ...]:
    """Return the casters of the list that a player chose for the round, or of their only list."""
    player = state.players.get(number)
    lists = player.lists if player else ()
    chosen = round_.lists.get(number, 1 if len(lists) == 1 else 0)
    if not 0 < chosen <= len(lists):
        return ()
    return tuple(dict.fromkeys(row.name for row in lists[chosen - 1].casters))


def _scenario(state: State, round_: Round) -> str:
    scenario = state.packet.scenario(round_.scenario) if state.packet else None
    return scenario.name if scenario else ""


def _measure_used(game: Game) -> Pair[int] | None:
    """Return the time that each side used; None if the program did not keep the clock."""
    clock, ending = game.play.clock, game.play.ending
    if clock is None:
        return None
    end_ms = ending.at_ms if ending else clock.since_ms
    used = clock.used_by_both(end_ms)
    return used if used.red + used.blue else None


def _time(name: str, took: Sequence[int]) -> TimeUsed | None:
    if not took:
        return None
    return TimeUsed(name, len(took), sum(took) // len(took), min(took), max(took))


def _faction_times(state: State, took: Iterable[tuple[Game, Pair[int]]]) -> tuple[TimeUsed, ...]:
    by_faction: dict[str, list[int]] = {}
    for game, times in took:
        for side in Side:
            if faction := _faction(state, game.players.of(side)):
                by_faction.setdefault(faction, []).append(times.of(side))
    rows = [time for name, each in by_faction.items() if (time := _time(name, each))]
    return tuple(sorted(rows, key=lambda row: (-row.games, name_order(row.name))))


def _upset_rounds(state: State, upsets: Iterable[Upset]) -> tuple[tuple[int, int, int], ...]:
    count = Counter(upset.round_number for upset in upsets)
    rows = []
    for round_ in state.rounds[1:]:
        results = map(final_result, _list_played(state, round_))
        decided = sum(result is not None and result.winner is not None for result in results)
        if decided:
            rows.append((round_.number, decided, count[round_.number]))
    return tuple(rows)


def _upsets(state: State) -> tuple[Upset, ...]:
    found = []
    for round_ in state.rounds[1:]:
        rows = scores(before_round(state, round_.number))
        tp: Mapping[int, int] = {number: row.tp for number, row in rows.items()}
        for game in _list_played(state, round_):
            result = final_result(game)
            if result is None or result.winner is None:
                continue
            winner, loser = game.players.of(result.winner), game.players.of(result.winner.other)
            upset = Upset(round_.number, winner, loser, tp.get(winner, 0), tp.get(loser, 0))
            if upset.tp < upset.loser_tp:
                found.append(upset)
    return tuple(sorted(found, key=lambda upset: (upset.tp - upset.loser_tp, upset.round_number)))
