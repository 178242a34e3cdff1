/** Tells programs on the page's element how far the model is: data-model="ready", data-answer="done". */
import type { ChatSession } from "../../language/chat-session.js";

export class Carrier {
  private element: Element | undefined;
  private marks: Readonly<Record<string, string | null>> = {};

  constructor(private readonly ownPage: boolean) {}

  /** For Lit's ref directive. */
  readonly attach = (element: Element | undefined): void => {
    this.element = element;
    this.write();
  };

  tell({ loading, conversation, answering }: ChatSession): void {
    const done = !conversation.recorded && !answering;
    this.marks = {
      "data-model": loading.phase === "ready" ? "ready" : null,
      "data-answer": done ? "done" : null,
    };
    // What is told is rendered now.
    queueMicrotask(() => this.write());
  }

  private write(): void {
    const root = this.element?.getRootNode() as ShadowRoot | undefined;
    if (root?.host === undefined) return;
    // As data-ready: a framework that has rendered the page of others complains about attributes that are not its own.
    const carrier = this.ownPage ? root.host : root.firstElementChild;
    for (const [name, value] of Object.entries(this.marks)) {
      if (value === null) carrier?.removeAttribute(name);
      else carrier?.setAttribute(name, value);
    }
  }
}
