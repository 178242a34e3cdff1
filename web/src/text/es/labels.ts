import type { en } from "../en/labels.js";
import type { Translation } from "../translation.js";

export const es: Translation<typeof en> = {
  bell: "Mueve $d$ y míralo todo",
  variance: "Las puntuaciones se dispersan como $√d$",
  saturation: "Softmax se satura",
  jacobian: "La división conserva su pendiente",
  gradient: "Pocas consultas aportan el gradiente",
  exponent: "Por qué justo un medio",
};
