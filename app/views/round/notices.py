"""The notices before a round and during the review of its draw: the cut, the finals tables, ties at
a limit, players without a chosen list, absent players.
"""

from collections.abc import Sequence

from app.engine.formats.advice import advice_before_round_one
from app.engine.language import plural, say
from app.engine.players.list_choice import find_unrecorded, no_choice_words
from app.engine.rounds.declared_byes import bye_doubt, byes_not_given
from app.engine.rounds.field import (
    absent,
    cut_players,
    final_teams,
    finalists,
    is_of_teams,
    left_since,
    level_teams,
    level_teams_words,
    lines,
)
from app.engine.rounds.match_ups import incomplete
from app.engine.standings.matches import matches_of, team_of
from app.engine.standings.ranking import before_round
from app.engine.standings.scores import planned_rounds
from app.engine.standings.teams import team_names
from app.engine.state import Round, State
from app.engine.text import few_tables, join_words, sentence, shorten
from app.views.table.terrain import terrain_rows
from app.views.teams.matches import block_words

NAMED = 4


def notices_before(state: State, number: int) -> tuple[str, ...]:
    """Return the notices before round ``number`` is drawn, as sentences."""
    sentences = []
    inside = () if state.cut_round else cut_players(state)
    if inside:
        sentences.append(
            say("The cut is due: only {names} play on.", names=_names_in_cut(state, inside))
        )
    final = [state.name(player) for player in finalists(state, number)]
    final += [team_names(state)[team] for team in final_teams(state, number)]
    if final:
        sentences.append(
            sentence(
                say(
                    "Round {number} has finals tables: {pairs}",
                    number=number,
                    pairs=_pairs(final),
                )
            )
        )
    sentences += [
        say(
            "{names} are tied, and the next round depends on who is ahead: break the tie first.",
            names=_names(state, level),
        )
        for level in lines(state, number)
    ]
    sentences += [level_teams_words(level) for level in level_teams(state, number)]
    sentences += [
        say("{name} missed their last games: drop them?", name=shorten(state.name(player)))
        for player in absent(state)
    ]
    latest = state.latest
    unknown = find_unrecorded(state, latest) if latest else ()
    if latest and unknown:
        names = _names(state, unknown)
        sentences.append(
            sentence(
                say(
                    "It is not recorded which list was played in round {latest} by {names}",
                    latest=latest.number,
                    names=names,
                )
            )
        )
    if doubt := bye_doubt(state, number):
        sentences.append(doubt)
    return (*sentences, *no_choice_words(state, number), *_advice(state, number))


def _advice(state: State, number: int) -> tuple[str, ...]:
    """Return the packet's advice before the first draw."""
    packet, settings = state.packet, state.settings
    players = sum(player.plays for player in state.players.values())
    if packet is None or settings is None or number != 1 or not players:
        return ()
    return advice_before_round_one(packet, settings, players, planned_rounds(state))


def notices_of(state: State, round_: Round) -> tuple[str, ...]:
    """Return the notices while the round's draw is reviewed."""
    sentences = []
    if left := left_since(state, round_):
        sentences.append(
            say(
                "{names} left after the draw: draw again, or on Players press More, Take"
                " out of this round; no other pair changes then.",
                names=_names(state, left),
            )
        )
    if round_ is state.latest and (waiting := incomplete(state)):
        sentences.append(
            plural(
                len(waiting),
                "{count} match-up is not complete: players do not see their opponents yet.",
                "{count} match-ups are not complete: players do not see their opponents yet.",
            )
        )
    if round_.cut:
        sentences.append(
            say("After the cut only {names} play.", names=_names_in_cut(state, round_.cut))
        )
    is_explained = round_.explanation is not None and not round_.edits
    if not is_explained and (missed := byes_not_given(state, round_)):
        sentences.append(missed)
    before = before_round(state, round_.number)
    tables = [state.games[final].table for final in round_.finals if final in state.games]
    if tables and is_of_teams(state):
        matches = (match for match in matches_of(state, round_.number) if match.games)
        blocks = [
            block_words(tuple(state.games[game].table for game in match.games))
            for match in matches
            if match.games[0] in round_.finals
        ]
        sentences.append(say("Finals tables: {tables}.", tables=join_words(blocks)))
    elif tables:
        word = "tables" if len(tables) > 1 else "table"
        sentences.append(say("Finals {word}: {tables}.", word=word, tables=join_words(tables)))
    elif finalists(before, round_.number) or final_teams(before, round_.number):
        sentences.append(
            say("The best do not meet at finals tables: this round ranks like any other.")
        )
    broken = [row.table for row in terrain_rows(state, round_) if row.against]
    if broken:
        sentences.append(
            say(
                "Terrain breaks the rules under this scenario: {tables}.",
                tables=few_tables(broken),
            )
        )
    return (*sentences, *no_choice_words(state, round_.number))


def notices_under_way(state: State, round_: Round) -> tuple[str, ...]:
    """Return the notices while the round is played. They mention terrain only before a game begins,
    because terrain stays as it is afterwards.
    """
    games = {game.table: game for game in state.games_of(round_) if game.table in state.terrain}
    waiting = {
        table for table, game in games.items() if not game.play.clock and game.reported is None
    }
    broken = [row.table for row in terrain_rows(state, round_, waiting) if row.against]
    if not broken:
        return ()
    start = say("their games begin") if len(broken) > 1 else say("its game begins")
    return (
        say(
            "Terrain breaks the rules: {tables}. Correct it before {start}.",
            tables=few_tables(broken),
            start=start,
        ),
    )


def _pairs(final: Sequence[str]) -> str:
    names = [shorten(name) for name in final]
    return join_words(
        say("{name} against {other}", name=name, other=other)
        for name, other in zip(names[::2], names[1::2], strict=True)
    )


def _names(state: State, numbers: tuple[int, ...]) -> str:
    return _few([shorten(state.name(number)) for number in numbers])


def _names_in_cut(state: State, cut: tuple[int, ...]) -> str:
    """Return the names of the players in the cut, or of the teams at a team event."""
    if not is_of_teams(state):
        return _names(state, cut)
    names = team_names(state)
    teams = dict.fromkeys(team for n in cut if (team := team_of(state, n)))
    return _few([shorten(names[team]) for team in teams])


def _few(names: Sequence[str]) -> str:
    if len(names) <= 2 * NAMED:
        return join_words(names)
    return say("{names} and {more} others", names=", ".join(names[:NAMED]), more=len(names) - NAMED)
