"""The rules of an event as plain values and functions: no Qt, threads, clock readings or I/O."""
