#!/usr/bin/env bash
# Package: @huggingface/transformers 4.3.2 (JavaScript).
# Behaviour: generate() takes top_p, which its configuration documents (only the most probable tokens whose probabilities add up to
#   top_p are kept), and samples as if it were not there, without a word. top_k works.
# Shown with a model whose three tokens always have the probabilities .6, .3 and .1: with top_p = .5 only the first may come.
# Expected: 1 kind of token with top_p = .5, as with top_k = 1.
# Output seen: no filter: 3 kinds of token / top_p 0.5: 3 kinds of token / top_k 1: 1 kind of token
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts @huggingface/transformers@4.3.2

cat > run.mjs <<'JS'
import { PreTrainedModel, PretrainedConfig, Tensor } from "@huggingface/transformers";

const logits = Float32Array.from([0.6, 0.3, 0.1], Math.log);
const integers = (value) => new Tensor("int64", [value], [1, 1]);

/** A model without weights: whatever came before, the next token has the same probabilities. */
class FixedModel extends PreTrainedModel {
  main_input_name = "input_ids";
  forward_params = ["input_ids", "attention_mask"];
  can_generate = true;

  prepare_inputs_for_generation(_, inputs) {
    return { ...inputs, attention_mask: inputs.attention_mask ?? integers(1n) };
  }

  async forward() {
    return { logits: new Tensor("float32", logits, [1, 1, 3]) };
  }
}

const config = new PretrainedConfig({ model_type: "gpt2", vocab_size: 3, is_encoder_decoder: false });
const model = new FixedModel(config, {}, {});

const filters = { "no filter": {}, "top_p 0.5": { top_p: 0.5 }, "top_k 1": { top_k: 1 } };
for (const [name, filter] of Object.entries(filters)) {
  const tokens = await model.generate({
    inputs: integers(0n),
    do_sample: true,
    max_new_tokens: 400,
    ...filter,
  });
  const kinds = new Set(tokens.data.slice(1)).size;
  console.log(`${name}: ${kinds} kind${kinds === 1 ? "" : "s"} of token`);
}
JS

node run.mjs > seen
cat seen
diff seen - <<'SEEN'
no filter: 3 kinds of token
top_p 0.5: 3 kinds of token
top_k 1: 1 kind of token
SEEN
