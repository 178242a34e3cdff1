/** The Python of web/docs/python.md, run as it stands there. */
import { mkdtempSync, rmSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { inProject } from "../../web/tools/run.mjs";
import { ALL } from "../all.js";
import { pythonModule } from "../python-module.js";
import { SNIPPETS } from "./snippets.js";

const HOOKS = SNIPPETS.filter(
  ({ document, language }) => document === "web/docs/python.md" && language === "python",
);

function hook(heading: string): string {
  const found = HOOKS.filter((snippet) => snippet.heading === heading);
  if (found.length !== 1) throw new Error(`${found.length} programs below "${heading}"`);
  return found[0]?.text ?? "";
}

/**
 * What a program shows: the name and shape of each tensor, and how far the weights are from the
 * softmax of q·k by the factor, at most.
 */
function shownBy(before: string, heading: string, factor: string): unknown {
  const folder = mkdtempSync(inProject("build/python-hook-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return pythonModule(`
import base64, math, os
import numpy as np
os.chdir(${JSON.stringify(folder)})
views, show_them = [], attention_scale.show
def show(*args, **options):
    views.append(show_them(*args, **options))
    return views[-1]
attention_scale.show = show
${before}
${hook(heading)}
[view] = views
tensors = {tensor["name"]: tensor for tensor in told(view)}
q, k, weights = (
    np.frombuffer(base64.b64decode(tensors[name]["data"]), tensors[name]["dtype"]).reshape(tensors[name]["shape"])
    for name in ("q", "k", "weights"))
logits = ${factor} * q @ k.swapaxes(-1, -2)
if "causal" in globals():
    logits[..., ~np.tri(*logits.shape[-2:], dtype=bool)] = -np.inf
raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
off = abs(raised / raised.sum(axis=-1, keepdims=True) - weights).max()
shapes = [[name, tensor.get("shape", tensor.get("texts"))] for name, tensor in tensors.items()]
print(json.dumps([shapes, bool(off < 1e-6)]))`);
}

const TORCH = `
import types, torch
from torch import nn
import torch.nn.functional as F
torch.manual_seed(13)
`;

test("NumPy's arrays are shown, and saved as a page", () => {
  const before = `
random = np.random.RandomState(13)
q, k = random.normal(size=(2, 3, 4, 8))
raised = np.exp(q @ k.swapaxes(1, 2) / math.sqrt(8))
weights, tokens = raised / raised.sum(axis=2, keepdims=True), list("abcd")`;
  expect(shownBy(before, "Show", "8**-0.5")).toEqual([
    [
      ["q", [3, 4, 8]],
      ["k", [3, 4, 8]],
      ["weights", [3, 4, 4]],
      ["tokens", ["a", "b", "c", "d"]],
    ],
    true,
  ]);
});

test("no hook has more than ten lines", () => {
  for (const { text } of HOOKS) expect(text.trim().split("\n").length).toBeLessThanOrEqual(10);
});

// PyTorch is there where all tests run.
test.runIf(ALL)("scaled_dot_product_attention is watched, with its mask", () => {
  const before = `${TORCH}
causal = True
if not hasattr(F, "scaled_dot_product_attention"):
    # PyTorch before 2.0 lacks it.
    def attention(q, k, v, attn_mask=None, dropout_p=0.0, is_causal=False):
        hidden = torch.ones(q.shape[-2], k.shape[-2], dtype=bool).triu(1)
        return (q @ k.mT / math.sqrt(q.shape[-1])).masked_fill(hidden, -math.inf).softmax(-1) @ v
    F.scaled_dot_product_attention = attention
project = nn.Linear(24, 72)
def model(x):
    for _ in range(2):
        q, k, v = (part.unflatten(-1, (3, 8)).transpose(1, 2) for part in project(x).chunk(3, -1))
        x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).flatten(2)
    return x
inputs = torch.randn(2, 5, 24)`;
  const [shapes, fits] = shownBy(
    before,
    "What goes into `scaled_dot_product_attention`",
    "8**-0.5",
  ) as [unknown, boolean];
  expect(shapes).toEqual([
    ["q", [2, 2, 3, 5, 8]],
    ["k", [2, 2, 3, 5, 8]],
    ["v", [2, 2, 3, 5, 8]],
    ["weights", [2, 2, 3, 5, 5]],
  ]);
  expect(fits).toBe(true);
});

test.runIf(ALL)("a layer nn.MultiheadAttention is watched", () => {
  const before = `${TORCH}
layer = nn.MultiheadAttention(24, 3, batch_first=True)
model = nn.TransformerEncoderLayer(24, 3, batch_first=True)
model.self_attn = layer
inputs = torch.randn(2, 5, 24)`;
  expect(shownBy(before, "A layer `nn.MultiheadAttention`", "8**-0.5")).toEqual([
    [
      ["q", [1, 2, 3, 5, 8]],
      ["k", [1, 2, 3, 5, 8]],
      ["v", [1, 2, 3, 5, 8]],
      ["weights", [1, 2, 3, 5, 5]],
    ],
    true,
  ]);
});

test.runIf(ALL)("a model as those of transformers are is watched", () => {
  const before = `${TORCH}
class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key = nn.Linear(24, 24), nn.Linear(24, 24)
    def forward(self, x):
        q, k = (made(x).unflatten(-1, (3, 8)).transpose(1, 2) for made in (self.query, self.key))
        weights = (q @ k.mT / math.sqrt(8)).softmax(-1)
        return (weights @ x.unflatten(-1, (3, 8)).transpose(1, 2)).transpose(1, 2).flatten(2), weights
class Model(nn.Module):
    config = types.SimpleNamespace(num_attention_heads=3)
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Layer(), Layer()])
    def forward(self, input_ids, output_attentions):
        x, attentions = F.one_hot(input_ids, 24).float(), ()
        for layer in self.layers:
            x, weights = layer(x)
            attentions += (weights,)
        return types.SimpleNamespace(attentions=attentions)
model, inputs = Model(), {"input_ids": torch.tensor([[3, 1, 4, 1, 5]])}
tokenizer = types.SimpleNamespace(convert_ids_to_tokens=lambda ids: [f"t{int(i)}" for i in ids])`;
  expect(shownBy(before, "A model of transformers", "8**-0.5")).toEqual([
    [
      ["q", [2, 1, 3, 5, 8]],
      ["k", [2, 1, 3, 5, 8]],
      ["weights", [2, 1, 3, 5, 5]],
      ["tokens", ["t3", "t1", "t4", "t1", "t5"]],
    ],
    true,
  ]);
});

test.runIf(ALL)(
  "PyTorch's tensors are taken as they are: bfloat16, with gradients, no copy in order",
  () => {
    const program = `
import base64, numpy as np, torch
values = torch.arange(24.0).reshape(2, 3, 4)
wrong = []
for dtype in (torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.int64, torch.bool):
    for tensor in (values.to(dtype), values.to(dtype).transpose(1, 2), values.to(dtype)[:, ::2]):
        if dtype.is_floating_point:
            tensor = tensor.requires_grad_()
        q, _ = told(show(tensor, tensor))
        data = base64.b64decode(q["data"])
        if q["dtype"] == "bfloat16":
            read = (np.frombuffer(data, np.uint16).astype(np.uint32) << 16).view(np.float32)
        else:
            read = np.frombuffer(data, q["dtype"])
        wanted = tensor.detach().double().numpy()
        if q["shape"] != list(tensor.shape) or not np.array_equal(read.reshape(wanted.shape), wanted):
            wrong.append(str(dtype))
print(json.dumps([wrong, problem(lambda: show(weights=values.to(torch.complex64)))]))`;
    expect(pythonModule(program)).toEqual([
      [],
      expect.stringMatching(/^ValueError: weights has the dtype complex64; it must be one of /),
    ]);
  },
);
