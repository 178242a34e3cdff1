/** Which tensors are queries, keys, values, weights and tokens, and which dimensions are what. */
import { describe, expect, it } from "vitest";
import { ReadingError } from "../../web/src/own/reading-error.js";
import { type AnyTensor, indicesOf, memoryTensor } from "../../web/src/own/tensor.js";
import { groupsOf } from "../../web/src/own/tensor-groups.js";
import { type Role, roleOfName } from "../../web/src/own/tensor-names.js";
import {
  type Choice,
  type Misunderstood,
  type Understood,
  understand,
} from "../../web/src/own/understood.js";
import { problemOf } from "./own-files.js";

/** Each entry is its number. */
const tensor = (name: string, ...shape: number[]): AnyTensor => {
  const count = shape.reduce((product, extent) => product * extent, 1);
  return memoryTensor(
    name,
    shape,
    Float64Array.from({ length: count }, (_, entry) => entry),
  );
};
const texts = (name: string, ...tokens: string[]): AnyTensor => ({
  name,
  dtype: "text",
  shape: [tokens.length],
  readTexts: async () => tokens,
});

function understood(tensors: readonly AnyTensor[], wanted?: Partial<Choice>): Understood {
  const found = understand("a.npz", tensors, wanted);
  if ("problem" in found) throw found.problem;
  return found;
}

describe("the name of a tensor tells its role", () => {
  it.each<[Role | undefined, readonly string[]]>([
    [
      "queries",
      [
        "q",
        "Q",
        "q_e4m3",
        "query",
        "queries",
        "q_proj",
        "query_states",
        "queryStates",
        "layers.3.attn.q",
      ],
    ],
    ["queries", ["blocks.0.attn.hook_q", "q_3", "q3", "attn_q", "to_q.output", "h.2.q_rot", "xq"]],
    ["keys", ["k", "key", "keys", "k_proj", "key_layer", "layers.3.attn.k", "layer_2_k", "k-proj"]],
    ["values", ["v", "value", "values", "v_proj", "value_states", "layers/0/v"]],
    [
      "weights",
      [
        "w",
        "weights",
        "attn",
        "attention",
        "attentions",
        "attn_weights",
        "attention_probs",
        "probs",
      ],
    ],
    ["weights", ["attentions.11", "blocks.0.attn.hook_pattern", "attention_weights_3", "alpha"]],
    ["scores", ["scores", "attn_scores", "attention_scores", "blocks.1.attn.hook_attn_scores"]],
    ["tokens", ["tokens", "input_ids", "token_ids", "words"]],
    [undefined, ["x", "output", "hidden", "arr_0", "kitten", "quality", "mlp.up", "embedding"]],
    [undefined, ["layers.3.self_attn.q_proj.weight", "k_proj.bias"]],
  ])("%s: %j", (role, names) => {
    expect(names.map((name) => [name, roleOfName(name)])).toEqual(
      names.map((name) => [name, role]),
    );
  });
});

describe("the dimensions", () => {
  it.each([
    ["[n×d]", [], { layers: 1, batch: 1, heads: 1 }],
    ["[heads×n×d]", [4], { layers: 1, batch: 1, heads: 4 }],
    ["[batch×heads×n×d]", [3, 4], { layers: 1, batch: 3, heads: 4 }],
    ["[layers×batch×heads×n×d]", [2, 3, 4], { layers: 2, batch: 3, heads: 4 }],
  ] as const)("are %s", (_, leading, extents) => {
    const found = understood([
      tensor("q", ...leading, 5, 8),
      tensor("k", ...leading, 6, 8),
      tensor("v", ...leading, 6, 7),
      tensor("attn_weights", ...leading, 5, 6),
      texts("tokens", "a", "b", "c", "d", "e", "f"),
    ]);
    expect(found).toMatchObject({ ...extents, queries: 5, keys: 6, width: 8, valueWidth: 7 });
    expect(found.roles).toEqual(["queries", "keys", "values", "weights", "tokens"]);
  });

  it("may be named otherwise: the last dimensions before rows are chosen", () => {
    const tensors = [tensor("weights", 12, 4, 5, 5)];
    expect(understood(tensors)).toMatchObject({ layers: 1, batch: 12, heads: 4 });
    const axes = "batch,layers,heads";
    expect(understood(tensors, { axes })).toMatchObject({ layers: 12, batch: 1, heads: 4 });
  });

  it("may have fewer heads of keys, which queries share one after the other", async () => {
    const found = understood([tensor("q", 4, 3, 2), tensor("k", 2, 3, 2), tensor("v", 2, 3, 5)]);
    expect(found).toMatchObject({ heads: 4, keyHeads: 2 });
    const first = async (head: number) =>
      (await found.read("keys", { layer: 0, batch: 0, head }))[0];
    expect(await Promise.all([0, 1, 2, 3].map(first))).toEqual([0, 0, 6, 6]);
  });

  it("may have weights that are means over the heads", async () => {
    const found = understood([tensor("q", 4, 3, 2), tensor("k", 4, 3, 2), tensor("w", 3, 3)]);
    expect(found).toMatchObject({ heads: 4, weightHeads: 1 });
    const read = await found.read("weights", { layer: 0, batch: 0, head: 3 });
    expect(Array.from(read)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("may have tokens before heads, as the weights tell or the reader", async () => {
    const tensors = [tensor("q", 1, 5, 2, 3), tensor("k", 1, 5, 2, 3), tensor("w", 1, 2, 5, 5)];
    const found = understood(tensors);
    expect(found).toMatchObject({ heads: 2, queries: 5, width: 3 });
    expect(found.choice.order).toBe("tokens,heads");
    const read = await found.read("queries", { layer: 0, batch: 0, head: 1 });
    expect(Array.from(read)).toEqual([3, 4, 5, 9, 10, 11, 15, 16, 17, 21, 22, 23, 27, 28, 29]);
    const alone = understood(tensors.slice(0, 2), { order: "tokens,heads" });
    expect(alone).toMatchObject({ heads: 2, queries: 5 });
  });

  it("give every head its own part", async () => {
    const found = understood([tensor("q", 2, 3, 4, 5, 6), tensor("k", 2, 3, 4, 5, 6)]);
    const place = { layer: 1, batch: 2, head: 3 };
    const read = await found.read("queries", place);
    expect(read[0]).toBe(((1 * 3 + 2) * 4 + 3) * 30);
    expect(read).toHaveLength(30);
  });
});

describe("queries, keys and values in one tensor", () => {
  const heads = 2;
  const n = 5;
  const d = 4;
  /** Each entry tells its part, head, position and coordinate. */
  const entryOf = (part: number, head: number, i: number, t: number) =>
    1000 * part + 100 * head + 10 * i + t;
  type Place = Parameters<typeof entryOf>;
  const packed = (name: string, shape: number[], place: (at: number) => Place): AnyTensor => {
    const count = shape.reduce((product, extent) => product * extent, 1);
    const numbers = Float64Array.from({ length: count }, (_, at) => entryOf(...place(at)));
    return memoryTensor(name, shape, numbers);
  };
  /** The indices of an entry of a shape. */
  const split = (at: number, ...shape: number[]) => indicesOf(at, shape) as never as Place;
  const weights = tensor("attn", heads, n, n);

  it.each<[string, AnyTensor]>([
    ["[3×heads×n×d]", packed("qkv", [3, heads, n, d], (at) => split(at, 3, heads, n, d))],
    [
      "[1×n×3×heads×d]",
      packed("attn.qkv", [1, n, 3, heads, d], (at) => {
        const [i, part, head, t] = split(at, n, 3, heads, d);
        return [part, head, i, t];
      }),
    ],
    [
      "[n×3·heads·d]",
      packed("c_attn", [n, 3 * heads * d], (at) => {
        const [i, part, head, t] = split(at, n, 3, heads, d);
        return [part, head, i, t];
      }),
    ],
    [
      "[n×heads×3·d]",
      packed("query_key_value", [n, heads, 3 * d], (at) => {
        const [i, head, part, t] = split(at, n, heads, 3, d);
        return [part, head, i, t];
      }),
    ],
  ])("are parted: %s", async (_, tensor) => {
    const found = understood([tensor, weights]);
    expect(found).toMatchObject({ layers: 1, batch: 1, heads, queries: n, keys: n, width: d });
    expect(found.roles).toEqual(["queries", "keys", "values", "weights"]);
    for (const [part, role] of (["queries", "keys", "values"] as const).entries()) {
      const read = await found.read(role, { layer: 0, batch: 0, head: 1 });
      const expected = Array.from({ length: n * d }, (_, at) =>
        entryOf(part, 1, Math.floor(at / d), at % d),
      );
      expect(Array.from(read)).toEqual(expected);
    }
  });

  it("are one head where nothing tells their number, and layers by their names", async () => {
    const layers = [0, 1].map((layer) => tensor(`layers.${layer}.attn.qkv_proj`, n, 12));
    const found = understood(layers);
    expect(found).toMatchObject({ layers: 2, heads: 1, queries: n, width: 4 });
    const keys = await found.read("keys", { layer: 1, batch: 0, head: 0 });
    expect(Array.from(keys.slice(0, 5))).toEqual([4, 5, 6, 7, 16]);
  });

  it("stay what they are where they cannot be parted, or are parameters", () => {
    const labels = (...tensors: AnyTensor[]) => understand("a.npz", tensors).options.queries;
    expect(labels(tensor("qkv", 5, 8))).toEqual(["qkv 5×8"]);
    expect(labels(tensor("layers.0.qkv.weight", 12, 4))).toEqual(["layers.0.qkv.weight 12×4"]);
  });
});

describe("tensors of several layers", () => {
  const layers = (name: string, ...shape: number[]) =>
    [10, 2, 1, 0].map((layer) => tensor(name.replace("*", String(layer)), ...shape));

  it("are one group, in the order of their numbers", async () => {
    const [first, second] = groupsOf([...layers("layers.*.attn.k", 2, 3), ...layers("q*", 2, 3)]);
    expect(first).toMatchObject({ label: "layers.*.attn.k", extents: [4], shape: [4, 2, 3] });
    expect(first?.tensors.map(({ name }) => name)).toEqual(
      [0, 1, 2, 10].map((layer) => `layers.${layer}.attn.k`),
    );
    expect(second?.label).toBe("q*");
  });

  it("are layers of what is understood", async () => {
    const found = understood([
      ...layers("layers.*.attn.q_proj", 3, 4, 5, 6),
      ...layers("layers.*.attn.k_proj", 3, 4, 5, 6),
    ]);
    expect(found).toMatchObject({ layers: 4, batch: 3, heads: 4, queries: 5, width: 6 });
    expect(found.choice.queries).toBe("layers.*.attn.q_proj 4×3×4×5×6");
  });

  it("of two dimensions each are layers all the same", () => {
    const found = understood([...layers("q_*", 5, 6), ...layers("k_*", 5, 6)]);
    expect(found).toMatchObject({ layers: 4, heads: 1, queries: 5 });
  });

  it("and heads are groups too", () => {
    const heads = [0, 1].flatMap((layer) =>
      [0, 1, 2].map((head) => tensor(`layer${layer}.head${head}.attn`, 5, 5)),
    );
    expect(understood(heads)).toMatchObject({ layers: 2, heads: 3, queries: 5 });
  });

  it("that np.savez has numbered are layers where they are square, else queries, keys, values", () => {
    expect(understood(layers("arr_*", 1, 3, 5, 5))).toMatchObject({ layers: 4, heads: 3 });
    const three = [tensor("arr_0", 5, 6), tensor("arr_1", 7, 6), tensor("arr_2", 7, 3)];
    const found = understood(three);
    expect(found).toMatchObject({ queries: 5, keys: 7, width: 6, valueWidth: 3 });
    expect(found.options.queries).toEqual(["arr_0 5×6", "arr_1 7×6", "arr_2 7×3"]);
  });
});

describe("tokens", () => {
  it("are those of the text of the batch", async () => {
    const found = understood([tensor("attn", 2, 1, 3, 3), tensor("input_ids", 2, 3)]);
    expect(await found.readTokens(1)).toEqual(["3", "4", "5"]);
    const named = understood([tensor("attn", 2, 2), texts("tokens", "I", "am")]);
    expect(await named.readTokens(0)).toEqual(["I", "am"]);
    expect(await understood([tensor("attn", 2, 2)]).readTokens(0)).toBeUndefined();
  });
});

describe("a choice", () => {
  const tensors = [
    tensor("left", 5, 6),
    tensor("right", 5, 6),
    tensor("square", 5, 5),
    tensor("cube", 2, 2, 2, 2),
  ];

  it("is asked for where names and shapes tell nothing, and taken", () => {
    const found = understand("a.npz", tensors) as Misunderstood;
    expect(found.problem.code).toBe("unnamed");
    expect(found.options.queries).toEqual(["left 5×6", "right 5×6", "square 5×5", "cube 2×2×2×2"]);
    const chosen = { queries: "right 5×6", keys: "left 5×6", weights: "square 5×5" };
    expect(understood(tensors, chosen)).toMatchObject({ queries: 5, width: 6 });
  });

  it("of a link is kept where the file has other tensors, with a sentence", () => {
    const found = understand("a.npz", tensors, { queries: "q 9×9" }) as Misunderstood;
    expect(found.problem).toMatchObject({ code: "unchosen", values: { choice: "q 9×9" } });
    expect(found.choice.queries).toBe("q 9×9");
  });
});

it("the first of four dimensions counts texts, or layers where the name says so", () => {
  expect(understood([tensor("weights", 2, 3, 5, 5)])).toMatchObject({ batch: 2, heads: 3 });
  expect(understood([tensor("attentions", 2, 3, 5, 5)])).toMatchObject({ layers: 2, heads: 3 });
  const chosen = { axes: "layers,batch,heads" } as const;
  expect(understood([tensor("attentions", 2, 3, 5, 5)], chosen)).toMatchObject({ batch: 2 });
});

describe("what does not fit is told with both shapes", () => {
  it.each<[string, readonly AnyTensor[], readonly string[]]>([
    ["fitWidth", [tensor("q", 5, 6), tensor("k", 5, 7)], ["5×6", "5×7"]],
    ["fitHeads", [tensor("q", 3, 5, 6), tensor("k", 2, 5, 6)], ["3×5×6", "2×5×6"]],
    ["fitBatch", [tensor("q", 2, 1, 5, 6), tensor("k", 3, 1, 5, 6)], ["2×1×5×6", "3×1×5×6"]],
    ["fitLayers", [tensor("q", 2, 1, 1, 5, 6), tensor("k", 3, 1, 1, 5, 6)], ["2×1×1×5×6"]],
    ["fitValues", [tensor("q", 5, 6), tensor("k", 5, 6), tensor("v", 4, 6)], ["5×6", "4×6"]],
    ["fitWeights", [tensor("q", 5, 6), tensor("k", 5, 6), tensor("w", 5, 4)], ["5×6", "5×4"]],
    ["fitTokens", [tensor("attn", 5, 5), texts("tokens", "a")], ["1 tokens", "5×5"]],
    ["tooManyTokens", [tensor("q", 5, 1), tensor("k", 4097, 1)], ["4097×1", "At most 4096"]],
    ["rank", [tensor("q", 5), tensor("k", 5)], ["shape 5"]],
    ["rank", [tensor("attn", 0, 0)], ["0×0"]],
    ["parameters", [tensor("layers.0.q_proj.weight", 5, 6)], ["layers.0.q_proj.weight"]],
    ["unnamed", [tensor("x", 5, 6)], ["a.npz"]],
  ])("%s", async (code, tensors, words) => {
    const found = understand("a.npz", tensors) as Misunderstood;
    expect(found.problem).toBeInstanceOf(ReadingError);
    const problem = await problemOf(() => Promise.reject(found.problem));
    expect(problem.code).toBe(code);
    for (const word of words) expect(problem.sentence).toContain(word);
  });
});

describe("an entry that is not finite", () => {
  const with_ = (name: string, value: number) => {
    const numbers = new Float64Array(24);
    numbers[13] = value;
    return memoryTensor(name, [2, 3, 4], numbers);
  };
  const place = { layer: 0, batch: 0, head: 1 };

  it("is told with its indices in the whole tensor", async () => {
    const found = understood([with_("q", Number.NaN), tensor("k", 2, 3, 4)]);
    const { code, sentence } = await problemOf(() => found.read("queries", place));
    expect(code).toBe("notFinite");
    expect(sentence).toContain("NaN at [1, 0, 1]");
    await found.read("queries", { ...place, head: 0 });
  });

  it("may be −∞ in scores, and nowhere else", async () => {
    const masked = understood([with_("scores", Number.NEGATIVE_INFINITY)]);
    expect((await masked.read("scores", place))[1]).toBe(Number.NEGATIVE_INFINITY);
    for (const value of [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      const weights = understood([with_("w", value)]);
      const { sentence } = await problemOf(() => weights.read("weights", place));
      expect(sentence).toContain(value > 0 ? "∞ at" : "−∞ at");
    }
    const scores = understood([with_("scores", Number.POSITIVE_INFINITY)]);
    expect((await problemOf(() => scores.read("scores", place))).code).toBe("notFinite");
  });
});
