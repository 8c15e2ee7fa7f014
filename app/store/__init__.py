"""Storage: event files, packets, imports, preferences. No rules, windows or threads."""
