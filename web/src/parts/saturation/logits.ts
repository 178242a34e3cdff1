/**
 * The row of logits that the parts on softmax look at: its source, its factor, which can be played,
 * and its shift.
 */

import { html, type TemplateResult } from "lit";
import type { SentenceAttention } from "../../attention/sentence-attention.js";
import { memoFor } from "../../belonging.js";
import { rowsOf } from "../../draw/table.js";
import type { BarSettings, BarSlider } from "../../page/bar-settings.js";
import type { Inputs, Powers } from "../../page/inputs.js";
import { roundedToThousandths } from "../../page/number-field.js";
import type { Page } from "../../page/page.js";
import type { PartView } from "../../part-kit/part-view.js";
import { sharedObject } from "../../part-kit/shared.js";
import { LIMITS, type State } from "../../state/state.js";

/** Milliseconds in which the factor doubles. */
const DOUBLING = 1100;
const FIRST_FACTOR = 1 / 16;

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
    let playedFactor = this.page.state.factor;
    const step = (now: number) => {
      const { state } = this.page;
      // The reader has moved the slider, or followed a link, also to where no button ends it.
      if (state.factor !== playedFactor || state.view !== view) return this.end();
      const octaves = Math.max(0, now - start) / DOUBLING;
      const factor = Math.min(most, FIRST_FACTOR * 2 ** (still ? Math.floor(octaves) : octaves));
      playedFactor = roundedToThousandths(factor);
      if (playedFactor !== this.page.state.factor) this.page.set({ factor: playedFactor });
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

/** All parts with logits share it. */
const playerOf = sharedObject(({ page, changed }) => new Player(page, changed));

/** Factors from 1/64 to 64 in steps of a quarter of an octave. */
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
  /** The logits before factor and shift. */
  readonly base: readonly number[];
  readonly values: readonly number[];
  readonly labels: readonly string[];
  readonly source: State["source"];
  /** The inputs that a file of a figure names. */
  readonly inputs: Inputs;
}

/** The logits before factor and shift. */
const baseOf = memoFor(
  (
    source: State["source"],
    typed: readonly number[],
    a: number,
    settled: SentenceAttention | null,
    word: number,
  ): readonly number[] => {
    if (source === "typed") return typed;
    if (source === "ladder") return [a, a, 2 * a, 4 * a];
    const rows = settled === null ? [] : rowsOf(settled.scores);
    return rows[Math.min(word, rows.length) - 1] ?? [];
  },
);

const valuesOf = memoFor((base: readonly number[], factor: number, shift: number) =>
  base.map((logit) => factor * logit + shift),
);

export function logitsOf(view: PartView): Logits {
  const { word, logits, a, factor, shift } = view.state;
  const { settled } = view.page.attention;
  // The ladder until the scores of the sentence are there.
  const source = view.state.source === "word" && settled === null ? "ladder" : view.state.source;
  const scores = source === "word" ? settled : null;
  const base = baseOf(view, source, logits, a, scores, word);
  const values = valuesOf(view, base, factor, shift);
  const labels = scores?.request.words ?? base.map((_, i) => `x${subscript(i)}`);
  // The sentence is one of the inputs: its rows are the logits, or are shown beside them.
  const inputs = view.answers.inputs(settled?.request ?? null, { source });
  // A row of the sentence moves with d, as do all figures of the sentence.
  const moves = source === "word" ? undefined : factorSteps(view);
  return { base, values, labels, source, inputs: { ...inputs, moves } };
}

/** The number that moves the row of logits; a row of the sentence moves with d and the seed. */
export function barOfLogits({ state, common }: PartView): BarSettings {
  if (state.source === "word") return {};
  const slider: BarSlider =
    state.source === "ladder"
      ? { key: "a", name: "$a$", step: 0.05 }
      : { key: "factor", name: common.logits.factor, step: 0.05, most: 16 };
  return { words: null, slider, seed: null };
}

/** What sets the logits of their source. */
export function logitField(view: PartView): TemplateResult {
  const { logits: text } = view.common;
  switch (view.state.source) {
    case "ladder":
      return view.controls.sliderField("a", "$a$", { step: 0.05 });
    case "typed":
      return view.controls.listField("logits", text.typed);
    case "word":
      return view.controls.wordField("word", text.word);
  }
}

/** The factor, and a button that plays it. */
export function factorControls(view: PartView): TemplateResult {
  const { logits: text } = view.common;
  const player = playerOf(view);
  return html`<div class="played">
    ${view.controls.sliderField("factor", text.factor, { step: 0.05, most: 16 })}
    <button type="button" @click=${() => (player.playing ? player.end() : player.play())}>
      ${player.playing ? text.pause : text.play}
    </button>
  </div>`;
}

/** Where the logits come from. */
export const sourceField = (view: PartView): TemplateResult =>
  view.controls.chooser("source", view.common.logits.source, view.common.logits.sources);

/** What is added to all logits. */
export const shiftField = (view: PartView): TemplateResult =>
  view.controls.sliderField("shift", view.common.logits.shift, { step: 1 });
