"""Changes the code at random, to find changes that no test notices."""
