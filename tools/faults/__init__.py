"""Plays every fault that can happen to an event's file against the program, and counts
the losses.
"""
