"""Changes of the organizer to the pairings of a drawn round."""

from collections.abc import Sequence

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.draw import EditPairings, PairingsChanged
from app.engine.acts.rounds import Seating
from app.engine.acts.stations.roles import Role
from app.engine.draw.compare import Comparison
from app.engine.draw.criteria import Grade
from app.engine.formats.terms import terms_for
from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.remarks import Said, keep_remarks, read_remark, reason_words
from app.engine.rounds.draw_request import seatings_of
from app.engine.rounds.edit import changed_pairings, compare_pairings, lost_games
from app.engine.rounds.field import cut_with, is_of_teams, reserves
from app.engine.rounds.match_ups import carried_match_ups
from app.engine.rounds.pair_round import finals_first
from app.engine.rounds.team_round import finals_of_teams
from app.engine.standings.ranking import before_round
from app.engine.state import Bye, Round, Stage, State
from app.engine.subjects.act import Act, Context, Remembered
from app.engine.subjects.match_ups.by_seat import choices_lost
from app.engine.subjects.pairings.set_pairs import describe_pair
from app.engine.subjects.players.numbers import unknown_player
from app.engine.subjects.rounds.changes import with_games_numbered
from app.engine.table.game import Game, kept_or_new, tables_of
from app.engine.text import join_words, sentence


def _edit(state: State, command: EditPairings, _at_ms: int, *, insist: bool) -> Decision:
    round_ = state.open_round
    if round_ is None:
        return Refused(say("There is no round to change. Draw the next one first."))
    refused = _edit_fault(state, command)
    if refused:
        return refused
    more = command.more_byes
    changed = changed_pairings(
        state, round_, command.pairs, command.tables, command.bye, more_byes=more
    )
    if changed is None:
        return Refused(say("Nothing changes: these are already the pairings and tables."))
    seen = compare_pairings(state, round_, command.pairs, command.bye, more_byes=more)
    lost = lost_games(state, round_, command.pairs)
    chosen = choices_lost(state, changed.event)
    seated = [n for n in (*seatings_of(command.pairs), command.bye, *(more or ())) if n is not None]
    coming = reserves(round_.cut, seated)
    doubts = _doubts(round_, lost, chosen, seen)
    doubts += [reserve_words(state, coming)] if coming else []
    if doubts and not insist:
        grave = " ".join(_consequences(lost, seen))
        return Refused(" ".join(doubts), insistable=True, consequences=grave)
    explained = changed.explained(seen, command.why)
    return (replace(explained, faults=(*explained.faults, *keep_remarks(chosen))),)


def _doubts(
    round_: Round, lost: Sequence[Game], chosen: Sequence[Said], seen: Comparison
) -> list[str]:
    """Return the doubts about edited pairings. ``lost`` are games that are set aside; ``chosen``
    are sentences about captains' choices that no longer count.
    """
    doubts = []
    if round_.stage is not Stage.DRAWN:
        doubts.append(say("Round {round} is already public.", round=round_.number))
    if lost:
        doubts.append(say("What was played at {tables} is set aside.", tables=tables_of(lost)))
    return [*doubts, *chosen, *_fault_words(seen, Grade.CONFIRM)]


def reserve_words(state: State, players: Sequence[int]) -> str:
    """Return the sentence which says that these players would come into the cut as reserves."""
    return plural(
        len(players),
        "{names} would come into the cut as a reserve.",
        "{names} would come into the cut as reserves.",
        names=join_words(map(state.name, players)),
    )


def _consequences(lost: Sequence[Game], seen: Comparison) -> list[str]:
    """Return those consequences of the edited pairings that the organizer has to confirm
    separately.
    """
    grave = _fault_words(seen, Grade.CONFIRM_TWICE)
    if not lost:
        return grave
    count = plural(
        len(lost),
        "{count} game that began will not count.",
        "{count} games that began will not count.",
    )
    return [*grave, count]


def _edit_fault(state: State, command: EditPairings) -> Refused | None:
    numbers = [
        *(n for pair in command.pairs for n in pair),
        *_one(command.bye),
        *(command.more_byes or ()),
    ]
    twice = next((n for n in numbers if numbers.count(n) > 1), None)
    if twice is not None:
        return Refused(say("{name} is in the pairings twice.", name=state.name(twice)))
    if refused := unknown_player(state, numbers):
        return refused
    taken = command.tables
    each_own = len(taken) == len(command.pairs) == len({*taken})
    if not each_own or any(table < 1 for table in taken):
        return Refused(say("Each pair needs a table of its own."))
    return None if command.pairs else Refused(say("There are no pairings. Enter at least one."))


def _fault_words(seen: Comparison, least: Grade) -> list[str]:
    """Return the faults of at least this grade in the edited pairings, the worst first, in
    words.
    """
    return [fault.sentence for fault in seen.faults if fault.grade >= least]


def _one(number: int | None) -> Sequence[int]:
    return () if number is None else (number,)


def _apply_edit(state: State, event: PairingsChanged) -> State:
    packet, settings = state.packet, state.settings
    current = state.round(event.round_number)
    if packet is None or settings is None or current is None:
        return state
    terms = terms_for(packet, settings, current.scenario)
    games = {key: game for key, game in state.games.items() if key not in event.gone}
    for place in event.places:
        fresh = Game(place.game, current.number, place.table, place.players, terms)
        games[place.game] = kept_or_new(games.get(place.game), fresh)
    numbers = {*current.games} - {*event.gone} | {place.game for place in event.places}
    known = {number: games[number].table for number in numbers if number in games}
    reseated = {event.bye, *(n for number in known for n in games[number].players)}
    more = tuple(bye for bye in current.more_byes if bye.player not in reseated)
    coming = {n for n in reseated if n is not None} | {*(event.more_byes or ())}
    if event.more_byes is not None:
        more = tuple(Bye(player, terms.bye_cp, terms.bye_apd) for player in event.more_byes)
    changed = replace(
        current,
        games=tuple(sorted(known, key=lambda number: (known[number], number))),
        bye=None if event.bye is None else Bye(event.bye, terms.bye_cp, terms.bye_apd),
        more_byes=more,
        paired_down=event.paired_down,
        cut=cut_with(current.cut, coming),
        edits=(*current.edits, event),
        match_ups=carried_match_ups(state, event).kept,
        finals=_finals(state, current, [games[number] for number in known]),
    )
    return replace(state.with_round(changed), games=games)


def _finals(state: State, round_: Round, games: Sequence[Game]) -> tuple[int, ...]:
    """Return the games that were drawn for the finals tables, if all of them still exist. Otherwise
    return the games in which the finalists now meet, or none if the finalists do not meet.
    """
    if round_.finals and {*round_.finals} <= {game.number for game in games}:
        return round_.finals
    seatings = [Seating(game.number, game.table, game.players) for game in games]
    before = before_round(state, round_.number)
    finals = finals_of_teams if is_of_teams(state) else finals_first
    return finals(before, round_.number, seatings)


def _number_games(state: State, event: PairingsChanged) -> State:
    return with_games_numbered(state, event.places)


def _words(event: PairingsChanged, context: Context) -> str:
    games = [
        say(
            "{pair} at table {table}",
            pair=describe_pair(place.players.red, place.players.blue, context.name),
            table=place.table,
        )
        for place in event.places
    ]
    if event.bye is not None:
        games.append(say("{name} has the bye", name=context.name(event.bye)))
    what = join_words(games) if games else say("a game less")
    parts = [
        say(
            "Pairings of round {round_number} changed: {what}",
            round_number=event.round_number,
            what=what,
        )
    ]
    if event.differences:
        parts.append(
            plural(
                len(event.differences),
                "{count} difference to the program’s draw: {differences}",
                "{count} differences to the program’s draw: {differences}",
                differences=" ".join(
                    sentence(read_remark(remark).rstrip(".")) for remark in event.differences
                ),
            )
        )
    parts += map(read_remark, event.faults)
    if event.why:
        parts.append(reason_words(event.why))
    return "; ".join(part.rstrip(".") for part in parts)


def _remember_places(event: PairingsChanged) -> Remembered:
    return Remembered(event.places)


ACTS = (
    Act(
        EditPairings, PairingsChanged, kind="pairings_changed", by=Role.ORGANIZER,
        decide=_edit, apply=_apply_edit, words=_words,
        undo=say("change of pairings of round {round_number}"),
        insist=say("C&hange the pairings"), always=_number_games, stops_games=True,
        remembers=_remember_places,
    ),
)  # fmt: skip
