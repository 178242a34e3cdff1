/** Downloads and pieces for blogs: a script of its own, loaded at first use. */
export { default as css } from "../../styles/export.css?inline";
export { ExportMenu } from "./dialog.js";
export { SharePieces } from "./share.js";
