"""Printing: the sheets of an event, laid out as pages, with a preview."""
