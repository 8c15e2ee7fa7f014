"""A file changed by hand whose checksums were made to fit: what a faulty Flagfall might write."""

import sqlite3
from pathlib import Path

from app.store.log import row_checks


def reseal(path: Path) -> None:
    raw = sqlite3.connect(path, isolation_level=None)
    meta = dict(raw.execute("SELECT key, value FROM meta"))
    chain = row_checks.beginning(meta["event"], meta["application_version"])
    rows = raw.execute(
        "SELECT seq, act, at_ms, station, actor, kind, version, payload FROM log ORDER BY seq"
    ).fetchall()
    for said in rows:
        check = row_checks.chain_row(said, chain)[-1]
        raw.execute("UPDATE log SET checksum = ? WHERE seq = ?", (check, said[0]))
        chain = check[row_checks.SIZE :]
    raw.close()
