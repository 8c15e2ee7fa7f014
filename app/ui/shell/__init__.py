"""The main window around its pages: the rail, opening and closing events, messages, search,
preferences.
"""
