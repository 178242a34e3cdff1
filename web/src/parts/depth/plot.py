numbered = np.arange(1, layers + 1)
for what in "deviation", "entropy", "largest weight", "gradient":
    fans = {name: np.column_stack([numbered, table(f"{name} {what}")]) for name in ("unscaled", "scaled")}
    bands(f"{what}: median, lower and upper decile", fans, log="y" if what in ("deviation", "gradient") else "", x="layer")
