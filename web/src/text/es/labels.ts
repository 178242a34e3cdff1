export const es = {
  variance: "Las puntuaciones se dispersan como √d",
  saturation: "Softmax se satura",
  jacobian: "Su jacobiana tiende a cero",
  gradient: "Pocas consultas aportan el gradiente",
  exponent: "Por qué justo un medio",
};
