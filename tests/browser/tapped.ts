/** What is in view of the picture that can be tapped: functions that run in a page. */

/**
 * The chosen buttons: of the side by its colour, and of d by its number. Of the row of pictures one
 * is in view.
 */
export function seen(): string {
  const svg = document.querySelector("svg") as SVGSVGElement;
  const { left, right } = svg.getBoundingClientRect();
  const inView = (element: Element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.left >= left - 1 && box.right <= right + 1;
  };
  const buttons = [...svg.querySelectorAll('rect[rx="8"]')].filter(inView);
  const fills = buttons.map((button) => button.getAttribute("fill"));
  const sides = fills.includes("#b8430f") ? "without" : "with";
  return `${sides} ${["1", "8", "64", "512"][fills.indexOf("#1c1a17") - 2]}`;
}

/** Where something in view begins with this text; null where nothing does. */
export function placeOf(words: string): { readonly x: number; readonly y: number } | null {
  const svg = document.querySelector("svg") as SVGSVGElement;
  const { left, right } = svg.getBoundingClientRect();
  for (const element of svg.querySelectorAll("text")) {
    const box = element.getBoundingClientRect();
    const starts = element.textContent?.startsWith(words) === true;
    if (starts && box.left >= left && box.right <= right) {
      element.scrollIntoView({ block: "center" });
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }
  }
  return null;
}

/** A click there, as the browser would send it to what is on top. */
export function clickAt(place: { readonly x: number; readonly y: number } | null): void {
  const top = place && document.elementFromPoint(place.x, place.y);
  top?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}
