"""Questions to the EO. Each dialog has an ``ask`` that returns the answer, or None."""
