"""The roles of the stations that run one event together, and acts of stations that could not be
added.
"""
