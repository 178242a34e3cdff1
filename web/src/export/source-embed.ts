/** The source of a page in one file that contains the embed's own script. */
import { START } from "../state/state.js";
import { ownScript } from "./own-script.js";

export async function pageSource(): Promise<string> {
  const code = await ownScript();
  const title = document.title.replace(/[<&]/g, "");
  return `<!doctype html>
<html lang="${START.lang ?? "en"}" data-own-page>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title></head>
<body style="margin: 0"><attention-scale></attention-scale><script>${code.replaceAll("</script", "<\\/script")}</script></body>
</html>
`;
}
