maps("unscaled cross weights", "scaled cross weights", rows=words, cols=second.split(" "))
