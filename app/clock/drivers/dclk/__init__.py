"""The open line protocol DCLK/1."""
