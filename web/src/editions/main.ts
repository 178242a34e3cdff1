/** The page: it is shown once the engine is there, and then stored for use without a network. */
import "./early.js";
import { installOffline } from "edition:offline";
import { firstCalculator } from "../attention/shared.js";
import type { AttentionScale } from "../page/element.js";
import { showOwnPage } from "./own-page.js";

/**
 * How long the element waits for the engine, in milliseconds. With the answer it is rendered and laid out once; without, its
 * controls would be first, and all of it again a moment later. Meanwhile the still picture is on screen.
 */
const PATIENCE = 100;

const element = document.querySelector("attention-scale") as AttentionScale;

function show(): void {
  showOwnPage(element);
  installOffline(element);
}

const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE));
// A task of its own: reading the script was one. Why the engine does not run, the element will say.
const soon = () => setTimeout(show);
Promise.race([firstCalculator(), patience]).then(soon, soon);
