lines("score, density of the unscaled scores", ["unscaled", "scaled"], x="q·k")
