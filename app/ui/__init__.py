"""The windows, which are the only part that imports Qt. They are clients of the desk and store no
data themselves.
"""
