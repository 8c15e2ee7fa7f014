"""Events on a PostgreSQL server, each run by one station or by several at once."""
