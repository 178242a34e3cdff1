/** The links from the first screen to the parts of the chapter "Why the root". */
export const en: Readonly<Record<string, string>> = {
  bell: "Drag $d$ and see it all",
  variance: "The scores spread as $√d$",
  saturation: "Softmax saturates",
  jacobian: "The division keeps its slope",
  gradient: "A few queries supply the gradient",
  exponent: "Why exactly a half",
};
