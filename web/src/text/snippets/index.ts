/** Short programs that print the digits of a view's figures. */
export { cppSnippet } from "./cpp.js";
export { numpySnippet } from "./numpy.js";
export type { SnippetView } from "./subject.js";
