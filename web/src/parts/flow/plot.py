for i, quantity in enumerate(["entropy", "largest weight"]):
    rows = {
        f"{name}, {of}": table(f"{name} {of}: mean")[:, i]
        for name in ("unscaled", "scaled")
        for of in ("attention", "masked", "cross")
    }
    compared(f"mean {quantity} of each layer", rows, x="layer")
if box in weights[opened]:
    maps("unscaled weights of the head", "scaled weights of the head")
