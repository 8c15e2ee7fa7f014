"""DGT boards with a DGT clock."""
