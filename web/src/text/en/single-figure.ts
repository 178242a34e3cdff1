export const en = {
  previous: "Previous",
  next: "Next",
  show: "Guess first, then show",
  place: `{chapter}, {place} of {count}`,
  whole: "On the whole page",
  unknown: `There is no figure “{name}”. These are: {all}.`,
  view: `There is no view “{name}”. These are: {all}.`,
  state: `The attribute state="{text}" cannot be read. It takes what follows the # in a link of the page, such as dim=16&seed=3.`,
  versions: `This page loads attention-scale in two versions, {first} and {other}; this is {first}. Remove one of the two scripts.`,
} as const;
