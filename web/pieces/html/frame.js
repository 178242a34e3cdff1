/*
 * attention-scale: every frame of the class "attention-scale" becomes as high as what it shows.
 * Load it before the first frame, so that no message is missed; loaded twice it does no harm.
 * It needs no inline script and no inline style, so a strict Content-Security-Policy may stand.
 */
(() => {
  addEventListener("message", ({ data, source }) => {
    if (typeof data !== "string" || source === null) return;
    const frames = [...document.querySelectorAll("iframe.attention-scale")];
    const frame = frames.find(({ contentWindow }) => contentWindow === source);
    if (frame === undefined) return;
    let message = null;
    try {
      message = JSON.parse(data);
    } catch {
      return;
    }
    // The frame may have gone to another page since: what no figure of ours needs is not granted.
    const height = Math.ceil(message?.height);
    const fits = height > 0 && height < 100000;
    if (message?.context === "iframe.resize" && fits) frame.height = String(height);
  });

  const looks = new CSSStyleSheet();
  looks.replaceSync(`
    iframe.attention-scale { border: 0; width: 100%; }
    /* A frame whose color-scheme is not its host's would get an opaque ground. */
    iframe.attention-scale[src*="theme=light"] { color-scheme: light; }
    iframe.attention-scale[src*="theme=dark"] { color-scheme: dark; }
    /* The still picture is for whoever drops frames, and for paper, where a frame would be cut. */
    iframe.attention-scale ~ a { display: none; }
    @media print {
      iframe.attention-scale { display: none; }
      iframe.attention-scale ~ a { display: block; }
    }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, looks];
})();
