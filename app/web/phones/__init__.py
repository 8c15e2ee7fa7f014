"""The players' phones: which player each belongs to, its requests and its page."""
