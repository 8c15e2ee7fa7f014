"""An emulated DCLK/1 clock."""
