/** A picture for each lane: what it reads of the typed date, or its weights on the tokens of a sequence. */

import { html, nothing, type TemplateResult } from "lit";
import { coordinates } from "../../draw/table.js";
import type { Content } from "../../part-kit/figure.js";
import { type Inputs, kindOf, type PartView } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/training.js";
import { readDate } from "./date.js";
import { laneName } from "./lane-style.js";
import type { Lane } from "./race.js";
import { readingPicture } from "./reading-picture.js";

type View = PartView<typeof en>;

/** What a lane makes of the typed date, once it has been asked. */
export function answerLine({ text }: View, { look, name }: Lane): TemplateResult {
  const right = readDate(look?.date ?? "")?.right ?? "";
  return html`<p class="answer-line">${
    look === null
      ? nothing
      : html`<output aria-label=${text.answer(text.column[name])} class=${name}>${look.answer}</output>
          <span>${look.answer === right ? `✓ ${text.right}` : `× ${text.wrong(right)}`}</span>`
  }</p>`;
}

export function readingFigure(view: View, lane: Lane, inputs: Inputs): Content {
  const { text } = view;
  const { look, name } = lane;
  if (look === null) return nothing;
  /** The character of an answer that is pointed at, in every lane. */
  const pointed = view.pointed("training");
  const called = laneName(view, name);
  const { answer, weights, date } = look;
  const { attention } = text;
  const table = attention.table(text.column[name]);
  const title = attention.title(called);
  return view.figure({
    ...{ name: `reading-${name}`, title, ...kindOf(name), inputs },
    // On the page it stands in the frame of the race.
    before: view.state.figure === "" ? nothing : answerLine(view, lane),
    ...{ label: `${title}. ${attention.note}`, deps: [look, pointed.at] },
    picture: readingPicture(name, date, answer, weights, attention.titles, pointed.at),
    ...{ events: pointed, at: pointed.at ?? "0" },
    tables: {
      ...{ name: table, matrix: weights, corner: attention.corner },
      ...{ rowLabels: [...answer], colLabels: [...date] },
    },
  });
}

export function keysFigure(view: View, lane: Lane, inputs: Inputs): Content {
  const { text } = view;
  const { look, name } = lane;
  if (look === null) return nothing;
  const called = laneName(view, name);
  const { keys } = text;
  const matrix = look.weights;
  const title = keys.title(called);
  return view.matrixFigure({
    ...{ title, ...kindOf(name), inputs, corner: keys.corner },
    ...{
      name: `keys-${name}`,
      table: keys.table(text.column[name]),
      alt: `${title}. ${keys.note}`,
    },
    ...{ matrix, rowLabels: coordinates(matrix.rows), largestPitch: 24 },
  });
}
