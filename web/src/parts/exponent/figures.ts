export const figures = ["map", "curves", "growth", "places-logits", "places-difference"];
