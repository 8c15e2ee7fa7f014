"""The parts of a table's own window: the halves of the clock, the strip between them, and the
sheets.
"""
