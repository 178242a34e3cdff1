/** Keys of the grid. n, the batch and the initialisation are those of the race; the seed and the exponent those of the page. */
import { oneOf, whole } from "../../state/key.js";
import { OPTIMISERS, keys as raceKeys } from "../training/keys.js";

const { tokens, batch, init } = raceKeys;

export const keys = {
  gridoptimiser: oneOf("sgd", OPTIMISERS),
  /** Steps of training in each cell. */
  gridsteps: whole(300, 1, 1000),
  ...{ tokens, batch, init },
};
