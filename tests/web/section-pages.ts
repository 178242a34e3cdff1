/** Pages of the tests of sections, without a document. */
import type { TemplateResult } from "lit";
import { vi } from "vitest";
import { requestOf, sentenceAttention } from "../../web/src/attention/sentence-attention.js";
import { PALETTES } from "../../web/src/draw/palette.js";
import type { Engine } from "../../web/src/engine/api.js";
import { Laboratory } from "../../web/src/experiments/laboratory.js";
import { FieldDrafts } from "../../web/src/page/field-drafts.js";
import type { Offered } from "../../web/src/page/inputs.js";
import type { Page } from "../../web/src/page/page.js";
import { Sections } from "../../web/src/parts/sections.js";
import { START, type State } from "../../web/src/state/state.js";
import { readWords } from "../../web/src/state/words.js";
import { TEXTS } from "../../web/src/text/index.js";
import { engine } from "../loaded-engine.js";
import { fakePage } from "./fake-page.js";
import { prepareWorkers } from "./worker-double.js";

class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
vi.stubGlobal("IntersectionObserver", Observer);
vi.stubGlobal("ResizeObserver", Observer);
vi.stubGlobal("requestAnimationFrame", () => 0);
vi.stubGlobal("cancelAnimationFrame", () => undefined);

/** A page with the start's sentence, few draws, and the figures it is offered. */
export function pageWith(change: Partial<State> = {}) {
  const few = {
    samples: 50,
    draws: 10,
    rowdraws: 10,
    ruledraws: 8,
    encoders: 10,
    gridsteps: 2,
    tokens: 2,
  };
  const state = { ...START, ...few, ...change };
  const result = sentenceAttention(engine, requestOf(state, ["I", "am", "good"]));
  const offers = new Map<string, Offered>();
  const page = fakePage({
    state,
    landed: state,
    language: "en",
    text: TEXTS.en,
    palette: PALETTES.light,
    attention: { result, settled: result },
    surroundings: { tone: "light", printing: false },
    answers: { reading: readWords(state.sentence, state.cuts), linked: state },
    drafts: new FieldDrafts({ change: () => undefined, requestUpdate: () => undefined }),
    download: { offer: (offered: Offered) => offers.set(offered.id, offered) },
    shows: () => true,
    asks: false,
    ownPage: false,
    seen: true,
    firstSentence: START.sentence,
    set: () => undefined,
  });
  return { page, offers };
}

/** Under load the experiments take their time, and a rendering of all sections takes its own. */
export const PATIENCE = { timeout: 90_000, interval: 300 };
export const laboratoryOf = (of: Engine) => {
  // Without workers, all experiments run in the page's own engine.
  prepareWorkers("is refused", engine);
  return new Laboratory(of);
};

/** The sections of a page without workers. */
export const sectionsOf = (page: Page, laboratory = laboratoryOf(engine)) =>
  new Sections(
    page,
    () => undefined,
    async () => laboratory,
  );

/** All text of a template. */
export function textOf(part: unknown): string {
  if (Array.isArray(part)) return part.map(textOf).join("");
  if (typeof part === "object" && part !== null && "strings" in part) {
    const { strings, values } = part as TemplateResult;
    return strings.map((text, i) => text + textOf(values[i])).join("");
  }
  // A piece that follows a drag has its content among the values of its directive.
  if (typeof part === "object" && part !== null && "_$litDirective$" in part) {
    const { values } = part as unknown as { readonly values: unknown[] };
    return textOf(values.filter((value) => typeof value === "object"));
  }
  return ["string", "number"].includes(typeof part) ? String(part) : "";
}
