/** The page in its current state as one self-contained HTML file that opens offline. */
import { escapeXml } from "../draw/escape-xml.js";
import { edition } from "../experiments/edition.js";
import { forPage } from "../state/embedded.js";
import { type State, writeFragment } from "../state/state.js";

/**
 * The source of a page with the state as a fragment in the attribute `state` of its element. Throws
 * if there is no element.
 */
export function frozen(source: string, state: State): string {
  const fragment = writeFragment({ ...state, at: null });
  const element = /<attention-scale\b[^>]*>/;
  if (!element.test(source)) throw new Error("the page's source has no place for the state");
  return source.replace(element, () => `<attention-scale state="${escapeXml(fragment)}">`);
}

export const freeze = async (state: State): Promise<string> =>
  frozen(await edition.pageSource(), forPage(state));
