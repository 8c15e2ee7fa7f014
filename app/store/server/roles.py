"""Roles of stations in the database itself: row security decides who may record which acts.

In a database without these roles every user may do everything.
"""

from contextlib import closing

from psycopg import sql

from app.engine.acts.stations.roles import Role
from app.engine.subjects.rights import MAY
from app.store.log.codec import KINDS
from app.store.log.schema import LOG, META
from app.store.server.schema import EVENTS, LEASES, STATIONS
from app.store.server.server import Line, in_sentences, open_line, open_prepared

NAMES = {role: f"flagfall_{role.value}" for role in Role}
"""The group roles of the database. Each station's user is a member of one of them."""

OF_USER = (
    "SELECT rolname FROM pg_roles WHERE rolname = ANY(%s)"
    " AND pg_has_role(current_user, oid, 'MEMBER')"
)
OWNS = (
    f"SELECT pg_has_role(current_user, relowner, 'MEMBER') FROM pg_class"
    f" WHERE oid = '{LOG.name}'::regclass"
)
MAKE = "DO $$ BEGIN CREATE ROLE {name} NOLOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$"


def role_of(line: Line) -> Role:
    """Return the role of the connection's user. Raises psycopg's errors."""
    owns = line.execute(OWNS).fetchone()
    if owns is not None and owns[0]:
        return Role.ORGANIZER
    mine = {name for (name,) in line.execute(OF_USER, ([*NAMES.values()],))}
    if not mine:
        return Role.ORGANIZER  # nobody made roles here; the database decides
    return next(role for role in Role if NAMES[role] in mine)


def make_roles(database: str) -> None:
    """Create the group roles, or bring their rights up to date. The user must own the tables and
    must be allowed to create roles. Raises StoreError if the server is out of reach or refuses.
    """
    with in_sentences(database), closing(open_prepared(database)) as line, line.transaction():
        for statement in statements():
            line.execute(statement.encode())


def make_user(database: str, name: str, role: Role, password: str) -> None:
    """Create a station's user with this role only, or change the role and password of an existing
    one. The password leaves this computer only as a hash. Raises StoreError if the server is out of
    reach or refuses.
    """
    user, group = sql.Identifier(name), sql.Identifier(NAMES[role])
    groups = sql.SQL(", ").join(map(sql.Identifier, NAMES.values()))
    with in_sentences(database), closing(open_line(database)) as line, line.transaction():
        known = line.execute("SELECT FROM pg_roles WHERE rolname = %s", (name,)).fetchone()
        if known is None:
            line.execute(sql.SQL("CREATE ROLE {}").format(user))
        secret = line.pgconn.encrypt_password(password.encode(), name.encode(), b"scram-sha-256")
        line.execute(
            sql.SQL("ALTER ROLE {} LOGIN PASSWORD {}").format(user, sql.Literal(secret.decode()))
        )
        line.execute(sql.SQL("REVOKE {} FROM {}").format(groups, user))
        line.execute(sql.SQL("GRANT {} TO {}").format(group, user))


def statements() -> list[str]:
    """Return the SQL statements that create the roles and their rights, in order."""
    everybody, writers = ", ".join(NAMES.values()), ", ".join(map(NAMES.__getitem__, WRITERS))
    organizers = NAMES[Role.ORGANIZER]
    tables = (LOG.name, META.name, EVENTS.name, STATIONS.name, LEASES.name)
    made = [MAKE.format(name=name) for name in NAMES.values()]
    made += [f"REVOKE ALL ON {', '.join(tables)} FROM {everybody}"]
    made += [f"GRANT SELECT ON {', '.join(tables)} TO {everybody}"]
    made += [f"GRANT INSERT, UPDATE, DELETE ON {STATIONS.name} TO {everybody}"]
    made += [f"GRANT INSERT, UPDATE, DELETE ON {LEASES.name} TO {writers}"]
    made += [f"GRANT INSERT ON {LOG.name} TO {writers}"]
    made += [f"GRANT UPDATE (alive_ms) ON {EVENTS.name} TO {writers}"]
    made += [f"GRANT INSERT ON {EVENTS.name} TO {organizers}"]
    made += [f"ALTER TABLE {LOG.name} ENABLE ROW LEVEL SECURITY"]
    made += [f"DROP POLICY IF EXISTS all_read ON {LOG.name}"]
    made += [f"CREATE POLICY all_read ON {LOG.name} FOR SELECT USING (true)"]
    for role in WRITERS:
        policy = f"{NAMES[role]}_writes"
        made += [f"DROP POLICY IF EXISTS {policy} ON {LOG.name}"]
        made += [
            f"CREATE POLICY {policy} ON {LOG.name} FOR INSERT TO {NAMES[role]}"
            f" WITH CHECK ({_write_condition(role)})"
        ]
    return made


WRITERS = (Role.ORGANIZER, Role.JUDGE, Role.SCOREKEEPER)


def _write_condition(role: Role) -> str:
    allowed = MAY[role]
    if allowed is None:
        return "true"
    kinds = ", ".join(sorted(f"'{KINDS[kind]}'" for kind in allowed))
    of_act = (
        f"SELECT 1 FROM {LOG.name} act WHERE act.tournament = {LOG.name}.tournament"
        f" AND act.act = ({LOG.name}.payload::json ->> 'act')::integer"
        f" AND act.kind NOT IN ({kinds})"
    )
    undoes = f"{LOG.name}.kind IN ('undone', 'redone')"
    return f"kind IN ({kinds}) AND NOT ({undoes} AND EXISTS ({of_act}))"
