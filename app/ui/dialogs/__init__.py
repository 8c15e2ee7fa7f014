"""Dialogs that ask the EO a question. Each has an ``ask`` that returns the answer, or None."""
