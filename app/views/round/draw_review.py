"""Remarks on the games of a draw under review, and on the draw as a whole."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from app.engine.draw.compare import Comparison, compare
from app.engine.draw.explain import Question, questions
from app.engine.draw.solve import Solution
from app.engine.draw.values import BYE, Kind, Numbers
from app.engine.draw.wishes import NO_GROUPS
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.remarks import read_remark
from app.engine.rounds.draw_request import (
    changes_since_draw,
    judge_draw,
    list_couples,
    pair_of,
    request_then,
    seatings_of,
    state_before_round,
    words_of,
)
from app.engine.rounds.field import is_of_teams
from app.engine.rounds.pair_round import entrants
from app.engine.rounds.team_draw import TeamDraw, team_draw
from app.engine.state import Round, State
from app.engine.subjects.rounds.explanation import merit_words
from app.engine.text import shorten

LONGEST = 32


class DrawNotes(Struct, frozen=True):
    """The remarks on a draw under review."""

    flags: Mapping[Numbers, tuple[str, ...]]
    """The remarks on each game, by the numbers of its players. In a bye the opponent is 0."""
    locked: frozenset[Numbers]
    questions: tuple[Question, ...]
    """Odd pairs that have to be explained, each with a short explanation."""
    seen: Comparison | None
    """The comparison of the present pairings with the program's own draw."""
    own: Solution | None
    """The program's own draw; None if the pairings were set by hand."""
    merits: str
    sentences: tuple[str, ...]
    teams: TeamDraw | None = None
    """The draw of teams at a team event. The program's own draw is then also one of teams."""
    pending: bool = False
    """True if the remarks are still being computed."""


NO_NOTES = DrawNotes({}, frozenset(), (), None, None, "", (), pending=True)
"""The notes before a large draw has been examined."""


def draw_notes(state: State, round_: Round) -> DrawNotes:
    """Return the notes on a draw without solving it again."""
    couples = list_couples(state, round_)
    locked = frozenset(pair for pair in couples if is_locked(state, round_, pair))
    if is_of_teams(state):
        return _team_notes(state, round_, team_draw(state, round_))
    past = _past(state, round_)
    flags = {pair: tuple(_flags(state, round_, past, pair)) for pair in couples}
    explained = round_.explanation
    if explained is None:
        return DrawNotes(flags, locked, (), None, None, "", ())
    own = own_draw(state, round_)
    bye = round_.bye.player if round_.bye else None
    pairs = [pair for pair in couples if pair[1] != BYE]
    came, left = changes_since_draw(state, round_)
    return DrawNotes(
        flags=flags,
        locked=locked,
        questions=questions(own),
        seen=compare(own, pairs, bye, came=came, left=left),
        own=own,
        merits=merit_words(explained),
        sentences=tuple(
            map(read_remark, (*explained.impossible, *explained.causes, *explained.tables))
        ),
    )


def _team_notes(state: State, round_: Round, teams: TeamDraw) -> DrawNotes:
    """Return the notes on matches, by the numbers of their teams. The games within a match need
    none.
    """
    pairs = [game.players for game in state.games_of(round_)]
    locked = frozenset(
        (red, blue) for red, blue in pairs if _teams_locked(state, round_, teams, red, blue)
    )
    held = frozenset(frozenset(map(teams.team, pair)) for pair in locked)
    locked |= {pair for pair in teams.now if frozenset(pair) in held}
    flags = {pair: tuple(_team_flags(teams, held, pair)) for pair in teams.now}
    explained = round_.explanation
    if explained is None:
        return DrawNotes(flags, locked, (), None, None, "", (), teams)
    short = {number: shorten(name, LONGEST) for number, name in teams.request.names.items()}
    own = judge_draw(replace(teams.request, names=short), teams.own)
    return DrawNotes(
        flags=flags,
        locked=locked,
        questions=questions(own),
        seen=compare(own, teams.pairs, teams.bye),
        own=own,
        merits=merit_words(explained),
        sentences=tuple(
            map(read_remark, (*explained.impossible, *explained.causes, *explained.tables))
        ),
        teams=teams,
    )


def _teams_locked(state: State, round_: Round, teams: TeamDraw, red: int, blue: int) -> bool:
    """Tell whether a match would be kept if the round were drawn again."""
    met = {teams.team(red), teams.team(blue)}
    return any(
        set_pair.together
        and set_pair.round_number == round_.number
        and {teams.team(set_pair.one), teams.team(set_pair.other)} == met
        for set_pair in state.set_pairs
    )


def _team_flags(teams: TeamDraw, held: frozenset[frozenset[int]], pair: Numbers) -> Iterator[str]:
    entrants_ = {entrant.number: entrant for entrant in teams.request.entrants}
    team, other = pair
    if frozenset(pair) in held:
        yield say("locked")
    if pair not in teams.own and pair[::-1] not in teams.own:
        yield say("changed by hand")
    if other == BYE and entrants_[team].byes:
        yield say("bye again")
    if other in entrants_[team].met:
        yield say("met before")


def review_basis(state: State) -> tuple[object, ...]:
    """Return the parts of an event, besides the round, that a review depends on."""
    return (
        state.rounds,
        state.games,
        state.players,
        state.plan,
        state.groups,
        state.set_pairs,
        state.tie_breaks,
        state.settings,
        state.packet,
    )


def own_draw(state: State, round_: Round) -> Solution:
    """Return the program's own draw of the round, evaluated for the players whom it paired at that
    time.
    """
    couples = round_.explanation.couples if round_.explanation else list_couples(state, round_)
    field = [number for number in seatings_of(couples) if number in state.players]
    before = state_before_round(state, round_.number, field)
    request = request_then(before, entrants(before), round_)
    short = {number: shorten(name, LONGEST) for number, name in request.names.items()}
    return judge_draw(replace(request, names=short), couples)


def is_locked(state: State, round_: Round, pair: Numbers) -> bool:
    """Tell whether a pair would be kept if the round were drawn again."""
    return any(
        set_pair.together and set_pair.round_number == round_.number and set_pair.is_of(*pair)
        for set_pair in state.set_pairs
    )


class _RoundBefore(Struct, frozen=True):
    """The facts from which remarks on games are made, looked up once for the whole round."""

    met: frozenset[frozenset[int]]
    sat: frozenset[Numbers]
    """The pairs of a player and a table at which that player has already played."""
    tables: Mapping[Numbers, int]
    drawn: frozenset[Numbers]
    """The pairs of the program's draw, in both orders."""
    words: Mapping[str, Mapping[int, frozenset[str]]]


def _past(state: State, round_: Round) -> _RoundBefore:
    earlier = [game for game in state.games.values() if game.round_number < round_.number]
    explained = round_.explanation
    drawn = explained.couples if explained else list_couples(state, round_)
    apart = [
        rule.kind
        for rule in (explained.apart if explained else ())
        if round_.number == 1 or not rule.first_round_only
    ]
    return _RoundBefore(
        met=frozenset(frozenset(game.players) for game in earlier),
        sat=frozenset((number, game.table) for game in earlier for number in game.players),
        tables={pair_of(game): game.table for game in state.games_of(round_)},
        drawn=frozenset((*drawn, *(pair[::-1] for pair in drawn))),
        words={say(kind.value): words_of(state, kind) for kind in (*apart, Kind.CLUB)},
    )


def _flags(state: State, round_: Round, past: _RoundBefore, pair: Numbers) -> Iterator[str]:
    player, other = pair
    if is_locked(state, round_, pair):
        yield say("locked")
    if pair not in past.drawn:
        yield say("changed by hand")
    if other == BYE:
        earlier = (each for each in state.rounds if each.number < round_.number)
        if any(each.bye_of(player) for each in earlier):
            yield say("bye again")
        return
    if frozenset(pair) in past.met:
        yield say("met before")
    for kind, words in past.words.items():
        if words.get(player, frozenset()) & words.get(other, frozenset()):
            yield say("same {kind}", kind=kind)
    table = past.tables[pair]
    for number in pair:
        ties = state.groups.get(number, NO_GROUPS)
        if table in ties.tables:
            yield (
                say("reserved: {tables_for}", tables_for=ties.tables_for)
                if ties.tables_for
                else say("reserved table")
            )
        elif ties.tables:
            yield say("not at a reserved table")
    if any((number, table) in past.sat for number in pair):
        yield say("same table again")
