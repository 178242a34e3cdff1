/** The trained model's engine of the hosted page: its binary is a file of its own, fetched when it is asked for. */
import url from "language-binary-url";
import { fetchChecked } from "../fetch-checked.js";
import { once } from "../once.js";
import { compile } from "./load.js";

export const languageModule = once(() => compile(() => fetchChecked(url)));
