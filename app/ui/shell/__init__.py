"""The main window around its pages: opening, closing, messages, shortcuts, preferences."""
