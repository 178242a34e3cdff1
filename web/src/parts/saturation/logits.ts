/** The row of logits that the parts on softmax look at: where it comes from, and its scale and shift. */
import { html, nothing, type TemplateResult } from "lit";
import type { Inputs } from "../../export/inputs.js";
import { DEFINITIONS, type ListKey, readValue, type State } from "../../state/state.js";
import { problem } from "../../ui/controls.js";
import { inputsAsked } from "../asked.js";
import { chooser, controlRow, sliderField, wordField } from "../pieces.js";
import type { Room } from "../room.js";

export interface Logits {
  /** Before factor and shift. */
  readonly base: readonly number[];
  /** factor·base + shift: what softmax gets. */
  readonly values: readonly number[];
  readonly labels: readonly string[];
  /** The source in use: the ladder until the sentence's scores have come. */
  readonly source: State["source"];
}

const SUBSCRIPTS = ["₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"];
export const subscript = (index: number) =>
  SUBSCRIPTS[index] ??
  String(index + 1).replace(/./g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)] ?? digit);

function baseOf(room: Room): Omit<Logits, "values"> {
  const { state } = room;
  if (state.source === "word") {
    const settled = room.page.settled;
    if (settled !== null) {
      const { words } = settled.request;
      const row = Math.min(state.word, words.length) - 1;
      const { data, cols } = settled.scores;
      const base = Array.from(data.subarray(row * cols, (row + 1) * cols));
      return { base, labels: words, source: "word" };
    }
  }
  const source = state.source === "typed" ? "typed" : "ladder";
  const base = source === "typed" ? state.logits : [state.a, state.a, 2 * state.a, 4 * state.a];
  return { base, labels: base.map((_, i) => `x${subscript(i)}`), source };
}

/** The inputs of a figure of these logits. The sentence is one of them: its rows are the logits, or are shown beside them. */
export const logitInputs = ({ page }: Room, { source }: Logits): Inputs =>
  inputsAsked(page, page.settled?.request ?? null, { source });

export function logitsOf(room: Room): Logits {
  const { factor, shift } = room.state;
  const found = baseOf(room);
  return { ...found, values: found.base.map((logit) => factor * logit + shift) };
}

/** A list of numbers of the state, typed. */
export function listField(room: Room, key: ListKey, label: string, hint?: string): TemplateResult {
  const { page } = room;
  const draft = page.draft(key);
  const id = room.idOf(key);
  const input = (event: InputEvent) => {
    const text = (event.target as HTMLInputElement).value;
    const read = readValue(key, text);
    const { count, limits } = DEFINITIONS[key];
    if (read === undefined) {
      page.draftWrong(key, text, room.text.problems.list(count.least, count.most, limits.most));
    } else {
      page.draftRight(key, text, { [key]: read });
    }
  };
  return html`<div class="setting list">
    <div class="field">
      <label for=${id}>${label}</label>
      <input
        id=${id}
        type="text"
        autocomplete="off"
        spellcheck="false"
        aria-invalid=${draft?.problem ? "true" : "false"}
        aria-describedby=${draft?.problem ? `${id}-problem` : nothing}
        .value=${draft?.text ?? page.state[key].join(", ")}
        @input=${input}
        @change=${() => page.commitDraft(key)}
      />
    </div>
    ${problem(id, draft?.problem ?? null)} ${hint === undefined ? nothing : html`<span class="hint">${hint}</span>`}
  </div>`;
}

export function logitControls(room: Room): TemplateResult | typeof nothing {
  const { logits: text } = room.text;
  const { source } = room.state;
  const { player } = room;
  const of =
    source === "ladder"
      ? sliderField(room, "a", text.a, { step: 0.05 })
      : source === "typed"
        ? listField(room, "logits", text.typed)
        : wordField(room, "word", text.word);
  return controlRow(
    room,
    chooser(room, "source", text.source, text.sources),
    of,
    sliderField(room, "factor", text.factor, { step: 0.05, most: 16 }),
    html`<button type="button" @click=${() => (player.playing ? player.stop() : player.play())}>
      ${player.playing ? text.pause : text.play}
    </button>`,
    sliderField(room, "shift", text.shift, { step: 1 }),
  );
}
