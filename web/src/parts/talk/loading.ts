/** How the reader has the model's data brought: the button, the progress, and what went wrong. */
import { html, nothing, type TemplateResult } from "lit";
import type { ChatSession, Loading, Trouble } from "../../language/chat-session.js";
import { canCheck } from "../../language/store.js";
import { failureNotice } from "../../page/notices.js";
import type { PartView } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/talk.js";

type View = PartView<typeof en>;

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

/** How many files a sentence names. */
const NAMED = 3;
const some = (names: readonly string[]) =>
  [...names.slice(0, NAMED), ...(names.length > NAMED ? ["…"] : [])].join(", ");

/** What went wrong, as a sentence. */
function sentenceOf({ text: { problems } }: View, trouble: Trouble): string {
  const told: string | ((of: never) => string) = problems[trouble.kind];
  const of = "missing" in trouble ? { missing: some(trouble.missing) } : trouble;
  return typeof told === "string" ? told : told(of as never);
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

function progress(view: View, chat: ChatSession): TemplateResult {
  const { text } = view;
  const { received, total, stored, phase } = chat.loading;
  const said =
    phase === "opening"
      ? text.opening
      : text.received(megabytes(received), megabytes(total), stored);
  return html`<div class="progress" role="group">
    <progress max="1" .value=${received / total} aria-label=${text.progress}></progress>
    <span>${said}</span>
    <button type="button" class="small" @click=${() => chat.cancel()}>${text.cancel}</button>
  </div>`;
}

const notes = ({ text }: View, { unkept }: Loading): string[] => [
  ...(unkept === null ? [] : [text.unkept(unkept.free === null ? null : megabytes(unkept.free))]),
  ...(canCheck() ? [] : [text.unchecked]),
];

export function loading(view: View, chat: ChatSession): unknown {
  const { text, page } = view;
  const { phase, problem, total } = chat.loading;
  if (phase === "ready")
    return [text.ready, ...notes(view, chat.loading)].map(
      (note) => html`<p class="note">${note}</p>`,
    );
  if (chat.underWay) return progress(view, chat);
  const files = problem?.kind === "files" || problem?.kind === "missing";
  return html`${problem === null ? nothing : failureNotice(page, [sentenceOf(view, problem)])}
    <div class="race-buttons load">
      <button type="button" @click=${() => void chat.load()}>${text.load}</button>
      <span class="note">${text.cost(megabytes(total))}</span>
    </div>
    ${files ? picker(view, chat) : nothing}`;
}
