"""The photos of a game's slip in words: who took each of them, and when."""

from msgspec import Struct

from app.engine.language import plural, say
from app.engine.state import State
from app.engine.table.game import Game
from app.views.time_of_day import clock_time


class PhotoRow(Struct, frozen=True):
    """A photo of a slip."""

    game: int
    sha256: str
    words: str
    """The author and the time, such as "Anna, 14:32"."""


def photo_rows(state: State, game: Game) -> tuple[PhotoRow, ...]:
    """Return the photos of a game's slip, in the order in which they arrived."""
    return tuple(
        PhotoRow(
            game.number,
            photo.sha256,
            f"{state.name(game.players.of(photo.side)) if photo.side else say('Organizer')},"
            f" {clock_time(state.shown_ms(photo.at_ms))}",
        )
        for photo in game.photos
    )


def photos_words(count: int) -> str:
    """Return the text of the button: "Photo of the slip", "2 photos of the slip"."""
    return plural(count, "Photo of the slip", "{count} photos of the slip")
