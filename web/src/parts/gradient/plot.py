for quantity in "peak", "jacobian", "gradient":
    rows = table(f"{quantity}: exponent, d")[:, 1:5]
    fans = {"unscaled": rows[: len(DIMS)], "scaled": rows[len(DIMS) :]}
    bands(f"{quantity}: median, lower and upper decile", fans, log="x" if quantity == "peak" else "xy", x="d")
