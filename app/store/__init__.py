"""What is kept: event files, packets, imports, preferences. No rules, windows or threads."""
