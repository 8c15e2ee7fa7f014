"""Events written for other programs, and read back."""
