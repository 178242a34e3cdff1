for what in "entropy", "largest weight":
    heads_of = {name: table(f"{name}: {what} of the heads") for name in ("unscaled", "scaled")}
    compared(f"{what} of each head, layer by layer", heads_of, x="head")
lines("exponent, perplexity", ["perplexity"], log="y", x="exponent")
