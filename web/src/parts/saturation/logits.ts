/** The row of logits that the parts on softmax look at: its source, its factor and its shift. */
import { html, type nothing, type TemplateResult } from "lit";
import { rowsOf } from "../../draw/table.js";
import type { Inputs, PartView } from "../../part-kit/part-view.js";
import type { State } from "../../state/state.js";
import { playerOf } from "./player.js";

export interface Logits {
  /** Before factor and shift. */
  readonly base: readonly number[];
  /** factor · base + shift: the argument of softmax. */
  readonly values: readonly number[];
  readonly labels: readonly string[];
  /** The source in use: the ladder until the scores of the sentence are there. */
  readonly source: State["source"];
  /** Of a figure of them. The sentence is one: its rows are the logits, or are shown beside them. */
  readonly inputs: Inputs;
}

/** From 1/64 to 64 in steps of a quarter of an octave. */
export const SCALES: readonly number[] = Array.from({ length: 49 }, (_, i) => 2 ** (i / 4 - 6));

/** "₁" for 0, "₁₂" for 11. */
const subscript = (index: number) =>
  String(index + 1).replace(/./g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)] ?? digit);

function baseOf({ state, page }: PartView): Omit<Logits, "values" | "inputs"> {
  const { settled } = page.attention;
  if (state.source === "word" && settled !== null) {
    const { words } = settled.request;
    const base = rowsOf(settled.scores)[Math.min(state.word, words.length) - 1] ?? [];
    return { base, labels: words, source: "word" };
  }
  const source = state.source === "typed" ? "typed" : "ladder";
  const base = source === "typed" ? state.logits : [state.a, state.a, 2 * state.a, 4 * state.a];
  return { base, labels: base.map((_, i) => `x${subscript(i)}`), source };
}

export function logitsOf(view: PartView): Logits {
  const { source, word, logits, a, factor, shift } = view.state;
  const { settled } = view.page.attention;
  const deps = [source, word, logits, a, source === "word" && settled];
  const found = view.memo("base", deps, () => baseOf(view));
  const values = view.memo("logits", [found, factor, shift], () =>
    found.base.map((logit) => factor * logit + shift),
  );
  const inputs = view.inputs(settled?.request ?? null, { source: found.source });
  const moves = found.source === "word" ? "dim" : "factor";
  return { ...found, values, inputs: { ...inputs, moves } };
}

export function logitControls(view: PartView): TemplateResult | typeof nothing {
  const { logits: text } = view.common;
  const player = playerOf(view);
  const sources = {
    ladder: () => view.sliderField("a", "a", { step: 0.05 }),
    typed: () => view.listField("logits", text.typed),
    word: () => view.wordField("word", text.word),
  };
  return view.controlRow(
    view.chooser("source", text.source, text.sources),
    sources[view.state.source](),
    view.sliderField("factor", text.factor, { step: 0.05, most: 16 }),
    html`<button type="button" @click=${() => (player.playing ? player.end() : player.play())}>
      ${player.playing ? text.pause : text.play}
    </button>`,
    view.sliderField("shift", text.shift, { step: 1 }),
  );
}
