"""One packet as data: scenarios, timing, keywords, ranking, terrain and army points."""
