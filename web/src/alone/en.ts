export const en = {
  whole: "On the whole page",
  unknown: (name: string, all: string) => `There is no figure “${name}”. These are: ${all}.`,
};
