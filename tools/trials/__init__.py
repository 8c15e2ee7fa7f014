"""Tries very many random cases of one part, and compares each with an oracle."""
