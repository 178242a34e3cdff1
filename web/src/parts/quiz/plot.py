axes = axes_of("factor times the root of d", "x")
axes.plot(table("factor times the root of d").ravel(), labels([pool[place][0] for place in drawn]), "o")
axes.axvline(1)
axes.invert_yaxis()
