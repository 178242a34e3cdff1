/** Layers of the trained model, and heads of a layer, as the figures show them. */
export const LAYERS = 8;
export const HEADS = 8;
/** The most rows of a head's small picture. */
export const THUMBNAIL = 24;
