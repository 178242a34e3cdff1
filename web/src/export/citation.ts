/** How to cite a figure: a sentence, and an entry for BibTeX. */
export function citation(title: string, link: string, today: Date): string {
  const day = today.toISOString().slice(0, 10);
  // Special characters of TeX.
  const tex = (text: string) => text.replace(/[#$%&_{}]/g, (sign) => `\\${sign}`);
  return [
    `attention-scale: “${title}”. Why does attention divide by √d_k? ${link} (retrieved ${day}).`,
    "The formula: Vaswani et al., “Attention Is All You Need”, NeurIPS 2017, section 3.2.1.",
    "",
    "@misc{attention-scale,",
    `  title = {{Why does attention divide by $\\sqrt{d_k}$? ${tex(title)}}},`,
    "  author = {{attention-scale}},",
    `  year = {${today.getUTCFullYear()}},`,
    `  note = {Retrieved ${day}},`,
    `  url = {${link.replaceAll("}", "%7D")}}`,
    "}",
    "",
  ].join("\n");
}
