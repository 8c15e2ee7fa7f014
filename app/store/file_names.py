"""File names that every system accepts."""

import re

FORBIDDEN = re.compile(r'[\x00-\x1f<>:"/\\|?*]+')


def file_stem(text: str, most: int = 120) -> str:
    """``text`` as a file's name without its ending, of at most so many characters; may be empty."""
    return FORBIDDEN.sub("-", text).strip(" .")[:most]
