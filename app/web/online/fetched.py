"""Sign-ups that the desk has fetched, as a sheet of a player list. A player is identified by the
number of their sign-up.
"""

from collections.abc import Iterator, Sequence

from app.engine.acts.phones import SendLists
from app.engine.acts.players import TickOff
from app.engine.formats.settings import CheckInItem
from app.engine.language import say
from app.engine.state import Player, State
from app.engine.subjects.players.tidy_lists import tidy_lists
from app.store.known_models import known_models
from app.store.tables.text import Row
from app.store.tables.workbook import Sheet
from app.views.event.phones import ReadLists, read_typed_lists
from app.web.online.channel import SignUpSent
from app.web.online.entries import sign_up_number

HEADINGS = ("ID", "Name", "Club", "Faction", "Team", "Army", "Paid")


def sheet_of(sign_ups: Sequence[SignUpSent]) -> Sheet:
    """Return a sheet with a row for each player who has not withdrawn. Players who have withdrawn
    are left out; if they are in the event, the import reports them as absent from the sheet.
    """
    coming = [each for each in sign_ups if not each.out]
    rows = [Row(1, HEADINGS)]
    rows += [
        Row(
            place,
            (
                sign_up_number(each.number), each.name, each.club, each.faction, each.team,
                each.army, "x" if each.paid else "",
            ),
        )
        for place, each in enumerate(coming, start=2)
    ]  # fmt: skip
    gone = len(sign_ups) - len(coming)
    notes = (say("Withdrawn: {count}.", count=gone),) if gone else ()
    return Sheet("", tuple(rows), notes)


def acts_beside(sign_ups: Sequence[SignUpSent], state: State) -> Iterator[SendLists | TickOff]:
    """Yield the acts that add lists for players who have none here, and that tick off players who
    have paid. Lists and ticks that the event already has stay as they are.
    """
    paid: list[int] = []
    for player, each in _players(sign_ups, state):
        if each.lists and not player.lists:
            read = _read(each, player, state)
            if read.lists:
                yield SendLists(player.number, read.lists)
        if each.paid and CheckInItem.PAID not in player.checked:
            paid.append(player.number)
    if paid:
        yield TickOff(tuple(paid), CheckInItem.PAID)


def lists_elsewhere(sign_ups: Sequence[SignUpSent], state: State) -> list[str]:
    """Return the players whose lists on the server differ from those here or cannot be read."""
    found = []
    for player, each in _players(sign_ups, state):
        if each.lists:
            read = _read(each, player, state)
            theirs = tidy_lists(state, read.lists)
            if not theirs or (player.lists and theirs != player.lists):
                found.append(state.name(player.number))
    return found


def _players(sign_ups: Sequence[SignUpSent], state: State) -> Iterator[tuple[Player, SignUpSent]]:
    """Yield the players of the event who signed up online, each with their sign-up."""
    players = {p.entry.sign_up: p for p in state.players.values() if p.entry.sign_up}
    for each in sign_ups:
        player = players.get(sign_up_number(each.number))
        if player is not None and not each.out and not player.status.has_left:
            yield player, each


def _read(each: SignUpSent, player: Player, state: State) -> ReadLists:
    return read_typed_lists(state, each.lists, player.entry.faction, known_models())
