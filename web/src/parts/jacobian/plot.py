maps("J", "J, divided")
lines("factor or a, Frobenius and spectral norm", ["Frobenius", "spectral"], x="factor or a")
lines("factor, norm of J g", ["norm of J g"], log="x", x="factor")
