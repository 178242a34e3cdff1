/** The words of all languages, before the tests of a file begin. */
import { everyWord } from "../web/src/text/words.js";

await everyWord();
