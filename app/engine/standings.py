"""The standings, recomputed from the games each time (`rules.md` 3, baseline of all packets)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from app.engine.game import Game
from app.engine.packet import Criterion
from app.engine.results import How, Result, Status
from app.engine.side import Side
from app.engine.state import Stage, State
from app.engine.verdict import final_result

WIN_TP = 1


@dataclass(frozen=True, slots=True)
class Met:
    """An opponent actually played, with his tournament points today."""

    number: int
    tp: int


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's line. ``place`` 0: disqualified, out of the ranking. ``shared``: level still."""

    number: int
    place: int = 0
    shared: bool = False
    tp: int = 0
    sos: int = 0
    cp: int = 0
    apd: int = 0
    wins: int = 0
    losses: int = 0
    ties: int = 0
    byes: int = 0
    assassinations: int = 0
    met: tuple[Met, ...] = ()

    def value(self, criterion: Criterion) -> int:
        match criterion:
            case Criterion.TP:
                return self.tp
            case Criterion.SOS:
                return self.sos
            case Criterion.CP:
                return self.cp
            case Criterion.APD:
                return self.apd
            case _:
                assert_never(criterion)


def standings(state: State) -> tuple[Standing, ...]:
    """Everyone who has a place in the event, best first; disqualified players last."""
    scored = _with_schedule(_scores(state))
    order = state.packet.standings if state.packet else tuple(Criterion)
    out = {n for n, one in state.players.items() if one.status is Status.DISQUALIFIED}

    def rank(one: Standing) -> tuple[bool, tuple[int, ...]]:
        return one.number in out, tuple(-one.value(criterion) for criterion in order)

    ranked: list[Standing] = []
    for row in sorted(scored, key=lambda one: (*rank(one), one.number)):
        if row.number in out:
            ranked.append(row)
        elif ranked and rank(ranked[-1]) == rank(row):
            ranked[-1] = replace(ranked[-1], shared=True)
            ranked.append(replace(row, place=ranked[-1].place, shared=True))
        else:
            ranked.append(replace(row, place=len(ranked) + 1))
    return tuple(ranked)


def sole_leader(state: State) -> int | None:
    """The one player with more tournament points than every other, if there is one."""
    rows = [row for row in standings(state) if row.place]
    if len(rows) < 2:
        return None
    best, second = sorted(rows, key=lambda row: -row.tp)[:2]
    return best.number if best.tp > second.tp else None


def played(game: Game) -> bool:
    """Whether the two really met: a no-show is no meeting."""
    result = final_result(game)
    return result is None or result.how is not How.NO_SHOW


def _scores(state: State) -> dict[int, Standing]:
    """A line for everyone who is here or was drawn; a name that never came has none."""
    drawn = {number for game in state.games.values() for number in game.players}
    drawn |= {one.bye.player for one in state.rounds if one.bye}
    rows = {
        number: Standing(number)
        for number, one in state.players.items()
        if one.plays or number in drawn
    }
    for round_ in state.rounds:
        for game in state.games_of(round_):
            _add_game(rows, game)
        if round_.bye and round_.stage in {Stage.STARTED, Stage.FINISHED}:
            row = rows.get(round_.bye.player)
            if row is not None:
                rows[row.number] = replace(
                    row,
                    tp=row.tp + WIN_TP,
                    cp=row.cp + round_.bye.cp,
                    apd=row.apd + round_.bye.apd,
                    byes=row.byes + 1,
                )
    return rows


def _add_game(rows: dict[int, Standing], game: Game) -> None:
    result = final_result(game)
    if result is None:
        return
    for side in Side:
        row = rows.get(game.players.of(side))
        if row is not None:
            rows[row.number] = _with_result(row, game, result, side)


def _with_result(row: Standing, game: Game, result: Result, side: Side) -> Standing:
    won, tied = result.winner is side, result.winner is None
    met = (Met(game.players.of(side.other), 0),) if result.how is not How.NO_SHOW else ()
    return replace(
        row,
        tp=row.tp + WIN_TP * won,
        cp=row.cp + result.cp.of(side),
        apd=row.apd + result.apd.of(side),
        wins=row.wins + won,
        losses=row.losses + (not won and not tied),
        ties=row.ties + tied,
        assassinations=row.assassinations + (won and result.how.is_assassination),
        met=row.met + met,
    )


def _with_schedule(rows: Mapping[int, Standing]) -> list[Standing]:
    """SoS is the sum of the opponents' tournament points as they stand now."""
    points = {number: row.tp for number, row in rows.items()}
    scored = []
    for row in rows.values():
        met = tuple(Met(one.number, points.get(one.number, 0)) for one in row.met)
        scored.append(replace(row, met=met, sos=sum(one.tp for one in met)))
    return scored
