"""Dialogs that ask the organizer a question. Each has an ``ask`` that returns the answer, or
None.
"""
