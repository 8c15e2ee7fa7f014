"""Another language than English, for a while."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from app.store.languages import ENGLISH, VARIABLE, choose_language


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """Speak a language, here and in new processes, and English again afterwards."""
    before = os.environ.get(VARIABLE)
    choose_language(language)
    try:
        yield
    finally:
        choose_language(ENGLISH)
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before
