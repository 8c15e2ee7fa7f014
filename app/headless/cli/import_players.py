"""Imports players from a list, or from a page of the sign-up site, into an event that is not open
elsewhere.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from app.engine.acts.events import Record
from app.engine.acts.players import PlayersAdded
from app.engine.language import plural, say
from app.engine.players.rosters import joined_team
from app.engine.text import join_words
from app.headless.cli.terminal import remark
from app.headless.desk_session import DeskSession, NotDone
from app.store.errors import StoreError
from app.store.server.address import Place
from app.store.tables.roster import (
    Change,
    RosterPreview,
    RosterRow,
    acts_of,
    preview_roster,
    team_records,
    ticks_of,
)
from app.store.tables.sources import read_players


def import_players(file: Path, into: Place) -> int:
    """Add new players, change known ones, and print why the remaining rows were left out. Raises
    StoreError if the file cannot be read or the players cannot be added.
    """
    sheets = read_players(file)
    with _event(into) as session:
        previews = [preview_roster(sheet.rows, session.state) for sheet in sheets]
        place = next((place for place, preview in enumerate(previews) if preview.rows), 0)
        preview = previews[place]
        chosen = tuple(row for row in preview.rows if row.ok)
        try:
            _take(session, chosen)
        except NotDone as error:
            raise StoreError(str(error)) from error
    print(_summary(preview, chosen))
    for sentence in (*sheets[place].notes, *_left_out(preview)):
        remark(sentence)
    if lists := sheets[place].lists:
        remark(
            plural(
                len(lists),
                "{count} army list of the page was left out: import it in the player’s lists.",
                "{count} army lists of the page were left out: import them in the player’s lists.",
            )
        )
    return 0


@contextmanager
def _event(place: Place) -> Iterator[DeskSession]:
    from app.desk.desk import Desk
    from app.store.events import open_log

    desk = Desk(lambda: open_log(place))
    try:
        yield DeskSession(desk)
    finally:
        desk.stop()


def _take(session: DeskSession, rows: Sequence[RosterRow]) -> None:
    edit, add = acts_of(rows)
    if edit:
        session.do(edit)
    if add is None:
        return
    fresh = tuple(row for row in rows if row.change is Change.ADDS)
    numbers = _numbers(session.do(add))
    for ticks in ticks_of(fresh, numbers):
        session.do(ticks)
    for team in team_records(fresh, numbers):
        session.do(joined_team(session.state, team), insist=True)


def _numbers(records: Sequence[Record]) -> tuple[int, ...]:
    events = (record.event for record in records)
    return tuple(
        number for event in events if isinstance(event, PlayersAdded) for number, _ in event.players
    )


def _summary(preview: RosterPreview, chosen: Sequence[RosterRow]) -> str:
    added = sum(row.change is Change.ADDS for row in chosen)
    unchanged = sum(row.change is Change.NOTHING for row in preview.rows)
    return say(
        "Added: {added}. Changed: {changed}. Unchanged: {unchanged}. Left out: {left}.",
        added=added,
        changed=len(chosen) - added,
        unchanged=unchanged,
        left=len(preview.rows) - len(chosen) - unchanged,
    )


def _left_out(preview: RosterPreview) -> Iterator[str]:
    for row in preview.rows:
        if not row.ok and row.change is not Change.NOTHING:
            yield say(
                "Line {line}, {name}: {note}", line=row.line, name=row.entry.name, note=row.note
            )
    if preview.absent:
        yield say(
            "In the event, but not in this list: {names}. They stay in the event.",
            names=join_words(preview.absent),
        )
