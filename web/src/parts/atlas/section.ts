/**
 * What published models multiply q·k by: all of them over the years, in a table with their sources,
 * and one of them with the reader's sentence.
 */
import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { memoFor, oneFor } from "../../belonging.js";
import type { Hue } from "../../draw/figure-export.js";
import { Pointed } from "../../draw/pointed.js";
import { drafted } from "../../page/field-drafts.js";
import type { Section } from "../../part-kit/part-view.js";
import { findingOf } from "../../part-kit/pieces.js";
import type { State } from "../../state/state.js";
import type { en } from "../../text/en/atlas.js";
import { say } from "../../text/rich.js";
import { selectField } from "../../ui/select-field.js";
import { modelDetails, modelFacts } from "./model-files.js";
import { dividesByRoot, EXAMPLE, fittingModels, loadModels, type Model } from "./models.js";
import { dotsOf, scatterPicture } from "./scatter.js";
import { unknownModel } from "./unknown.js";
import type { View } from "./view.js";

/** The year that the question asks about. */
const ASKED = 2026;

/** The same list as long as the filters are the same. */
const shownModels = memoFor(
  (
    models: readonly Model[],
    find: State["find"],
    kind: State["kind"],
    besides: State["besides"],
  ): readonly Model[] => fittingModels(models, { find, kind, besides }),
);

/** Looks at a model: it is put into the part `choices` too. */
const choose = oneFor((view: View) => async (id: string): Promise<void> => {
  const model = modelFacts(view).value?.find((model) => model.id === id);
  if (model === undefined) return;
  const details = modelDetails(view);
  // Where its script does not come, the card says so.
  const script = details.value ?? (await details.ready().catch(() => null));
  view.page.set({ model: id, ...script?.choiceOf(model)?.change });
});

const pointed = oneFor((view: View) => new Pointed(view.changed, choose(view)));

function searchField(view: View): TemplateResult {
  const { text, state, page } = view;
  const id = view.idOf("find");
  const { value, input, change } = drafted(page, "find", state.find, (typed) => ({ find: typed }));
  return html`<div class="setting wide"><div class="field">
    <label for=${id}>${text.find}</label>
    <input
      id=${id}
      type="text"
      role="searchbox"
      aria-label=${text.find}
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      placeholder="gemma"
      .value=${live(value)}
      @input=${(event: InputEvent) => input((event.target as HTMLInputElement).value)}
      @change=${change}
    />
  </div></div>`;
}

function list<K extends "kind" | "besides">(
  view: View,
  key: K,
  label: string,
  names: Readonly<Record<State[K], string>>,
): TemplateResult {
  return html`<div class="setting">${selectField({
    id: view.idOf(key),
    label,
    value: view.state[key],
    options: Object.entries(names) as [State[K], string][],
    choose: (chosen) => view.page.set({ [key]: chosen }),
  })}</div>`;
}

function filters(view: View): unknown {
  const { text } = view;
  return view.controls.row(
    searchField(view),
    list(view, "kind", text.kind, { all: text.allKinds, ...text.kinds }),
    list(view, "besides", text.besides, text.besidesNames),
  );
}

function finding(view: View, models: readonly Model[], shown: readonly Model[]): TemplateResult {
  const { all, some } = view.text.finding;
  const count = (is: (model: Model) => boolean) => shown.filter(is).length;
  const root = count(dividesByRoot);
  const undivided = count(({ applied }) => applied === "nothing");
  const linear = count(({ factors: [{ factor }] }) => factor === "1/dₖ");
  const others = shown.length - root;
  const numbers = { count: shown.length, root, undivided, linear };
  if (shown.length < models.length) {
    return findingOf(some, { ...numbers, other: others - undivided - linear });
  }
  const late = shown.filter(({ year }) => year === ASKED);
  const rootLate = late.filter(dividesByRoot).length;
  return findingOf(all, { ...numbers, others, late: late.length, rootLate });
}

const legendOf = ({ text: { factors } }: View): readonly Hue[] => [
  { name: factors.legend.root, color: "scaled" },
  { name: factors.legend.none, color: "unscaled" },
  { name: factors.legend.other, color: "ink" },
];

function factorsFigure(
  view: View,
  models: readonly Model[],
  shown: readonly Model[],
): TemplateResult {
  const { text, state } = view;
  const { factors: words } = text;
  const { find, kind, besides } = state;
  const lit = pointed(view).at ?? state.model;
  const dots = dotsOf(models);
  const shownDots = dotsOf(shown);
  return view.figures.make({
    name: "factors",
    title: words.title,
    label: words.alt,
    legend: legendOf(view),
    note: words.note,
    inputs: view.answers.inputs(null, { find, kind, besides, model: state.model }),
    deps: [shown, lit],
    events: pointed(view),
    highlighted: lit,
    picture: (width, palette, textWidth, waits) =>
      scatterPicture({
        dots,
        shown: new Set(shown),
        lit,
        asked: waits ? ASKED : null,
        kinds: text.kinds,
        axis: words.axis,
      })(width, palette, textWidth),
    tableElsewhere: true,
    tables: view.tables.make("factors", words.title, [shown], () => ({
      corner: words.corner,
      rows: shownDots.map(({ model }) => model.name),
      columns: words.columns,
      values: [
        shownDots.map(({ model }) => model.year),
        shownDots.map(({ factor, model }) => factor.head ?? model.head ?? 0),
        shownDots.map(({ factor }) => factor.value ?? 0),
        shownDots.map(({ times }) => times),
      ],
    })),
  });
}

/** All of the part, once the facts are there. */
function modelsContent(view: View, models: readonly Model[]): unknown[] {
  const { text, state, page } = view;
  const shown = shownModels(view, models, state.find, state.kind, state.besides);
  const chosen = models.find(({ id }) => id === state.model);
  const example = chosen ?? models.find(({ id }) => id === EXAMPLE) ?? models[0];
  if (example === undefined) return [];
  const details = modelDetails(view);
  const table = () =>
    details.shown(view, { wide: 420 }, ({ modelsTable, sources }) =>
      modelsTable(view, shown, sources, chosen?.id ?? "", choose(view)),
    );
  const card = () =>
    details.shown(view, { wide: 420, narrow: 460 }, ({ modelCard, sources }) =>
      modelCard(view, example, sources),
    );
  return [
    filters(view),
    shown.length === 0
      ? html`<p class="note" role="status">${text.nothingFound}</p>`
      : finding(view, models, shown),
    factorsFigure(view, models, shown),
    unknownModel(view, example),
    state.model === ""
      ? view.figures.fold("atlas-card", say(text.folds.card, { model: example.name }), card)
      : card(),
    page.shows("text")
      ? view.figures.foldInChapter("atlas-table", text.folds.table, table)
      : view.figures.fold("atlas-table", text.folds.table, table),
  ];
}

const content = (view: View): unknown[] => [
  modelFacts(view).shown(view, { wide: 560, narrow: 620 }, (models) => modelsContent(view, models)),
];

export const section: Section<typeof en> = {
  formulas: [],
  foldSettings: { "atlas-table": ["modelsort", "modelorder"] },
  question: { right: 2 },
  always: true,
  prefetch: loadModels,
  bar: () => ({ slider: null }),
  content,
};
