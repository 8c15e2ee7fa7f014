"""The draw of a round as events: its scenario, its pairs at their tables, and its explanation."""

from collections.abc import Mapping, Sequence

from app.engine.acts.draw import DrawExplained
from app.engine.acts.rounds import DrawRound, EnterPairings, RoundDrawn, Seating
from app.engine.draw.ahead import look_ahead
from app.engine.draw.request import DrawRequest, DrawResult
from app.engine.draw.values import Draw, Numbers, Occasion
from app.engine.frozen import replace
from app.engine.remarks import RemarkKind, keep_remarks, note
from app.engine.rounds.draw_request import (
    explain_draw,
    games_begun,
    pair_of,
    request_of,
    seeded_tables,
    with_players_of,
    work_out,
)
from app.engine.rounds.field import cut_of, cut_players, is_of_teams
from app.engine.rounds.pair_round import (
    by_hand,
    by_seed,
    entrants,
    finals_first,
    finals_pairs,
    meet_again,
    roll_scenario,
    without_repeats,
)
from app.engine.rounds.team_round import (
    team_question,
    team_round,
    teams_by_seed,
    with_final_pairs,
)
from app.engine.side import Pair
from app.engine.standings.ranking import before_round
from app.engine.standings.scores import planned_rounds
from app.engine.state import Round, Stage, State


def drawn_again(state: State, command: DrawRound | EnterPairings) -> Round | None:
    """Return the round that the command draws again; None if it draws the next one."""
    latest = state.latest
    return latest if latest and (latest.stage is Stage.DRAWN or command.again) else None


def numbering(state: State, again: Round | None) -> tuple[int, int]:
    """Return the number of the round that is drawn, and the number of this attempt at drawing
    it.
    """
    return (again.number, again.attempt + 1) if again else (len(state.rounds) + 1, 1)


def make_draw_request(state: State, command: DrawRound) -> DrawRequest:
    """Return the draw request of a command, so that the draw can be computed beforehand."""
    again = drawn_again(state, command)
    number, attempt = numbering(state, again)
    games = games_begun(state, again)
    before = with_players_of(before_round(state, number), games)
    if is_of_teams(before):
        return team_question(before, Occasion(number, command.seed, attempt), games)
    held = {pair_of(game): game.table for game in games}
    held |= _finals(before, number, held)
    occasion = Occasion(number, command.seed, attempt)
    request = request_of(before, entrants(before), occasion, held)
    settings = before.settings
    if settings is None or settings.cut or settings.finals_tables:
        return request
    pairs = look_ahead(
        request.entrants,
        occasion,
        request.names,
        request.wishes,
        planned_rounds(before) - number,
    )
    return replace(request, wishes=replace(request.wishes, ahead=pairs))


def drawn_round(
    state: State, command: DrawRound | EnterPairings, number: int, attempt: int
) -> tuple[RoundDrawn | DrawExplained, ...]:
    """Return the events of a draw: by lot, by the seeds of a cut, or by hand."""
    seed = command.seed if isinstance(command, DrawRound) else 0
    scenario = command.scenario
    if scenario is None:
        scenario = roll_scenario(state, seed, number)
    latest = state.latest
    games = games_begun(state, latest if latest and latest.number == number else None)
    before = before_round(state, number)
    shape = RoundDrawn(number, attempt, seed, (), None, (), (), scenario)
    if isinstance(command, EnterPairings):
        shape = replace(shape, more_byes=command.more_byes)
        return (_fill_round(state, before, shape, by_hand(before, command), command.tables),)
    before = with_players_of(before, games)
    inside = cut_players(before)
    if is_of_teams(before):
        explanations: tuple[DrawExplained, ...] = ()
        if inside and before.settings and before.settings.cut_by_seed:
            best, places = teams_by_seed(before, games)
        else:
            worked = _worked_out(state, command)
            best = with_final_pairs(before, worked.request, worked.draw)
            at = dict(zip(worked.draw.pairs, worked.seatings.tables, strict=True))
            places = tuple(at[pair] for pair in best.pairs)
            explained = explain_draw(worked, state.plan, command.why)
            begun = tuple(pair_of(game) for game in games)
            explanations = (replace(explained, locked=begun),)
        drawn_ = team_round(before, shape, best, places, held=games, fresh=state.next_game)
        return (drawn_, *explanations)
    if inside and before.settings and before.settings.cut_by_seed:
        held = {pair_of(game): game.table for game in games}
        best = by_seed(before, inside, tuple(held))
        return (_fill_round(state, before, shape, best, seeded_tables(before, best.pairs, held)),)
    worked = _worked_out(state, command)
    drawn = _with_finals(before, number, worked.draw)
    tables = dict(zip(worked.draw.pairs, worked.seatings.tables, strict=True))
    given = _fill_round(state, before, shape, drawn, [tables[pair] for pair in drawn.pairs])
    return (given, explain_draw(worked, state.plan, command.why))


def _worked_out(state: State, command: DrawRound) -> DrawResult:
    """Return the draw that was worked out beforehand, if its request is still the same; otherwise
    work it out.
    """
    request, worked = make_draw_request(state, command), command.worked
    return worked if worked is not None and worked.request == request else work_out(request)


def _finals(before: State, number: int, held: Mapping[Numbers, int]) -> dict[Numbers, int]:
    """Return the pairs of the finals tables, at the first tables where no game has begun."""
    busy = {player for pair in held for player in pair}
    pairs = [pair for pair in finals_pairs(before, number) if not busy & {*pair}]
    usable = sorted(table.number for table in before.plan.tables if table.in_use)
    among = usable or range(1, len(pairs) + len(held) + 1)
    tables = [table for table in among if table not in held.values()]
    return dict(zip(pairs, tables, strict=False))


def _with_finals(before: State, number: int, drawn: Draw) -> Draw:
    """Put the pairs of the finals tables first. These players are paired by their places in the
    standings, so none of them counts as paired down.
    """
    pairs = finals_pairs(before, number)
    there = {frozenset(pair) for pair in drawn.pairs}
    top = {player for pair in pairs if frozenset(pair) in there for player in pair}
    again = meet_again(before, pairs, note(RemarkKind.FINALS_BY_PLACE))
    others = without_repeats(drawn.gave_way, again)
    first = [frozenset(pair) for pair in pairs]
    order = sorted(
        drawn.pairs,
        key=lambda pair: first.index(frozenset(pair)) if frozenset(pair) in first else len(first),
    )
    return replace(
        drawn,
        pairs=tuple(order),
        paired_down=tuple(player for player in drawn.paired_down if player not in top),
        gave_way=(*again, *others),
    )


def _fill_round(
    state: State, before: State, shape: RoundDrawn, drawn: Draw, tables: Sequence[int]
) -> RoundDrawn:
    """Fill in the games of a round. Games that have begun keep their numbers and sides."""
    latest = state.latest
    again = latest is not None and latest.number == shape.round_number and shape.seed
    known = {
        frozenset(game.players): game for game in games_begun(state, latest if again else None)
    }
    seatings, fresh = [], state.next_game
    numbers = tables or range(1, len(drawn.pairs) + 1)
    for pair, table in zip(drawn.pairs, numbers, strict=True):
        if game := known.get(frozenset(pair)):
            seatings.append(Seating(game.number, table, game.players))
        else:
            seatings.append(Seating(fresh, table, Pair(*pair)))
            fresh += 1
    return replace(
        shape,
        seatings=tuple(seatings),
        bye=drawn.bye,
        paired_down=drawn.paired_down,
        gave_way=keep_remarks(drawn.gave_way),
        finals=finals_first(before, shape.round_number, seatings),
        cut=cut_of(before, {player for pair in drawn.pairs for player in pair}),
    )
