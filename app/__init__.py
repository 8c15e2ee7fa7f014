"""Flagfall: the desk, the clocks and the referee of a Steamroller event."""

import os
from contextlib import suppress

VERSION = "0.1.0"

if os.environ.get("FLAGFALL_LANGUAGE"):  # before any module with texts; processes of ours, too
    from app.store.errors import StoreError
    from app.store.languages import choose_language

    with suppress(StoreError):  # the command line says what is wrong with it
        choose_language(os.environ["FLAGFALL_LANGUAGE"])
