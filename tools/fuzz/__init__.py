"""Whatever strangers and accidents may hand to the program, tried by the hundred thousand."""
