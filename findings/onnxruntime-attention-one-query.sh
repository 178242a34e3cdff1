#!/usr/bin/env bash
# Package: onnxruntime-node 1.30.0 (CPU), operator Attention of ONNX, operator set 24.
# Behaviour: with is_causal and a cache (past_key, past_value) of 2 keys, a single query beside 2 new keys sees all 4 keys in single
#   precision. Query i of the new ones is to see the cache and new keys up to i: 3 keys. In double precision, where the operator is
#   expanded into its function, it does; and so do two queries in single precision, of which the first sees 3 keys.
# Expected: weights of 1/3, 1/3, 1/3, 0 for equal keys, in both precisions.
# Output seen: float32, 1 query: 4 keys / float32, 2 queries: 3 keys / float64, 1 query: 3 keys
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts onnxruntime-node@1.30.0 pbf@5.1.2

cat > run.mjs <<'JS'
import ort from "onnxruntime-node";
import { PbfWriter } from "pbf";

const TYPES = { float32: 1, float64: 11 };
const PAST = 2;
const NEW = 2;
const message = (pbf, field, write) => pbf.writeMessage(field, (_, inner) => write(inner), null);

// onnx.proto: a model of one Attention with a cache, which returns the output and the new cache.
function model(type, shapes) {
  const pbf = new PbfWriter();
  pbf.writeVarintField(1, 10);
  message(pbf, 7, (graph) => {
    message(graph, 1, (node) => {
      for (const name of ["q", "k", "v", "", "pastKeys", "pastValues"]) node.writeStringField(1, name);
      for (const name of ["y", "presentKeys", "presentValues"]) node.writeStringField(2, name);
      node.writeStringField(4, "Attention");
      message(node, 5, (attribute) => {
        attribute.writeStringField(1, "is_causal");
        attribute.writeVarintField(3, 1);
        attribute.writeVarintField(20, 2);
      });
    });
    graph.writeStringField(2, "g");
    const value = (field, name, dims) =>
      message(graph, field, (entry) => {
        entry.writeStringField(1, name);
        message(entry, 2, (holder) =>
          message(holder, 1, (tensor) => {
            tensor.writeVarintField(1, TYPES[type]);
            if (dims === undefined) return;
            message(tensor, 2, (shape) => {
              for (const dim of dims) message(shape, 1, (extent) => extent.writeVarintField(1, dim));
            });
          }),
        );
      });
    for (const [name, dims] of Object.entries(shapes)) value(11, name, dims);
    for (const name of ["y", "presentKeys", "presentValues"]) value(12, name);
  });
  message(pbf, 8, (set) => {
    set.writeStringField(1, "");
    set.writeVarintField(2, 24);
  });
  return pbf.finish();
}

for (const [type, queries] of [["float32", 1], ["float32", 2], ["float64", 1]]) {
  const width = PAST + NEW;
  const past = [1, 1, PAST, width];
  const fresh = [1, 1, NEW, width];
  const shapes = { q: [1, 1, queries, width], k: fresh, v: fresh, pastKeys: past, pastValues: past };
  const session = await ort.InferenceSession.create(model(type, shapes), { logSeverityLevel: 4 });
  // Keys of zeros are equal; the values are the rows of the identity, so that the output is the weights.
  const row = (first) => (_, at) => Number(at % width === first + Math.floor(at / width));
  const entries = { v: row(PAST), pastValues: row(0) };
  const Kind = type === "float32" ? Float32Array : Float64Array;
  const given = Object.fromEntries(
    Object.entries(shapes).map(([name, dims]) => {
      const count = dims.reduce((product, dim) => product * dim, 1);
      const data = Kind.from({ length: count }, entries[name] ?? (() => 0));
      return [name, new ort.Tensor(type, data, dims)];
    }),
  );
  const { y } = await session.run(given);
  const seen = [...y.data].slice(0, width).filter((weight) => weight > 0).length;
  console.log(`${type}, ${queries} ${queries === 1 ? "query" : "queries"}: ${seen} keys`);
}
JS

said=$(node run.mjs 2>&1)
echo "$said"
test "$said" = 'float32, 1 query: 4 keys
float32, 2 queries: 3 keys
float64, 1 query: 3 keys'
