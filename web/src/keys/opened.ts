/** Keys of tensors that the reader opens: their names and places. Numbers are never in a link. */
import { keys as bugsKeys } from "./bugs.js";
import { oneOf, text, whole } from "./key.js";

export const keys = {
  /** What is open: an example that the page makes, or a file of the reader, which no link holds. */
  ownfrom: oneOf("random", ["random", "sentence", "model", "piece", "file"]),
  /** The piece of code with a mistake, where one is open. */
  bug: bugsKeys.bug,
  /** What the divided side divides by. */
  ownrule: oneOf("exponent", ["exponent", "measured", "heads", "model"]),
  /** The tensors of each role, by name and shape; none: as their names say. */
  ownqueries: text(""),
  ownkeys: text(""),
  ownvalues: text(""),
  ownweights: text(""),
  ownscores: text(""),
  owntokens: text(""),
  /** What the dimensions before the last two count; auto: as names and shapes say. */
  ownaxes: oneOf("auto", [
    "auto",
    "layers,batch,heads",
    "batch,layers,heads",
    "layers,heads,batch",
  ]),
  ownorder: oneOf("auto", ["auto", "heads,tokens", "tokens,heads"]),
  /** The layer, the text of the batch and the head that are large, from 1. */
  ownlayer: whole(1, 1, 1024),
  owntext: whole(1, 1, 65536),
  ownhead: whole(1, 1, 1024),
  /** The coordinates of a head, where the file has weights alone. */
  ownwidth: whole(64, 1, 4096),
  /** What the table of heads is sorted by. */
  ownsort: oneOf("entropy", ["place", "factor", "entropy", "largest", "deviation"]),
};

export const part = {
  chapter: "own",
  keys,
  folds: ["opened-paste", "opened-python", "opened-further"],
} as const;
