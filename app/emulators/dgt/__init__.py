"""An emulated DGT board with its clock."""
