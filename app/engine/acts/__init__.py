"""Everything that can be asked of an event and everything recorded of it, as plain values."""
