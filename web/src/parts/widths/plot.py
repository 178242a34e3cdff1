divisors = "not divided", "divided by the root of d_model", "divided by the root of d_k"
for quantity in "entropy", "gradient":
    rows = {name: table(f"{name}: {quantity}") for name in divisors}
    compared(f"{quantity} of each row", rows, log="y" if quantity == "gradient" else "", x="row")
