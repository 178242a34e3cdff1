axes = axes_of("factor times the root of the width", "y")
axes.plot([year for name, year, d, by in factors], table("factor times the root of the width").ravel(), "o")
if words:
    maps(f"{model}: weights", "plain root: weights", rows=words, cols=words)
