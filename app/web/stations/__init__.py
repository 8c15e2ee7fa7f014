"""Stations without an administrator: one laptop runs a PostgreSQL server for the event, and the
others find that server on the network and join with a code.
"""
