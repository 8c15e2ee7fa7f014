"""Several stations that run one event: their roles, and acts that could not be added."""
