"""The packets of a club, as TOML files beside this file."""
