"""The drivers: for each product one file with its bytes, a decoder and a driver without I/O.
Nothing here opens a port.
"""
