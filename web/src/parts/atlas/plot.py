axes = axes_of("factor times the root of the width", "y")
rows = table("year, width of a head")
axes.plot(rows[:, 0], rows[:, 3], "o")
if words:
    maps(f"{model}: weights", "plain root: weights", rows=words, cols=words)
