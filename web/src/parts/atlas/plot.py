if words:
    maps(f"{model}: weights", "plain root: weights", rows=words, cols=words)
