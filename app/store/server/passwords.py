"""Passwords of databases: in the system's keyring, or only until the program ends where there is
none. They are in no address, file, log, export or list of processes.
"""

from app.engine.language import say

SERVICE = "Flagfall"
NOT_KEPT = say(
    "This computer has no safe place for the password, so you will have to type it again after"
    " Flagfall was closed."
)

_of_this_run: dict[str, str] = {}


def password_of(database: str) -> str | None:
    """Return the password for a database's address; None where PostgreSQL's own files have it or
    where none is needed.
    """
    if database in _of_this_run:
        return _of_this_run[database]
    try:
        import keyring

        return keyring.get_password(SERVICE, database)
    except Exception:  # each keyring has errors of its own, and none may stop the event
        return None


def use_password(database: str, password: str) -> None:
    """Use it until the program ends, or until another is used; an empty one is none."""
    _of_this_run.pop(database, None)
    if password:
        _of_this_run[database] = password


def keep_password(database: str, password: str) -> bool:
    """Tell whether the system keeps it for the next time; an empty one is forgotten."""
    try:
        import keyring
        from keyring.errors import PasswordDeleteError

        if password:
            keyring.set_password(SERVICE, database, password)
        else:
            try:
                keyring.delete_password(SERVICE, database)
            except PasswordDeleteError:
                return True
    except Exception:
        return False
    return True
