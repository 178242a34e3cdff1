export const figures = ["map", "curves", "growth", "places-logits", "places-difference"];
export const folded = ["curves", "growth", "places-logits", "places-difference"];
