/** Two answers of the trained model to the same prompt: without the division and with it. */

import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import type { AnswerRequest, AnswerStep } from "../../language/api.js";
import type { ChatSession } from "../../language/chat-session.js";
import { chatOf, laneName, PROMPTS, promptOf } from "../../part-kit/model/chat.js";
import { visible } from "../../part-kit/model/tokens.js";
import { findingOf, type PartView, type Section, SIDES } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/talk.js";
import { slider, textField } from "../../ui/controls.js";
import { richText, typeset } from "../../ui/rich.js";
import { selectField } from "../../ui/select-field.js";
import { tellHost } from "./carrier.js";
import { loading } from "./loading.js";
import { rivalsPicture } from "./rivals-picture.js";

type View = PartView<typeof en>;
type Lanes = AnswerRequest["lanes"];

const LANES = [0, 1] as const;
const ALL_PROMPTS: readonly string[] = [...PROMPTS.en, ...PROMPTS.zh];
/** The division inside W^Q, and that of the scores. */
const PROOF: Lanes = [{ exponent: 0, insideWeights: true }, { exponent: 0.5 }];
/** Seeds of Again are below this. */
const SEEDS = 10_000;

/** What each token adds to the answer: nothing where it ends it, or where its letter is not complete. */
const added = (steps: readonly AnswerStep[]): string[] =>
  steps.map(({ answer }, i) => answer.slice((steps[i - 1]?.answer ?? "").length));

/** The first place at which two answers differ; −1 where they are the same to the last token. */
const differenceOf = (one: readonly AnswerStep[], other: readonly AnswerStep[]): number =>
  (one.length < other.length ? other : one).findIndex((_, i) => one[i]?.token !== other[i]?.token);

/** The place in the answers that is held. */
const heldOf = (view: View) => view.shared("talk-held", () => ({ place: 0 }));

function hold(view: View, place: number): void {
  heldOf(view).place = place;
  view.changed();
}

/** The one that is pointed at comes before it. */
const pointedOf = (view: View) => view.pointed("talk", (id) => hold(view, Number(id)));

const typed = (view: View): string => view.page.drafts.get("prompt")?.text ?? promptOf(view);

/** Why a prompt cannot be asked; null where it can, or where that is not known yet. */
function wrongPrompt(view: View, chat: ChatSession): string | null {
  const prompt = typed(view);
  if (prompt.trim() === "") return view.text.problems.empty;
  const count = chat.count(prompt);
  if (count === null || count.tokens <= count.limit) return null;
  return view.text.problems.long(count.tokens, count.limit);
}

function ask(view: View, chat: ChatSession, lanes: Lanes, seed = view.state.seed): void {
  if (chat.loading.phase !== "ready" || wrongPrompt(view, chat) !== null) return;
  const { temperature } = view.state;
  void chat.ask({ prompt: typed(view), lanes, temperature, seed });
}

/** The answer as the settings of the page have it. */
const lanesOf = ({ state }: View): Lanes => [{ exponent: 0 }, { exponent: state.exponent }];

/** One of the proposed prompts; the first entry stands for any other. */
function proposed(view: View): TemplateResult {
  const { text, page } = view;
  const prompt = typed(view);
  const id = view.idOf("proposed");
  const options = [["", text.own] as const, ...ALL_PROMPTS.map((one) => [one, one] as const)];
  const value = ALL_PROMPTS.includes(prompt) ? prompt : "";
  const choose = (chosen: string) => {
    if (chosen !== "") page.set({ prompt: chosen });
  };
  return html`<div class="setting">${selectField({ id, label: text.proposed, value, options, choose })}</div>`;
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
    if (event.key === "Enter" && !event.isComposing) ask(view, chat, lanesOf(view));
  };
  const count = chat.count(prompt);
  return html`<div class="setting prompt">
    ${textField({
      ...{ id, label: text.prompt, value: prompt, wrong, hint, prose: true, input, keydown },
      after: html`<span class="hint" id=${hint}>${count === null ? text.limit : text.count(count.tokens, count.limit)}</span>`,
    })}
  </div>`;
}

function buttons(view: View, chat: ChatSession): TemplateResult {
  const { text, page, state } = view;
  const ready = chat.loading.phase === "ready";
  const button = (label: unknown, idle: boolean, act: () => void) =>
    html`<button type="button" ?data-idle=${idle} @click=${act}>${label}</button>`;
  const again = () => {
    const seed = state.temperature === 0 ? state.seed : Math.floor(Math.random() * SEEDS);
    page.set({ seed });
    ask(view, chat, lanesOf(view), seed);
  };
  return html`<div class="race-buttons" role="group" aria-label=${text.buttons}>
    ${button(text.answer, !ready, () => ask(view, chat, lanesOf(view)))}
    ${button(view.common.progress.stop, !chat.answering, () => chat.stop())}
    ${button(text.again, !ready || chat.conversation.recorded, again)}
    ${button(richText(text.proof.button), !ready, () => ask(view, chat, PROOF))}
  </div>`;
}

/** One answer, whose tokens can be pointed at. */
function answer(view: View, chat: ChatSession, lane: 0 | 1, place: number): TemplateResult {
  const { text } = view;
  const { request, steps, ended } = chat.conversation;
  const pointed = pointedOf(view);
  const token = (event: Event) => {
    const at = (event.target as Element).closest("[data-token]");
    return at?.getAttribute("data-token") ?? null;
  };
  const end = ended[lane];
  return html`<div class="said ${SIDES[lane]}">
    <h4>${typeset(laneName(view, request.lanes[lane]))}</h4>
    <output
      aria-label=${text.outputs[lane]}
      aria-busy=${end === undefined}
      dir="auto"
      @pointerover=${(event: Event) => pointed.point(token(event))}
      @pointerleave=${() => pointed.point(null)}
      @click=${(event: Event) => pointed.hold(token(event))}
    >${added(steps[lane]).map((part, i) => (part === "" ? nothing : html`<span data-token=${i} ?data-at=${i === place}>${part}</span>`))}</output>
    <p class="note">${end === undefined ? text.going : text.ended[end](steps[lane].length)}</p>
  </div>`;
}

/** A slider to every token of the answers, for whoever does not point. */
function placeSlider(view: View, count: number, place: number): TemplateResult {
  const { text } = view;
  return html`<div class="setting wide scrub">${slider({
    ...{ id: view.idOf("place"), label: text.place, least: 1, most: Math.max(2, count), step: 1 },
    ...{ position: place + 1, valueText: text.placeOf(place + 1, count) },
    move: (position) => hold(view, position - 1),
  })}<output for=${view.idOf("place")}>${text.placeOf(place + 1, count)}</output></div>`;
}

function rivals(view: View, chat: ChatSession, place: number): TemplateResult {
  const { text } = view;
  const { request, steps } = chat.conversation;
  const at = [steps[0][place], steps[1][place]] as const;
  const titles = [laneName(view, request.lanes[0]), laneName(view, request.lanes[1])] as const;
  const { prompt, temperature, seed, lanes } = request;
  const rows = LANES.flatMap((lane) =>
    (at[lane]?.rivals ?? []).map(({ text: token, probability }) => ({
      name: `${text.outputs[lane]}${view.common.signs.colon}${visible(token)}`,
      probability,
    })),
  );
  return view.figure({
    ...{ name: "rivals", title: text.rivals.title(place + 1), deps: [...at, ...titles] },
    ...{ picture: rivalsPicture(at, titles, text.rivals.over), note: text.rivals.note },
    tables: () => [
      text.rivals.corner,
      rows.map(({ name }) => name),
      [text.rivals.probability],
      [rows.map(({ probability }) => probability)],
    ],
    inputs: view.inputs(null, { prompt, temperature, seed, exponent: lanes[1].exponent }),
    busy: chat.answering,
  });
}

/** Whether both answers are the same, where the division has only changed its place. */
function proof(view: View, chat: ChatSession): unknown {
  const { text } = view;
  const { request, steps, ended } = chat.conversation;
  if (request.lanes[0].insideWeights !== true || ended.includes(undefined)) return nothing;
  const at = differenceOf(steps[0], steps[1]);
  const tokenAt = (lane: 0 | 1) => visible(steps[lane][at]?.text ?? "");
  const told =
    at < 0 ? text.proof.same(steps[0].length) : text.proof.other(at + 1, tokenAt(0), tokenAt(1));
  return findingOf(told);
}

function content(view: View): unknown[] {
  const { text, page } = view;
  const chat = chatOf(view);
  const { recorded, request, steps } = chat.conversation;
  const count = Math.max(...steps.map(({ length }) => length));
  const at = Number(pointedOf(view).at ?? heldOf(view).place);
  const place = Math.max(0, Math.min(at, count - 1));
  return [
    html`<div class="loading" ${ref(tellHost(page.ownPage, chat))}>${loading(view, chat)}</div>`,
    view.controlRow(
      proposed(view),
      promptField(view, chat),
      view.sliderField("temperature", text.temperature, { step: 0.05 }),
    ),
    buttons(view, chat),
    html`<p class="asked"><q dir="auto">${request.prompt}</q> ${recorded ? html`<span class="note">${text.recorded}</span>` : nothing}</p>
      <div class="pair-of-figures answers">${LANES.map((lane) => answer(view, chat, lane, place))}</div>`,
    proof(view, chat),
    placeSlider(view, count, place),
    rivals(view, chat, place),
    page.shows("text") ? html`<p class="caption-text about">${richText(text.honest)}</p>` : nothing,
  ];
}

export const section: Section<typeof en> = {
  formulas: [],
  question: { right: 2 },
  always: true,
  content,
};
