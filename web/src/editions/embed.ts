/** The embed: the element alone, wherever it stands. */
import { defineElement } from "../page/element.js";
import { showOwnPage } from "./own-page.js";

/** A page that was taken away from an embed: see takeaway/source-embed.ts. */
const own = document.querySelector("html[data-own-page] attention-scale");

if (own === null) defineElement();
else showOwnPage(own as Parameters<typeof showOwnPage>[0]);
