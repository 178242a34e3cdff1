"""Ten questions about published models, and the score of whoever always says 1/sqrt(d_head)."""
import numpy as np
from numpy.random import RandomState

# ---- parameters ----
quizseed = 26
# ---- end of the parameters ----

np.set_printoptions(floatmode="unique", threshold=10**7)  # every digit of every entry


def yarn(stretch):
    """The factor for texts so many times as long."""
    return (0.1 * np.log(stretch) + 1) ** 2


# What is asked of a model, the width d of its heads, and what multiplies q.k in all.
pool = [
    ("T5 small", "divides", 64, lambda d: 1),
    ("GPT-Neo 1.3B", "divides", 128, lambda d: 1),
    ("Gemma 3n E4B", "divides", 256, lambda d: 1),
    ("Gemma 4 31B", "divides", 256, lambda d: 1),
    ("Dia 1.6B", "divides", 128, lambda d: 1),
    ("Pix2Struct base", "divides", 64, lambda d: 1),
    ("nGPT", "divides", 64, lambda d: d**0.5),
    ("Whisper tiny", "divides", 64, lambda d: d**-0.5),
    ("AlphaFold 2, rows of the Evoformer", "divides", 32, lambda d: d**-0.5),
    ("BLOOM 7B", "divides", 128, lambda d: d**-0.5),
    ("WavLM base", "divides", 64, lambda d: d**-0.5),
    ("gpt-oss 120B", "root", 64, lambda d: yarn(32) * d**-0.5),
    ("DeepSeek-V3", "root", 192, lambda d: yarn(40) * d**-0.5),
    ("Gemma 2 27B", "root", 128, lambda d: (4608 / 32) ** -0.5),
    ("Phi-3-mini 128k", "root", 96, lambda d: (1 + np.log(32) / np.log(4096)) * d**-0.5),
    ("Evolla", "root", 128, lambda d: 32**-0.5),
    ("nanochat d12", "root", 128, lambda d: 1.2**2 * d**-0.5),
    ("Mistral Small 4", "root", 128, lambda d: yarn(128) * d**-0.5),
    ("DeBERTa v3 base", "root", 64, lambda d: (3 * d) ** -0.5),
    ("Gemma 2 9B", "root", 256, lambda d: d**-0.5),
    ("Grok-1", "root", 128, lambda d: d**-0.5),
    ("DeepSeek-V4-Flash", "root", 512, lambda d: d**-0.5),
    ("MiMo-V2-Flash", "root", 192, lambda d: d**-0.5),
    ("Qwen3 8B", "root", 128, lambda d: d**-0.5),
    ("GLM-5", "root", 256, lambda d: d**-0.5),
    ("Phi-3-mini 4k", "root", 96, lambda d: d**-0.5),
    ("StarCoder 15B", "root", 128, lambda d: d**-0.5),
    ("Granite 3 8B", "linear", 128, lambda d: 1 / d),
    ("Jais 13B", "linear", 128, lambda d: 1 / d),
    ("Cerebras-GPT 1.3B", "linear", 128, lambda d: 1 / d),
    ("Inkling", "linear", 128, lambda d: 1 / d),
    ("GPT-2 small", "linear", 64, lambda d: d**-0.5),
    ("LLaMA 2 7B", "linear", 128, lambda d: d**-0.5),
    ("MiniMax-M2", "linear", 128, lambda d: d**-0.5),
]
times = np.array([factor(d) * np.sqrt(d) for _, _, d, factor in pool])
asked = np.array([what for _, what, _, _ in pool])
width = np.array([d for _, _, d, _ in pool])
# Does it divide at all? By the root of d and nothing else? By d itself?
right = np.select(
    [asked == "divides", asked == "root"],
    [times < np.sqrt(width), np.isclose(times, 1)],
    np.isclose(times, 1 / np.sqrt(width)),
)
guessed = asked != "linear"
drawn = RandomState(quizseed).normal(size=len(pool)).argsort()[:10]
for place in drawn:
    print("#", pool[place][0], asked[place])
print("factor times the root of d", times[drawn], sep="\n")
print("yes is right, 1/sqrt(d) says yes", np.column_stack([right, guessed])[drawn].astype(int), sep="\n")
hits = right == guessed
print("right answers of 1/sqrt(d): of the ten, of all", [int(hits[drawn].sum()), int(hits.sum())], sep="\n")
