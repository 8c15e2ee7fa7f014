"""The players of a season as entries for the next event."""

from app.engine.acts.players import Entry
from app.views.season.season import Season


def known_entries(season: Season) -> tuple[Entry, ...]:
    """Return each person's entry at their latest event, by name. The team is left out, since teams
    are formed for each event.
    """
    entries = []
    for person in season.people.persons:
        latest = season.record(person)[-1].entrant
        entries.append(
            Entry(
                person.name,
                person.club,
                latest.faction,
                army=latest.army,
                nickname=latest.nickname,
                sign_up=person.sign_up,
            )
        )
    return tuple(entries)
