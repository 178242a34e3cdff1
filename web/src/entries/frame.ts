/*!
 * attention-scale: every frame of the class "attention-scale" becomes as high as what it shows, and learns whether the page
 * around it is light or dark.
 * Load it before the first frame, so that no message is missed; loaded twice it does no harm.
 * It needs no inline script and no inline style, so a strict Content-Security-Policy may stand.
 */
import { hostTone, watchHost } from "../element/host-tone.js";

/** The function of each frame that ends the watching of the page around it. */
const followed = new Map<HTMLIFrameElement, () => void>();

/** Tells a frame the light around it, now and whenever it changes. */
function follow(frame: HTMLIFrameElement): void {
  followed.get(frame)?.();
  for (const [other, end] of followed) {
    if (other.isConnected) continue;
    end();
    followed.delete(other);
  }
  let toldTone = "";
  const tell = () => {
    const { tone } = hostTone(frame);
    if (tone === toldTone) return;
    toldTone = tone;
    frame.dataset.tone = tone;
    const message = JSON.stringify({ context: "attention-scale.theme", theme: tone });
    frame.contentWindow?.postMessage(message, "*");
  };
  followed.set(frame, watchHost(frame, tell));
}

function start(): void {
  addEventListener("message", ({ data, source }) => {
    if (typeof data !== "string" || source === null) return;
    const frames = [...document.querySelectorAll<HTMLIFrameElement>("iframe.attention-scale")];
    const frame = frames.find(({ contentWindow }) => contentWindow === source);
    if (frame === undefined) return;
    // The frame may have gone to another page since: what no figure of ours needs is not granted.
    const height = /^\{"context":"iframe\.resize","height":([1-9]\d{0,4})\}$/.exec(data)?.[1];
    if (height === undefined) return;
    frame.height = height;
    // The first height comes when the page in the frame listens; the frame may also have loaded
    // anew.
    if (/[#&]theme=host\b/.test(frame.src)) follow(frame);
  });

  const looks = new CSSStyleSheet();
  looks.replaceSync(`
    iframe.attention-scale { border: 0; width: 100%; }
    /* The margins of a figure, by default 40 px at each side, leave a frame little room on a phone. */
    figure:has(> iframe.attention-scale) { margin-inline: 0; }
    /* A frame whose color-scheme is not its host's would get an opaque ground. */
    iframe.attention-scale[src*="theme=light"], iframe.attention-scale[data-tone="light"] { color-scheme: light; }
    iframe.attention-scale[src*="theme=dark"], iframe.attention-scale[data-tone="dark"] { color-scheme: dark; }
    /* The still picture is for whoever drops frames, and for paper, where a frame would be cut. */
    iframe.attention-scale ~ a { display: none; }
    @media print {
      iframe.attention-scale { display: none; }
      iframe.attention-scale ~ a { display: block; }
    }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, looks];
}

// On a server that renders pages it does nothing.
if (globalThis.document !== undefined) start();
