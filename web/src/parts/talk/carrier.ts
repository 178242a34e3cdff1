/** Tells programs on the page's element how far the model is: data-model="ready", data-answer="done". */
import type { ChatSession } from "../../language/chat-session.js";

/** For Lit's ref directive: another function at each rendering, so that each is told. @param ownPage whether the page is ours */
export const tellHost =
  (ownPage: boolean, { loading, conversation, answering }: ChatSession) =>
  (element: Element | undefined): void =>
    // Once what is told is rendered.
    queueMicrotask(() => {
      const root = element?.getRootNode() as ShadowRoot | undefined;
      if (root?.host === undefined) return;
      // As data-ready: a framework that has rendered the page of others complains about attributes that are not its own.
      const carrier = ownPage ? root.host : root.firstElementChild;
      const tell = (name: string, value: string, holds: boolean) =>
        holds ? carrier?.setAttribute(name, value) : carrier?.removeAttribute(name);
      tell("data-model", "ready", loading.phase === "ready");
      tell("data-answer", "done", !conversation.recorded && !answering);
    });
