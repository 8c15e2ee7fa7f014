"""Environment variables by which tests run in another way; options of pytest set them."""

FONT_WIDTH = "FLAGFALL_FONT_WIDTH"
"""How wide the letters are, in hundredths of the program's own."""

STORE = "FLAGFALL_TEST_STORE"
"""Where events are kept: see `tests.stores`."""

LANGUAGE = "FLAGFALL_LANGUAGE"
"""The program's own; before anything of it is imported."""
