"""The rights of a station on a server, by its role.

Rights concern the records of acts, so that the database can enforce them too.
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
"""The kinds of events that each role may record; None for all."""


def may(role: Role, events: Iterable[Event]) -> bool:
    """Tell whether a station with this role may record these events. For an undo or redo,
    ``events`` must include the events of the act that is undone or redone.
    """
    allowed = MAY[role]
    return allowed is None or all(type(event) in allowed for event in events)
