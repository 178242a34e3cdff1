/** What is open before a file is: heads as a layer of BERT has them, at random. */
import type { Engine, Matrix } from "../../engine/api.js";

const HEADS = 12;
const TOKENS = 16;
const WIDTH = 64;
const SEED = 13;

export interface RandomHead {
  /** [16×64] */
  readonly queries: Matrix;
  readonly keys: Matrix;
  /** softmax(q·k/√64) [16×16] */
  readonly weights: Matrix;
}

/**
 * Queries and keys are NumPy's RandomState([13, role, head]).normal(size=(16, 64)), role 1 for
 * queries and 2 for keys, heads from 0.
 */
export function randomHeads(engine: Engine): readonly RandomHead[] {
  return Array.from({ length: HEADS }, (_, head) => {
    const drawn = (role: number) =>
      engine.randomNormal({ seed: [SEED, role, head], rows: TOKENS, cols: WIDTH });
    const queries = drawn(1);
    const keys = drawn(2);
    const { weights } = engine.attention(queries, keys, keys, { outputs: ["weights"] });
    return { queries, keys, weights };
  });
}
