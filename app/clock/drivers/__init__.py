"""One file a product: its bytes, a decoder and a driver without I/O. Nothing here opens a port."""
