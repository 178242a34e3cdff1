lines("exponent, median for each d", [f"d = {d}" for d in DIMS], log="y", x="exponent")
rows = table("n, entropy")
divisors = "sqrt(d)", "sqrt(d) kappa ln(n) / d", "sqrt(d) times the root of that"
fans = {name: rows[:, [0, 3 * i + 2, 3 * i + 1, 3 * i + 3]] for i, name in enumerate(divisors)}
bands("entropy against the number of keys n", fans, log="x", x="n")
