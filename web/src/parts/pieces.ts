/** What the reasons are put together from: a part with its prose, a row of controls, a figure, how far it is. */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { ref } from "lit/directives/ref.js";
import type { Inputs, Run } from "../export/inputs.js";
import type { ExperimentName } from "../lab/experiments.js";
import type { Study } from "../lab/study.js";
import { failureNotice } from "../page/notices.js";
import {
  DEFINITIONS,
  LIMITS,
  type NumberKey,
  type Reason,
  type State,
  type WordKey,
} from "../state/state.js";
import type { FormulaName, Rich } from "../text/rich.js";
import { choice, slider } from "../ui/controls.js";
import { foldedTable, type MatrixTable } from "../ui/matrix-table.js";
import { clamp, fieldProblem, numberField, rounded } from "../ui/number-field.js";
import { paragraphs, prose } from "../ui/prose.js";
import { displayFormulas, richText } from "../ui/rich.js";
import { takeButton } from "../ui/take-button.js";
import type { Picture, Room } from "./room.js";

type Content = TemplateResult | typeof nothing;

/** A reason: heading, two or three sentences, formula, one thing to try; then what it shows. */
export function reasonPart(
  room: Room,
  reason: Reason,
  text: { readonly heading: string; readonly text: readonly Rich[]; readonly try: Rich },
  formulas: readonly FormulaName[],
  ...content: Content[]
): TemplateResult {
  return html`<section class="part reason" aria-label=${text.heading} ${ref(room.watch(reason))}>
    ${prose(
      room.page,
      reason,
      text.heading,
      html`<div class="told">${paragraphs(text.text)}</div>
        <div class="told">
          ${displayFormulas(...formulas)}
          <p class="try"><strong>${room.text.tryThis}</strong> ${richText(text.try)}</p>
        </div>`,
    )}
    ${content}
  </section>`;
}

/** A row of controls, unless they are hidden. */
export const controlRow = (room: Room, ...controls: Content[]): Content =>
  room.page.shows("controls") ? html`<div class="settings">${controls}</div>` : nothing;

const isWhole = (key: NumberKey) => DEFINITIONS[key].whole;

/** A number of the state, typed. */
export function field(room: Room, key: NumberKey, label: string, step = 1): TemplateResult {
  const { least, most } = LIMITS[key];
  const { whole, decimal } = room.text.problems;
  const allowed = isWhole(key) ? whole(least, most) : decimal(least, most);
  const id = `${room.idOf(key)}-number`;
  return html`<div class="setting">
    ${numberField(room.page, { key, id, label, step, allowed })} ${fieldProblem(room.page, key, id)}
  </div>`;
}

/** One of the words on screen, by its number. */
export function wordField(room: Room, key: "word" | "target", label: string): TemplateResult {
  const id = room.idOf(key);
  const { words } = room;
  const chosen = Math.min(room.state[key], words.length);
  return html`<div class="setting">
    <div class="field">
      <label for=${id}>${label}</label>
      <select
        id=${id}
        .value=${live(String(chosen))}
        @change=${(event: Event) => room.page.set({ [key]: Number((event.target as HTMLSelectElement).value) })}
      >
        ${words.map((word, i) => html`<option value=${String(i + 1)} ?selected=${i + 1 === chosen}>${i + 1}: ${word}</option>`)}
      </select>
    </div>
  </div>`;
}

/** A number of the state as a slider, with its field beside it. `log`: equal factors take equal ways. */
export function sliderField(
  room: Room,
  key: NumberKey,
  label: string,
  options: { readonly step: number; readonly log?: boolean; readonly most?: number },
): TemplateResult {
  const limits = LIMITS[key];
  const value = room.state[key];
  const id = room.idOf(key);
  const fieldId = `${id}-number`;
  const most = options.most ?? limits.most;
  const { whole, decimal } = room.text.problems;
  const to = (number: number) => (options.log === true ? Math.log2(number) : number);
  const from = (position: number) => (options.log === true ? 2 ** position : position);
  const digits = (number: number) => (isWhole(key) ? Math.round(number) : rounded(number));
  /** An arrow key moves a twelfth of an octave, at least by one digit of the number; a page key an octave. */
  const step = (by: number) => {
    const least = isWhole(key) ? 1 : 0.001;
    const target = digits(value * 2 ** (Math.abs(by) === 2 ? Math.sign(by) : by / 12));
    return clamp(target === value ? rounded(value + Math.sign(by) * least) : target, {
      ...limits,
      most: Math.max(most, value),
    });
  };
  return html`<div class="setting wide">
    ${slider({
      id,
      label,
      least: to(limits.least),
      most: to(most),
      step: options.log === true ? 0.001 : options.step,
      position: to(Math.min(most, value)),
      valueText: String(value),
      move: (position) => room.page.set({ [key]: digits(from(position)) }),
      // A step of the track may be less than a step of the number.
      ...(options.log === true ? { key: (by) => room.page.set({ [key]: step(by) }) } : {}),
    })}
    ${numberField(room.page, {
      key,
      id: fieldId,
      label: `${label} (${limits.least}–${limits.most})`,
      step: options.step,
      allowed: (isWhole(key) ? whole : decimal)(limits.least, limits.most),
      labelHidden: true,
    })}
    ${fieldProblem(room.page, key, fieldId)}
  </div>`;
}

/** One of a few words of the state. */
export function chooser<K extends WordKey>(
  room: Room,
  key: K,
  label: string,
  names: Readonly<Record<State[K], string>>,
): TemplateResult {
  return choice<State[K]>({
    name: room.idOf(key),
    label,
    value: room.state[key],
    options: Object.entries(names) as [State[K], string][],
    choose: (value) => room.page.set({ [key]: value }),
  });
}

export interface Figure {
  readonly title: string;
  readonly kind?: "unscaled" | "scaled";
  /** Beside the title, smaller. */
  readonly beside?: string;
  readonly before?: Content;
  readonly picture: Picture;
  readonly after?: Content;
  readonly note?: string | TemplateResult | undefined;
  /** Its numbers; the first table is folded away below it, unless another figure shows it. */
  readonly tables: readonly MatrixTable[];
  readonly tableElsewhere?: boolean;
  /** What picture and tables were computed from. */
  readonly inputs: Inputs;
}

export function figure(room: Room, parts: Figure): TemplateResult {
  const { title, kind, beside, before, picture, after, note, tables, tableElsewhere, inputs } =
    parts;
  const { page } = room;
  const [table = null] = tableElsewhere === true ? [] : tables;
  const id = room.offer(
    kind === undefined || beside === undefined ? title : `${title}, ${beside}`,
    picture,
    tables,
    inputs,
  );
  return html`<figure class=${kind ?? ""}>
    <figcaption><h3>${title}</h3>${beside === undefined ? nothing : html`<span>${beside}</span>`}</figcaption>
    ${before ?? nothing} ${picture.template} ${after ?? nothing}
    ${note === undefined ? nothing : html`<p class="note">${note}</p>`}
    <div class="below">${foldedTable(page.text.matrices.table, table, page.printing)} ${takeButton(page, id, title)}</div>
  </figure>`;
}

/** A table without a picture, folded away. */
export const folded = (room: Room, table: MatrixTable): Content =>
  foldedTable(room.page.text.matrices.table, table, room.page.printing);

/** Where a picture will stand once there is one. */
export const empty = (tall = true): TemplateResult =>
  html`<div class="empty ${tall ? "tall" : ""}"></div>`;

/** The same for a picture that waits for the engine: where that did not start, why, and a button that tries again. */
export const withoutEngine = ({ problem, page }: Room): TemplateResult =>
  problem === null ? empty() : failureNotice(page, [page.text.problems.compute(problem)]);

/** The two hues, named; and what else is drawn. */
export function legend(room: Room, ...more: string[]): TemplateResult {
  const { legend: text } = room.text;
  return html`<p class="legend hues">
    <span class="unscaled">${text.unscaled}</span>
    <span class="scaled">${text.scaledBy(room.state.exponent)}</span>
    ${more.map((entry) => html`<span>${entry}</span>`)}
  </p>`;
}

export const many = (count: number) => count.toLocaleString("en").replaceAll(",", "\u202F");

/** How far the run was that gave the study's result; undefined where it was at its end. */
export function runOf<N extends ExperimentName>(
  room: Room,
  name: N,
  { held }: Study<N>,
): Run | undefined {
  return held.done < held.total ? { ...held, what: room.text.progress.what[name] } : undefined;
}

/** How far an experiment is, and a button to stop it or to go on. */
export function progress<N extends ExperimentName>(
  room: Room,
  name: N,
  study: Study<N>,
): TemplateResult {
  const { progress: text } = room.text;
  const of = [many(study.done), `${many(study.total)} ${text.what[name]}`] as const;
  const words = {
    waiting: room.page.printing ? text.missing : text.waiting,
    running: study.done === 0 ? text.starting : text.running(...of),
    stopped: text.stopped(...of),
    done: text.done(of[1]),
    failed: text.failed(study.problem ?? ""),
  }[study.progress];
  const share = study.total > 0 ? study.done / study.total : 0;
  const running = study.progress === "running";
  // One button for both, or the focus would be lost with the one that goes.
  const button =
    study.progress === "failed"
      ? html`<button type="button" class="small" @click=${() => room.page.retry()}>${room.page.text.problems.tryAgain}</button>`
      : running || study.progress === "stopped"
        ? html`<button type="button" class="small" @click=${() => (running ? study.stop() : study.goOn())}>
          ${running ? text.stop : text.goOn}
        </button>`
        : nothing;
  return html`<div class="progress" data-study=${name} data-progress=${study.progress} role=${study.progress === "failed" ? "alert" : "group"}>
    <progress max="1" .value=${share} aria-label=${words}></progress>
    <span>${words}</span>
    ${button}
  </div>`;
}
