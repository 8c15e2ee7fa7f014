"""The event online, before and after the day: sign-up at home, public results, and the desk's
connection to the server.
"""
