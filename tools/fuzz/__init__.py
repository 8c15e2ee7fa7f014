"""Tries hundreds of thousands of inputs that strangers or accidents may give to the program."""
