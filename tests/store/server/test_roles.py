"""Roles of stations: the desk says what a station may not do, and the database holds it to that."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing

import pytest
from psycopg import errors

from app.clock.timeline import SetTimeline
from app.desk.desk import Desk
from app.desk.replies import Reply
from app.engine.acts.commands import Refused
from app.engine.acts.events import Event
from app.engine.acts.players import CheckIn, DropPlayer, WarnPlayer
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import FinishRound
from app.engine.acts.stations.aside import SettleActs
from app.engine.acts.stations.roles import NOT_YOURS, Role
from app.engine.acts.table import StartClock
from app.engine.acts.undo import Undo
from app.engine.side import Pair, Side
from app.engine.subjects.rights import MAY, may
from app.store.errors import StoreError
from app.store.server import server_log
from app.store.server.address import ServerEvent, database
from app.store.server.roles import NAMES, make_roles, make_user
from app.store.server.server import Line, open_line
from tests.desk.desks import START_MS, done, round_one, running, settled
from tests.engine.act_tables import acts_of
from tests.patience import PATIENCE_S, until
from tests.postgresql import USER, server

RED_WINS = Result(Side.RED, How.ASSASSINATION, Pair(1, 0), Pair(0, 0))
Stations = Callable[[str, Role | None], Desk]


def address_of(user: str) -> str:
    return database(server().address.replace(f"//{USER}@", f"//{user}@"))


@pytest.fixture(scope="module", autouse=True)
def _users() -> None:
    make_roles(database(server().address))
    make_roles(database(server().address))  # after an update of the program
    with closing(open_line(database(server().address))) as line:
        for role in Role:
            line.execute(f"DROP ROLE IF EXISTS a_{role.value}")
            line.execute(f"CREATE ROLE a_{role.value} LOGIN IN ROLE {NAMES[role]}")


@pytest.fixture
def stations(request: pytest.FixtureRequest) -> Iterator[Stations]:
    """Opens the test's event by a user of a role, or by the owner of the tables."""
    name = f"roles {request.node.nodeid}"
    server_log.create(ServerEvent(database(server().address), name)).close()
    desks: list[Desk] = []

    def open_one(station: str, role: Role | None) -> Desk:
        user = USER if role is None else f"a_{role.value}"
        place = ServerEvent(address_of(user), name)
        desk = Desk(lambda: server_log.open_log(place, station), timeline=SetTimeline(START_MS))
        desks.append(desk)
        running(desk)
        return desk

    yield open_one
    for desk in desks:
        desk.stop()


def asked(desk: Desk, command: object, *, insist: bool = False) -> Reply:
    answer: Future[Reply] = desk.submit(command, insist=insist)
    return answer.result(PATIENCE_S)


def refused(desk: Desk, command: object) -> str:
    reply = asked(desk, command, insist=True)
    assert isinstance(reply, Refused)
    return reply.sentence


def test_a_user_without_a_role_is_an_organizer(stations: Stations) -> None:
    desk = stations("Anna", None)
    round_one(desk)
    found = desk.stations
    assert found is not None
    assert found.role == ""


def test_a_user_with_the_organizer_role_can_run_a_whole_event(stations: Stations) -> None:
    desk = stations("Anna", Role.ORGANIZER)
    for game in round_one(desk):
        done(desk, ReportResult(game, RED_WINS))
    done(desk, FinishRound())
    done(desk, Undo())


def test_a_scorekeeper_may_enter_results_but_make_no_rulings(stations: Stations) -> None:
    anna, ben = stations("Anna", None), stations("Ben", Role.SCOREKEEPER)
    first, second = round_one(anna)
    until(lambda: settled(ben).seq == settled(anna).seq)
    done(ben, ReportResult(first, RED_WINS))
    done(ben, StartClock(second, Side.RED))
    assert settled(ben).fresh[-1].actor == "Scorekeeper"
    for command in (WarnPlayer(1, "late"), DropPlayer(1), FinishRound()):
        assert refused(ben, command) == NOT_YOURS[Role.SCOREKEEPER]
    done(ben, Undo())
    done(anna, WarnPlayer(1, "late"))
    until(lambda: settled(ben).seq == settled(anna).seq)
    assert refused(ben, Undo()) == NOT_YOURS[Role.SCOREKEEPER]


def test_a_judge_may_make_rulings_but_not_draw_rounds(stations: Stations) -> None:
    anna, cleo = stations("Anna", None), stations("Cleo", Role.JUDGE)
    round_one(anna)
    until(lambda: settled(cleo).seq == settled(anna).seq)
    done(cleo, WarnPlayer(1, "late"))
    assert settled(cleo).fresh[-1].actor == "Judge"
    done(cleo, Undo())
    assert refused(cleo, FinishRound()) == NOT_YOURS[Role.JUDGE]


def test_a_reader_sees_everything_changes_nothing_and_runs_no_table(stations: Stations) -> None:
    dana = stations("Dana", Role.READER)
    assert refused(dana, CheckIn((1,))) != ""
    anna = stations("Anna", None)
    game = round_one(anna)[0]
    until(lambda: settled(dana).seq == settled(anna).seq)
    assert refused(dana, ReportResult(game, RED_WINS)) == NOT_YOURS[Role.READER]
    until(lambda: anna.runs(0))
    assert not dana.runs(0)
    dana.call(lambda: dana.serve("tablets", [1]))
    settled(dana)
    assert not dana.runs(1)


@pytest.mark.parametrize("role", [*Role])
def test_only_organizers_may_settle_acts_that_could_not_be_added(role: Role) -> None:
    assert may(role, [SettleActs(1)]) == (role is Role.ORGANIZER)


@pytest.fixture
def line_of() -> Iterator[Callable[[Role], Line]]:
    """A connection as a role's user has it, past the program."""
    lines: list[Line] = []

    def open_one(role: Role) -> Line:
        lines.append(open_line(address_of(f"a_{role.value}")))
        return lines[-1]

    yield open_one
    for line in lines:
        line.close()


WRITE = (
    "INSERT INTO log"
    " (tournament, seq, act, at_ms, station, actor, kind, version, payload, checksum)"
    " SELECT tournament, 1000000, 1000000, 0, '', '', %s, 1, %s, '' FROM event LIMIT 1"
)


@pytest.mark.parametrize("role", [Role.JUDGE, Role.SCOREKEEPER, Role.READER])
def test_the_database_refuses_rows_that_a_role_may_not_write(
    stations: Stations, line_of: Callable[[Role], Line], role: Role
) -> None:
    round_one(stations("Anna", None))
    line = line_of(role)
    with pytest.raises(errors.InsufficientPrivilege):
        line.execute(WRITE, ("round_finished", "{}"))
    if role is not Role.JUDGE:
        with pytest.raises(errors.InsufficientPrivilege):
            line.execute(WRITE, ("player_warned", "{}"))


def test_nobody_changes_or_removes_a_row(line_of: Callable[[Role], Line]) -> None:
    for role in Role:
        line = line_of(role)
        for statement in ("DELETE FROM log", "UPDATE log SET payload = '{}'", "DELETE FROM event"):
            with pytest.raises(errors.InsufficientPrivilege):
                line.execute(statement)


def test_the_database_lets_no_scorekeeper_undo_a_warning(
    stations: Stations, line_of: Callable[[Role], Line]
) -> None:
    anna = stations("Anna", None)
    round_one(anna)
    (warned,) = done(anna, WarnPlayer(1, "late"))
    line = line_of(Role.SCOREKEEPER)
    number = line.execute("SELECT max(tournament) FROM event").fetchone()
    assert number is not None
    write = WRITE.replace("LIMIT 1", f"WHERE tournament = {number[0]}")
    with pytest.raises(errors.InsufficientPrivilege):
        line.execute(write, ("undone", f'{{"act":{warned.act}}}'))


def test_only_users_with_the_right_to_create_roles_can_create_them() -> None:
    with pytest.raises(StoreError, match=r"do that \(permission denied to create role\)"):
        make_roles(address_of("a_scorekeeper"))


def test_every_kind_of_row_is_allowed_to_some_role() -> None:
    kinds = acts_of(Event)
    for role in (Role.JUDGE, Role.SCOREKEEPER):
        allowed = MAY[role]
        assert allowed is not None
        assert set(allowed) <= kinds
    assert may(Role.ORGANIZER, [])
    assert set(MAY[Role.SCOREKEEPER] or ()) < set(MAY[Role.JUDGE] or ())


def test_a_user_created_again_has_only_the_new_role_and_password() -> None:
    place, user = database(server().address), "a_user_made_again"

    def known() -> tuple[bool, str, list[str]]:
        with closing(open_line(place)) as line:
            found = line.execute(
                "SELECT rolcanlogin, rolpassword FROM pg_authid WHERE rolname = %s", (user,)
            ).fetchone()
            groups = line.execute(
                "SELECT g.rolname FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid"
                " JOIN pg_roles u ON u.oid = m.member WHERE u.rolname = %s",
                (user,),
            ).fetchall()
        assert found is not None
        return found[0], found[1], [name for (name,) in groups]

    with closing(open_line(place)) as line:
        line.execute(f"DROP ROLE IF EXISTS {user}")
    make_user(place, user, Role.JUDGE, "one password")
    can_log_in, first, groups = known()
    assert can_log_in
    assert first.startswith("SCRAM-SHA-256$")
    assert groups == [NAMES[Role.JUDGE]]
    make_user(place, user, Role.SCOREKEEPER, "another")
    can_log_in, second, groups = known()
    assert can_log_in
    assert second.startswith("SCRAM-SHA-256$")
    assert second != first
    assert groups == [NAMES[Role.SCOREKEEPER]]
