"""Stations without an administrator: one laptop runs a PostgreSQL server for the event, and the
others find it on the network and join with a code.
"""
