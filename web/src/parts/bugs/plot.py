sides = "with the mistake", "without it"
maps(*(f"{side}: weights" for side in sides), rows=words, cols=words)
for what in "entropy", "gradient":
    compared(f"{what} of each row", {side: table(f"{side}: {what}") for side in sides}, x="row")
