told = "head {}: entropy and largest weight of the word"
entropies = {
    name: [table(f"{name}, " + told.format(i + 1))[0, 0] for i in range(heads)] for name in ("unscaled", "scaled")
}
compared("entropy of the word in each head", entropies, x="head")
maps("unscaled weights of the head", "scaled weights of the head", rows=words, cols=words)
