"""The draw: who meets whom and who has the bye, the reasons for it, and the effects of a change.

It is one matching of least cost by a table of criteria. There are no results, standings, tables or
windows here.
"""
