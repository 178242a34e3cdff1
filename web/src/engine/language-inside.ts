/** The trained model's engine of the single file and the embed: its binary is inside the script, compiled when it is asked for. */
import base64 from "language-binary-base64";
import { once } from "../once.js";
import { bytesOf } from "./base64.js";
import { compile } from "./load.js";

export const languageModule = once(() => compile(() => bytesOf(base64)));
