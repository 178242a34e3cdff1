/** The names of factors as the page writes them. */

/**
 * "1/√d_head" is $1/√dₖ$, as everywhere on the page; a longer word below a root stands in brackets,
 * since typeset mathematics would put the bar over its first letter alone.
 */
export const nameText = (name: string): string =>
  name
    .replaceAll("d_head", "dₖ")
    .replace(/√([A-Za-z]\w{2,})/g, "√($1)")
    .replace("1/√dₖ", "$1/√dₖ$");
