/** The fold that asks the heads of recall among more keys than they were trained on. */

import { html, nothing, type TemplateResult } from "lit";
import { dots, line, linear, log, zip } from "../../draw/marks.js";
import { type Inputs, many, type Palette, type PartView } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/training.js";
import { fixed } from "../../text/numbers.js";
import { richText, typeset } from "../../ui/rich.js";
import { COUNTS, type KeyTestResult } from "./key-test.js";
import { laneName, laneStyle } from "./lane-style.js";
import type { Lane, Race } from "./race.js";

type View = PartView<typeof en>;
type Tested = readonly (readonly [Lane, KeyTestResult])[];

function chartFigure(
  view: View,
  race: Race,
  tested: Tested,
  kind: keyof KeyTestResult,
  inputs: Inputs,
): TemplateResult {
  const { keyTest: words, column } = view.text;
  const results = tested.map(([, result]) => result);
  const title = kind === "plain" ? words.plain : words.grown(race.setup.tokens);
  const chart = (palette: Palette) => ({
    x: log([14, 4700], view.common.keys, { ticks: [...COUNTS] }),
    y: linear([0, 1.02], words.weight),
    height: 210,
    marks: tested.flatMap(([lane, result]) => {
      const { color, dash } = laneStyle(palette, lane.name);
      const points = zip(COUNTS, result[kind]);
      return [line(points, color, { dash }), dots(points, color, { radius: 2.5 })];
    }),
  });
  return view.figure({
    ...{ name: `keytest-${kind}`, title, inputs, deps: results, chart, tableName: words.table },
    tables: () => [
      view.common.keys,
      COUNTS.map(String),
      tested.flatMap(([{ name }]) => words.columns(column[name])),
      tested.flatMap(([, { plain, grown }]) => [plain, grown]),
    ],
  });
}

function found(view: View, { keyTest }: Race, tested: Tested): TemplateResult {
  const { keyTest: words } = view.text;
  const last = (weights: readonly number[]) => fixed(weights.at(-1) ?? 0, 2);
  const told = tested.map(([{ name }, { plain, grown }]) =>
    richText(words.lane(name, laneName(view, name), last(plain), last(grown))),
  );
  return html`<p class="caption spoken">
    ${view.sentenceOf(words.finding(many(keyTest.step)), told)}
  </p>`;
}

/** @param inputs of the race */
export function keyTestOf(view: View, race: Race, inputs: Inputs): unknown {
  const { keyTest: words } = view.text;
  const results = race.lanes.flatMap((lane) => (lane.keys ? [[lane, lane.keys] as const] : []));
  const tested = results.filter(([, { plain }]) => plain.length > 0);
  const lost = results
    .filter(([, { plain }]) => plain.length === 0)
    .map(([{ name }]) => html`<p class="note">${typeset(words.lost(laneName(view, name)))}</p>`);
  return [
    html`<p class="caption-text">${richText(words.text(race.setup.tokens))}</p>
      <div class="race-buttons">
        <button type="button" @click=${() => void race.testKeys()}>${words.test}</button>
        ${race.keyTest.running ? html`<p class="note">${words.testing}</p>` : nothing}
      </div>`,
    lost,
    tested.length === 0
      ? nothing
      : html`<div class="pair-of-figures">
            ${(["plain", "grown"] as const).map((kind) => chartFigure(view, race, tested, kind, inputs))}
          </div>
          ${found(view, race, tested)}`,
  ];
}
