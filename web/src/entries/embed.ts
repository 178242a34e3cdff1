/**
 * The embed: defines the element in any page. In a document with `html[data-own-page]` (dist/attention-scale.html and frozen
 * pages) it also connects the element to the document's address, title and history.
 */
import stillPictures from "still-pictures";
import { AttentionScale } from "../element/element.js";
import { provideEdition } from "../experiments/edition.js";
import { EMBED } from "./embed-edition.js";
import { showGuest } from "./guest.js";
import { ownElement, showOwnPage } from "./own-page.js";

provideEdition(EMBED);

const own = ownElement();

AttentionScale.stillPictures = stillPictures;
if (own === null) showGuest();
else showOwnPage(own);
