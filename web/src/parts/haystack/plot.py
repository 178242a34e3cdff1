lines("n, mean weight of the needle for each rule", names, log="x", x="n")
lines("n, median dy/dc = spread sqrt(d) y (1 - y) of a key of cosine 0 for each rule", names, log="xy", x="n")
