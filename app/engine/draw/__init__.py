"""The draw: who meets whom and who has the bye, why, and what would be if others met.

One matching of least cost by a table of criteria. No results, standings, tables or windows.
"""
