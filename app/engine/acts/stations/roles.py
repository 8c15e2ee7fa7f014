"""The roles of stations on a server. Their rights are in `app.engine.subjects.rights`."""

from collections.abc import Mapping
from enum import Enum

from app.engine.acts.events import ORGANIZER
from app.engine.language import mark_text, say


class Role(Enum):
    """The role of a station; the value is the role's name in the database."""

    ORGANIZER = "organizer"
    JUDGE = "judge"
    SCOREKEEPER = "scorekeeper"
    READER = "reader"


ACTORS: Mapping[Role, str] = {
    Role.ORGANIZER: ORGANIZER,
    Role.JUDGE: "Judge",
    Role.SCOREKEEPER: mark_text("Scorekeeper"),
    Role.READER: mark_text("Reader"),
}
"""The actor that rows name for an act at a station of each role."""

ACTOR_WORDS: Mapping[str, str] = {ACTORS[Role.JUDGE]: mark_text("Judges")}
"""The words for actors whose own word is a packet's for the organizer."""

OFFICIALS = frozenset(ACTORS.values())

ROLE_WORDS: Mapping[Role, str] = {
    Role.ORGANIZER: "",
    Role.JUDGE: say("judges"),
    Role.SCOREKEEPER: say("scorekeeper"),
    Role.READER: say("read-only"),
}
NOT_YOURS: Mapping[Role, str] = {
    Role.ORGANIZER: "",
    Role.JUDGE: say("A station of judges may not do that. Do it at a station of organizers."),
    Role.SCOREKEEPER: say(
        "A scorekeeper’s station may not do that. Do it at a station of judges or of organizers."
    ),
    Role.READER: say("This station may only read. Do it at a station of organizers."),
}
