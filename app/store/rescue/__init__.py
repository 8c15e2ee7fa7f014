"""Repairing damaged event files, rescuing replaced ones, and restoring backups."""
