"""Players' entries: adding players and editing them."""

from collections.abc import Hashable
from functools import partial

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.players import (
    MOST_LETTERS,
    AddPlayers,
    EditPlayer,
    EditPlayers,
    Entry,
    PlayersAdded,
)
from app.engine.acts.stations.roles import Role
from app.engine.armies.factions import factions_of
from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.players.entries import spelled_entry
from app.engine.players.team_doubts import moved_doubt
from app.engine.state import Player, State
from app.engine.subjects.act import Act, Context, Reach, Remembered, Sets
from app.engine.subjects.players.changes import with_player
from app.engine.subjects.players.numbers import no_player
from app.engine.subjects.teams.past_teams import past_kept
from app.engine.subjects.words import some_names
from app.engine.text import can_be_read, visible


def tidy_entry(state: State, entry: Entry) -> Entry:
    """Return the entry as it is recorded, with names spelled as in the packet."""
    return spelled_entry(Entry(*map(visible, entry.words)), factions_of(state.packet))


def entry_words(entry: Entry) -> str:
    """Return all filled-in fields of an entry in words."""
    *words, sign_up = entry.words
    return ", ".join(filter(None, (*words, sign_up and f"#{sign_up}")))


def _add(state: State, command: AddPlayers, _at_ms: int, *, insist: bool) -> Decision:
    if not command.entries:
        return Refused(say("There is no player to add."))
    entries = [tidy_entry(state, entry) for entry in command.entries]
    refused = next((fault for entry in entries if (fault := _fault(entry))), None)
    numbered = enumerate(entries, start=state.next_player)
    return refused or (PlayersAdded(tuple(numbered)),)


def _edit(state: State, command: EditPlayer, _at_ms: int, *, insist: bool) -> Decision:
    if command.number not in state.players:
        return no_player(command.number)
    entry = tidy_entry(state, command.entry)
    if fault := _fault(entry):
        return fault
    doubt = moved_doubt(state, command.number, entry.team)
    if doubt and not insist:
        return Refused(doubt, insistable=True)
    return (replace(command, entry=entry),)


def _edit_some(state: State, command: EditPlayers, _at_ms: int, *, insist: bool) -> Decision:
    if not command.players:
        return Refused(say("There is no player to change."))
    tidied = tuple((number, tidy_entry(state, entry)) for number, entry in command.players)
    for number, entry in tidied:
        if number not in state.players:
            return no_player(number)
        if fault := _fault(entry):
            return fault
    doubts = (moved_doubt(state, number, entry.team) for number, entry in tidied)
    doubt = " ".join(filter(None, doubts))
    if doubt and not insist:
        return Refused(doubt, insistable=True)
    return (EditPlayers(tidied),)


def _fault(entry: Entry) -> Refused | None:
    if not can_be_read(entry.name):
        return Refused(say("A player needs a name."))
    if entry.too_long:
        return Refused(say("Use at most {count} characters in each field.", count=MOST_LETTERS))
    return None


def _apply_entries(state: State, event: PlayersAdded) -> State:
    added = {number: Player(number, entry) for number, entry in event.players}
    return replace(state, players={**state.players, **added})


def _numbers_used(state: State, event: PlayersAdded) -> State:
    """Return the state in which no later player gets one of these numbers."""
    used = max((number for number, _ in event.players), default=0)
    return replace(state, next_player=max(used + 1, state.next_player))


def _apply_edit(state: State, event: EditPlayer) -> State:
    changed = with_player(state, event.number, lambda player: replace(player, entry=event.entry))
    return past_kept(state, changed, (event.number,))


def _edited_some(state: State, event: EditPlayers) -> State:
    changed = state
    for number, entry in event.players:
        changed = with_player(changed, number, partial(replace, entry=entry))
    return past_kept(state, changed, [number for number, _ in event.players])


def _added_words(event: PlayersAdded, _context: Context) -> str:
    return say("Added: {some}", some=_names_and_numbers(event))


def _names_and_numbers(event: PlayersAdded | EditPlayers) -> str:
    return some_names(
        [
            say("{entry} (number {number})", entry=entry.name, number=number)
            for number, entry in event.players
        ]
    )


def _added_name(event: PlayersAdded, _state: State) -> str:
    return plural(len(event.players), "adding {count} player", "adding {count} players")


def _names_added(event: PlayersAdded) -> Remembered:
    return Remembered(names=tuple((number, entry.name) for number, entry in event.players))


def _edited_words(event: EditPlayer, _context: Context) -> str:
    return say(
        "Number {number} is now {entry}", number=event.number, entry=entry_words(event.entry)
    )


def _edited_some_words(event: EditPlayers, _context: Context) -> str:
    return say("Changed: {some}", some=_names_and_numbers(event))


def _edited_some_name(event: EditPlayers, _state: State) -> str:
    return plural(len(event.players), "changes of {count} player", "changes of {count} players")


def _entries_set(event: PlayersAdded | EditPlayers) -> dict[Hashable, Entry]:
    return {("entry", number): entry for number, entry in event.players}


def _entry_set(event: EditPlayer) -> dict[Hashable, Entry]:
    return {("entry", event.number): event.entry}


def _entry_words(entry: Entry, _context: Context) -> str:
    return entry_words(entry)


ACTS = (
    Act(
        AddPlayers, PlayersAdded, kind="players_added", by=Role.ORGANIZER, reach=Reach.NO_GAME,
        decide=_add, apply=_apply_entries, always=_numbers_used,
        words=_added_words, undo=_added_name, insist=say("&Add the players"),
        remembers=_names_added,
        sets=Sets(_entries_set, _entry_words),
    ),
    Act(
        EditPlayer, EditPlayer, kind="player_edited", by=Role.ORGANIZER,
        decide=_edit, apply=_apply_edit,
        words=_edited_words, undo=say("edit of {name}"), insist=say("&Save the player"),
        sets=Sets(_entry_set, _entry_words),
    ),
    Act(
        EditPlayers, EditPlayers, kind="players_edited", by=Role.ORGANIZER,
        decide=_edit_some, apply=_edited_some,
        words=_edited_some_words, undo=_edited_some_name, insist=say("&Save the players"),
        sets=Sets(_entries_set, _entry_words),
    ),
)  # fmt: skip
