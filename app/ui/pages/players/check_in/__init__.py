"""The players' list at check-in, and the dialogs for army lists."""
