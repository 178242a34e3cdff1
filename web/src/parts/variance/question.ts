import { padGroup } from "../../part-kit/pad/pad.js";
import type { Question } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/variance.js";
import { DIMS } from "../gradient/draws.js";
import { spreadAxes, spreadOf } from "./against-dim.js";

export const question: Question<typeof en> = {
  group(view, attach) {
    const { ask, why } = view.text.question;
    const { result } = spreadOf(view);
    const measured = result?.mean ?? null;
    const place = (dim: number) => `d = ${dim}`;
    const first = view.state.sigma ** 2;
    const curve = { ask, why, ...spreadAxes(view), xs: DIMS, first, measured, place };
    return padGroup(view, curve, attach);
  },
};
