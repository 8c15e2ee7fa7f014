"""The page *Now*: what needs the organizer at this moment."""
