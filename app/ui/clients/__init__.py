"""The windows' lines to the desk, the clocks, the tablets and the worker process."""
