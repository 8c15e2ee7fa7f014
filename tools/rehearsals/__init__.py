"""Plays whole days with real parts: a mouse, browsers, servers, stations."""
