/** The heads that another chapter of this page hands over to the chapter of opened tensors. */
import type { Matrix } from "../engine/api.js";

export interface HandedHeads {
  /** What the model was asked. */
  readonly prompt: string;
  /** The n tokens. */
  readonly tokens: readonly string[];
  /** Weights [n×n], head by head and layer after layer. */
  readonly heads: readonly Matrix[];
  /** The heads of a layer. */
  readonly perLayer: number;
}

let handed: HandedHeads | null = null;

export function handOver(heads: HandedHeads): void {
  handed = heads;
}

/** Those that were handed over last in this document; null: none. */
export const handedHeads = (): HandedHeads | null => handed;
