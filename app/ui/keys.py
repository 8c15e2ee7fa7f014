"""The keys, as the help lists them."""

KEYS = (
    ("Ctrl+1 to Ctrl+9, Ctrl+0", "the pages"),
    ("Ctrl+Z, Ctrl+Shift+Z", "undo, redo"),
    ("F2 or Ctrl+R", "a result, on the round page"),
    ("Ctrl+V, Ctrl+F", "paste a list, search, on the players page"),
    ("Space, Enter", "check in or tick, edit, in lists of players"),
    ("Space, Enter", "end Red's turn, Blue's turn, at a table"),
    ("Ctrl+N, Ctrl+O, Ctrl+W", "new event, open, close"),
    ("F11, Ctrl+Q", "full screen, quit"),
)


def keys_text() -> str:
    return "\n".join(f"{keys}: {what}" for keys, what in KEYS)
