"""Checks of event files whose sums and draws do not use the engine's code."""
