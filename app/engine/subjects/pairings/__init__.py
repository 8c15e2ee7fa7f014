"""Acts of pairings: how they are drawn, which are set, and how they change after the draw."""
