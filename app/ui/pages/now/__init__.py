"""The *Now* page: everything that needs the organizer at this moment."""
