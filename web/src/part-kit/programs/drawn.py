"""The parameters of a model as they are drawn."""
import numpy as np

# ---- parameters ----
init = "xavier"  # or "packed", "normal"
# ---- end of the parameters ----


def drawn(state, makes, rows, cols):
    """A matrix of parameters; `makes`: whether it makes queries, keys or values."""
    if init == "normal":
        return state.normal(0, 0.02, (rows, cols))
    high = np.sqrt(6 / ((3 if makes and init == "packed" else 1) * rows + cols))
    return state.uniform(-high, high, (rows, cols))
