"""The main window around its pages: the rail, closing, messages, finding, preferences."""
