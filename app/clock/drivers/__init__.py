"""The drivers. For each product one file has its bytes, a decoder and a driver without I/O. Nothing
here opens a port.
"""
