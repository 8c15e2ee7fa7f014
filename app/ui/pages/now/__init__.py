"""The page *Now*: everything that needs the organizer at this moment."""
