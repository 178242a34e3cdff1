#!/usr/bin/env bash
# Package: @myst-theme/anywidget 1.4.1, the renderer of the directive {anywidget} in MyST's themes (mystmd 1.8).
# Behaviour: its model has save_changes and off, as the anywidget contract (AFM) demands, and both throw "not implemented yet". A widget
#   that does what the contract's own examples do, model.set(…) and then model.save_changes() in a listener, throws at each move of
#   the reader, and one whose cleanup calls model.off(…) breaks off there, so that what follows in the cleanup is left undone.
# Expected: no call of the contract throws; where there is nothing to save, save_changes does nothing, and off ends what on began.
# Output seen: count 1 in the listener, then "MystAnyModel.save_changes not implemented yet.", "MystAnyModel.off not implemented yet."
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
# The file of the model alone: it imports nothing.
npm pack --silent @myst-theme/anywidget@1.4.1 > /dev/null
tar -xzf ./*.tgz

cat > use.mjs <<'JS'
import { MystAnyModel } from "./package/dist/models.js";

const model = new MystAnyModel({ count: 0 });
const listener = () => console.log(`count ${model.get("count")}`);
model.on("change:count", listener);
model.set("count", 1);
for (const call of [() => model.save_changes(), () => model.off("change:count", listener)]) {
  try {
    call();
    console.log("nothing is thrown");
  } catch ({ message }) {
    console.log(message);
  }
}
JS

said=$(node use.mjs 2>&1)
echo "$said"
test "$said" = 'count 1
MystAnyModel.save_changes not implemented yet.
MystAnyModel.off not implemented yet.'
