"""The event's awards: places, best in faction, the organizer's choices and the players' votes.

Disqualified players get none (all packets, Disqualification).
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from app.engine.formats.keywords import in_force
from app.engine.formats.settings import CheckInItem
from app.engine.language import mark_text, plural, say
from app.engine.packet.keywords import Group
from app.engine.standings.ranking import standings
from app.engine.standings.scores import Standing
from app.engine.standings.teams import team_standings
from app.engine.state import State, Status
from app.engine.text import join_words

BEST_PAINTED = mark_text("Best Painted")
BEST_SPORT = mark_text("Best Sport")
VOTED = (BEST_PAINTED, BEST_SPORT)
"""The voted awards of every event, as rows store them whatever the language."""
PLACES = (say("First place"), say("Second place"), say("Third place"))
TEAM_PLACES = (say("First team"), say("Second team"), say("Third team"))


class AwardRow(Struct, frozen=True):
    """An award with its winners."""

    award: str
    """The name of the award. For one of the program's own awards, this is the name that
    rows store.
    """
    winners: tuple[int, ...]
    names: str
    why: str
    """The way in which the winners won, or the step that is still missing."""
    by_rank: bool = False
    """True if the standings decide the award."""

    @property
    def name(self) -> str:
        return award_name(self.award)


def award_name(award: str) -> str:
    """Return the name of an award for players. The program's own awards are named in the reader's
    language.
    """
    return say(award) if award in VOTED else award


def award_rows(state: State) -> tuple[AwardRow, ...]:
    """Return the awards: first to third place (of teams before players in an event of teams), the
    voted awards, then the best of each faction.
    """
    custom = [name for name in {**state.given, **state.votes} if name not in VOTED]
    placed = [row for row in standings(state) if row.place]
    return (
        *_team_rows(state),
        *(_place_row(state, placed, place) for place in (1, 2, 3)),
        *(_chosen_row(state, award) for award in (*VOTED, *custom)),
        *_faction_rows(state, placed),
    )


def may_win(state: State, number: int) -> bool:
    """Tell whether a player is in the event and not disqualified."""
    player = state.players.get(number)
    return player is not None and player.status is not Status.DISQUALIFIED


def for_painting(award: str) -> bool:
    """Tell from the name of an award whether it is given for painting."""
    return award == BEST_PAINTED or "paint" in award.casefold()


def own_painting_counts(state: State) -> bool:
    """Tell whether only models that players painted themselves can win painting prizes, so that
    check-in asks about them (SR2012 and SR2014, painting variants).
    """
    packet, settings = state.packet, state.settings
    if packet is None or settings is None or not packet.own_painting:
        return False
    announced = {keyword.key for keyword in in_force(packet, settings)}
    painting = {keyword.key for keyword in packet.variants if keyword.group is Group.PAINTING}
    return bool(announced & painting) and CheckInItem.OWN_PAINTING not in settings.unasked


def painting_doubt(state: State, award: str, number: int) -> str:
    """Return why the player should not win a painting prize; empty if they may."""
    if not for_painting(award) or not own_painting_counts(state):
        return ""
    if CheckInItem.OWN_PAINTING in state.players[number].checked:
        return ""
    return say(
        "{name} has no tick for their own painting at check-in. Only players who"
        " painted all their models themselves can win painting prizes.",
        name=state.name(number),
    )


def voters(state: State) -> tuple[int, ...]:
    """Return the players who may vote: all with a place in the standings, including those who
    dropped.
    """
    return tuple(row.number for row in standings(state) if row.place)


def ballots(state: State, award: str) -> Mapping[int, int]:
    """Return whom each voter voted for. Votes from and for players who were disqualified since do
    not count.
    """
    vote = state.votes.get(award)
    return {
        voter: choice
        for voter, choice in (vote.cast if vote else {}).items()
        if may_win(state, choice) and may_win(state, voter)
    }


def list_void_ballots(state: State, award: str) -> tuple[int, ...]:
    """Return the voters in an open vote whose choice can no longer win. They may vote again."""
    vote = state.votes.get(award)
    cast = vote.cast if vote and vote.is_open else {}
    return tuple(
        voter
        for voter, choice in cast.items()
        if may_win(state, voter) and not may_win(state, choice)
    )


def list_tied(state: State, award: str) -> tuple[int, ...]:
    """Return the players who are tied at the top of a closed vote, so that the organizer or a
    second ballot has to decide.
    """
    vote = state.votes.get(award)
    best = _best(state, award) if vote and not vote.is_open else ()
    return best if len(best) > 1 else ()


def voted_for(state: State, award: str) -> int | None:
    """Return the winner of a closed vote; None if it is open, tied or without votes."""
    vote = state.votes.get(award)
    best = _best(state, award) if vote and not vote.is_open else ()
    return best[0] if len(best) == 1 else None


def winner(state: State, award: str) -> int | None:
    """Return the organizer's choice, or else the winner of the closed vote; None if it is not
    decided.
    """
    given = state.given.get(award)
    if given is not None and may_win(state, given):
        return given
    return voted_for(state, award)


def _best(state: State, award: str) -> tuple[int, ...]:
    """Return the players with the most votes."""
    counts = Counter(ballots(state, award).values())
    most = max(counts.values(), default=0)
    return tuple(sorted(number for number, votes in counts.items() if votes == most))


def _row(
    state: State, award: str, winners: tuple[int, ...], why: str, *, by_rank: bool = False
) -> AwardRow:
    names = join_words(map(state.name, winners)) if winners else ""
    return AwardRow(award, winners, names, why, by_rank)


def _place_row(state: State, placed: Sequence[Standing], place: int) -> AwardRow:
    rows = [row for row in placed if row.place == place]
    why = say("place {place}", place=place) if rows else say("nobody yet")
    if len(rows) > 1:
        why = say("shared: break the tie by hand, or let them share")
    elif not rows and len(placed) >= place:
        why = say("nobody: a better place is shared")
    winners = tuple(row.number for row in rows)
    return _row(state, PLACES[place - 1], winners, why, by_rank=True)


def _team_rows(state: State) -> list[AwardRow]:
    """Return the award for each of the first three teams, with their players as winners."""
    if state.settings is None or not state.settings.team_seats:
        return []
    rows = team_standings(state)
    made = []
    for place, award in enumerate(TEAM_PLACES, start=1):
        best = [row for row in rows if row.place == place]
        winners = tuple(number for row in best for number in row.members)
        why = join_words(map(state.name, winners)) if best else say("nobody yet")
        if not best and len(rows) >= place:
            why = say("nobody: a better place is shared")
        names = join_words(row.team for row in best) if best else ""
        made.append(AwardRow(award, winners, names, why, by_rank=True))
    return made


def _chosen_row(state: State, award: str) -> AwardRow:
    won, vote = winner(state, award), state.votes.get(award)
    if won is not None:
        return _row(state, award, (won,), _how(state, award, won))
    if vote is None:
        return _row(state, award, (), say("not given yet"))
    if vote.is_open:
        every = voters(state)
        votes = plural(
            len(ballots(state, award).keys() & {*every}), "{count} vote", "{count} votes"
        )
        words = say(
            "ballot {ballot}: {votes} of {every}", ballot=vote.ballot, votes=votes, every=len(every)
        )
        return _row(state, award, (), words)
    level = list_tied(state, award)
    if not level:
        return _row(state, award, (), say("nobody has a vote"))
    names = join_words(map(state.name, level))
    return _row(state, award, (), say("tied: {names}", names=names))


def _how(state: State, award: str, won: int) -> str:
    if state.given.get(award) == won:
        return say("the organizer’s choice")
    ballot = state.votes[award].ballot
    return (
        say("the players’ vote")
        if ballot == 1
        else say("the players’ vote, ballot {ballot}", ballot=ballot)
    )


def _faction_rows(state: State, placed: Sequence[Standing]) -> list[AwardRow]:
    """Return the award for the best player of each faction, in the order of their places."""
    best: dict[str, tuple[int, list[int]]] = {}
    names: dict[str, str] = {}
    for player in state.players.values():
        name = " ".join(player.entry.faction.split())
        names.setdefault(name.casefold(), name)
    for row in placed:
        key = " ".join(state.players[row.number].entry.faction.split()).casefold()
        if not key:
            continue
        place, winners = best.setdefault(key, (row.place, []))
        if place == row.place:
            winners.append(row.number)
    return [
        _row(
            state,
            say("Best {names}", names=names[key]),
            tuple(winners),
            say("place {place}", place=place),
            by_rank=True,
        )
        for key, (place, winners) in best.items()
    ]
