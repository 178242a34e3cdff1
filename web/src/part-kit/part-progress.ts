/** How far the answers of a part are, and what stands in their places until they come. */
import { html, nothing, type TemplateResult } from "lit";
import { computeNotice } from "../page/notices.js";
import { say } from "../text/rich.js";
import type { PartContext } from "./host.js";
import type { Answer, Answered, AnyStudy } from "./part-answers.js";
import { type Content, empty, many, type Room } from "./pieces.js";

export class PartProgress {
  constructor(private readonly context: PartContext) {}

  /**
   * What shows an answer, and below it the progress of its study; before there is an answer, the
   * room that it will take.
   * @param room how high it will be
   */
  answered<E>(answer: Answer<E>, room: Room, show: (answered: Answered<E>) => unknown): unknown[] {
    return [
      answer.result === null ? empty(room) : show(answer as Answered<E>),
      this.of(answer.study),
    ];
  }

  /**
   * The space of a picture that needs an engine; where that did not start, the reason and a button
   * to try again.
   */
  withoutEngine(problem = this.context.problem): TemplateResult {
    return computeNotice(this.context.page, problem) ?? empty();
  }

  /**
   * The progress of a study, with a button to stop it or to continue; nothing where the page itself
   * has the answer.
   */
  of(study: AnyStudy | undefined): Content {
    if (study === undefined) return nothing;
    const sentence = this.progressText(study);
    const share = study.total > 0 ? study.done / study.total : 0;
    return html`<div
      class="progress"
      data-study=${study.name}
      data-progress=${study.progress}
      role=${study.progress === "failed" ? "alert" : "group"}
    >
      <progress max="1" .value=${share} aria-label=${sentence}></progress>
      <span>${sentence}</span>
      ${this.button(study)}
    </div>`;
  }

  private progressText(study: AnyStudy): string {
    const { page, common, text } = this.context;
    const { progress: words } = common;
    const { printing } = page.surroundings;
    const total = `${many(study.total)} ${text.counted?.[study.name]}`;
    const counts = { done: many(Math.floor(study.done)), total };
    switch (study.progress) {
      case "waiting":
        // The study has not begun, or is paused because it is out of sight.
        if (study.done === 0) return printing ? words.missing : words.waiting;
        return say(printing ? words.stopped : words.held, counts);
      case "running":
        return study.done === 0 ? words.starting : say(words.running, counts);
      case "stopped":
        return say(words.stopped, counts);
      case "done":
        return say(words.done, counts);
      case "failed":
        return say(page.text.problems.compute, { reason: study.problem ?? "" });
    }
  }

  /**
   * One button that stops and continues: were there two, the focus would be lost with the one that
   * goes.
   */
  private button(study: AnyStudy): Content {
    const { page, common } = this.context;
    const { progress: words } = common;
    const labelled = (word: string, press: () => void) =>
      html`<button type="button" class="small" @click=${press}>${word}</button>`;
    switch (study.progress) {
      case "failed":
        return labelled(page.text.problems.tryAgain, () => page.retry());
      case "running":
        return labelled(words.stop, () => study.stop());
      case "stopped":
        return labelled(words.goOn, () => study.goOn());
      default:
        return nothing;
    }
  }
}
