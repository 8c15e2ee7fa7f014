"""Everything that can be done at an event: each subject is a folder, and each act is a row."""
