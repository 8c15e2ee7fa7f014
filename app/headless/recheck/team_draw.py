"""Derives a round of teams again, independently of the engine: who plays for each team, which teams
meet, and that the players of a match sit at neighbouring tables.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct

from app.engine.acts.draw import DrawExplained
from app.engine.acts.rounds import RoundDrawn
from app.engine.draw.values import BYE
from app.engine.language import say
from app.engine.standings.ranking import before_round
from app.engine.standings.teams import team_standings
from app.engine.state import Stage, State, Status
from app.headless.recheck.draw import History, Judge, derive_draw, held_games
from app.headless.recheck.past_teams import Then
from app.headless.recheck.teams import match_sums, team_in, team_of_player

Words = Sequence[dict[int, frozenset[str]]]
"""One dictionary for each reason to keep players apart. It has the words of each player, such as
their club; players who have a word in common are kept apart.
"""


class _Teams(Struct, frozen=True):
    """The players of each team. A team is identified by the number of the player in its first
    seat.
    """

    lineups: Mapping[str, tuple[int, ...]]

    def number(self, team: str) -> int:
        return self.lineups[team][0]

    @property
    def team_of(self) -> dict[int, str]:
        return {number: team for team, players in self.lineups.items() for number in players}


def team_draw_faults(
    state: State, drawn: RoundDrawn, words: Words, explained: DrawExplained | None, then: Then
) -> tuple[list[str], int]:
    """Return the faults of a draw of teams, and the number of rematches and second byes that were
    unavoidable. ``explained`` is the log's explanation of the draw, which older files lack.
    """
    held = held_games(state, drawn.round_number)
    teams = _Teams(_lineups(state, drawn, {n for pair in held for n in pair}))
    faults = [*_cut_faults(state, drawn), *_seat_faults(state, drawn, teams)]
    if faults:
        return faults, 0
    theirs = _couples(drawn, teams)
    finals = _final_pairs(state, drawn, teams)
    if {*drawn.finals} != _games_between(drawn, teams, finals):
        faults.append(say("the finals are games {list}", list=list(drawn.finals)))
    if explained and {frozenset(pair) for pair in explained.couples} != theirs:
        faults.append(say("the log names other teams than were drawn"))
    settings = state.settings
    if drawn.cut and settings and settings.cut_by_seed:
        mine = _pair_by_seed(state, drawn, teams, then)
        if theirs != mine:
            faults.append(say("by seed other teams meet"))
        return faults, 0
    differences, forced = _compare(state, drawn, teams, words, then)
    return [*faults, *differences], forced


def _lineups(state: State, drawn: RoundDrawn, busy: Collection[int]) -> dict[str, tuple[int, ...]]:
    """Return the players of each team by seat, as many as a match needs. Players whose game has
    begun are always among them.
    """
    seats = state.settings.team_seats if state.settings else 0
    members: dict[str, list[int]] = {}
    for number, player in state.players.items():
        here = player.status is Status.CHECKED_IN or number in busy
        if here and (not drawn.cut or number in drawn.cut):
            members.setdefault(team_of_player(state, number), []).append(number)
    members.pop("", None)
    lineups = {}
    for team, numbers in members.items():
        entered = state.teams[team].players if team in state.teams else ()
        first = [number for number in entered if number in numbers]
        order = [*first, *(number for number in numbers if number not in first)]
        playing = [number for number in order if number in busy]
        playing += [number for number in order if number not in busy]
        lineups[team] = tuple(number for number in order if number in playing[:seats])
    return lineups


def _cut_faults(state: State, drawn: RoundDrawn) -> Iterator[str]:
    """Yield the faults of a cut. The places of the teams come from the engine; ``verify`` checks
    their sums.
    """
    before = before_round(state, drawn.round_number)
    made = tuple(player for round_ in before.rounds for player in round_.cut)
    cut = made or _cut_due(before)
    if {*cut} != {*drawn.cut}:
        yield say("the cut is {list} instead of {entered}", list=list(drawn.cut), entered=list(cut))


def _cut_due(before: State) -> tuple[int, ...]:
    top = before.settings.cut if before.settings else 0
    here: dict[str, list[int]] = {}
    for number, player in before.players.items():
        if player.status is Status.CHECKED_IN:
            here.setdefault(team_of_player(before, number), []).append(number)
    rows = [row for row in team_standings(before) if row.team.casefold() in here]
    unbeaten = sum(not row.losses for row in rows)
    if not top or not before.rounds or unbeaten > top or len(rows) <= top:
        return ()
    return tuple(number for row in rows[:top] for number in here[row.team.casefold()])


def _seat_faults(state: State, drawn: RoundDrawn, teams: _Teams) -> Iterator[str]:
    """Yield the faults of the seats: everybody in the line-ups plays once, team-mates never meet,
    and no two matches share a table.
    """
    team_of, byes = teams.team_of, [drawn.bye, *drawn.more_byes]
    seated = [number for seating in drawn.seatings for number in seating.players]
    seated += [number for number in byes if number is not None]
    if sorted(seated) != sorted(team_of):
        yield say("players without a seat in their team play")
        return
    held = held_games(state, drawn.round_number)
    matches: dict[frozenset[str], list[int]] = {}
    moved: set[frozenset[str]] = set()
    for seating in drawn.seatings:
        pair = frozenset(team_of[number] for number in seating.players)
        if len(pair) == 1:
            yield say("team-mates meet at table {table}", table=seating.table)
        matches.setdefault(pair, []).append(seating.table)
        if frozenset(seating.players) in held:
            moved.add(pair)
    met = Counter(team for pair in matches for team in pair)
    if met and max(met.values()) > 1:
        yield say("a team is in two matches")
    used = [table for tables in matches.values() for table in tables]
    if len({*used}) < len(used):
        yield say("two games at one table")
    yield from _table_faults(
        state, [tables for pair, tables in matches.items() if pair not in moved]
    )


def _table_faults(state: State, matches: Sequence[Sequence[int]]) -> Iterator[str]:
    """Yield a fault for each match whose tables are not one block. A block has as many tables as a
    match has games. The tables in use form blocks in the order of the plan; any further tables form
    blocks by number. ``matches`` excludes matches that have begun.
    """
    seats = state.settings.team_seats if state.settings else 1
    plan = [table.number for table in state.plan.tables if table.in_use]
    limit = state.settings.tables if state.settings else 0
    usable = plan or [*range(1, (limit or len(matches) * seats) + 1)]
    usable = usable[: len(usable) // seats * seats]
    last = max(usable, default=0)
    block_of = {table: at // seats for at, table in enumerate(usable)}
    for tables in matches:
        blocks = {block_of.get(table, last + (table - last - 1) // seats) for table in tables}
        if len(blocks) > 1:
            yield say("a match is played at tables {tables}", tables=sorted(tables))


def _couples(drawn: RoundDrawn, teams: _Teams) -> frozenset[frozenset[int]]:
    """Return the pairs of teams by number; a team without an opponent is paired with 0."""
    team_of = teams.team_of
    met = {
        frozenset(teams.number(team_of[number]) for number in seating.players)
        for seating in drawn.seatings
    }
    busy = {number for pair in met for number in pair}
    alone = (teams.number(team) for team in teams.lineups)
    return frozenset(met | {frozenset((number, BYE)) for number in alone if number not in busy})


def _compare(
    state: State, drawn: RoundDrawn, teams: _Teams, words: Words, then: Then
) -> tuple[list[str], int]:
    people = _histories(state, drawn.round_number, teams, then)
    forced, forbidden = _wishes(state, drawn, teams)
    judge = Judge(people, drawn, forbidden, [_of_teams(shared, teams) for shared in words])
    finals = _final_pairs(state, drawn, teams)
    mine, theirs = derive_draw(judge, forced), _couples(drawn, teams)
    faults = []
    if theirs != mine.couples:
        costs = judge.total(theirs)
        worse = next(
            say("{name} {b} instead of {a}", name=name, b=b, a=a)
            for name, a, b in zip(mine.names, mine.costs, costs, strict=True)
            if a != b
        )
        faults.append(say("another draw is better: {worse}", worse=worse))
    tp = {number: history.tp for number, history in people.items()}
    swiss = (pair for pair in theirs if BYE not in pair and pair not in finals)
    pairs = (sorted(pair, key=lambda n: tp[n]) for pair in swiss)
    down = {more for fewer, more in pairs if tp[fewer] != tp[more]}
    if down != {*drawn.paired_down}:
        faults.append(
            say(
                "those paired down are {down}, not {paired_down}",
                down=sorted(down),
                paired_down=sorted(drawn.paired_down),
            )
        )
    return faults, mine.costs[1] + mine.costs[2]


def _histories(state: State, number: int, teams: _Teams, then: Then) -> dict[int, History]:
    """Return the history of each team, with two points for a won match and one for a tied match."""
    sums = match_sums(state, number - 1, then)
    numbers = {team: teams.number(team) for team in teams.lineups}
    people = {
        numbers[team]: History(numbers[team], tp=int(sums[team].wins * 2)) for team in numbers
    }
    for round_ in state.rounds[: number - 1]:
        met = {
            frozenset(team_in(state, then, round_, player) for player in game.players)
            for game in state.games_of(round_)
        }
        met = {pair for pair in met if len(pair) == len(pair - {""}) > 1}
        begun = round_.stage in {Stage.STARTED, Stage.FINISHED}
        byes = {team_in(state, then, round_, bye.player) for bye in round_.byes if begun}
        down = {team_in(state, then, round_, player) for player in round_.paired_down}
        for team, mine in numbers.items():
            others = {other for pair in met if team in pair for other in pair - {team}}
            person = people[mine]
            person.met |= {numbers[other] for other in others if other in numbers}
            person.byes += team in byes and not others
            person.down += team in down
    return people


def _wishes(
    state: State, drawn: RoundDrawn, teams: _Teams
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the pairs of teams that must meet and those that must not, from the organizer's wishes
    about players. Matches under way and finals come first.
    """
    numbers = {BYE: BYE} | {n: teams.number(team) for n, team in teams.team_of.items()}
    held = {
        (min(pair), max(pair))
        for players in held_games(state, drawn.round_number)
        if len(pair := {numbers[player] for player in players if player in numbers}) > 1
    }
    bound = {number for pair in held for number in pair}
    for final in _final_pairs(state, drawn, teams):
        if not final & bound:
            held.add((min(final), max(final)))
    bound = {number for pair in held for number in pair}
    forced, forbidden = sorted(held), list[tuple[int, int]]()
    for wish in state.set_pairs:
        if wish.round_number not in {0, drawn.round_number}:
            continue
        if not {wish.one, wish.other} <= {*numbers}:
            continue
        one, other = numbers[wish.one], numbers[wish.other]
        if one == other:
            continue
        if not wish.together:
            forbidden.append((one, other))
        elif not bound & {one, other}:
            forced.append((one, other))
    return forced, forbidden


def _final_pairs(state: State, drawn: RoundDrawn, teams: _Teams) -> list[frozenset[int]]:
    """Return the pairs of teams at the finals tables: first and second, third and fourth of those
    who play. The places come from the engine.
    """
    before = before_round(state, drawn.round_number)
    settings = before.settings
    if settings is None or not settings.finals_tables:
        return []
    first = next((round_ for round_ in before.rounds if round_.number == 1), None)
    came = sum(player.plays for player in before.players.values())
    if first is not None:
        came = 2 * len(first.games) + len(first.byes)
    assert before.packet
    last = settings.rounds or before.packet.rounds_for(max(came // settings.team_seats, 2))
    if drawn.round_number != last:
        return []
    places = [row.team.casefold() for row in team_standings(before)]
    best = [teams.number(team) for team in places if team in teams.lineups][:4]
    return [frozenset(best[at : at + 2]) for at in range(0, len(best) - 1, 2)]


def _games_between(drawn: RoundDrawn, teams: _Teams, pairs: Sequence[frozenset[int]]) -> set[int]:
    """Return the numbers of the games between these pairs of teams; an empty set if one of the
    pairs has no game.
    """
    found: dict[frozenset[int], set[int]] = {pair: set() for pair in pairs}
    for seating in drawn.seatings:
        pair = frozenset(teams.number(teams.team_of[number]) for number in seating.players)
        if pair in found:
            found[pair].add(seating.game)
    return set().union(*found.values()) if all(found.values()) else set()


def _of_teams(shared: Mapping[int, frozenset[str]], teams: _Teams) -> dict[int, frozenset[str]]:
    nothing = frozenset[str]()
    return {
        players[0]: nothing.union(*(shared.get(number, nothing) for number in players))
        for players in teams.lineups.values()
    }


def _pair_by_seed(
    state: State, drawn: RoundDrawn, teams: _Teams, then: Then
) -> frozenset[frozenset[int]]:
    """Return the pairs of a cut's round that is drawn by seed: the first against the last among the
    teams with equally many wins since the cut. Opponents who have met since then are avoided. If
    the number of teams is odd, the last one has the bye.
    """
    before = before_round(state, drawn.round_number)
    cut = [round_ for round_ in before.rounds if round_.cut]
    first = min((round_.number for round_ in cut), default=drawn.round_number)
    now, earlier = match_sums(before, len(before.rounds), then), match_sums(before, first - 1, then)
    met = {
        frozenset(team_in(before, then, round_, player) for player in game.players)
        for round_ in cut
        for game in before.games_of(round_)
    }
    places = [row.team.casefold() for row in team_standings(before)]
    won = {team: now[team].won - earlier[team].won for team in teams.lineups}
    left = sorted(teams.lineups, key=lambda team: (-won[team], places.index(team)))
    couples = set()
    if len(left) % 2:
        couples.add(frozenset((teams.number(left.pop()), BYE)))
    while left:
        team = left.pop(0)
        fresh = [other for other in left if frozenset((team, other)) not in met] or left
        fewest = min(won[team] - won[other] for other in fresh)
        other = [each for each in fresh if won[team] - won[each] == fewest][-1]
        left.remove(other)
        couples.add(frozenset((teams.number(team), teams.number(other))))
    return frozenset(couples)
