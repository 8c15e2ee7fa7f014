"""Writes files for the pages' JavaScript, and checks the pages."""
