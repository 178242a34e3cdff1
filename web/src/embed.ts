/** The embed: the element alone, wherever it stands. */
import { defineElement } from "./element.js";

defineElement();
