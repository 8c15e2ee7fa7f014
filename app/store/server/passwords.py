"""Passwords of databases. They are in the system's keyring or, where there is none, in memory until
the program ends. They are never in an address, a file, a log, an export or a list of processes.
"""

from app.engine.language import say

SERVICE = "Flagfall"
NOT_KEPT = say(
    "This computer has no safe place for the password, so you will have to type it again after"
    " you close Flagfall."
)

_of_this_run: dict[str, str] = {}


def password_of(database: str) -> str | None:
    """Return the password for a database's address. None if there is none here, because it is in
    PostgreSQL's own files or not needed.
    """
    if database in _of_this_run:
        return _of_this_run[database]
    try:
        import keyring

        return keyring.get_password(SERVICE, database)
    except Exception:  # each keyring has errors of its own, and none may stop the event
        return None


def use_password(database: str, password: str) -> None:
    """Use the password until the program ends, or until another one is set; an empty text stands
    for no password.
    """
    _of_this_run.pop(database, None)
    if password:
        _of_this_run[database] = password


def keep_password(database: str, password: str) -> bool:
    """Store the password in the system's keyring, or delete it there if it is empty. Tell whether
    that succeeded.
    """
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
