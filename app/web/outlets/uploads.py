"""What holds for files to a web server, by whatever way they go."""

FILES_S = 60.0
"""The longest wait for a server to take all files."""


def unfinished_name(name: str) -> str:
    """Return the name under which a file is sent before it gets its own."""
    return f"{name}.part"
