/** Two answers of the trained model to the same prompt: without the division and with it. */

import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { oneFor } from "../../belonging.js";
import { Pointed } from "../../draw/pointed.js";
import { ellipsize } from "../../draw/scene.js";
import { sketched } from "../../draw/sketch.js";
import { indexed } from "../../indexed.js";
import type { AnswerRequest, AnswerStep } from "../../language/api.js";
import type { ChatSession, Loading, Trouble } from "../../language/chat-session.js";
import { isChinese } from "../../language/first-answers.js";
import { canCheck, isFromDisk } from "../../language/store.js";
import { EXPONENT_BAR } from "../../page/bar-settings.js";
import { failureNotice } from "../../page/notices.js";
import { divisionName, PROMPTS, pageChat, promptOf } from "../../part-kit/model/chat.js";
import { visibleToken } from "../../part-kit/model/tokens.js";
import { findingOf, type PartView, piece, type Section, SIDES } from "../../part-kit/part-view.js";
import { tellHost } from "../../part-kit/tell-host.js";
import type { en } from "../../text/en/talk.js";
import { rich, say } from "../../text/rich.js";
import { slider, textField } from "../../ui/controls.js";
import { richText, typeset } from "../../ui/rich.js";
import { selectField } from "../../ui/select-field.js";

type View = PartView<typeof en>;
type Lanes = AnswerRequest["lanes"];

const LANES = [0, 1] as const;
const ALL_PROMPTS: readonly string[] = [...PROMPTS.en, ...PROMPTS.zh];
/** The division inside W^Q, and that of the scores. */
const PROOF: Lanes = [{ exponent: 0, insideWeights: true }, { exponent: 0.5 }];
/** Seeds of Again are below this. */
const SEEDS = 10_000;

/**
 * What each token adds to the answer: nothing where it ends it, or where its letter is not
 * complete.
 */
const added = (steps: readonly AnswerStep[]): string[] =>
  steps.map(({ answer }, i) => answer.slice((steps[i - 1]?.answer ?? "").length));

/** The first place at which two answers differ; −1 where they are the same to the last token. */
const differenceOf = (one: readonly AnswerStep[], other: readonly AnswerStep[]): number =>
  (one.length < other.length ? other : one).findIndex((_, i) => one[i]?.token !== other[i]?.token);

/** The place in the answers that is held. */
const heldOf = oneFor((_: View) => ({ place: 0 }));

function hold(view: View, place: number): void {
  heldOf(view).place = place;
  view.changed();
}

/** The token that is pointed at in an answer; it takes precedence over the held one. */
const pointedOf = oneFor((view: View) => new Pointed(view.changed, (id) => hold(view, Number(id))));

const typed = (view: View): string => view.page.drafts.get("prompt")?.text ?? promptOf(view);

/** Why a prompt cannot be asked; null where it can, or where that is not known yet. */
function wrongPrompt(view: View, chat: ChatSession): string | null {
  const prompt = typed(view);
  if (prompt.trim() === "") return view.text.problems.empty;
  const count = chat.count(prompt);
  if (count === null || count.tokens <= count.limit) return null;
  return say(view.text.problems.long, count);
}

function ask(view: View, chat: ChatSession, lanes: Lanes, seed = view.state.seed): void {
  if (chat.loading.phase !== "ready" || wrongPrompt(view, chat) !== null) return;
  const { temperature, topk: topK, topp: topP } = view.state;
  void chat.ask({ prompt: typed(view), lanes, temperature, topK, topP, seed });
}

/** The answer as the settings of the page have it. */
const answerLanes = ({ state }: View): Lanes => [{ exponent: 0 }, { exponent: state.exponent }];

/** One of the proposed prompts; the first entry stands for any other. */
function proposed(view: View): TemplateResult {
  const { text, page } = view;
  const prompt = typed(view);
  const id = view.idOf("proposed");
  const options = [
    ["", text.own] as const,
    ...ALL_PROMPTS.map((prompt) => [prompt, prompt] as const),
  ];
  const value = ALL_PROMPTS.includes(prompt) ? prompt : "";
  const choose = (chosen: string) => {
    if (chosen !== "") page.set({ prompt: chosen });
  };
  return html`<div class="setting">${selectField({
    id,
    label: text.proposed,
    value,
    options,
    choose,
  })}</div>`;
}

/** The prompt. What is typed stays, also where it cannot be asked. */
function promptField(view: View, chat: ChatSession): TemplateResult {
  const { text, page } = view;
  const id = view.idOf("prompt");
  const hint = `${id}-count`;
  const prompt = typed(view);
  const wrong = wrongPrompt(view, chat);
  const input = (value: string) => {
    if (value === "") page.drafts.type("prompt", value, text.problems.empty);
    else page.set({ prompt: value });
  };
  const keydown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.isComposing) ask(view, chat, answerLanes(view));
  };
  const count = chat.count(prompt);
  return html`<div class="setting prompt">
    ${textField({
      id,
      label: text.prompt,
      value: prompt,
      wrong,
      hint,
      prose: true,
      input,
      keydown,
      after: html`<span class="hint" id=${hint}>${
        count === null ? text.limit : say(text.count, count)
      }</span>`,
    })}
  </div>`;
}

/**
 * What to expect of a question in English, and questions that can be asked so, once the reader has
 * chosen one.
 */
function englishNote(view: View): TemplateResult | typeof nothing {
  const { text, page, state } = view;
  if (state.prompt === "" || isChinese(typed(view))) return nothing;
  const button = (prompt: string) =>
    html`<button
      type="button"
      class="small"
      lang="en"
      @click=${() => page.set({ prompt })}
    >${prompt}</button>`;
  return html`<p class="note english">${richText(text.english)} ${PROMPTS.en.map(button)}</p>`;
}

function chatButtons(view: View, chat: ChatSession): TemplateResult {
  const { text, page, state } = view;
  const ready = chat.loading.phase === "ready";
  const button = (label: unknown, idle: boolean, act: () => void) =>
    html`<button type="button" ?data-idle=${idle} @click=${act}>${label}</button>`;
  const again = () => {
    const seed = state.temperature === 0 ? state.seed : Math.floor(Math.random() * SEEDS);
    page.set({ seed });
    ask(view, chat, answerLanes(view), seed);
  };
  return html`<div class="race-buttons" role="group" aria-label=${text.buttons}>
    ${button(text.answer, !ready, () => ask(view, chat, answerLanes(view)))}
    ${button(view.common.progress.stop, !chat.answering, () => chat.stop())}
    ${button(text.again, !ready || chat.conversation.recorded, again)}
    ${button(richText(text.proof.button), !ready, () => ask(view, chat, PROOF))}
  </div>`;
}

/** One answer, whose tokens can be pointed at. */
function answerOutput(view: View, chat: ChatSession, lane: 0 | 1, place: number): TemplateResult {
  const { text } = view;
  const { request, steps, ended } = chat.conversation;
  const pointed = pointedOf(view);
  const token = (event: Event) =>
    (event.target as Element).closest("[data-token]")?.getAttribute("data-token") ?? null;
  const end = ended[lane];
  return html`<div class="said ${SIDES[lane]}">
    <h4>${typeset(divisionName(view, request.lanes[lane]))}</h4>
    <output
      aria-label=${text.outputs[lane]}
      aria-busy=${end === undefined}
      dir="auto"
      @pointerover=${(event: Event) => pointed.point(token(event))}
      @pointerleave=${() => pointed.point(null)}
      @click=${(event: Event) => pointed.hold(token(event))}
    >${added(steps[lane]).map((part, i) =>
      part === ""
        ? nothing
        : html`<span
          data-token=${i}
          ?data-at=${i === place}
        >${part}</span>`,
    )}</output>
    <p class="note">${
      end === undefined ? text.going : say(text.ended[end], { tokens: steps[lane].length })
    }</p>
  </div>`;
}

/** A slider to every token of the answers, for whoever does not point. */
function placeSlider(view: View, count: number, place: number): TemplateResult {
  const { text } = view;
  return html`<div class="setting wide scrub">${slider({
    id: view.idOf("place"),
    label: text.place,
    least: 1,
    most: Math.max(2, count),
    step: 1,
    position: place + 1,
    valueText: say(text.placeOf, { place: place + 1, count }),
    move: (position) => hold(view, position - 1),
  })}<output for=${view.idOf("place")}>${say(text.placeOf, {
    place: place + 1,
    count,
  })}</output></div>`;
}

function rivalsFigure(view: View, chat: ChatSession, place: number): TemplateResult {
  const { text } = view;
  const { request, steps } = chat.conversation;
  const stepsHere = [steps[0][place], steps[1][place]] as const;
  const { prompt, temperature, topK: topk = 0, topP: topp = 1, seed, lanes } = request;
  const drawn = temperature > 0;
  const titles = [divisionName(view, lanes[0]), divisionName(view, lanes[1])] as const;
  const likeliest = LANES.flatMap((lane) =>
    (stepsHere[lane]?.rivals ?? []).map((rival) => ({ ...rival, output: text.outputs[lane] })),
  );
  return view.figures.make({
    name: "rivals",
    title: say(text.rivals.title, { place: place + 1 }),
    deps: [...stepsHere, ...titles],
    picture: rivalsPicture(stepsHere, titles, text.rivals.over),
    note: drawn ? `${text.rivals.note} ${text.rivals.drawn}` : text.rivals.note,
    tables: () => ({
      corner: text.rivals.corner,
      rows: likeliest.map(
        (rival) => `${rival.output}${view.common.signs.colon}${visibleToken(rival.text)}`,
      ),
      columns: [text.rivals.probability, ...(drawn ? [text.rivals.chance] : [])],
      values: [
        likeliest.map(({ probability }) => probability),
        ...(drawn ? [likeliest.map(({ chance = 0 }) => chance)] : []),
      ],
    }),
    inputs: view.answers.inputs(null, {
      prompt,
      temperature,
      topk,
      topp,
      seed,
      exponent: lanes[1].exponent,
    }),
    busy: chat.answering,
  });
}

/** Whether both answers are the same, where the division has only changed its place. */
function sameAnswer(view: View, chat: ChatSession): unknown {
  const { text } = view;
  const { request, steps, ended } = chat.conversation;
  if (request.lanes[0].insideWeights !== true || ended.includes(undefined)) return nothing;
  const difference = differenceOf(steps[0], steps[1]);
  const tokenAt = (lane: 0 | 1) => visibleToken(steps[lane][difference]?.text ?? "");
  const proofText =
    difference < 0
      ? rich(text.proof.same, { tokens: steps[0].length })
      : rich(text.proof.other, { place: difference + 1, one: tokenAt(0), other: tokenAt(1) });
  return findingOf(proofText);
}

// ---- the likeliest tokens at a place of both answers, as bars ----

const TOP = 26;
const ROW = 26;
const RIVAL_ROWS = 5;
const GAP = 28;
/** Two columns need this width; on a narrower page the second stands below. */
const WIDE = 520;
const LABEL = 96;
const NUMBER = 46;
/** The room of two numbers with an arrow between them. */
const NUMBERS = 100;

/** A probability in writing, as a percentage; a small one has a digit after the point. */
function shareText(share: number): string {
  const isSmall = share > 0 && share < 0.0995;
  return `${(100 * share).toFixed(isSmall ? 1 : 0)}\u00A0%`;
}

/**
 * @param steps of both lanes; undefined where an answer has ended before
 * @param titles of both lanes
 * @param over what stands where an answer has ended
 */
const rivalsPicture = (
  steps: readonly [AnswerStep | undefined, AnswerStep | undefined],
  titles: readonly [string, string],
  over: string,
) =>
  sketched((sketch) => {
    const { width, palette, textWidth, boldWidth } = sketch;
    const beside = width >= WIDE;
    const column = beside ? (width - GAP) / 2 : width;
    const height = TOP + RIVAL_ROWS * ROW;
    for (const [lane, step] of indexed(steps)) {
      const x = beside ? lane * (column + GAP) : 0;
      const y = beside ? 0 : lane * (height + 14);
      const color = lane === 0 ? palette.unscaled : palette.scaled;
      sketch.math(titles[lane] ?? "", x, y + 13, { size: 12.5, bold: true, fill: color });
      if (step === undefined) sketch.text(over, x, y + TOP + 16, { size: 13 });
      const drawn = step?.rivals.some(({ chance }) => chance !== undefined) ?? false;
      const most = column - LABEL - (drawn ? NUMBERS : NUMBER);
      for (const [i, { text, probability, chance }] of indexed(step?.rivals ?? [])) {
        const isTaken = text === step?.text;
        const middle = y + TOP + i * ROW + ROW / 2;
        const name = ellipsize(visibleToken(text), LABEL - 12, 14, isTaken ? boldWidth : textWidth);
        const style = { size: 14, align: "right", words: true, ...sketch.lit(isTaken) } as const;
        sketch.text(name, x + LABEL - 10, middle + 5, style);
        const length = Math.max(1, probability * most);
        const bar = { x: x + LABEL, y: middle - 8, width: length, height: 16 };
        sketch.rect(bar, { fill: color, opacity: isTaken ? 1 : 0.45, radius: 2 });
        const drawnLength = chance === undefined ? 0 : Math.max(1, chance * most);
        if (chance !== undefined) {
          sketch.rect({ ...bar, width: drawnLength }, { stroke: color, strokeWidth: 1, radius: 2 });
        }
        const numbers = [probability, ...(chance === undefined ? [] : [chance])];
        const written = numbers.map(shareText).join(" → ");
        const end = x + LABEL + Math.max(length, drawnLength);
        sketch.text(written, end + 6, middle + 4.5, { size: 12.5 });
      }
    }
    return beside ? height : 2 * height + 14;
  });

// ---- how the reader has the model's data brought: the button, the progress, and what went wrong
// ----

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

/** How many files a sentence names. */
const NAMED_FILES = 3;
const some = (names: readonly string[]) =>
  [...names.slice(0, NAMED_FILES), ...(names.length > NAMED_FILES ? ["…"] : [])].join(", ");

/** What went wrong, as a sentence. */
function troubleSentence({ text: { problems } }: View, trouble: Trouble): string {
  const missing = "missing" in trouble ? { missing: some(trouble.missing) } : {};
  return say<string>(problems[trouble.kind], { ...trouble, ...missing });
}

/** Where the page itself cannot read the data, the reader picks the files. */
function picker(view: View, chat: ChatSession): TemplateResult {
  const id = view.idOf("files");
  const pick = (event: Event) => {
    const { files } = event.target as HTMLInputElement;
    if (files !== null && files.length > 0) void chat.load([...files]);
  };
  return html`<div class="setting"><label for=${id}>${view.text.pick}</label>
    <input id=${id} type="file" multiple @change=${pick} /></div>`;
}

/** Where the data comes from. @param stored whether nothing is fetched */
function sourceOf(stored: boolean): "network" | "stored" | "disk" {
  if (isFromDisk()) return "disk";
  return stored ? "stored" : "network";
}

function progress(view: View, chat: ChatSession): TemplateResult {
  const { text } = view;
  const { received, total, stored, phase } = chat.loading;
  const values = { received: megabytes(received), total: megabytes(total) };
  const brought = say(text.received[sourceOf(stored)], values);
  const statusText = phase === "opening" ? text.opening : brought;
  return html`<progress max="1" .value=${received / total} aria-label=${text.progress}></progress>
    <span>${statusText}</span>`;
}

/**
 * One button that loads and cancels: were there two, the focus would be lost with the one that
 * goes.
 */
function loadButton(view: View, chat: ChatSession): TemplateResult {
  const { text } = view;
  const { underWay } = chat;
  const cost = html`<span class="note">${say(isFromDisk() ? text.disk : text.cost, {
    megabytes: megabytes(chat.loading.total),
  })}</span>`;
  return html`<div class=${underWay ? "progress" : "race-buttons load"} role="group">
    ${underWay ? progress(view, chat) : nothing}
    <button
      type="button"
      class=${underWay ? "small" : ""}
      @click=${() => (underWay ? chat.cancel() : void chat.load())}
    >${underWay ? text.cancel : text.load}</button>
    ${underWay ? nothing : cost}
  </div>`;
}

/**
 * Notes that the data was not stored, with the free space where the browser tells it, and that it
 * was not checked.
 */
function notes({ text }: View, { unkept }: Loading): string[] {
  const unchecked = canCheck() ? [] : [text.unchecked];
  if (unkept === null) return unchecked;
  const free =
    unkept.free === null ? "" : say(text.unkept.free, { megabytes: megabytes(unkept.free) });
  return [say(text.unkept.text, { free }), ...unchecked];
}

function loading(view: View, chat: ChatSession): unknown {
  const { text, page } = view;
  const { phase, problem } = chat.loading;
  if (phase === "ready") {
    return [text.ready, ...notes(view, chat.loading)].map(
      (note) => html`<p class="note">${note}</p>`,
    );
  }
  const files = problem !== null && ["files", "missing", "absent"].includes(problem.kind);
  return html`${problem === null ? nothing : failureNotice(page, [troubleSentence(view, problem)])}
    ${loadButton(view, chat)}
    ${files ? picker(view, chat) : nothing}`;
}

// ---- the part ----

function content(view: View): unknown[] {
  const { text, page } = view;
  const chat = pageChat(view);
  const { recorded, request, steps } = chat.conversation;
  // How far the model is.
  const told = {
    "data-model": chat.loading.phase === "ready" ? "ready" : null,
    "data-answer": !recorded && !chat.answering ? "done" : null,
  };
  const count = Math.max(...steps.map(({ length }) => length));
  const pointedPlace = Number(pointedOf(view).at ?? heldOf(view).place);
  const place = Math.max(0, Math.min(pointedPlace, count - 1));
  return [
    piece(
      "load",
      html`<div class="loading" ${ref(tellHost(page.ownPage, told))}>${loading(view, chat)}</div>`,
    ),
    view.controls.row(proposed(view), promptField(view, chat)),
    englishNote(view),
    piece("buttons", chatButtons(view, chat)),
    piece(
      "answers",
      html`<p class="asked"><q dir="auto">${request.prompt}</q> ${
        recorded ? html`<span class="note">${text.recorded}</span>` : nothing
      }</p>
      <div class="pair-of-figures answers">${LANES.map((lane) =>
        answerOutput(view, chat, lane, place),
      )}</div>`,
    ),
    sameAnswer(view, chat),
    view.controls.foldedRow("talk-settings", text.folds.drawing, () => [
      view.controls.sliderField("temperature", text.temperature, { step: 0.05 }),
      view.controls.sliderField("topk", text.topk, { step: 1 }),
      view.controls.sliderField("topp", text.topp, { step: 0.05 }),
      html`<p class="note">${richText(text.limits)}</p>`,
    ]),
    view.figures.fold("talk-rivals", text.folds.rivals, () => [
      placeSlider(view, count, place),
      rivalsFigure(view, chat, place),
    ]),
  ];
}

export const section: Section<typeof en> = {
  formulas: [],
  bar: () => EXPONENT_BAR,
  question: { right: 2 },
  always: true,
  content,
};
