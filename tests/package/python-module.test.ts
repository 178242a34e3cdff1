/** attention_scale.py takes what people have, and refuses in sentences what does not fit. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { describe, expect, it, test } from "vitest";
import { inProject } from "../../web/tools/run.mjs";
import { pythonModule } from "../python-module.js";

interface Told {
  readonly name: string;
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data: string;
  readonly texts?: readonly string[];
}

const numbersOf = ({ data }: Told) => {
  const bytes = Buffer.from(data, "base64");
  return Array.from(new Float64Array(bytes.buffer.slice(bytes.byteOffset).slice(0, bytes.length)));
};

const ALONE = ["-S", "-E"];

describe("without NumPy", () => {
  it("takes lists of lists, splits heads, and imports nothing beyond Python", () => {
    const [tensors, libraries] = pythonModule(
      `
view = show([[1, 2, 3, 4], [5, 6, 7, 8]], [[1, 2], [3, 4], [5, 6]], tokens=["我", "am", 7], heads=2)
print(json.dumps([told(view), [name for name in ("numpy", "torch", "IPython") if name in sys.modules]]))`,
      ALONE,
    ) as [Told[], string[]];
    const [q, k, tokens] = tensors as [Told, Told, Told];
    expect([q.name, q.dtype, q.shape]).toEqual(["q", "float64", [2, 2, 2]]);
    expect(numbersOf(q)).toEqual([1, 2, 5, 6, 3, 4, 7, 8]);
    // One head of keys for both of queries.
    expect([k.shape, numbersOf(k)]).toEqual([
      [1, 3, 2],
      [1, 2, 3, 4, 5, 6],
    ]);
    expect(tokens).toEqual({ name: "tokens", texts: ["我", "am", "7"] });
    expect(libraries).toEqual([]);
  });

  it("saves the page with the tensors in it, which no token can break out of", () => {
    const file = inProject("build/python-saved.html");
    const program = `
view = show([[1, 2]], [[3, 4]], tokens=["</script><b>&"])
print(json.dumps([view.save("build/python-saved.html"), told(view)]))`;
    const [path, tensors] = pythonModule(program, ALONE) as [string, Told[]];
    expect(path).toBe("build/python-saved.html");
    const page = readFileSync(file, "utf8");
    const [, json = ""] =
      /<script type="application\/json" id="attention-scale-tensors" data-from="python">([^<]*)</.exec(
        page,
      ) ?? [];
    expect(JSON.parse(json)).toEqual(tensors);
    // But for the tensors and the state it is the page.
    const before = readFileSync(inProject("dist/attention-scale.html"), "utf8");
    expect(
      page
        .replace(/<script type="application.*?<\/script>/, "")
        .replace('<attention-scale state="view=own">', "<attention-scale>"),
    ).toBe(before);
  });

  test("what does not fit is refused by a ValueError with both shapes", () => {
    const calls: readonly (readonly [call: string, problem: string])[] = [
      ["show([[1, 2]], [[1, 2, 3]])", "q [1, 2] and k [1, 3] must have the same last dimension."],
      ["show([[1, 2]])", "Give q and k together, or weights alone."],
      ["show()", "Give q and k, or weights, or all three."],
      ["show([1, 2], [1, 2])", "q [2] has 1 dimensions; it must have 2 to 5."],
      [
        "show([[1, 2], [3]], [[1, 2]])",
        "q[0] [2] of float64 and q[1] [1] of float64 must have the same shape and dtype.",
      ],
      [
        "show([[1, 2]], [[1, 2]], tokens=['a', 'b'])",
        "There are 2 tokens and 1 keys; each key needs one.",
      ],
      [
        "show([[1, 2, 3]], [[1, 2, 3]], heads=2)",
        "q [1, 3]: its last dimension, 3, is no multiple of 2 heads.",
      ],
      [
        "show([[1, 2]], [[1, 2], [3, 4]], weights=[[1]])",
        "weights [1, 1] must have a row for each query of q [1, 2] and a column for each key of k [2, 2]: it must end with [1, 2].",
      ],
      [
        "show([[[1]]] * 3, [[[1]]] * 2)",
        "q [3, 1, 1] and k [2, 1, 1] must have the same dimensions before the last two; only the heads of q may be a multiple of those of k.",
      ],
      [
        "show([[1]], [[1]], [[1], [2]])",
        "v [2, 1] must have a row for each of the 1 keys of k [1, 1].",
      ],
      [
        "show([[[1]]] * 4, [[[1]]] * 4, weights=[[[1]]] * 3)",
        "weights [3, 1, 1] and q [4, 1, 1] must have the same dimensions before the last two, or weights one head in place of all.",
      ],
      [
        "show(weights=[[1, None]])",
        "weights[0][1] is a NoneType; weights[0] must hold numbers alone.",
      ],
      [
        "show(weights=3)",
        "weights is a int; it must be a tensor of PyTorch, an array of NumPy, or lists of numbers.",
      ],
      ["show(weights=[])", "weights is empty."],
    ];
    const list = calls.map(([call]) => `lambda: ${call}`).join(", ");
    const problems = pythonModule(
      `print(json.dumps([problem(call) for call in [${list}]]))`,
      ALONE,
    );
    expect(problems).toEqual(calls.map(([, problem]) => `ValueError: ${problem}`));
  });

  test("the widget says what it needs", () => {
    const program = "print(json.dumps(problem(lambda: attention_scale.widget())))";
    expect(pythonModule(program, ALONE)).toBe(
      "ImportError: widget() needs the package anywidget: pip install anywidget. show() needs none.",
    );
  });
});

describe("with NumPy", () => {
  it("takes every order of bytes and of indices, and every type that the page reads", () => {
    const program = `
import base64, numpy as np
values = np.arange(24.0).reshape(2, 3, 4)
wrong = []
for dtype in attention_scale._SIZES:
    if dtype.startswith(("bfloat", "float8")):
        continue
    for array in (values.astype(dtype), np.asfortranarray(values.astype(dtype)),
                  values.astype(dtype).astype(np.dtype(dtype).newbyteorder(">")),
                  np.repeat(values, 2, axis=2).astype(dtype)[:, :, ::2]):
        q, k = told(show(array, array))
        read = np.frombuffer(base64.b64decode(q["data"]), np.dtype(dtype).newbyteorder("<"))
        if q["dtype"] != dtype or q["shape"] != [2, 3, 4] or not np.array_equal(read.reshape(2, 3, 4), array):
            wrong.append([dtype, q])
print(json.dumps(wrong))`;
    expect(pythonModule(program)).toEqual([]);
  });

  it("splits heads as reshape and transpose do, for layers and batches, too", () => {
    const program = `
import base64, numpy as np
random = np.random.RandomState(13)
q, k = random.normal(size=(2, 3, 5, 24)), random.normal(size=(2, 3, 7, 12))
weights = random.normal(size=(2, 3, 4, 5, 7))
tensors = told(show(list(q), tuple(k), weights=list(weights), heads=4))
def split(array, heads):
    *before, rows, columns = array.shape
    return array.reshape(*before, rows, heads, columns // heads).swapaxes(-2, -3)
print(json.dumps([
    [tensor["shape"], np.array_equal(np.frombuffer(base64.b64decode(tensor["data"])).reshape(tensor["shape"]), wanted)]
    for tensor, wanted in zip(tensors, (split(q, 4), split(k, 2), weights))
]))`;
    expect(pythonModule(program)).toEqual([
      [[2, 3, 4, 5, 6], true],
      [[2, 3, 2, 7, 6], true],
      [[2, 3, 4, 5, 7], true],
    ]);
  });

  it("takes tokens as arrays, and refuses types that no page reads", () => {
    const program = `
import numpy as np
one = np.ones((2, 2))
print(json.dumps([told(show(weights=one, tokens=tokens))[1]["texts"] for tokens in (
    np.array(["a", "b"]), np.array([101, 102]), np.array([[101, 102]]), [b"a", "b"])]
    + [problem(lambda: show(weights=one.astype(complex)))]))`;
    expect(pythonModule(program)).toEqual([
      ["a", "b"],
      ["101", "102"],
      ["101", "102"],
      ["a", "b"],
      expect.stringMatching(
        /^ValueError: weights has the dtype complex128; it must be one of float64/,
      ),
    ]);
  });
});

test("the widget has the tensors as bytes, traits that follow nothing yet, and a module to render", async () => {
  // Debian has no anywidget: its class synchronizes traits of traitlets.
  const program = `
import types, traitlets
sys.modules["anywidget"] = types.SimpleNamespace(AnyWidget=traitlets.HasTraits)
widget = attention_scale.widget([[1, 2]], [[3, 4]], tokens=["a"], exponent=0.25)
import pathlib
pathlib.Path("build/python-widget.mjs").write_text(widget._esm, "utf-8")
q, k, tokens = widget.tensors
synchronized = sorted(name for name, trait in widget.traits(sync=True).items())
print(json.dumps([type(q["data"]).__name__, len(k["data"]), tokens, synchronized,
                  widget.exponent, widget.head, attention_scale.widget(sentence="I am good").tensors]))`;
  const traits = "dim exponent head language layer seed sentence tensors view".split(" ");
  expect(pythonModule(program)).toEqual([
    "bytes",
    16,
    { name: "tokens", texts: ["a"] },
    traits,
    0.25,
    null,
    [],
  ]);
  const file = pathToFileURL(inProject("build/python-widget.mjs")).href;
  const { default: widget } = await import(/* @vite-ignore */ file);
  expect(Object.keys(widget)).toEqual(["render"]);
});

describe("the page stands once in a notebook", () => {
  /** Which of the views hold it, by the messages that run their cells. */
  const holders = (messages: string, before = "") =>
    pythonModule(`
import os, types
os.environ.pop("VSCODE_PID", None)
os.environ.pop("VSCODE_CWD", None)
shell = types.SimpleNamespace(parent_header={})
sys.modules["IPython"] = types.SimpleNamespace(get_ipython=lambda: shell)
${before}
view = show([[1]], [[1]])
held = []
for message in ${messages}:
    shell.parent_header = message
    held.append(len(view._repr_html_()) > 1e6)
print(json.dumps(held))`);
  const cells = (names: string) => `[{"metadata": {"cellId": name}} for name in "${names}"]`;
  const code = (names: string) =>
    `[{"metadata": {}, "content": {"code": name}} for name in "${names}"]`;

  test.each([
    ["in the first cell, each time that it runs", cells("abaacb"), "", [1, 0, 1, 1, 0, 0]],
    ["where cells have no names, too", code("abaac"), "", [1, 0, 1, 1, 0]],
    ["in VS Code, whose cells have names", cells("ab"), 'os.environ["VSCODE_PID"] = "1"', [1, 0]],
    [
      "but in each view of one that names none",
      code("ab"),
      'os.environ["VSCODE_PID"] = "1"',
      [1, 1],
    ],
    ["and of Colab", cells("ab"), 'sys.modules["google.colab"] = 1', [1, 1]],
    ["and where nothing runs cells", "[{}, {}]", "", [1, 1]],
  ])("%s", (_, messages, before, held) => {
    expect(holders(messages, before)).toEqual(held.map((one) => one === 1));
  });

  it("comes again where the cell that had it is gone", () => {
    const program = `
import types
shell = types.SimpleNamespace(parent_header={"metadata": {"cellId": "a"}})
sys.modules["IPython"] = types.SimpleNamespace(get_ipython=lambda: shell)
view = show([[1]], [[1]])
view._repr_html_()
shell.parent_header = {"metadata": {"cellId": "b"}}
held = [len(view._repr_html_()) > 1e6]
attention_scale.start_again()
print(json.dumps(held + [len(view._repr_html_()) > 1e6]))`;
    expect(pythonModule(program)).toEqual([false, true]);
  });
});
