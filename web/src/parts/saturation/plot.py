lines("factor, spread, entropy, largest weight", ["entropy", "largest weight"], [2, 3], log="x", x="factor")
