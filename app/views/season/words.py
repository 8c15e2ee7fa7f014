"""A season in words: its rule, its questions and its figures."""

from app.engine.language import mark_text, plural, say
from app.engine.text import join_words
from app.views.season.league import LeagueRule
from app.views.season.people import Doubt, Person, Why
from app.views.season.rating import Rating
from app.views.season.season import FactionRow, Season

WHY = {
    Why.NUMBER: mark_text("One number at the sign-up site, two names."),
    Why.CLUB: mark_text("One name, several clubs or none."),
    Why.SPELLING: mark_text("Their names are alike."),
    Why.NICKNAME: mark_text("One nickname, two names."),
    Why.TWICE: mark_text("One event has two players of this name."),
}
RATING_NOTE = say(
    "Ratings by Glicko-2: everybody begins at 1500, and an event is one rating period. Elo is"
    " not used, since it cannot tell how much is known about somebody who comes once in a while:"
    " ± says how far off a rating may be, 19 times out of 20; it shrinks with games and grows"
    " while somebody stays away. ? marks a rating that rests on too few games to compare."
)


def rule_words(rule: LeagueRule) -> str:
    """Return the rule, such as "Points: 1 for having played, 1 for each player placed behind. The
    best 4 events count."
    """
    parts = []
    if rule.presence:
        parts.append(say("{points} for having played", points=rule.presence))
    if rule.beaten:
        parts.append(say("{points} for each player placed behind", points=rule.beaten))
    if rule.win:
        parts.append(say("{points} for a win", points=rule.win))
    if rule.tie:
        parts.append(say("{points} for a tie", points=rule.tie))
    if rule.places:
        places = ", ".join(map(str, rule.places))
        parts.append(say("{places} for the first places", places=places))
    points = say("Points: {parts}.", parts=join_words(parts) if parts else say("none"))
    if not rule.best:
        return f"{points} {say('All events count.')}"
    best = plural(rule.best, "The best event counts.", "The best {count} events count.")
    return f"{points} {best}"


def person_words(season: Season, person: Person) -> str:
    """Return a person with facts that identify them, such as "Anna Berg (Ravens, 3 events, last at
    Spring Cup)".
    """
    events = [there.outcome for there in season.record(person)]
    count = plural(len(events), "{count} event", "{count} events")
    last = say("last at {event}", event=events[-1].name or events[-1].file)
    return f"{person.name} ({', '.join(filter(None, (person.club, count, last)))})"


def doubt_words(season: Season, doubt: Doubt) -> str:
    """Return a question about two players that can be answered with yes or no."""
    question = say(
        "Are {one} and {other} the same person?",
        one=person_words(season, doubt.one),
        other=person_words(season, doubt.other),
    )
    return f"{question} {say(WHY[doubt.why])}"


def rate_words(row: FactionRow) -> str:
    """Return a faction's share of games won, such as "45%"."""
    return say("{percent}%", percent=f"{row.win_rate * 100:.0f}")


def rating_words(rating: Rating) -> str:
    """Return a rating such as "1612 ± 90", or "1612 ± 240 ?" if it is provisional."""
    mark = " ?" if rating.is_provisional else ""
    return f"{round(rating.value)} ± {round(2 * rating.deviation)}{mark}"
