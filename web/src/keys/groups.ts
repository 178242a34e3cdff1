/** Keys of the groups of heads: prompt and answer, and the head that is held. */
import { keys as insideKeys } from "./inside.js";
import { keys as talkKeys } from "./talk.js";

export const keys = {
  ...talkKeys,
  modellayer: insideKeys.modellayer,
  modelhead: insideKeys.modelhead,
};

export const part = {
  chapter: "model",
  keys,
  folds: ["groups-heads", "groups-layers", "groups-further"],
} as const;
