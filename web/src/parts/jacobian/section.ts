/** Reason 3: the Jacobian diag(y) − yyᵀ vanishes, and with it whatever comes back through it. */
import { html, type TemplateResult } from "lit";
import type { Chart, Mark, Point } from "../../draw/chart.js";
import type { Heatmap } from "../../draw/heatmap.js";
import type { Engine, Matrix } from "../../engine/api.js";
import type { Inputs } from "../../export/inputs.js";
import { fixed, significant } from "../../ui/numbers.js";
import { displayFormula, richText } from "../../ui/rich.js";
import { divisorText } from "../matrices/caption.js";
import { controlRow, figure, reasonPart, withoutEngine } from "../pieces.js";
import type { Room } from "../room.js";
import {
  type Logits,
  listField,
  logitControls,
  logitInputs,
  logitsOf,
  subscript,
} from "../saturation/logits.js";
import { SCALES } from "../saturation/section.js";

const jacobianMap = (matrix: Matrix, labels: readonly string[], largest: number): Heatmap => ({
  matrix,
  rowLabels: labels,
  colLabels: labels,
  scale: { kind: "signed", largest },
});

/** A diagonal entry is at most ¼, and so is any other in size: one scale for all Jacobians. */
const LARGEST = 0.25;

function mapOf(
  room: Room,
  engine: Engine,
  id: string,
  name: string,
  logits: readonly number[],
  labels: readonly string[],
  kind: "unscaled" | "scaled",
  inputs: Inputs,
): TemplateResult {
  const { maps: text } = room.text.jacobian;
  const matrix = engine.softmaxJacobian([...logits]);
  const norms = engine.jacobianNorms([...logits]);
  // J times ones: the sum of each row.
  const sums = engine.softmaxJacobianProduct(
    [...logits],
    logits.map(() => 1),
  );
  const label = text.label(name, matrix.rows);
  return figure(room, {
    title: name,
    kind,
    picture: room.heatmap(id, label, [logits.join(), labels.join()], () =>
      jacobianMap(matrix, labels, LARGEST),
    ),
    note: html`${text.norms(significant(norms.frobenius, 3), significant(norms.spectral, 3))} · ${text.rowSum(significant(Math.max(...sums.map(Math.abs)), 1))}`,
    tables: [
      room.table(
        text.table(name),
        room.page.text.matrices.corner,
        labels,
        labels,
        columnsOf(matrix),
      ),
    ],
    inputs,
  });
}

const columnsOf = ({ rows, cols, data }: Matrix): Float64Array[] =>
  Array.from({ length: cols }, (_, col) =>
    Float64Array.from({ length: rows }, (__, row) => data[row * cols + col] ?? 0),
  );

/** The logits as they are, and divided by what the page divides scores by. */
function maps(room: Room, engine: Engine, logits: Logits): TemplateResult {
  const { values, labels } = logits;
  const { maps: text } = room.text.jacobian;
  const { settled } = room.page;
  if (settled === null) return html``;
  const { request, scaled } = settled;
  const { divisor } = scaled;
  const inputs = logitInputs(room, logits);
  const map = (id: string, name: string, row: readonly number[], kind: "unscaled" | "scaled") =>
    mapOf(room, engine, id, name, row, labels, kind, inputs);
  const by = divisorText(request.dim, request.exponent, divisor);
  return html`${map("jacobian", text.unscaled, values, "unscaled")}
    ${map(
      "jacobian-scaled",
      text.scaled(by),
      values.map((logit) => logit / divisor),
      "scaled",
    )}`;
}

// ---- the norms ----

const LADDER: readonly number[] = [1, 1, 2, 4];
/** a from 0 to 20, densest where the norms turn. */
const AS: readonly number[] = Array.from({ length: 121 }, (_, i) => (20 * i * i) / 14400);

function normsFigure(room: Room, engine: Engine, logits: Logits): TemplateResult {
  const { norms: text } = room.text.jacobian;
  const ladder = logits.source === "ladder";
  const base = ladder ? LADDER : logits.base;
  const scales = ladder ? AS : SCALES;
  const { a, factor } = room.state;
  const now = ladder ? a * factor : factor;
  const curve = engine.saturation([...base], [...scales]);
  const here = engine.saturation([...base], [now]);
  const own = sentenceNorms(room, engine);
  const highest = curve.spectral.indexOf(Math.max(...curve.spectral));
  const make = (): Chart => {
    const { palette } = room;
    const line = (norm: Float64Array, dash?: readonly number[]): Mark => ({
      kind: "line",
      points: Array.from(norm, (y, i): Point => [scales[i] ?? 0, y]),
      color: palette.ink,
      ...(dash === undefined ? {} : { dash }),
    });
    const most = ladder ? Math.max(6, Math.min(20, now * 1.15)) : 64;
    const name = (words: string, y: number): Mark => ({
      ...{ kind: "note", x: ladder ? most * 0.55 : 1, y, text: words, color: palette.ink },
    });
    const edge = (norms: Float64Array, color: string): Mark => ({
      kind: "dots",
      points: Array.from(norms, (y): Point => [ladder ? most * 1.05 : most * 1.5, y]),
      color,
      hollow: true,
      radius: 4.5,
    });
    return {
      x: ladder
        ? { kind: "linear", domain: [0, most * 1.1], label: text.x(true) }
        : {
            kind: "log",
            domain: [1 / 64, most * 2],
            ticks: [1 / 16, 1 / 4, 1, 4, 16],
            label: text.x(false),
          },
      y: { kind: "linear", domain: [0, 0.56], ticks: [0, 0.125, 0.25, 0.375, 0.5], label: text.y },
      height: 220,
      marks: [
        line(curve.frobenius, [5, 3]),
        line(curve.spectral),
        { kind: "rule", x: most, color: palette.hairline },
        name(`- - ${text.frobenius}`, 0.52),
        name(`— ${text.spectral}`, 0.475),
        ...(own === null
          ? []
          : [edge(own.unscaled, palette.unscaled), edge(own.scaled, palette.scaled)]),
        {
          kind: "dots",
          points: [
            [now, here.frobenius[0] ?? 0],
            [now, here.spectral[0] ?? 0],
          ],
          color: palette.ink,
          radius: 5,
        },
      ],
    };
  };
  const at = `${ladder ? "a" : room.text.logits.factor} = ${significant(scales[highest] ?? 0, 2)}`;
  return figure(room, {
    title: text.title(ladder),
    picture: room.chart("norms", text.label, [ladder, base.join(), now, room.page.settled], make),
    note: html`${text.highest(significant(curve.spectral[highest] ?? 0, 3), at)} ${text.dots}`,
    tables: [
      room.table(
        text.label,
        text.x(ladder),
        scales.map((scale) => significant(scale, 3)),
        text.columns,
        [curve.frobenius, curve.spectral],
      ),
    ],
    inputs: logitInputs(room, logits),
  });
}

/** ‖J‖_F of each row of the sentence, without the division and with it. */
function sentenceNorms(
  room: Room,
  engine: Engine,
): Record<"unscaled" | "scaled", Float64Array> | null {
  const settled = room.page.settled;
  if (settled === null) return null;
  const { data, cols, rows } = settled.scores;
  const side = (divisor: number) =>
    Float64Array.from({ length: rows }, (_, row) => {
      const scores = Array.from(
        data.subarray(row * cols, (row + 1) * cols),
        (score) => score / divisor,
      );
      return engine.jacobianNorms(scores).frobenius;
    });
  return { unscaled: side(1), scaled: side(settled.scaled.divisor) };
}

// ---- the corners ----

function oneHots(room: Room, engine: Engine): TemplateResult {
  const { oneHots: text } = room.text.jacobian;
  const labels = [0, 1, 2, 3].map((i) => `y${subscript(i)}`);
  const corner = (index: number) => {
    const logits = labels.map((_, i) => (i === index ? 0 : Number.NEGATIVE_INFINITY));
    const matrix = engine.softmaxJacobian(logits);
    return html`<div>
      ${room.heatmap(`corner-${index}`, text.label(index + 1), [], () => jacobianMap(matrix, ["", "", "", ""], LARGEST)).template}
      <span>${text.output(index)}</span>
    </div>`;
  };
  return html`<figure>
    <figcaption><h3>${text.title}</h3></figcaption>
    <p class="caption-text">${richText(text.text)}</p>
    <div class="corners">${labels.map((_, index) => corner(index))}</div>
  </figure>`;
}

// ---- back through it ----

const STEP = 1e-5;

function upstream(room: Room, engine: Engine, logits: Logits): TemplateResult {
  const { base, values, labels } = logits;
  const { upstream: text } = room.text.jacobian;
  const g = values.map((_, i) => room.state.upstream[i] ?? 0);
  const passed = engine.softmaxJacobianProduct([...values], g);
  const difference = engine.softmaxCentralDifference([...values], g, { step: STEP });
  const weights = engine.softmax([...values]);
  const off = Math.max(...Array.from(passed, (entry, i) => Math.abs(entry - (difference[i] ?? 0))));
  const { factor } = room.state;
  const norms = engine.passedNorms([...base], g, [...SCALES]);
  const [now = 0] = engine.passedNorms([...base], g, [factor]);
  const most = Math.max(...norms, now, 1e-6) * 1.1;
  const make = (): Chart => ({
    x: { kind: "log", domain: [1 / 64, 64], ticks: [1 / 16, 1 / 4, 1, 4, 16], label: text.x },
    y: { kind: "linear", domain: [0, most], label: text.y },
    height: 150,
    marks: [
      {
        kind: "line",
        points: SCALES.map((scale, i): Point => [scale, norms[i] ?? 0]),
        color: room.palette.ink,
      },
      {
        kind: "dots",
        points: [[Math.max(1 / 64, factor), now]],
        color: room.palette.ink,
        radius: 5,
      },
    ],
  });
  const columns = [g, weights, passed, difference];
  return figure(room, {
    title: text.title,
    before: html`<p class="caption-text">${richText(text.text)}</p>
      ${displayFormula("productDisplay")}
      ${controlRow(room, listField(room, "upstream", text.field, text.hint))}`,
    picture: room.chart("upstream", text.label, [values.join(), g.join(), factor], make),
    after: html`<div class="scroll short" tabindex="0" role="region" aria-label=${text.table}>
      <table class="small-table">
        <caption class="visually-hidden">${text.table}</caption>
        <thead>
          <tr><th><span class="visually-hidden">${text.corner}</span></th>${text.columns.map((name) => html`<th scope="col">${name}</th>`)}</tr>
        </thead>
        <tbody>
          ${labels.map(
            (name, row) => html`<tr>
              <th scope="row"><bdi>${name}</bdi></th>
              ${columns.map((column) => html`<td data-value=${String(column[row])}>${fixed(column[row] ?? 0, 6)}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`,
    tables: [
      room.table(text.table, text.corner, labels, text.columns, columns),
      room.table(
        text.label,
        text.x,
        SCALES.map((scale) => significant(scale, 3)),
        [text.y],
        [norms],
      ),
    ],
    tableElsewhere: true,
    note: text.step("10⁻⁵", significant(off, 1)),
    inputs: logitInputs(room, logits),
  });
}

export function jacobian(room: Room): TemplateResult {
  const text = room.text.jacobian;
  const { engine } = room;
  const logits = logitsOf(room);
  const content = () =>
    engine === null
      ? withoutEngine(room)
      : html`<div class="three-figures">${maps(room, engine, logits)} ${normsFigure(room, engine, logits)}</div>
          <div class="pair-of-figures">${upstream(room, engine, logits)} ${oneHots(room, engine)}</div>`;
  return reasonPart(
    room,
    "jacobian",
    text,
    ["jacobianMatrixDisplay", "jacobianDisplay"],
    logitControls(room),
    html`${content()}`,
  );
}
