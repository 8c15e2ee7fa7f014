"""The windows, and the only part that imports Qt. They are clients of the desk and keep no data of
their own.
"""
