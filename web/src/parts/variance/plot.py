bells = axes_of("scaled scores of all queries and keys", "", "q·k / sqrt(d)")
bells.stairs(*(table(f"histogram of the scaled scores: {what}").ravel() for what in ("counts", "edges")), fill=True)
lines("d, mean and deviation of the repeats", ["measured", "sqrt(d) sigma²"], [1, 5], log="xy", x="d")
lines("d, deviation of q·k of independent vectors", ["independent", "mean at c = 0.28", "mean at c = 0.6"], log="xy", x="d")
