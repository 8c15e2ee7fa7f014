"""The round page: before the draw, results, printing, corrections."""
