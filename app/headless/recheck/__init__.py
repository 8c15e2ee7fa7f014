"""Event files checked by sums and draws written apart from the engine."""
