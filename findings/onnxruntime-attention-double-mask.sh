#!/usr/bin/env bash
# Package: onnxruntime-web 1.30.0 (WebAssembly, CPU), operator Attention of ONNX, operator sets 23 and 24.
# Behaviour: Attention in doubles runs (the operator's function is expanded), with is_causal alone and with a mask of doubles alone.
#   With both, which the operator allows, the model is refused: the function adds the mask of doubles to a causal one of floats.
#   Only float32 has no such seam. onnx calls it a mistake of its function bodies (onnx/onnx#8340, #7840); this release has it.
# Expected: the weights, as with floats.
# Output seen: causal: ok / mask: ok / both: refused, Add is bound to tensor(double) and tensor(float)
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts onnxruntime-web@1.30.0 pbf@5.1.2

cat > run.mjs <<'JS'
import * as ort from "./node_modules/onnxruntime-web/dist/ort.node.min.mjs";
import { PbfWriter } from "pbf";

ort.env.wasm.numThreads = 1;
ort.env.logLevel = "fatal";
const DOUBLE = 11;
const message = (pbf, field, write) => pbf.writeMessage(field, (_, inner) => write(inner), null);

// onnx.proto: a model of one Attention, q, k, v [1×1×2×2], perhaps a mask [2×2].
function model(isCausal, hasMask, version) {
  const pbf = new PbfWriter();
  pbf.writeVarintField(1, 10);
  message(pbf, 7, (graph) => {
    message(graph, 1, (node) => {
      for (const name of hasMask ? ["q", "k", "v", "mask"] : ["q", "k", "v"]) node.writeStringField(1, name);
      node.writeStringField(2, "y");
      node.writeStringField(4, "Attention");
      message(node, 5, (attribute) => {
        attribute.writeStringField(1, "is_causal");
        attribute.writeVarintField(3, isCausal ? 1 : 0);
        attribute.writeVarintField(20, 2);
      });
    });
    graph.writeStringField(2, "g");
    const value = (field, name, dims) =>
      message(graph, field, (entry) => {
        entry.writeStringField(1, name);
        message(entry, 2, (type) =>
          message(type, 1, (tensor) => {
            tensor.writeVarintField(1, DOUBLE);
            message(tensor, 2, (shape) => {
              for (const dim of dims) message(shape, 1, (extent) => extent.writeVarintField(1, dim));
            });
          }),
        );
      });
    for (const name of ["q", "k", "v"]) value(11, name, [1, 1, 2, 2]);
    if (hasMask) value(11, "mask", [2, 2]);
    value(12, "y", [1, 1, 2, 2]);
  });
  message(pbf, 8, (set) => {
    set.writeStringField(1, "");
    set.writeVarintField(2, version);
  });
  return pbf.finish();
}

const four = Float64Array.of(1, 0, 0, 1);
for (const version of [23, 24]) {
  for (const [name, isCausal, hasMask] of [["causal", true, false], ["mask", false, true], ["both", true, true]]) {
    try {
      const session = await ort.InferenceSession.create(model(isCausal, hasMask, version));
      const given = Object.fromEntries(["q", "k", "v"].map((key) => [key, new ort.Tensor("float64", four, [1, 1, 2, 2])]));
      if (hasMask) given.mask = new ort.Tensor("float64", new Float64Array(4), [2, 2]);
      await session.run(given);
      console.log(`${version} ${name}: ok`);
    } catch (error) {
      const types = /tensor\(double\) and tensor\(float\)/.test(error.message);
      console.log(`${version} ${name}: refused${types ? ", Add is bound to tensor(double) and tensor(float)" : ` ${error.message.slice(0, 200)}`}`);
    }
  }
}
process.exit(0);
JS

said=$(node run.mjs 2>&1)
echo "$said"
both='both: refused, Add is bound to tensor(double) and tensor(float)'
test "$said" = "23 causal: ok
23 mask: ok
23 $both
24 causal: ok
24 mask: ok
24 $both"
