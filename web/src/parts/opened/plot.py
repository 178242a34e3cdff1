sides = "unscaled", "scaled"
maps(*(next(heading for heading in printed if heading.startswith(side) and heading.endswith("weights")) for side in sides))
for what, place in ("entropy", 0), ("largest weight", 1):
    means = {
        side: [np.ravel(table(heading))[place] for heading in printed if heading.startswith(side + ",") and "means" in heading]
        for side in ("opened", *sides)
    }
    compared(f"mean {what} of each head", means, x="head")
