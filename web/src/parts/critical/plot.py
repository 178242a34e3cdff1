lines("n, mean sum of the squared weights", [f"d = {d}" for d in dims], log="x", x="n")
for what in "entropy / ln n", "largest weight":
    n, low, mean, high = table(f"n, {what} over sqrt(d)")[:, :4].T
    bands(f"{what}: mean, lower and upper decile", {f"d = {dim}": np.column_stack([n, mean, low, high])}, log="x", x="n")
