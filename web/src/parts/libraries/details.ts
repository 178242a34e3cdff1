/**
 * The table of what attention of real libraries was seen to do, and a library's rule on the
 * reader's sentence: a script of its own, which comes with the table.
 */
import { html, nothing, type TemplateResult } from "lit";
import { cellsBox } from "../../draw/cells.js";
import { cutApart } from "../../draw/scene.js";
import { sketched } from "../../draw/sketch.js";
import type { Matrix } from "../../engine/api.js";
import { indexed } from "../../indexed.js";
import { paragraphs } from "../../page/prose.js";
import type { Answered } from "../../part-kit/part-view.js";
import { many, scrollingTable } from "../../part-kit/part-view.js";
import { proseOf } from "../../part-kit/prose.js";
import type { en } from "../../text/en/libraries-table.js";
import { significant, weight } from "../../text/numbers.js";
import { say } from "../../text/rich.js";
import { unmarked } from "../../text/typeset.js";
import { textsOf } from "../../text/words.js";
import { richText, typeset } from "../../ui/rich.js";
import { CAP, chosenRelease, followed as experiment, isOverQueries } from "./experiments.js";
import type { Column, Library, Release } from "./table.js";
import { COLUMNS, DATE, NAMES, nameOf, RELEASES, releaseNamed } from "./table.js";
import type { View } from "./view.js";

type Followed = Answered<typeof experiment>;

/** The words of the table are a subject that no part has: they come with this script. */
const TEXTS = textsOf<typeof en>("libraries-table");

const wordsOf = ({ page }: View): typeof en => TEXTS[page.language];

/** What a library is called on the page. */
const calledOf = (view: View, library: Library): string =>
  ({ ...NAMES, ...wordsOf(view).names })[library];

// ---- the table ----

/** A name that may break within its words, where a small letter or "_" ends: the column is narrow. */
const breakable = (name: string): readonly unknown[] =>
  name.split(/(?<=[a-z])(?=[A-Z])|(?<=_)/).map((part) => html`${part}<wbr />`);

/** A switch that decides between two answers. */
const OR = "-or-";

/** What a cell says: a sign, a word of the language, or a number. */
function written(view: View, release: Release, column: Column): string {
  const text = wordsOf(view);
  const code = release.cells[column];
  if (code === undefined) return text.none;
  if (typeof code === "number") return Number.isInteger(code) ? many(code) : significant(code, 3);
  const words: Readonly<Record<string, string>> = text.cells[column];
  const shared: Readonly<Record<string, string>> = { zero: "0", nan: text.noNumber };
  const wordOf = (one: string) => shared[one] ?? words[one] ?? text.refused;
  if (!code.includes(OR)) return wordOf(code);
  const [first = "", second = ""] = code.split(OR).map(wordOf);
  return say(text.cells["masked-row"].or, { first, second });
}

function librariesTable(view: View): TemplateResult {
  const { page } = view;
  const text = wordsOf(view);
  const { table } = text;
  const chosen = chosenRelease(view.state);
  const rows = RELEASES.map(
    (release) => html`<tr
      data-library=${release.library}
      data-version=${release.version}
      data-chosen=${release === chosen}
    >
      <th scope="row"><button
        type="button"
        class="quiet"
        aria-pressed=${release === chosen}
        @click=${() => page.set({ library: nameOf(release) })}
      >${breakable(calledOf(view, release.library))} <span>${release.version}</span></button></th>
      ${COLUMNS.map(
        (column) =>
          html`<td
            data-name=${column}
            data-value=${release.cells[column] ?? "none"}
          >${typeset(written(view, release, column))}</td>`,
      )}
    </tr>`,
  );
  const heads = html`<th><span class="visually-hidden">${table.corner}</span></th>${COLUMNS.map(
    (column) =>
      html`<th scope="col" aria-label=${unmarked(table.columns[column])}>${typeset(
        table.columns[column],
      )}</th>`,
  )}`;
  return html`${scrollingTable(table.caption, heads, rows, "libraries-table")}
  <p class="note">${typeset(say(text.date, { date: DATE }))}</p>`;
}

// ---- the sentence's weights by the rule of the library, and by ours ----

const TITLE = 22;
const COLUMN_LABELS = 18;
const LABEL = 12;
const LARGEST_PITCH = { narrow: 44, wide: 60 };
/** The least side of a cell with a number and a word above it, and the most rows with labels. */
const NUMBERED = 24;
const NAMED_ROWS = 16;

interface Drawn {
  readonly title: string;
  readonly matrix: Matrix;
}

/**
 * Two matrices side by side.
 * @param words the keys; the queries are the last of them
 * @param nan what a row without numbers is called
 */
function weightsPicture(sides: readonly Drawn[], words: readonly string[], nan: string) {
  return sketched((sketch) => {
    const { width, textWidth } = sketch;
    const rows = sides[0]?.matrix.rows ?? 0;
    const named = rows <= NAMED_ROWS;
    const narrow = width < 480;
    const queries = words.slice(words.length - rows);
    const widest = Math.max(...queries.map((word) => textWidth(word, LABEL)));
    const label = named ? Math.min(widest, narrow ? 48 : 120) + 8 : 0;
    const gap = narrow ? 12 : 48;
    const room = (width - label - gap) / 2;
    const largest = LARGEST_PITCH[narrow ? "narrow" : "wide"];
    const pitch = Math.min(largest, room / words.length);
    const titles = cutApart(
      sides.map(({ title }) => title),
      room,
      13,
      sketch.boldWidth,
    );
    /** From one matrix to the next, with room for the title above the first. */
    const title = sketch.boldWidth(titles[0] ?? "", 13);
    const step = Math.max(pitch * words.length, title) + gap;
    const heads = pitch >= NUMBERED ? cutApart(words, pitch - 2, LABEL, textWidth) : [];
    const top = TITLE + (heads.length > 0 ? COLUMN_LABELS : 6);
    const cut = cutApart(queries, label - 8, LABEL, textWidth);
    for (const [index, { matrix }] of indexed(sides)) {
      const x = label + index * step;
      const place = { x, y: top, pitch, rows: matrix.rows, cols: matrix.cols };
      sketch.text(titles[index] ?? "", x, 13, { size: 13, bold: true });
      for (const [i, word] of indexed(heads)) {
        const middle = x + (i + 0.5) * pitch - 1;
        sketch.text(word, middle, top - 6, { size: LABEL, align: "center", words: true });
      }
      for (let row = 0; row < matrix.rows; row += 1) {
        const { cols } = matrix;
        const data = matrix.data.subarray(row * cols, (row + 1) * cols);
        const line = { ...place, rows: 1, y: top + row * pitch };
        const text = pitch >= NUMBERED ? { text: weight } : {};
        if (data.every((entry) => !Number.isNaN(entry))) {
          sketch.grid({ ...line, data, ...text });
          continue;
        }
        const box = cellsBox(line);
        sketch.rect(box, { radius: 3, stroke: sketch.palette.ink, strokeWidth: 1 });
        const middle = box.x + box.width / 2;
        const base = box.y + box.height / 2 + 4;
        if (pitch > LABEL) sketch.text(nan, middle, base, { size: LABEL, align: "center" });
      }
      if (index > 0 || !named) continue;
      for (const [i, word] of indexed(cut)) {
        const base = top + (i + 0.5) * pitch + 4;
        sketch.text(word, label - 8, base, { size: LABEL, align: "right", words: true });
      }
    }
    return top + rows * pitch + 4;
  });
}

/** What the chosen row is called on the page. */
const called = (view: View, release: Release): string =>
  `${calledOf(view, release.library)} ${release.version}`;

/** A library that a link names and the table does not have. */
function unknownLibrary({ state }: View, text: typeof en): TemplateResult | typeof nothing {
  const name = state.library;
  if (name.trim() === "" || releaseNamed(name) !== undefined) return nothing;
  const told = say(text.unknown, {
    name,
    names: [...new Set(RELEASES.map(({ library }) => library))].join(", "),
    release: RELEASES.map(nameOf).find((written) => /\d$/.test(written)) ?? "",
  });
  return html`<p class="problem" role="alert">${told}</p>`;
}

function weightsFigure(view: View, answer: Followed, release: Release): TemplateResult {
  const { common } = view;
  const text = wordsOf(view);
  const { result, request } = answer;
  const { words } = request.attention;
  const names = { theirs: called(view, release), ours: text.names.ours };
  // Where the library has nothing of the kind, ours stands alone.
  const drawn = (["theirs", "ours"] as const).flatMap((side) => {
    const matrix = result[side];
    return matrix === null ? [] : [{ title: names[side], matrix }];
  });
  const title = say(text.weights.title, { followed: text.followed.names[request.followed] });
  const queries = words.slice(result.first);
  return view.figures.make({
    name: "weights",
    title,
    beside: names.theirs,
    source: answer,
    label: `${title}${common.signs.colon}${drawn.map((side) => side.title).join(", ")}`,
    deps: [result, names.theirs],
    note: isOverQueries(release)
      ? text.weights.over
      : say(text.weights.notes[request.followed], { cap: CAP }),
    picture: weightsPicture(drawn, words, text.noNumber),
    // A figure alone stands without what the part says above it.
    ...(view.state.figure === "" ? {} : { after: unknownLibrary(view, text) }),
    tables: drawn.map(({ title: name, matrix }) =>
      view.tables.ofWeights(say(text.weights.table, { name }), matrix, queries, words),
    ),
  });
}

/** What the choice means: of what is followed, and of the library. */
function meaning(view: View, release: Release): TemplateResult {
  const { state } = view;
  const text = wordsOf(view);
  const code = String(release.cells[state.followed]);
  const words: Readonly<Record<string, string>> = text.told[state.followed];
  const told = words[code.includes(OR) ? "or" : code] ?? text.told[state.followed].none;
  return html`<p class="caption">${richText(isOverQueries(release) ? text.told.over : told)}</p>
    <p class="libraries-meaning"><strong>${typeset(text.means)}</strong> ${richText(text.meaning[release.library])}</p>`;
}

// ---- all of it ----

/** The table, a library's rule on the sentence, what it means, and the rows of input. */
export function librariesContent(view: View): unknown[] {
  const { state } = view;
  const text = wordsOf(view);
  const release = chosenRelease(state);
  return [
    librariesTable(view),
    unknownLibrary(view, text),
    view.controls.row(view.controls.chooser("followed", text.followed.label, text.followed.names)),
    view.progress.answered(view.answers.to(experiment), { wide: 300, narrow: 280 }, (answer) =>
      weightsFigure(view, answer, release),
    ),
    meaning(view, release),
    view.figures.fold("libraries-rows", text.rows.fold, () =>
      proseOf(view.page, paragraphs(text.rows.text)),
    ),
  ];
}
