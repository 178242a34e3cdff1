#!/usr/bin/env bash
# Package: numpy-ts 1.7.0.
# Behaviour: logaddexp and logaddexp2 of two numbers that are both -Infinity are NaN. This is how the log-sums of two blocks of keys
#   are joined, and a block whose keys are all masked has -Infinity: two masked blocks spoil the row, where one does not.
# Expected: -Infinity, as NumPy's logaddexp and logaddexp2 give (numpy/core: equal arguments are taken first).
# Output seen: logaddexp of a masked and an open block: 1 / of two masked blocks: NaN / logaddexp2 of two masked blocks: NaN
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts numpy-ts@1.7.0

cat > run.mjs <<'JS'
import { array, logaddexp, logaddexp2 } from "numpy-ts";

const masked = array([-Infinity]);
const open = array([1]);
const first = (result) => result.toArray()[0];
console.log(`logaddexp of a masked and an open block: ${first(logaddexp(masked, open))}`);
console.log(`logaddexp of two masked blocks: ${first(logaddexp(masked, masked))}`);
console.log(`logaddexp2 of two masked blocks: ${first(logaddexp2(masked, masked))}`);
JS

node run.mjs > seen
cat seen
diff seen - <<'SEEN'
logaddexp of a masked and an open block: 1
logaddexp of two masked blocks: NaN
logaddexp2 of two masked blocks: NaN
SEEN
