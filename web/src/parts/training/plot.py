compared("loss of each step", {lane: table(f"{lane}: loss") for lane in lanes}, log="y", x="step")
