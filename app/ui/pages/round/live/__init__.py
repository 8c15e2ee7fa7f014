"""The running round: its list of tables and the panel of one table."""
