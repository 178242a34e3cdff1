/**
 * The list of the parts. A part stands in it by the name of its folder in web/src/parts, with what
 * its file here says of it.
 */
import { part as atlas } from "./atlas.js";
import { part as bell } from "./bell.js";
import { part as bugs } from "./bugs.js";
import { part as choices } from "./choices.js";
import { part as critical } from "./critical.js";
import { part as cross } from "./cross.js";
import { part as depth } from "./depth.js";
import { part as exponent } from "./exponent.js";
import { part as flow } from "./flow.js";
import { part as gradient } from "./gradient.js";
import { part as grid } from "./grid.js";
import { part as groups } from "./groups.js";
import { part as haystack } from "./haystack.js";
import { part as inside } from "./inside.js";
import { part as jacobian } from "./jacobian.js";
import { part as libraries } from "./libraries.js";
import { part as many } from "./many.js";
import { part as matrices } from "./matrices.js";
import { part as opened } from "./opened.js";
import { part as perplexity } from "./perplexity.js";
import { part as quiz } from "./quiz.js";
import { part as rotary } from "./rotary.js";
import { part as saturation } from "./saturation.js";
import { part as steps } from "./steps.js";
import { part as talk } from "./talk.js";
import { part as tensor } from "./tensor.js";
import { part as training } from "./training.js";
import { part as variance } from "./variance.js";
import { part as widths } from "./widths.js";

/** The parts in the order of the page, those of a chapter one after the other. */
const parts = {
  matrices,
  bell,
  variance,
  saturation,
  jacobian,
  gradient,
  exponent,
  many,
  steps,
  cross,
  widths,
  tensor,
  flow,
  depth,
  training,
  grid,
  atlas,
  choices,
  libraries,
  critical,
  haystack,
  bugs,
  quiz,
  opened,
  talk,
  inside,
  rotary,
  groups,
  perplexity,
};

type Parts = typeof parts;
type Listed = { [Name in keyof Parts]: Parts[Name] & { readonly name: Name } }[keyof Parts];

/** The parts in the order of the page, each with its folder's name. */
export const PARTS = Object.entries(parts).map(([name, part]) => ({
  ...part,
  name,
})) as unknown as readonly Listed[];
