"""Whole days played with real parts: a mouse, browsers, servers, stations."""
