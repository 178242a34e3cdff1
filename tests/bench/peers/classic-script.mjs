// @ts-check
/** Loads what a library offers browsers as a classic script. */

/** @param {string} url @returns {Promise<void>} */
export function classicScript(url) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${url} did not load.`));
    document.head.append(script);
  });
}
