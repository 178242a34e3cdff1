/**
 * The row of logits that the parts on softmax look at: its source, its factor, which can be played,
 * and its shift.
 */
import { html, type nothing, type TemplateResult } from "lit";
import { rowsOf } from "../../draw/table.js";
import type { Inputs, Powers } from "../../page/inputs.js";
import { rounded } from "../../page/number-field.js";
import type { Page } from "../../page/page.js";
import type { PartView } from "../../part-kit/part-view.js";
import { LIMITS, type State } from "../../state/state.js";

/** Milliseconds in which the factor doubles. */
const DOUBLING = 1100;
const FIRST = 1 / 16;

/** Plays the factor from small to large; under "reduced motion" in a step an octave. */
class Player {
  private frame = 0;
  playing = false;

  constructor(
    private readonly page: Page,
    private readonly changed: () => void,
  ) {}

  play(): void {
    this.playing = true;
    const still = globalThis.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const start = performance.now();
    const { most } = LIMITS.factor;
    const { view } = this.page.state;
    let shown = this.page.state.factor;
    const step = (now: number) => {
      const { state } = this.page;
      // The reader has moved the slider, or followed a link, also to where no button ends it.
      if (state.factor !== shown || state.view !== view) return this.end();
      const octaves = Math.max(0, now - start) / DOUBLING;
      const factor = Math.min(most, FIRST * 2 ** (still ? Math.floor(octaves) : octaves));
      shown = rounded(factor);
      if (shown !== this.page.state.factor) this.page.set({ factor: shown });
      if (factor === most) return this.end();
      this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
    this.changed();
  }

  end(): void {
    cancelAnimationFrame(this.frame);
    this.playing = false;
    this.changed();
  }
}

/** From 1/64 to 64 in steps of a quarter of an octave. */
export const SCALES: readonly number[] = Array.from({ length: 49 }, (_, i) => 2 ** (i / 4 - 6));

/** "₁" for 0, "₁₂" for 11. */
const subscript = (index: number) =>
  String(index + 1).replace(/./g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)] ?? digit);

const factorSteps = ({ common }: PartView): Powers => ({
  key: "factor",
  name: common.logits.moved,
  from: -4,
  to: 4,
  steps: 4,
  digits: 2,
});

/** The argument of softmax. */
export interface Logits {
  /** Before factor and shift. */
  readonly base: readonly number[];
  readonly values: readonly number[];
  readonly labels: readonly string[];
  readonly source: State["source"];
  /** What a file or a picture of a figure tells. */
  readonly inputs: Inputs;
}

export function logitsOf(view: PartView): Logits {
  const { word, logits, a, factor, shift } = view.state;
  const { settled } = view.page.attention;
  // The ladder until the scores of the sentence are there.
  const source = view.state.source === "word" && settled === null ? "ladder" : view.state.source;
  const scores = source === "word" ? settled : null;
  const base: readonly number[] = view.memo("base", [source, word, logits, a, scores], () => {
    if (source !== "word") return source === "typed" ? logits : [a, a, 2 * a, 4 * a];
    const rows = scores === null ? [] : rowsOf(scores.scores);
    return rows[Math.min(word, rows.length) - 1] ?? [];
  });
  const values = view.memo("logits", [base, factor, shift], () =>
    base.map((logit) => factor * logit + shift),
  );
  const labels = scores?.request.words ?? base.map((_, i) => `x${subscript(i)}`);
  // The sentence is one of the inputs: its rows are the logits, or are shown beside them.
  const inputs = view.inputs(settled?.request ?? null, { source });
  // A row of the sentence moves with d, as do all figures of the sentence.
  const moves = source === "word" ? undefined : factorSteps(view);
  return { base, values, labels, source, inputs: { ...inputs, moves } };
}

export function logitControls(view: PartView): TemplateResult | typeof nothing {
  const { logits: text } = view.common;
  // All parts with logits share it.
  const player = view.shared("player", () => new Player(view.page, view.changed));
  const sources = {
    ladder: () => view.sliderField("a", "$a$", { step: 0.05 }),
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
