export const en = {
  previous: "Previous",
  next: "Next",
  leave: "Close",
  place: (chapter: string, place: number, count: number) => `${chapter}, ${place} of ${count}`,
  whole: "On the whole page",
  unknown: (name: string, all: string) => `There is no figure “${name}”. These are: ${all}.`,
  view: (name: string, all: string) => `There is no view “${name}”. These are: ${all}.`,
  state: (text: string) =>
    `The attribute state="${text}" cannot be read. It takes what follows the # in a link of the page, such as dim=16&seed=3.`,
};
