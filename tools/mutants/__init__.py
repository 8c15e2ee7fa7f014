"""Changes at random that a test should notice."""
