"""Acts of stations that run one event together."""
