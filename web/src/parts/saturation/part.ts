import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = { name: "saturation", chapter: "why", place: 2, keys } as const satisfies Part;
