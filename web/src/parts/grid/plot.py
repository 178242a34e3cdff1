for what in "loss", "weight on the right key":
    sides = [f"{lane}: {what}, a row for each rate, a column for each d" for lane in ("without the division", "with the division")]
    maps(*sides, rows=rates, cols=dims)
