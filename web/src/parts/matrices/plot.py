maps("scores", "unscaled weights", "scaled weights", rows=words, cols=words)
