"""Acts of photos of a game's slip. This module does not handle the files."""

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.photos import KeepPhoto, LeaveOutPhoto, PhotoKept
from app.engine.acts.stations.roles import Role
from app.engine.frozen import replace, with_changes
from app.engine.language import say
from app.engine.rounds.match_ups import is_public
from app.engine.state import State
from app.engine.subjects.act import Act, Context, Reach
from app.engine.subjects.words import side_names, table_named

MOST_PHOTOS = 3
"""The most photos of a game from each player, and from the organizer."""

NOT_SHOWN = say("This photo is no longer shown.")


def _keep(state: State, command: KeepPhoto, at_ms: int, *, insist: bool) -> Decision:
    """Keep a photo. Refuse a player's photo of a game that is not public yet."""
    game = state.games.get(command.game)
    known = game is not None and (command.side is None or is_public(state, state.round_of(game)))
    if game is None or not known:
        return Refused(say("That game is no longer in this event. Look at your table again."))
    if any(photo.sha256 == command.sha256 for photo in game.photos):
        return Refused(say("This photo is already here."))
    if sum(photo.side is command.side for photo in game.photos) >= MOST_PHOTOS:
        return Refused(
            say(
                "You have already taken {count} photos at table {table}. The organizer can leave"
                " one out.",
                count=MOST_PHOTOS,
                table=game.table,
            )
        )
    return (PhotoKept(command.game, command.side, command.sha256, command.size, at_ms),)


def _add_photo(state: State, event: PhotoKept) -> State:
    game = state.games.get(event.game)
    if game is None:
        return state
    changed = replace(game, photos=(*game.photos, event))
    return replace(state, games=with_changes(state.games, {game.number: changed}))


def _kept_words(event: PhotoKept, context: Context) -> str:
    where = table_named(event.game, context)
    if event.side is None:
        return say("{where}: photo of the slip taken", where=where)
    name = side_names(event.game, context)(event.side)
    return say("{where}: {name} took a photo of the slip", where=where, name=name)


def _leave_out(state: State, command: LeaveOutPhoto, _at_ms: int, *, insist: bool) -> Decision:
    game = state.games.get(command.game)
    if game is None or all(photo.sha256 != command.sha256 for photo in game.photos):
        return Refused(NOT_SHOWN)
    return (command,)


def _drop_photo(state: State, event: LeaveOutPhoto) -> State:
    game = state.games.get(event.game)
    if game is None:
        return state
    photos = tuple(photo for photo in game.photos if photo.sha256 != event.sha256)
    changed = replace(game, photos=photos)
    return replace(state, games=with_changes(state.games, {game.number: changed}))


def _left_out_words(event: LeaveOutPhoto, context: Context) -> str:
    return say("{where}: photo of the slip left out", where=table_named(event.game, context))


ACTS = (
    Act(
        KeepPhoto, PhotoKept, kind="photo_kept", by=Role.SCOREKEEPER, reach=Reach.ONE_GAME,
        decide=_keep, apply=_add_photo, words=_kept_words, undo=say("photo of {table}"),
        insist=None,
        takes_back=lambda event: event.side is None,
    ),
    Act(
        LeaveOutPhoto, LeaveOutPhoto, kind="photo_left_out", by=Role.SCOREKEEPER,
        reach=Reach.ONE_GAME,
        decide=_leave_out, apply=_drop_photo, words=_left_out_words,
        undo=say("photo of {table} left out"), insist=None,
    ),
)  # fmt: skip
