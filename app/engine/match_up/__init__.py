"""The match-up of two teams: who of one meets whom of the other, and at which table."""
