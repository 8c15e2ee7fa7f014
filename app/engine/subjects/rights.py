"""The rights of a station on a server, by its role.

They are about what is recorded, so that the database can hold a station to them as well.
"""

from collections.abc import Collection, Iterable, Mapping

from app.engine.acts.events import Event
from app.engine.acts.stations.roles import Role
from app.engine.subjects.every import RECORDS


def _recorded_by(*roles: Role) -> frozenset[type]:
    return frozenset(event for event, act in RECORDS.items() if act.by in roles)


MAY: Mapping[Role, Collection[type] | None] = {
    Role.ORGANIZER: None,
    Role.JUDGE: _recorded_by(Role.SCOREKEEPER, Role.JUDGE),
    Role.SCOREKEEPER: _recorded_by(Role.SCOREKEEPER),
    Role.READER: frozenset(),
}
"""The events that each may record; None for all."""


def may(role: Role, events: Iterable[Event]) -> bool:
    """Tell whether a station with this role may record these. Of an undo or a redo the act that it
    is about counts, too.
    """
    allowed = MAY[role]
    return allowed is None or all(type(event) in allowed for event in events)
