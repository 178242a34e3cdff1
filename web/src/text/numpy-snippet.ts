/** The lines of NumPy that print the digits of the page. */
import type { AttentionRequest } from "../model/sentence-attention.js";

const pythonText = (text: string) => JSON.stringify(text);

function vectors({ words, dim, seed, x }: AttentionRequest): string[] {
  if (x !== null)
    return [`X = np.array([${x.map((row) => `[${row.join(", ")}]`).join(", ")}], dtype=float)`];
  return [
    `words, d, seed = [${words.map(pythonText).join(", ")}], ${dim}, ${seed}`,
    "X = np.array([np.random.RandomState([seed, zlib.crc32(w.encode())]).normal(size=1024)[:d] for w in words])",
  ];
}

function projections({ projections: kind }: AttentionRequest): string[] {
  if (kind === "identity") return ["Q = K = V = X"];
  return [
    "W = [np.random.RandomState([seed, i]).normal(size=(1024, 1024))[:d, :d] / np.sqrt(d) for i in (1, 2, 3)]",
    "Q, K, V = (X @ w for w in W)",
  ];
}

export function numpySnippet(request: AttentionRequest): string {
  const divisor =
    request.exponent === 0.5 ? "np.sqrt(Q.shape[1])" : `Q.shape[1] ** ${request.exponent}`;
  return [
    "import zlib, numpy as np",
    ...vectors(request),
    ...projections(request),
    "def softmax(x):",
    "    e = np.exp(x - x.max(axis=1, keepdims=True))",
    "    return e / e.sum(axis=1, keepdims=True)",
    "scores = Q @ K.T",
    "unscaled = softmax(scores)",
    `scaled = softmax(scores / ${divisor})`,
    "print(unscaled, scaled, unscaled @ V, scaled @ V, sep='\\n')",
  ].join("\n");
}
