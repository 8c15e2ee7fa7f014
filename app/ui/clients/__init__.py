"""Clients through which the windows use the desk, the clocks, the tablets, the online server and
the worker process.
"""
