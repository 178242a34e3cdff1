/** Objects that the parts of a page have in common. */
import { oneFor } from "../belonging.js";
import type { PartHost, Shared } from "./host.js";

/** What names the page of a part: its view, or the sections themselves as `host`. */
interface OnPage {
  readonly host: PartHost;
}

/**
 * One object for each page, made when a part first asks for it. The page asks it whether it has
 * answered, has it try again, and ends it: see `Shared`.
 */
export function sharedObject<T extends object & Shared>(
  make: (host: PartHost) => T,
): (part: OnPage) => T {
  const objectOf = oneFor((host: PartHost) => {
    const made = make(host);
    host.keep(made);
    return made;
  });
  return ({ host }) => objectOf(host);
}
