"""Derives every draw in an event file again, and checks every change of pairings by hand."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from app.engine.acts.draw import DrawExplained, PairingsChanged
from app.engine.acts.events import Record
from app.engine.acts.photos import PhotoKept
from app.engine.acts.rounds import RoundDrawn
from app.engine.draw.values import Kind
from app.engine.draw.wishes import ApartRule
from app.engine.evolve import fold
from app.engine.evolve.running_fold import RunningFold
from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.progress import Progress, no_progress
from app.engine.state import State, Status
from app.headless.recheck.draw import Judge, derive_draw, held_games, histories
from app.headless.recheck.past_teams import teams_then
from app.headless.recheck.scores import cut_at, finals_at, pair_by_seed
from app.headless.recheck.tables import better_tables
from app.headless.recheck.team_draw import team_draw_faults
from app.store.events import open_log
from app.store.photos import photo_remarks
from app.store.server.address import Place

AT_ONCE = 5_000  # rows


class Checked(Struct, frozen=True):
    """The findings of a check. ``proved`` counts the rematches and second byes that were proved
    unavoidable. ``notes`` concern draws that cannot be derived, and missing photos.
    """

    draws: int
    changes: int
    proved: int
    notes: tuple[str, ...]
    faults: tuple[str, ...]

    @property
    def line(self) -> str:
        words = plural(self.draws, "{count} draw derived again", "{count} draws derived again")
        parts = [
            words,
            plural(self.changes, "{count} change by hand", "{count} changes by hand"),
        ]
        if self.proved:
            parts.append(
                say("rematches and second byes proved unavoidable: {proved}", proved=self.proved)
            )
        return plural(
            len(self.faults),
            "{checked}: {count} discrepancy.",
            "{checked}: {count} discrepancies.",
            checked=", ".join(parts),
        )


def check_event(kept: Place, report_progress: Progress = no_progress) -> Checked:
    """Check the draws of an event and its photos. Raises StoreError for a file that cannot be
    read.
    """
    with open_log(kept, read_only=True) as log:
        records = log.records()
    checked = check_records(records, report_progress)
    has_photos = any(isinstance(record.event, PhotoKept) for record in records)
    if not has_photos or not isinstance(kept, Path):
        return checked
    return replace(checked, notes=(*checked.notes, *photo_remarks(kept, fold(records))))


def check_records(records: Sequence[Record], report_progress: Progress = no_progress) -> Checked:
    """Check each draw against the rules and the rows before it. Draws that were undone are checked,
    too.
    """
    folded = RunningFold()
    draws, changes, proved = 0, 0, 0
    notes: list[str] = []
    faults: list[str] = []
    for index in _draws_and_changes(records, folded, report_progress):
        row, state = records[index], folded.state
        explained = records[index + 1].event if index + 1 < len(records) else None
        of_teams = bool(state.settings and state.settings.team_seats)
        match row.event:
            case RoundDrawn() as drawn if drawn.seed and of_teams:
                draws += 1
                words = [_words(state, rule, drawn) for rule in state.plan.apart]
                explanation = explained if isinstance(explained, DrawExplained) else None
                then = teams_then(records[:index])
                differences, forced = team_draw_faults(state, drawn, words, explanation, then)
                proved += forced
                faults += [_in_round(row.seq, drawn, fault) for fault in differences]
            case RoundDrawn() as drawn if drawn.seed and isinstance(explained, DrawExplained):
                draws += 1
                differences, forced = _compare(_with_begun(state, drawn), drawn, explained)
                proved += forced
                faults += [_in_round(row.seq, drawn, fault) for fault in differences]
            case RoundDrawn() as drawn if drawn.seed and drawn.cut:
                draws += 1
                before = _with_begun(state, drawn)
                differences = [*_cut_faults(before, drawn), *_seeding_faults(before, drawn)]
                faults += [_in_round(row.seq, drawn, fault) for fault in differences]
            case RoundDrawn() as drawn if drawn.seed:
                notes.append(
                    say("Row {seq}: drawn by an earlier Flagfall; not derived.", seq=row.seq)
                )
            case PairingsChanged() as changed:
                changes += 1
                faults += [
                    say("Row {seq}: {fault}", seq=row.seq, fault=fault)
                    for fault in _change_faults(state, changed)
                ]
            case _:
                pass
    return Checked(draws, changes, proved, tuple(notes), tuple(faults))


def _draws_and_changes(
    records: Sequence[Record], folded: RunningFold, report_progress: Progress
) -> Iterator[int]:
    """Yield the position of each row to check, once ``folded`` contains all rows before that row.
    Rows are replayed many at a time, because an undo may require starting again.
    """
    for index, row in enumerate(records):
        wanted = isinstance(row.event, RoundDrawn | PairingsChanged)
        if wanted or index - len(folded.records) >= AT_ONCE:
            report_progress(index / len(records))
            folded.add(records[len(folded.records) : index])
        if wanted:
            yield index


def _in_round(seq: int, drawn: RoundDrawn, fault: str) -> str:
    return say(
        "Row {seq}, round {round_number}: {fault}",
        seq=seq,
        round_number=drawn.round_number,
        fault=fault,
    )


def _compare(state: State, drawn: RoundDrawn, explained: DrawExplained) -> tuple[list[str], int]:
    """Return the faults of a draw, and the number of rematches and second byes that were
    unavoidable.
    """
    held = held_games(state, drawn.round_number)
    people = histories(state, drawn.round_number, {n for pair in held for n in pair})
    if drawn.cut:
        busy = {n for pair in held for n in pair}
        people = {n: history for n, history in people.items() if n in drawn.cut or n in busy}
    judge = Judge(
        people,
        drawn,
        explained.forbidden,
        [_words(state, rule, drawn) for rule in explained.apart],
        explained.ahead,
    )
    mine = derive_draw(judge, explained.forced)
    pairs = {frozenset(seating.players) for seating in drawn.seatings}
    theirs = pairs | ({frozenset((drawn.bye, 0))} if drawn.bye is not None else set())
    faults = [*_cut_faults(state, drawn), *_wish_faults(state, drawn, explained, held)]
    if {frozenset(pair) for pair in explained.couples} != theirs:
        faults.append(say("the log names other pairs than were drawn"))
    numbers = sorted(n for couple in theirs for n in couple if n)
    if numbers != sorted(people):
        return [*faults, say("not everybody who is here has a game or the bye")], 0
    if theirs != mine.couples:
        costs = judge.total(theirs)
        worse = next(
            say("{name} {b} instead of {a}", name=name, b=b, a=a)
            for name, a, b in zip(mine.names, mine.costs, costs, strict=True)
            if a != b
        )
        faults.append(say("another draw is better: {worse}", worse=worse))
    faults += _down_faults(state, judge, drawn)
    faults += _table_faults(state, drawn, explained)
    return faults, mine.costs[1] + mine.costs[2]


def _with_begun(state: State, drawn: RoundDrawn) -> State:
    """Return the state in which every player whose game of this round had begun still takes part,
    even if they have left since.
    """
    busy = {n for pair in held_games(state, drawn.round_number) for n in pair}
    players = {
        n: replace(player, status=Status.CHECKED_IN) if n in busy else player
        for n, player in state.players.items()
    }
    return replace(state, players=players)


def _inside(drawn: RoundDrawn, present: Sequence[int]) -> list[int]:
    return [player for player in present if not drawn.cut or player in drawn.cut]


def _cut_faults(state: State, drawn: RoundDrawn) -> Iterator[str]:
    cut = cut_at(state, drawn.round_number)
    if cut != drawn.cut:
        yield say("the cut is {list} instead of {entered}", list=list(drawn.cut), entered=list(cut))


def _seeding_faults(state: State, drawn: RoundDrawn) -> Iterator[str]:
    """Yield the faults in a round of a cut that is paired by seed. Chance plays no part in such a
    round.
    """
    held = held_games(state, drawn.round_number)
    busy = {n for pair in held for n in pair}
    pairs, bye = pair_by_seed(state, drawn.round_number, [n for n in drawn.cut if n not in busy])
    pairs |= {*held}
    if {frozenset(seating.players) for seating in drawn.seatings} != pairs or drawn.bye != bye:
        yield say(
            "by seed the pairs are {pairs}, the bye {bye}",
            pairs=sorted(map(sorted, pairs)),
            bye=bye,
        )
    usable = [table.number for table in state.plan.tables if table.in_use]
    used = {seating.table for seating in drawn.seatings}
    if len(used) < len(drawn.seatings):
        yield say("two games at one table")
    if len(usable) >= len(used) and used - {*usable}:
        yield say("a game at table {used}, which is out of use", used=min(used - {*usable}))


def _wish_faults(
    state: State, drawn: RoundDrawn, explained: DrawExplained, held: Mapping[frozenset[int], int]
) -> Iterator[str]:
    """Yield a fault for each set of pairs in the draw's explanation that is not as it has to be:
    the pairs that it held, set or forbade, and its finals. The organizer's wishes, the games that
    had begun and the standings decide what these have to be.
    """
    number = drawn.round_number
    present = [player.number for player in state.players.values() if player.plays]
    busy = {n for pair in held for n in pair}
    finals = [frozenset(pair) for pair in finals_at(state, number, _inside(drawn, present))]
    locked = {*held, *(pair for pair in finals if not pair & busy)}
    if {frozenset(pair) for pair in explained.locked} != locked:
        yield say(
            "the draw held {locked}, not the games begun and the finals", locked=explained.locked
        )
    games = {frozenset(seating.players): seating.game for seating in drawn.seatings}
    known = tuple(games[pair] for pair in finals if pair in games)
    if drawn.finals != (known if len(known) == len(finals) else ()):
        yield say(
            "the finals are games {list}, not {entered}",
            list=list(known),
            entered=list(drawn.finals),
        )
    bound = {n for pair in locked for n in pair}
    wishes = [pair for pair in state.set_pairs if pair.round_number in {0, number}]
    forced = [{wish.one, wish.other} for wish in wishes if wish.together]
    free = {frozenset(pair) for pair in forced if not pair & (bound - {0})}
    if {frozenset(pair) for pair in explained.forced} != locked | free:
        yield say("the draw set {forced}, not the pairs the organizer set", forced=explained.forced)
    parted = {
        frozenset((set_pair.one, set_pair.other)) for set_pair in wishes if not set_pair.together
    }
    if {frozenset(pair) for pair in explained.forbidden} != parted:
        yield say(
            "the draw forbade {forbidden}, not the pairs the organizer forbade",
            forbidden=explained.forbidden,
        )
    if explained.apart != state.plan.apart:
        yield say("players were kept apart for other reasons than the organizer’s")


def _down_faults(state: State, judge: Judge, drawn: RoundDrawn) -> Iterator[str]:
    """Yield a fault if the log and the pairings disagree about who is paired down. Opponents at the
    finals tables do not count, because they are paired by their places in the standings.
    """
    present = [player.number for player in state.players.values() if player.plays]
    finals = [{*pair} for pair in finals_at(state, drawn.round_number, _inside(drawn, present))]
    tp = {number: history.tp for number, history in judge.people.items()}
    down = {
        max(seating.players, key=lambda n: tp[n])
        for seating in drawn.seatings
        if {*seating.players} not in finals and tp[seating.players.red] != tp[seating.players.blue]
    }
    if down != {*drawn.paired_down}:
        yield say(
            "those paired down are {down}, not {paired_down}",
            down=sorted(down),
            paired_down=sorted(drawn.paired_down),
        )


def _table_faults(state: State, drawn: RoundDrawn, explained: DrawExplained) -> Iterator[str]:
    used = [seating.table for seating in drawn.seatings]
    if len({*used}) < len(used):
        yield say("two games at one table")
    held = held_games(state, drawn.round_number)
    for seating in drawn.seatings:
        table = held.get(frozenset(seating.players), seating.table)
        if table != seating.table:
            yield say(
                "a game that had begun at table {table} moved to table {new}",
                table=table,
                new=seating.table,
            )
    if better := better_tables(state, drawn, {frozenset(pair) for pair in explained.locked}):
        yield better


def _change_faults(state: State, changed: PairingsChanged) -> Iterator[str]:
    """Yield the faults of a change by hand, such as a player or a table with two games."""
    round_ = next(
        (round_ for round_ in state.rounds if round_.number == changed.round_number), None
    )
    if round_ is None:
        yield say("round {round_number} was never drawn", round_number=changed.round_number)
        return
    games = {n: state.games[n] for n in round_.games if n not in changed.gone}
    players = {n: game.players for n, game in games.items()}
    tables = {n: game.table for n, game in games.items()}
    players |= {place.game: place.players for place in changed.places}
    tables |= {place.game: place.table for place in changed.places}
    numbers = [n for pair in players.values() for n in pair]
    numbers += [] if changed.bye is None else [changed.bye]
    if changed.more_byes is None:
        numbers += [bye.player for bye in round_.more_byes if bye.player not in numbers]
    else:
        numbers += changed.more_byes
    if len({*numbers}) < len(numbers):
        yield say("somebody is seated twice")
    if len({*tables.values()}) < len(tables):
        yield say("two games at one table")


def _words(state: State, rule: ApartRule, drawn: RoundDrawn) -> dict[int, frozenset[str]]:
    if rule.first_round_only and drawn.round_number > 1:
        return {}
    words = {}
    for number, player in state.players.items():
        ties = state.groups.get(number)
        text = {
            Kind.CLUB: player.entry.club,
            Kind.FACTION: player.entry.faction,
            Kind.TRAVEL: ties.travel if ties else "",
            Kind.FAMILY: ties.family if ties else "",
            Kind.REGION: ties.region if ties else "",
            Kind.CASTER: ties.caster if ties else "",
            Kind.REQUEST: "",
        }[rule.kind]
        parts = [" ".join(part.split()).casefold() for part in text.split(",")]
        words[number] = frozenset(part for part in parts if part)
    return words
