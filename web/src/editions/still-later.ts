/** Where still pictures are drawn by Node there are no workers: the calculator computes itself. */
export const loadWorkers = (): Promise<null> => Promise.resolve(null);
