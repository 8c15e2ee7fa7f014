"""The players of the next round, whether it has a cut or finals tables, and the players who left a
drawn round.
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Sequence
from typing import TypeVar

from app.engine.acts.results import How
from app.engine.frozen import memoized_few
from app.engine.language import say
from app.engine.side import Side
from app.engine.standings.matches import team_of
from app.engine.standings.ranking import standings
from app.engine.standings.scores import planned_rounds
from app.engine.standings.teams import TeamStanding, team_standings
from app.engine.state import Round, Stage, State, Status
from app.engine.table.game import Game
from app.engine.table.verdict import final_result
from app.engine.text import join_words, team_key

FINALISTS = 4

Who = TypeVar("Who", bound=Hashable)


def missing_results(state: State, round_: Round) -> tuple[Game, ...]:
    """Return the round's games without a result."""
    return tuple(game for game in state.games_of(round_) if final_result(game) is None)


def field(state: State) -> tuple[int, ...]:
    """Return the numbers of the players in the next draw: all who are here, or those in the cut."""
    inside = cut_players(state)
    return tuple(
        number
        for number, player in state.players.items()
        if player.plays and (not inside or number in inside)
    )


def list_undefeated(state: State) -> tuple[int, ...]:
    """Return the players who still play and have not lost. A tie is no loss, but a missed round
    counts as one.
    """
    players, missed = state.players, _missed_a_round(state)
    return tuple(
        row.number
        for row in standings(state)
        if players[row.number].plays and not row.losses and row.number not in missed
    )


def _missed_a_round(state: State) -> set[int]:
    """Return the players who missed a round after their first one."""
    return _find_absentees(state, lambda number: number)


def _find_absentees(state: State, of: Callable[[int], Who]) -> set[Who]:
    """Return the players or teams that missed a round after their first one, because they left the
    event and came back. Rounds before a late arrival do not count here; they are losses or byes.
    ``of`` maps a player's number to their team, or to itself.
    """
    came: set[Who] = set()
    missed: set[Who] = set()
    for round_ in state.rounds:
        if round_.stage is not Stage.FINISHED or round_.cut:
            continue
        there = {of(number) for game in state.games_of(round_) for number in game.players}
        there |= {of(bye.player) for bye in round_.byes}
        missed |= came - there
        came |= there
    return missed


def cut_players(state: State) -> tuple[int, ...]:
    """Return the players who play on after a cut, best first: of a cut already made, or of one that
    is due now; empty without a cut.

    At the end of a round with X or fewer undefeated players, the top X play on, once in an event
    (SR2017, Cut to Top X). The place of a player who left goes to the next one, and a reserve who
    is paired by hand is in the cut (our decision).
    """
    made = state.in_cut
    top = state.settings.cut if state.settings else 0
    if is_of_teams(state):
        return made or _cut_teams(state, top)
    if made or not top or not state.rounds or len(list_undefeated(state)) > top:
        return made
    present = [row.number for row in standings(state) if state.players[row.number].plays]
    return tuple(present[:top]) if len(present) > top else ()


def cut_with(cut: Sequence[int], seated: Collection[int]) -> tuple[int, ...]:
    """Return the cut of a round together with reserves seated in it; empty if the round has no
    cut.
    """
    return (*cut, *sorted({*seated} - {*cut})) if cut else ()


def reserves(cut: Sequence[int], seated: Collection[int]) -> tuple[int, ...]:
    """Return those of ``seated`` who are not in the cut and join it as reserves; empty if the round
    has no cut.
    """
    return cut_with(cut, seated)[len(cut) :]


def cut_of(before: State, seated: Collection[int]) -> tuple[int, ...]:
    """Return the cut of a round with these players. The result is empty if the cut is only due now
    and the organizer pairs more players than the cut takes.
    """
    inside = cut_players(before)
    present = {player for player in seated if before.players[player].plays}
    return inside if before.cut_round or len(present) <= len(inside) else ()


def is_of_teams(state: State) -> bool:
    """Tell whether teams meet teams, each with the same number of players."""
    return bool(state.settings and state.settings.team_seats)


def _cut_teams(state: State, top: int) -> tuple[int, ...]:
    """Return the players of the teams that play on after a cut, the best team first. The rule is
    the same as for players.
    """
    if not top or not state.rounds:
        return ()
    here: dict[str, list[int]] = {}
    for number, player in state.players.items():
        if player.plays:
            here.setdefault(team_of(state, number), []).append(number)
    rows = [row for row in team_standings(state) if row.team.casefold() in here]
    present = [(row, here[row.team.casefold()]) for row in rows]
    missed = _find_absentees(state, lambda number: team_of(state, number))
    unbeaten = sum(not row.losses and row.team.casefold() not in missed for row, _ in present)
    if unbeaten > top or len(present) <= top:
        return ()
    return tuple(number for _, members in present[:top] for number in members)


def cut_over(state: State) -> bool:
    """Tell whether the event was cut and fewer than two players, or teams, are left in the cut."""
    if state.cut_round is None:
        return False
    here = field(state)
    return len({team_of(state, n) for n in here} if is_of_teams(state) else here) < 2


def last_of_cut(state: State) -> str:
    left = [state.name(player) for player in field(state)]
    if is_of_teams(state):
        left = list(dict.fromkeys(state.players[n].entry.team for n in field(state)))
    return (
        say("Only {left} is left in the cut", left=left[0])
        if left
        else say("Nobody is left in the cut")
    )


def finalists(state: State, number: int) -> tuple[int, ...]:
    """Return the players at the finals tables of round ``number``, best first; empty if it is not
    the last round.
    """
    settings = state.settings
    if (
        settings is None
        or settings.team_seats
        or not settings.finals_tables
        or number != planned_rounds(state)
    ):
        return ()
    present = field(state)
    best = [row.number for row in standings(state) if row.number in present][:FINALISTS]
    return tuple(best[: len(best) // 2 * 2])


def final_teams(state: State, number: int) -> tuple[str, ...]:
    """Return the keys of the teams at the finals tables of round ``number``, best first; empty if
    it is not the last round. The rule is the same as for players (our decision).
    """
    settings = state.settings
    if (
        settings is None
        or not settings.team_seats
        or not settings.finals_tables
        or number != planned_rounds(state)
    ):
        return ()
    best = _teams_here(state)[:FINALISTS]
    return tuple(team_key(row.team) for row in best[: len(best) // 2 * 2])


def _teams_here(state: State) -> list[TeamStanding]:
    """Return the teams in the next draw, best first."""
    here = {team_of(state, player) for player in field(state)}
    return [row for row in team_standings(state) if team_key(row.team) in here]


def level_teams(state: State, number: int) -> tuple[tuple[str, ...], ...]:
    """Return the names of level teams between which the next draw has to choose, as `lines` does
    for players.
    """
    cut = () if state.cut_round or not is_of_teams(state) else cut_players(state)
    chosen = {team_of(state, player) for player in cut}
    tables = {team: index // 2 for index, team in enumerate(final_teams(state, number))}
    places: dict[int, list[str]] = {}
    for row in team_standings(state) if chosen or tables else ():
        if row.shared:
            places.setdefault(row.place, []).append(row.team)
    levels = [(names, {team_key(name) for name in names}) for names in places.values()]
    return tuple(
        tuple(names)
        for names, keys in levels
        if 0 < len(chosen & keys) < len(keys) or len({tables.get(team) for team in keys}) > 1
    )


def level_teams_words(names: Sequence[str]) -> str:
    """Return the notice for the organizer about level teams. Only ties of players can be broken by
    the organizer.
    """
    return say(
        "{names} are tied, and the next round depends on who is ahead: they are"
        " ordered by name. Change the draw by hand if another team should come first.",
        names=join_words(names),
    )


def lines(state: State, number: int) -> tuple[tuple[int, ...], ...]:
    """Return the groups of level players between whom the next draw has to choose, so that the
    organizer can break these ties.

    The draw chooses at the last place of a cut that is due, and between the finals tables.
    """
    if is_of_teams(state):
        return ()
    cut = () if state.cut_round else cut_players(state)
    chosen, final = set(cut), finalists(state, number)
    if not chosen and not final:
        return ()
    places: dict[int, list[int]] = {}
    for row in standings(state):
        if row.shared and state.players[row.number].plays:
            places.setdefault(row.place, []).append(row.number)
    tables = {player: index // 2 for index, player in enumerate(final)}
    return tuple(
        tuple(level)
        for level in places.values()
        if 0 < len(chosen & {*level}) < len(level)
        or len({tables.get(player) for player in level}) > 1
    )


@memoized_few
def absent(state: State) -> tuple[int, ...]:
    """Return the players who are still in the event but missed so many games in a row that the
    organizer is asked about them.
    """
    often = state.settings.absences if state.settings else 0
    if not often:
        return ()
    missed = _no_shows(state)
    return tuple(
        number
        for number, player in state.players.items()
        if player.plays and missed[number] >= often
    )


def _no_shows(state: State) -> Counter[int]:
    """Return how many of their latest games in a row each player missed."""
    row: Counter[int] = Counter()
    came: set[int] = set()
    for round_ in reversed(state.rounds):
        for game in state.games_of(round_):
            result = final_result(game)
            for side in Side:
                number = game.players.of(side)
                if result is None or result.how is not How.NO_SHOW or result.winner is side:
                    came.add(number)
                elif number not in came:
                    row[number] += 1
    return row


def list_unseated(state: State, come: Collection[int] = ()) -> tuple[int, ...]:
    """Return the players who are here but have no place in the round that is drawn or under way;
    empty in a round with a cut, where no place is available. ``come`` has players who are here but
    not checked in.
    """
    latest = state.open_round
    if latest is None or latest.cut:
        return ()
    placed = {player for game in state.games_of(latest) for player in game.players}
    placed |= {bye.player for bye in latest.byes}
    return tuple(
        number
        for number, player in state.players.items()
        if number not in placed
        and (player.plays or (number in come and player.status is Status.REGISTERED))
    )


def game_not_begun(state: State, player: int) -> Game | None:
    """Return the player's game in the round that is drawn or under way; None if it has a clock or a
    result.
    """
    latest = state.open_round
    if latest is None:
        return None
    return next(
        (
            game
            for game in state.games_of(latest)
            if player in game.players and game.play.clock is None and final_result(game) is None
        ),
        None,
    )


def left_since(state: State, round_: Round) -> tuple[int, ...]:
    """Return the players of a drawn round, including those with a bye, who have left the event
    since.
    """
    drawn = [player for game in state.games_of(round_) for player in game.players]
    drawn += [bye.player for bye in round_.byes]
    return tuple(
        player
        for player in drawn
        if player in state.players and state.players[player].status.has_left
    )
