import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = { name: "jacobian", chapter: "why", place: 3, keys } as const satisfies Part;
