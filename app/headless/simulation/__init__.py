"""Events played by dice."""
