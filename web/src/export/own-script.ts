/** The script element of this code; known only while the script runs for the first time. */
const current = typeof document === "undefined" ? null : document.currentScript;

export async function ownScript(): Promise<string> {
  if (!(current instanceof HTMLScriptElement))
    throw new Error("the script does not know its address");
  if (current.src === "") return current.text;
  const response = await fetch(current.src);
  if (!response.ok) throw new Error(`the server answered ${response.status} for ${current.src}`);
  return response.text();
}
