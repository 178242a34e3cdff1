import { readFileSync } from "node:fs";
import { loadEngine } from "attention-scale";
import { describe, expect, it } from "vitest";
import {
  type AttentionRequest,
  sentenceAttention,
} from "../../web/src/model/sentence-attention.js";
import { EXAMPLE_X } from "../../web/src/model/state.js";
import { numpySnippet } from "../../web/src/text/numpy-snippet.js";
import { expectClose } from "../engine/close.js";

const engine = await loadEngine();

/** Snippets, and what NumPy printed for them: see numpy-snippets.py. */
const recorded: { name: string; snippet: string[]; printed: number[][] }[] = JSON.parse(
  readFileSync(new URL("numpy-snippets.json", import.meta.url), "utf8"),
);

const base = { seed: 13, projections: "random", exponent: 0.5, x: null } as const;
const example = { words: ["I", "am", "good"], dim: 3, projections: "identity" } as const;
const requests: Record<string, AttentionRequest> = {
  "the first screen": { ...base, words: ["I", "am", "good"], dim: 64 },
  "no projections, another exponent": {
    ...{ ...base, words: ["not", "bad"], dim: 5, seed: 0 },
    ...{ projections: "identity", exponent: 0.3 },
  },
  "words of other scripts, the largest seed": {
    ...{ ...base, words: ["café", "我", "don't", "مرحبا"], dim: 12, seed: 2 ** 32 - 1 },
    exponent: 0,
  },
  "the worked example": { ...base, ...example, x: EXAMPLE_X },
  "the worked example, changed": {
    ...{ ...base, ...example, exponent: 1 },
    x: [
      [-0.5, 3, 1e-7],
      [1, 0, -2.25],
      [0, 0, 0],
    ],
  },
};

describe("the lines of NumPy", () => {
  it("are, for the first screen, these", () => {
    expect(numpySnippet(requests["the first screen"] as AttentionRequest)).toBe(
      [
        "import zlib, numpy as np",
        'words, d, seed = ["I", "am", "good"], 64, 13',
        "X = np.array([np.random.RandomState([seed, zlib.crc32(w.encode())]).normal(size=1024)[:d] for w in words])",
        "W = [np.random.RandomState([seed, i]).normal(size=(1024, 1024))[:d, :d] / np.sqrt(d) for i in (1, 2, 3)]",
        "Q, K, V = (X @ w for w in W)",
        "def softmax(x):",
        "    e = np.exp(x - x.max(axis=1, keepdims=True))",
        "    return e / e.sum(axis=1, keepdims=True)",
        "scores = Q @ K.T",
        "unscaled = softmax(scores)",
        "scaled = softmax(scores / np.sqrt(Q.shape[1]))",
        "print(unscaled, scaled, unscaled @ V, scaled @ V, sep='\\n')",
      ].join("\n"),
    );
  });

  it("hold the matrix of the worked example and the exponent as a number", () => {
    const lines = numpySnippet(requests["the worked example, changed"] as AttentionRequest).split(
      "\n",
    );
    expect(lines[1]).toBe("X = np.array([[-0.5, 3, 1e-7], [1, 0, -2.25], [0, 0, 0]], dtype=float)");
    expect(lines[2]).toBe("Q = K = V = X");
    expect(lines.at(-2)).toBe("scaled = softmax(scores / Q.shape[1] ** 1)");
  });

  it.each(recorded)("print the digits of the page: $name", ({ name, snippet, printed }) => {
    const request = requests[name] as AttentionRequest;
    // The very lines that NumPy was given.
    expect(numpySnippet(request).split("\n")).toEqual(snippet);
    const { unscaled, scaled } = sentenceAttention(engine, request);
    const shown = [unscaled.weights, scaled.weights, unscaled.output, scaled.output];
    for (const [index, { rows, cols, data }] of shown.entries()) {
      const all = printed[index] ?? [];
      const width = all.length / rows;
      expectClose(
        data,
        all.filter((_, entry) => entry % width < cols),
        { k: 1, eps: 1e-9, of: 1 },
      );
    }
  });

  it("were recorded for each of these requests", () => {
    expect(recorded.map(({ name }) => name)).toEqual(Object.keys(requests));
  });
});
