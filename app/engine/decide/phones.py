"""Decisions about what comes from the players' phones. What only the organizer may do with it is
decided like anything else of theirs.
"""

from collections.abc import Mapping, Sequence

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decider, Decision
from app.engine.acts.events import Event
from app.engine.acts.phones import (
    NOT_BY_PHONE,
    AskToDrop,
    CheckInByPhone,
    ListsSent,
    OpenToPhones,
    ReportByPhone,
    ReportedByPhone,
    SendLists,
    SettleSignUps,
    SignedUp,
    SignUp,
    SignUpsSettled,
)
from app.engine.acts.players import ArmyEntered, Entry, PlayersAdded
from app.engine.acts.table import CallJudge, DismissJudge
from app.engine.armies.army_list import ArmyList, lists_fault, tidy
from app.engine.decide.entries import tidy_entry
from app.engine.decide.results import doubts_about, impossible
from app.engine.language import say
from app.engine.players.list_choice import lists_are_fixed
from app.engine.rounds.match_ups import is_public
from app.engine.side import Side
from app.engine.state import Player, Stage, State, Status
from app.engine.table.game import Game
from app.engine.text import plain

MOST_WAITING = 300
"""Sign-ups that may wait for the organizer at a time."""
MOST_LETTERS = 100
"""Of a name, a club, a faction or a team that somebody signs up with."""


def _open(state: State, command: OpenToPhones, _at_ms: int, *, insist: bool) -> Decision:
    if command == state.phones:
        return Refused(say("Nothing changes: phones may do that already."))
    return (command,)


def _sign_up(state: State, command: SignUp, _at_ms: int, *, insist: bool) -> Decision:
    entry = tidy_entry(command.entry)
    lists = tuple(map(tidy, command.lists))
    fault = _sign_up_fault(state, entry, lists)
    if fault:
        return Refused(fault)
    return (SignedUp(max(state.applicants, default=0) + 1, entry, lists),)


def _sign_up_fault(state: State, entry: Entry, lists: Sequence[ArmyList]) -> str:
    if not state.phones.sign_up:
        return say("Sign-up is closed. Ask the organizer.")
    if not any(map(str.isalnum, entry.name)):
        return say("Enter your name.")
    if any(len(words) > MOST_LETTERS for words in entry.words):
        return say("Use at most {count} characters in each field.", count=MOST_LETTERS)
    if fault := lists_fault(lists):
        return fault
    waiting = [applicant for applicant in state.applicants.values() if applicant.waits]
    if any(_same(applicant.entry, entry) for applicant in waiting):
        there = say("{name} has signed up already and waits for the organizer.", name=entry.name)
        return f"{there} {_way_out(entry)}"
    if any(_same(player.entry, entry) for player in state.players.values()):
        there = say(
            "{name} is in the event already: choose that name and enter your code.",
            name=entry.name,
        )
        return f"{there} {_way_out(entry)}"
    if len(waiting) >= MOST_WAITING:
        return say("Too many sign-ups wait for the organizer. Try again later.")
    return ""


def _same(there: Entry, entry: Entry) -> bool:
    """Whether who signs up may well be somebody who is there: of one name, and of the same club or
    without a club. Who gives a club to a name that has none counts as somebody else: the organizer
    looks at both (our decision).
    """
    club = plain(entry.club)
    return plain(there.name) == plain(entry.name) and club in {"", plain(there.club)}


def _way_out(entry: Entry) -> str:
    if entry.club:
        return say("If you are somebody else, ask the organizer.")
    return say("If you are somebody else, add your club.")


def _settle(state: State, command: SettleSignUps, _at_ms: int, *, insist: bool) -> Decision:
    applicants = [
        state.applicants[number]
        for number in dict.fromkeys(command.numbers)
        if number in state.applicants and state.applicants[number].waits
    ]
    settled = tuple(applicant.number for applicant in applicants)
    if not settled:
        return Refused(say("Nothing changes: those sign-ups are settled already."))
    if not command.accept:
        return (SignUpsSettled(settled, ()),)
    numbered = [
        (number, applicant) for number, applicant in enumerate(applicants, start=state.next_player)
    ]
    added = PlayersAdded(tuple((number, applicant.entry) for number, applicant in numbered))
    lists = (
        ArmyEntered(number, applicant.lists) for number, applicant in numbered if applicant.lists
    )
    return (added, *lists, SignUpsSettled(settled, tuple(number for number, _ in numbered)))


def _check_in(state: State, command: CheckInByPhone, _at_ms: int, *, insist: bool) -> Decision:
    player = state.players.get(command.number)
    if player is None:
        return _unknown()
    if player.status.has_left:
        return _left()
    if player.status is Status.CHECKED_IN:
        return Refused(say("You are checked in already."))
    if not state.phones.check_in:
        return Refused(say("Check-in by phone is not open. Go to the check-in desk."))
    return (command,)


def _unknown() -> Refused:
    return Refused(say("You are no longer in this event. Ask the organizer."))


def _left() -> Refused:
    return Refused(say("You have left the event. Ask the organizer to readmit you."))


def _send_lists(state: State, command: SendLists, _at_ms: int, *, insist: bool) -> Decision:
    player = state.players.get(command.number)
    if player is None:
        return _unknown()
    if player.status.has_left:
        return _left()
    fault = lists_fault(command.lists) or _late_lists(state, player)
    if fault:
        return Refused(fault)
    if not command.lists:
        return Refused(say("Enter a list first."))
    return (ListsSent(player.number, tuple(map(tidy, command.lists))),)


def _late_lists(state: State, player: Player) -> str:
    """Once lists are fixed they are the organizer's; who has none yet may still send them."""
    if player.lists and lists_are_fixed(state):
        return say("Lists are fixed now. Ask the organizer to change yours.")
    return ""


def _ask_to_drop(state: State, command: AskToDrop, _at_ms: int, *, insist: bool) -> Decision:
    player = state.players.get(command.number)
    if player is None:
        return _unknown()
    if player.status.has_left:
        return Refused(say("{entry} has already left the event.", entry=player.entry.name))
    if player.asks_to_drop == command.wanted:
        return Refused(
            say("You have asked already. The organizer will answer.")
            if command.wanted
            else say("Nothing changes: nobody asked to drop {entry}.", entry=player.entry.name)
        )
    return (command,)


def _report(state: State, command: ReportByPhone, at_ms: int, *, insist: bool) -> Decision:
    """The second report that says the same confirms the first; one that differs calls the judge.
    A game that players do not know of yet is none.
    """
    game = state.games.get(command.game)
    if game is None or not is_public(state, state.round_of(game)):
        return Refused(say("That game is not in this event any more. Look at your table again."))
    side = next((side for side in Side if game.players.of(side) == command.player), None)
    if side is None:
        return Refused(
            say("You do not play at table {table}. Look at your table again.", table=game.table)
        )
    fault = _closed(state, game) or impossible(command.result)
    if not fault and command.result.how in NOT_BY_PHONE:
        fault = say("Only the organizer enters that. Tell them how the game ended.")
    if fault:
        return Refused(fault)
    mine, other = game.phoned.of(side), game.phoned.of(side.other)
    if mine == command.result:
        return Refused(say("You have reported that already. Your opponent has to confirm it."))
    confirms = other == command.result
    doubts = [] if confirms or insist else doubts_about(state, game, command.result)
    if doubts:
        return Refused(" ".join(doubts), insistable=True)
    reported = ReportedByPhone(game.number, side, command.result)
    judge: tuple[Event, ...] = ()
    if confirms and game.called_by_reports:
        judge = (DismissJudge(game.number, at_ms=at_ms),)
    elif other is not None and not confirms and not game.play.judge_called:
        judge = (CallJudge(game.number, at_ms=at_ms, side=side),)
    return (reported, *judge)


def _closed(state: State, game: Game) -> str:
    """Why no phone reports this game now; empty when one may."""
    stage = state.round_of(game).stage
    if not state.phones.results:
        return say("Results are not taken from phones here. Tell the organizer.")
    if game.reported is not None:
        return say(
            "Table {table} has a result already. If it is wrong, tell the organizer.",
            table=game.table,
        )
    if game.play.clock is not None:
        return say(
            "Table {table} has a clock running: end the game there, or tell the organizer.",
            table=game.table,
        )
    if stage is Stage.FINISHED:
        return say(
            "Round {round_number} is finished. Tell the organizer.", round_number=game.round_number
        )
    if stage is not Stage.STARTED:
        return say("Round {round_number} has not started.", round_number=game.round_number)
    return ""


DECIDERS: Mapping[type, Decider] = {
    OpenToPhones: _open,
    SignUp: _sign_up,
    SettleSignUps: _settle,
    CheckInByPhone: _check_in,
    SendLists: _send_lists,
    AskToDrop: _ask_to_drop,
    ReportByPhone: _report,
}
