"""The running round: its tables, and the panel for the chosen ones."""
