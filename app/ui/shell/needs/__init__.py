"""The watch for everything that waits for the organizer, and the strip in the header that offers
it.
"""
