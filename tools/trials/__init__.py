"""Very many random cases of one part, each held against an oracle."""
