#!/usr/bin/env bash
# Package: @huggingface/transformers 4.3.2 (JavaScript).
# Behaviour: softmax, whose types allow any typed array, keeps its exponentials in an array of the input's kind. For integers each
#   exponential below 1 becomes 0, so that the largest score gets everything; of two equal largest ones nothing is left.
# Expected: the weights of the same numbers in a plain array, or an error.
# Output seen: plain array: 0.09 0.24 0.67 / Float32Array: 0.09 0.24 0.67 / Int32Array: 0.00 0.00 1.00 / Int32Array, two largest: 0.00 0.00 0.00
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts @huggingface/transformers@4.3.2

cat > run.mjs <<'JS'
import { softmax } from "@huggingface/transformers";

const scores = [1, 2, 3];
const inputs = {
  "plain array": scores,
  Float32Array: Float32Array.from(scores),
  Int32Array: Int32Array.from(scores),
  "Int32Array, two largest": Int32Array.of(1, 3, 3),
};
for (const [name, input] of Object.entries(inputs)) {
  const weights = Array.from(softmax(input), (weight) => weight.toFixed(2));
  console.log(`${name}: ${weights.join(" ")}`);
}
JS

node run.mjs > seen
cat seen
diff seen - <<'SEEN'
plain array: 0.09 0.24 0.67
Float32Array: 0.09 0.24 0.67
Int32Array: 0.00 0.00 1.00
Int32Array, two largest: 0.00 0.00 0.00
SEEN
