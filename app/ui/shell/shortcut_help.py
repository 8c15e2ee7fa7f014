"""The keys, as the help lists them, where they work."""

KEYS = (
    (
        "Everywhere",
        (
            ("F1", "these keys"),
            ("Ctrl+1 to Ctrl+9, Ctrl+0", "the pages, from the top"),
            ("Ctrl+F", "find a player or a table"),
            ("Alt and a letter", "the button or field where it is underlined"),
            ("Tab, Shift+Tab", "the next field or button, the one before"),
            ("Space, Enter", "the button that has the focus"),
            ("Esc", "take away the message above"),
            ("Ctrl+Z", "undo"),
            ("Ctrl+Shift+Z, Ctrl+Y", "redo"),
            ("F11", "full screen"),
            ("Ctrl+N, Ctrl+O, Ctrl+W", "new event, open, close"),
            ("Ctrl+Q", "quit"),
        ),
    ),
    (
        "Lists of players",
        (
            ("Ctrl+V", "paste a list, on Players"),
            ("Ctrl+Shift+F", "search, on Players and History"),
            ("Space", "check in, or tick"),
            ("Enter", "edit the player, or his lists"),
        ),
    ),
    (
        "Round",
        (
            ("Enter in the list", "the table’s window"),
            ("F2, Ctrl+R", "enter a result"),
            ("Enter", "the next field of the result"),
            ("Esc", "leave it"),
        ),
    ),
    (
        "A table’s window",
        (
            ("Space", "end Red’s turn"),
            ("Enter", "end Blue’s turn"),
            ("Tab, then Space", "the buttons between the clocks"),
            ("Esc", "close the sheet you opened"),
            ("F11", "full screen"),
        ),
    ),
)
