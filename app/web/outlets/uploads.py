"""Code that uploads to a web server share, by SFTP or WebDAV."""

FILES_S = 60.0
"""The seconds to wait for a server to accept all files."""


def unfinished_name(name: str) -> str:
    """Return the name of a file while it is being uploaded."""
    return f"{name}.part"
