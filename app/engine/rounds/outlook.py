"""The outlook of an event: games without a result, who can still win, and whether it ends after
this round.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from heapq import nlargest

from msgspec import Struct

from app.engine.language import plural, say
from app.engine.packet.ranking import STEAMROLLER, Points
from app.engine.rounds.field import is_of_teams, list_undefeated
from app.engine.side import Side
from app.engine.standings.ranking import standings
from app.engine.standings.scores import planned_rounds
from app.engine.state import Stage, State
from app.engine.table.game import Game
from app.engine.table.verdict import final_result
from app.engine.text import all_played, join_words

NAMED = 6
"""The most tables that are listed."""
FEW = 2
"""The most players who are named; the standings name all of them."""


class Ends(Enum):
    """The likelihood that somebody leads alone once the round is over, if no game is tied."""

    SURELY = "surely"
    PERHAPS = "perhaps"
    NOT_YET = "not yet"


class Outlook(Struct, frozen=True):
    """The number of rounds that are still needed, and the players who can win the event."""

    round_number: int
    out: tuple[int, ...]
    ends: Ends
    needed: int
    """The least number of further rounds until somebody can lead alone."""
    planned: int
    """The planned number of rounds of the event."""
    contenders: tuple[str, ...]
    """The names of those who can still come first on tournament points."""
    at_most: bool = False
    """True if the event ends after the planned rounds, because the organizer set their number."""
    undefeated: tuple[str, ...] = ()
    """The names of those who still play and have not lost."""
    level: bool = False
    """True if nobody has lost yet, so that a list of the undefeated is pointless."""
    clinches: tuple[tuple[str, int], ...] = ()
    """The players who would lead alone after a win now, whatever happens elsewhere: the name of
    each, with their table.
    """

    @property
    def sentences(self) -> tuple[str, ...]:
        lines = (
            self.out_words,
            self.ends_words,
            "" if self.is_over or self.level else self.undefeated_words,
            self.contender_words,
            self.clinch_words,
        )
        return tuple(sentence for sentence in lines if sentence)

    @property
    def out_words(self) -> str:
        """The games without a result, in words: "3 games still out: tables 2, 5 and
        6."
        """
        if not self.out:
            return say("Every result is in.")
        names = [*map(str, self.out[:NAMED])]
        if len(self.out) > NAMED:
            names.append(say("{out} more", out=len(self.out) - NAMED))
        where = plural(len(self.out), "table {tables}", "tables {tables}", tables=join_words(names))
        return plural(
            len(self.out),
            "{count} game still out: {where}.",
            "{count} games still out: {where}.",
            where=where,
        )

    @property
    def ends_words(self) -> str:
        match self.ends:
            case Ends.SURELY if self.out:
                return say("The event ends after this round unless a game is tied.")
            case Ends.SURELY:
                return say("Somebody leads alone: the event is decided.")
            case _ if self.is_last:
                last = say("This is the last round") if self.out else all_played(self.planned)
                return say("{last}: the standings decide.", last=last)
            case _:
                pass
        more = plural(self.needed, "at least {count} more round", "at least {count} more rounds")
        if self.ends is Ends.PERHAPS:
            return self._may_end
        left = self.planned - self.round_number
        if left > 0:
            return plural(
                left,
                "A sole leader needs {more}; {count} of {planned} rounds is left.",
                "A sole leader needs {more}; {count} of {planned} rounds are left.",
                more=more,
                planned=self.planned,
            )
        if self.planned and not self.out:
            return say(
                "{played}; a sole leader needs {more}.", played=all_played(self.planned), more=more
            )
        return say("A sole leader needs {more}.", more=more)

    @property
    def _may_end(self) -> str:
        left = self.planned - self.round_number
        if left <= 0:
            return say("The event may end after this round.")
        return plural(
            left,
            "The event may end after this round; {count} of {planned} rounds is left.",
            "The event may end after this round; {count} of {planned} rounds are left.",
            planned=self.planned,
        )

    @property
    def is_over(self) -> bool:
        """Tell whether no result can change any more who comes first."""
        return not self.out and (self.ends is Ends.SURELY or self.is_last)

    @property
    def undefeated_words(self) -> str:
        """The undefeated players in words: "Anna and Ben are undefeated." A tie is no loss."""
        match len(self.undefeated):
            case 0:
                return ""
            case 1:
                return say(
                    "{undefeated} is the only undefeated player.", undefeated=self.undefeated[0]
                )
            case many if many <= FEW:
                return say("{undefeated} are undefeated.", undefeated=join_words(self.undefeated))
            case many:
                return say("{many} players are undefeated.", many=many)

    @property
    def clinch_words(self) -> str:
        """The players who can clinch the event, in words: "A win at table 3 decides the event for
        Anna."
        """
        tables: dict[int, list[str]] = {}
        for name, table in self.clinches:
            tables.setdefault(table, []).append(name)
        return " ".join(
            say("The winner at table {table} wins the event.", table=table)
            if len(names) > 1
            else say(
                "A win at table {table} decides the event for {names}.", table=table, names=names[0]
            )
            for table, names in sorted(tables.items())
        )

    @property
    def is_last(self) -> bool:
        """Tell whether no round follows, whoever leads."""
        return self.at_most and self.round_number >= self.planned

    @property
    def contender_words(self) -> str:
        """The players who can still come first or are sure to, in words. Empty if these are just
        the undefeated, who are named elsewhere.
        """
        if not self.contenders or len(self.contenders) > FEW:
            return ""
        several = len(self.contenders) > 1 and not self.is_over
        if several and {*self.contenders} == {*self.undefeated}:
            return ""
        names = join_words(self.contenders)
        if len(self.contenders) == 1:
            if self.is_over:
                return say("{names} leads.", names=names)
            return say("{names} has clinched the win: nobody can catch up.", names=names)
        return (
            f"{names} {say('lead on tournament points') if self.is_over else say('can still win')}."
        )


def ends_with(state: State, number: int) -> bool:
    """Tell whether no round follows round ``number``, whoever leads: in an event with a fixed
    number of rounds, with finals tables, or of teams. In any other event, rounds follow until one
    player leads alone (every packet, number of rounds).
    """
    settings, planned = state.settings, planned_rounds(state)
    if settings is None or not 0 < planned <= number:
        return False
    return bool(settings.rounds or settings.finals_tables or settings.team_seats)


def outlook_words(state: State) -> str:
    """Return the outlook in a few sentences; empty before the first round has begun."""
    coming = make_outlook(state)
    return " ".join(coming.sentences) if coming else ""


def make_outlook(state: State) -> Outlook | None:
    """Return the outlook for the latest round once it has begun. Return None before that, without
    players, and in an event of teams.
    """
    round_ = state.latest
    if is_of_teams(state) or round_ is None or round_.stage not in {Stage.STARTED, Stage.FINISHED}:
        return None
    rows = [row for row in standings(state) if row.place]
    if not rows:
        return None
    open_games = () if round_.stage is Stage.FINISHED else state.games_of(round_)
    out = [game for game in open_games if final_result(game) is None]
    points = {row.number: row.tp for row in rows}
    worth = state.packet.points if state.packet else STEAMROLLER
    tops = _tops(points, out, worth)
    single = [count == 1 for _, count in tops]
    ends = Ends.SURELY if all(single) else Ends.PERHAPS if any(single) else Ends.NOT_YET
    needed = (min(count for _, count in tops) - 1).bit_length()
    planned = _count_planned(state)
    at_most = bool(state.settings and state.settings.rounds)
    left = max(planned - round_.number, 0 if at_most else needed)
    left = 0 if ends is Ends.SURELY else left
    return Outlook(
        round_number=round_.number,
        out=tuple(sorted(game.table for game in out)),
        ends=ends,
        needed=needed,
        planned=planned,
        contenders=_contenders(state, points, out, left, min(best for best, _ in tops)),
        at_most=at_most,
        undefeated=tuple(state.name(number) for number in list_undefeated(state)),
        level=not any(row.losses for row in rows),
        clinches=tuple(_clinches(state, points, out, worth)),
    )


def _clinches(
    state: State, points: Mapping[int, int], out: Sequence[Game], worth: Points
) -> Iterator[tuple[str, int]]:
    """Yield the players who would lead alone after winning their open game, even if everybody else
    who is still playing wins.
    """
    playing = {number for game in out for number in game.players}
    most = {number: tp + worth.win * (number in playing) for number, tp in points.items()}
    best = nlargest(3, most, key=most.__getitem__)  # at most two of these play at one table
    for game in out:
        for side in Side:
            mine, loser = game.players.of(side), game.players.of(side.other)
            others = [most[number] for number in best if number not in {mine, loser}]
            if most.get(mine, 0) > max((points.get(loser, 0) + worth.loss, *others)):
                yield state.name(mine), game.table


def _tops(points: Mapping[int, int], out: Sequence[Game], worth: Points) -> set[tuple[int, int]]:
    """Return the possible outcomes at the top: the most points, and how many players have them.
    Ties are left out.
    """
    playing = {number for game in out for number in game.players}
    reached = {(0, 0)}
    for number, tp in points.items():
        if number not in playing:
            reached = {_with(top, tp) for top in reached}
    for game in out:
        red, blue = (points.get(number, 0) for number in game.players)
        reached = {
            _with(_with(top, won + worth.win), lost + worth.loss)
            for top in reached
            for won, lost in ((red, blue), (blue, red))
        }
    return reached


def _with(top: tuple[int, int], tp: int) -> tuple[int, int]:
    """Return the top of the standings with one more player, who has ``tp`` points."""
    best, count = top
    return (tp, 1) if tp > best or not count else (best, count + (tp == best))


def _contenders(
    state: State, points: Mapping[int, int], out: Sequence[Game], left: int, sure: int
) -> tuple[str, ...]:
    """Return the names of those who can still reach ``sure`` points. Players who left the event
    cannot.
    """
    playing = {number for game in out for number in game.players}
    win = state.packet.points.win if state.packet else STEAMROLLER.win
    return tuple(
        state.name(number)
        for number, tp in points.items()
        if (state.players[number].plays or not left)
        and tp + win * (number in playing) + win * left >= sure
    )


def _count_planned(state: State) -> int:
    packet, settings = state.packet, state.settings
    came = {number for round_ in state.rounds[:1] for number in _list_seated(state, round_.number)}
    planned = settings.rounds if settings else 0
    return planned or (packet.rounds_for(max(len(came), 2)) if packet else 0)


def _list_seated(state: State, number: int) -> set[int]:
    numbers = {
        n for game in state.games.values() if game.round_number == number for n in game.players
    }
    round_ = state.round(number)
    return numbers | {bye.player for bye in (round_.byes if round_ else ())}
