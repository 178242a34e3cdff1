/** The source of the page in one file: for the hosted page a file in the same folder. */
export async function pageSource(): Promise<string> {
  const response = await fetch(new URL("attention-scale.html", document.baseURI));
  if (!response.ok)
    throw new Error(`the server answered ${response.status} for attention-scale.html`);
  return response.text();
}
