if words:
    maps(*(f"{rule}: weights" for rule in RULES), rows=words, cols=words)
title = f"median of the {reached} for each {against}"
axes = axes_of(title, "x", against)
for rule in found:
    axes.plot(VALUES[against], table(f"{rule}: {title}")[0], label=rule)
axes.legend()
