/** What the address of the page asks for. */

/** A page that was taken away as one file opens in the state it was taken in. */
const frozen = document.querySelector("attention-scale")?.getAttribute("state") ?? "";

export const fragmentHere = (): string => location.hash.replace(/^#/, "") || frozen;
