"""What players and the organizer do at a table, and what is done with its clock."""
