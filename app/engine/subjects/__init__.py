"""Everything that can be done at an event, a folder a subject and a row an act."""
