/**
 * The embed: defines the element in any page. In a document with `html[data-own-page]` (dist/attention-scale.html and frozen
 * pages) it also connects the element to the document's address, title and history.
 */
import stillPictures from "still-pictures";
import { AttentionScale, defineElement } from "../page/element.js";
import { prepareGuest } from "./guest.js";
import { showOwnPage } from "./own-page.js";

const own = document.querySelector<AttentionScale>("html[data-own-page] attention-scale");

AttentionScale.stillPictures = stillPictures;
prepareGuest();
if (own === null) defineElement();
else showOwnPage(own);
