"""Sign-up by phone."""

from collections.abc import Sequence

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.phones import SettleSignUps, SignedUp, SignUp, SignUpsSettled
from app.engine.acts.players import ArmyEntered, Entry, PlayersAdded
from app.engine.acts.stations.roles import Role
from app.engine.armies.army_list import ArmyList, lists_fault
from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.state import Applicant, State
from app.engine.subjects.act import Act, Context, Reach
from app.engine.subjects.players.entries import entry_words, tidy_entry
from app.engine.subjects.players.tidy_lists import tidy_lists
from app.engine.text import join_words, plain

MOST_WAITING = 300
"""The most sign-ups that may wait for the organizer at a time."""
MOST_LETTERS = 100
"""The most letters of each field of a sign-up."""


def _sign_up(state: State, command: SignUp, _at_ms: int, *, insist: bool) -> Decision:
    entry = tidy_entry(state, command.entry)
    lists = tidy_lists(state, command.lists)
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
        there = say(
            "{name} has already signed up and is waiting for the organizer.", name=entry.name
        )
        return f"{there} {_way_out(entry)}"
    if any(_same(player.entry, entry) for player in state.players.values()):
        there = say(
            "{name} is already in the event: choose that name and enter your code.",
            name=entry.name,
        )
        return f"{there} {_way_out(entry)}"
    if len(waiting) >= MOST_WAITING:
        return say("Too many sign-ups are waiting for the organizer. Try again later.")
    return ""


def _same(there: Entry, entry: Entry) -> bool:
    """Tell whether the sign-up ``entry`` is probably for the same person as ``there``: the name is
    the same, and the club is the same or the sign-up does not give one. If only the sign-up gives a
    club, it counts as another person's, and the organizer looks at both (our decision).
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
        return Refused(say("Nothing changes: those sign-ups are already settled."))
    if not command.accept:
        return (SignUpsSettled(settled, ()),)
    numbered = [
        (number, applicant) for number, applicant in enumerate(applicants, start=state.next_player)
    ]
    added = PlayersAdded(tuple((number, applicant.entry) for number, applicant in numbered))
    lists = (
        ArmyEntered(number, tidy_lists(state, applicant.lists))  # models may be known since
        for number, applicant in numbered
        if applicant.lists
    )
    return (added, *lists, SignUpsSettled(settled, tuple(number for number, _ in numbered)))


def _signed_up(state: State, event: SignedUp) -> State:
    applicant = Applicant(event.number, event.entry, event.lists)
    return replace(state, applicants={**state.applicants, event.number: applicant})


def _mark_settled(state: State, event: SignUpsSettled) -> State:
    players = event.players or (0,) * len(event.numbers)
    settled = {
        number: replace(state.applicants[number], player=player, declined=not player)
        for number, player in zip(event.numbers, players, strict=False)
        if number in state.applicants
    }
    return replace(state, applicants={**state.applicants, **settled})


def _signed_up_words(event: SignedUp, _context: Context) -> str:
    return say("Signed up by phone: {entry}", entry=entry_words(event.entry))


def _settled_words(event: SignUpsSettled, context: Context) -> str:
    if event.players:
        return say("Sign-up accepted: {names}", names=join_words(map(context.name, event.players)))
    return plural(len(event.numbers), "{count} sign-up declined", "{count} sign-ups declined")


def _settled_name(event: SignUpsSettled, _state: State) -> str:
    return plural(len(event.numbers), "declining {count} sign-up", "declining {count} sign-ups")


ACTS = (
    Act(
        SignUp, SignedUp, kind="signed_up", by=Role.SCOREKEEPER, reach=Reach.NO_GAME,
        decide=_sign_up, apply=_signed_up, words=_signed_up_words, undo=None, insist=None,
    ),
    Act(
        SettleSignUps, SignUpsSettled, kind="sign_ups_settled", by=Role.SCOREKEEPER,
        reach=Reach.NO_GAME,
        decide=_settle, apply=_mark_settled, words=_settled_words, undo=_settled_name, insist=None,
    ),
)  # fmt: skip
