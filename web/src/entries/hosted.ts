/**
 * The hosted page: early.ts starts the engine, the element is shown, and the page is stored for use
 * without a network. In a document of others, where the loader has brought this script, early.ts
 * has the element defined instead.
 */
import "./early.js";
// The font stands before all other modules of its script: gzip finds fewer repetitions in code on
// both sides of a long incompressible string.
import "../ui/math-font.js";
import { ownElement, showOwnPage } from "./own-page.js";

const pageElement = ownElement();
if (pageElement !== null) {
  showOwnPage(pageElement, true);
  import("./offline/install.js").then(
    ({ installOffline }) => installOffline(pageElement, import.meta.url),
    // A page that is not stored works all the same.
    () => undefined,
  );
}
