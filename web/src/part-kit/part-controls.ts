/** Controls of a part, each for a key of the state. */
import { html, nothing, type TemplateResult } from "lit";
import { fittingHeads } from "../keys/key.js";
import { wordChoice } from "../page/controls.js";
import { drafted } from "../page/field-drafts.js";
import { moves } from "../page/motion.js";
import { numberField, sliderAndField } from "../page/number-field.js";
import type { Fold, ListKey, NumberKey, OrdinalKey, State, WordKey } from "../state/state.js";
import { DEFINITIONS, LIMITS, readValue } from "../state/state.js";
import { say } from "../text/rich.js";
import { problem, textField } from "../ui/controls.js";
import { selectField } from "../ui/select-field.js";
import { type ClosedFold, type OpenFold, piece } from "./figure-alone.js";
import { foldOf } from "./fold.js";
import type { PartContext } from "./host.js";
import type { Content } from "./pieces.js";

/** What the controls of a part are made with. */
export class PartControls {
  constructor(private readonly context: PartContext) {}

  /** A row of controls, unless controls are hidden. */
  row(...controls: Content[]): Content {
    return this.context.page.shows("controls")
      ? html`<div part="controls" class="settings">${controls}</div>`
      : nothing;
  }

  /**
   * A row of rarer controls behind a label, unless controls are hidden.
   * @param name in `folds` of the part's file in web/src/keys
   */
  foldedRow(
    name: Fold,
    label: string,
    controls: () => readonly Content[],
  ): OpenFold | ClosedFold | typeof nothing {
    const { page, host, whole } = this.context;
    if (!page.shows("controls")) return nothing;
    return foldOf(host, name, label, whole, () => this.row(...controls()));
  }

  /** A number as a field. @param factor what an arrow key multiplies by, in place of adding 1 */
  field(key: NumberKey, label: string, factor?: number): TemplateResult {
    const id = `${this.context.idOf(key)}-number`;
    const { page } = this.context;
    const field = moves(page, () => numberField(page, { key, id, label, factor }));
    return piece(key, html`<div class="setting">${field}</div>`);
  }

  /** One of the words on screen, or of others, by its number from 1. */
  wordField(key: OrdinalKey, label: string, words = this.context.sentence): TemplateResult {
    const value = String(Math.min(this.context.state[key], words.length));
    const options = words.map((word, i) => [String(i + 1), `${i + 1}: ${word}`] as const);
    const choose = (chosen: string) => this.context.page.set({ [key]: Number(chosen) });
    return html`<div class="setting">${selectField({
      id: this.context.idOf(key),
      label,
      value,
      options,
      choose,
    })}</div>`;
  }

  /** A list of numbers as a text field. */
  listField(key: ListKey, label: string, hint?: string): TemplateResult {
    const { page, common } = this.context;
    const { count, limits } = DEFINITIONS[key];
    const read = (text: string) => {
      const list = readValue(key, text);
      return list === undefined
        ? say(common.listAllowed, { least: count.least, most: count.most, limit: limits.most })
        : { [key]: list };
    };
    const value = page.state[key].join(", ");
    return html`<div class="setting list">
      ${textField({ id: this.context.idOf(key), label, ...drafted(page, key, value, read) })}
      ${hint === undefined ? nothing : html`<span class="hint">${hint}</span>`}
    </div>`;
  }

  /**
   * A number as a slider with a field beside it.
   * @param step what an arrow key adds, if the slider is not logarithmic
   * @param log whether equal factors take equal distances
   * @param most the number at the right end of the slider, if it is less than the key's limit
   */
  sliderField(
    key: NumberKey,
    label: string,
    track: { step: number; log?: boolean; most?: number },
  ): TemplateResult {
    const { least, most } = LIMITS[key];
    const field = {
      key,
      id: this.context.idOf(key),
      label,
      fieldLabel: `${label} (${least}–${most})`,
    };
    const { page } = this.context;
    const slider = moves(page, () => sliderAndField(page, { ...field, ...track }));
    return piece(key, html`<div class="setting wide">${slider}</div>`);
  }

  /** One of a few words, as radio buttons. */
  chooser<K extends WordKey>(key: K, label: string, names: Readonly<Record<State[K], string>>) {
    const { page, state } = this.context;
    return piece(key, wordChoice(page, key, label, names, state[key], this.context.idOf(key)));
  }

  /** Whether what is shown is divided. */
  divisionField(): TemplateResult {
    const { controls, legend } = this.context.common;
    const names = { without: legend.unscaled, with: legend.scaled };
    return this.chooser("division", controls.division, names);
  }

  /** What fits, where a number of heads, usually that of the state, does not divide d_model. */
  unfitHeads(dim: number, heads = this.context.state.heads): Content {
    const fitting = fittingHeads(dim, heads);
    if (heads === fitting) return nothing;
    const counts = Array.from({ length: 16 }, (_, i) => i + 1).filter((count) => dim % count === 0);
    return problem(
      this.context.idOf("fit"),
      say(this.context.common.unfit, { dim, heads, all: counts.join(", "), fitting }),
    );
  }
}
