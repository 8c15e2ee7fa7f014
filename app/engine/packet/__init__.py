"""One packet as data: scenarios, timing, keywords, ranking, terrain, army points."""
