/** The hosted page: early.ts starts the engine, the element is shown, and the page is stored for use without a network. */
import "./early.js";
// Before all other modules of its script: gzip finds fewer repetitions in code on both sides of a long incompressible string.
import "../ui/math-font.js";
import type { AttentionScale } from "../page/element.js";
import { installOffline } from "./offline/install.js";
import { showOwnPage } from "./own-page.js";

const element = document.querySelector("attention-scale") as AttentionScale;
showOwnPage(element, true);
installOffline(element);
