shown = {"masked-row": ("zero", "mean", "unmasked"), "cap-order": ("cap-first", "mask-first")}
if m:
    maps(*shown.get(followed, ("lower-right", "upper-left")), rows=words[first:], cols=words)
