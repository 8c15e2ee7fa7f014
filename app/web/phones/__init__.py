"""The players' phones: each phone's player, its requests and its view."""
