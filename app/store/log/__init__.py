"""The event file: rows, versions, upgrades, copies, backups."""
