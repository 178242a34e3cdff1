/** Layers of the trained model, and heads of a layer, as the figures show them. */
export const LAYERS = 8;
export const HEADS = 8;
