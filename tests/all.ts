/** Whether every case is tested (`npm run test:all`), or of many alike a choice. */
export const ALL = process.env.TESTS === "all";
