export const es = {
  variance: "Las puntuaciones se dispersan como √d",
  saturation: "Softmax se satura",
  jacobian: "Su jacobiana se anula",
  gradient: "Pocas consultas aportan el gradiente",
  exponent: "Por qué justo un medio",
};
