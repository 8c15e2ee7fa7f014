"""What a book took from a desk, noted by its file: the program keeps only how things stand."""

import sqlite3
from contextlib import closing
from pathlib import Path

TRIGGERS = """
create table if not exists noted (
  place integer primary key, number integer, key text, mark text);
create trigger if not exists note_put after insert on parts begin
  insert into noted (number, key, mark) values (new.number, new.key, new.mark); end;
create trigger if not exists note_gone after delete on parts begin
  insert into noted (number, key, mark) values (
    1 + coalesce((select cast(value as integer) from kept where key = 'last_number'), 0),
    old.key, ''); end;
"""


def note_taken(book: Path) -> None:
    """Have the file note from now on what it takes."""
    with closing(sqlite3.connect(book, timeout=60)) as rows:
        rows.executescript(TRIGGERS)


def taken(book: Path) -> list[tuple[int, str, str]]:
    """Return all that was taken, in order: its number, its part and the mark of that."""
    with closing(sqlite3.connect(book, timeout=60)) as rows:
        return rows.execute("select number, key, mark from noted order by place").fetchall()
