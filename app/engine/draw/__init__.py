"""The draw: who meets whom and who has the bye, the reasons for it, and the effects of a change.

A draw is one matching of least cost by a table of criteria. This package knows nothing of results,
standings, tables or windows.
"""
