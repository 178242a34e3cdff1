/** The five reasons, which come later than the first screen: one after the other, or one alone. */
import type { TemplateResult } from "lit";
import type { Reason } from "../state/state.js";
import { exponent } from "./exponent/section.js";
import { gradient } from "./gradient/section.js";
import { jacobian } from "./jacobian/section.js";
import type { Room } from "./room.js";
import { saturation } from "./saturation/section.js";
import { variance } from "./variance/section.js";

export { Room } from "./room.js";

const SECTIONS: Readonly<Record<Reason, (room: Room) => TemplateResult>> = {
  variance,
  saturation,
  jacobian,
  gradient,
  exponent,
};

export const reason = (room: Room, which: Reason): TemplateResult =>
  room.render(which, () => SECTIONS[which](room));
