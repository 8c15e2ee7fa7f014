"""The room display's window on the wall."""
