"""The round page: before the draw, the draw, the tables, results and corrections."""
