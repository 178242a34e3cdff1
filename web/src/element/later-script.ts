/** A script that is fetched when it is first needed, with its style sheet and the words that it names. */
import type { PageElement } from "../page/page.js";
import { wordsReady } from "../text/words.js";
import { Work } from "../work.js";
import { addStyles } from "./styles.js";

export type LaterScript<Script> = Work<Script>;

export const laterScript = <Script extends { readonly css: string }>(
  host: PageElement,
  fetched: () => Promise<Script>,
): LaterScript<Script> =>
  new Work(
    async () => {
      const script = await fetched();
      await wordsReady(host.language);
      addStyles(host.renderRoot, script.css);
      return script;
    },
    { changed: () => host.requestUpdate() },
  );
