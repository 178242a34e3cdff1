/**
 * Functions that run in the page and report faults of its texts: in the document, in its fields and
 * on its canvases.
 */

export interface TextInspection {
  /**
   * The faults of the texts of the whole page, in the document and on the canvases, and of its
   * width.
   */
  texts(): string[];
  /** Places that can be scrolled sideways, each with the elements that are too wide for it. */
  sideways(): string[];
}

/**
 * Runs in the page, where only its own lines and `inspection` are known. It must run before the
 * page's scripts: it records the texts that are written on canvases.
 */
export function installTexts(): void {
  const { matching, textNodes, parentOf, around, seen, nameOf, scroller, short, px } = inspection;
  /**
   * Boxes of text may touch by so many pixels: glyphs are antialiased, and boxes are rounded to
   * whole pixels.
   */
  const TOUCH = 1;
  const FORBIDDEN = /\bNaN\b|\bundefined\b|\bInfinity\b|\[object|\^|\$[^$\\]+\$/;

  type Point = readonly [x: number, y: number];
  interface Box {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  }

  // ---- texts on canvases ----

  /** The corners of a text's ink, in pixels of its canvas. */
  interface Written {
    readonly text: string;
    readonly corners: readonly Point[];
  }
  const written = new WeakMap<HTMLCanvasElement, Written[]>();
  const { fillText, clearRect } = CanvasRenderingContext2D.prototype;

  CanvasRenderingContext2D.prototype.clearRect = function clear(...box) {
    clearRect.apply(this, box);
    // Each painting of this page begins by clearing all.
    written.set(this.canvas, []);
  };
  CanvasRenderingContext2D.prototype.fillText = function fill(text, x, y, ...rest) {
    fillText.call(this, text, x, y, ...rest);
    const ink = this.measureText(text);
    const left = x - ink.actualBoundingBoxLeft;
    const right = x + ink.actualBoundingBoxRight;
    const top = y - ink.actualBoundingBoxAscent;
    const bottom = y + ink.actualBoundingBoxDescent;
    const transform = this.getTransform();
    const corners = [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ].map(([cornerX, cornerY]): Point => {
      const point = transform.transformPoint({ x: cornerX ?? 0, y: cornerY ?? 0 });
      return [point.x, point.y];
    });
    const texts = written.get(this.canvas) ?? [];
    texts.push({ text, corners });
    written.set(this.canvas, texts);
  };

  /**
   * The number of pixels by which two convex shapes overlap, along the side where it is least; 0
   * where they do not.
   */
  function depth(one: readonly Point[], other: readonly Point[]): number {
    let least = Number.POSITIVE_INFINITY;
    for (const corners of [one, other]) {
      for (const [index, from] of corners.entries()) {
        const to = corners[(index + 1) % corners.length] ?? from;
        const x = from[1] - to[1];
        const y = to[0] - from[0];
        const length = Math.hypot(x, y);
        if (length === 0) return 0;
        const along = (points: readonly Point[]) =>
          points.map((point) => (point[0] * x + point[1] * y) / length);
        const a = along(one);
        const b = along(other);
        least = Math.min(
          least,
          Math.min(Math.max(...a), Math.max(...b)) - Math.max(Math.min(...a), Math.min(...b)),
        );
      }
    }
    return Math.max(0, least);
  }

  function canvasFaults(canvas: HTMLCanvasElement): string[] {
    const name = nameOf(canvas);
    const rect = canvas.getBoundingClientRect();
    const scale = canvas.width / rect.width;
    const texts = (written.get(canvas) ?? []).filter(({ text }) => text.trim() !== "");
    const faults: string[] = [];
    for (const [index, { text, corners }] of texts.entries()) {
      if (FORBIDDEN.test(text)) faults.push(`“${text}” is written on ${name}`);
      const outside = corners.some(
        ([x, y]) =>
          x < -TOUCH * scale ||
          y < -TOUCH * scale ||
          x > canvas.width + TOUCH * scale ||
          y > canvas.height + TOUCH * scale,
      );
      if (outside) {
        const xs = corners.map(([x]) => x / scale);
        const ys = corners.map(([, y]) => y / scale);
        const span = (values: number[]) => `${px(Math.min(...values))}…${px(Math.max(...values))}`;
        faults.push(
          `“${text}” leaves ${name}: x ${span(xs)}, y ${span(ys)} of ${px(rect.width)} × ${px(rect.height)}`,
        );
      }
      for (const other of texts.slice(index + 1)) {
        const by = depth(corners, other.corners) / scale;
        if (by > TOUCH) {
          faults.push(`“${text}” and “${other.text}” overlap by ${px(by)} pixels on ${name}`);
        }
      }
    }
    return faults;
  }

  // ---- texts of the document ----

  const measuring = new OffscreenCanvas(1, 1).getContext("2d");

  /** The distances from the upper and the lower edge of a text's line box to its ink. */
  function inkOf(text: string, style: CSSStyleDeclaration): { above: number; below: number } {
    if (measuring === null) return { above: 0, below: 0 };
    measuring.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const ink = measuring.measureText(text);
    return {
      above: ink.fontBoundingBoxAscent - ink.actualBoundingBoxAscent,
      below: ink.fontBoundingBoxDescent - ink.actualBoundingBoxDescent,
    };
  }

  const visuallyHidden = (element: Element) => element.closest(".visually-hidden") !== null;

  interface Shown {
    readonly node: Node;
    readonly text: string;
    readonly box: Box;
  }

  interface Clipper {
    readonly element: Element;
    readonly rect: DOMRect;
    readonly overflowX: string;
    readonly overflowY: string;
    readonly textOverflow: string;
  }
  /** The clippers of each element, while texts() runs. */
  const clips = new Map<Element, readonly Clipper[]>();

  /** The elements around a node that clip it. */
  function clippers(node: Node): readonly Clipper[] {
    const element = parentOf(node);
    // Of the whole document everything can be reached that lies below or to the right.
    if (element === null || element === document.documentElement) return [];
    const known = clips.get(element);
    if (known !== undefined) return known;
    const { overflowX, overflowY, textOverflow, display } = getComputedStyle(element);
    const outer = clippers(element);
    const shows = (overflowX === "visible" && overflowY === "visible") || display === "inline";
    const rect = element.getBoundingClientRect();
    const list = shows ? outer : [{ element, rect, overflowX, overflowY, textOverflow }, ...outer];
    clips.set(element, list);
    return list;
  }

  /**
   * The part of a box that the elements around it leave visible, and the part that cannot be
   * reached by scrolling.
   */
  function clip(node: Node, box: Box): { box: Box | null; cut: string | null } {
    let { left, top, right, bottom } = box;
    let cut: string | null = null;
    for (const { element, rect, overflowX, overflowY, textOverflow } of clippers(node)) {
      const hides = (overflow: string) => overflow === "hidden" || overflow === "clip";
      const sideways = Math.max(rect.left - left, right - rect.right);
      const vertically = Math.max(rect.top - top, bottom - rect.bottom);
      if (hides(overflowX) && sideways > TOUCH) {
        cut ??= `${textOverflow === "ellipsis" ? "shortened" : "cut off"} by ${px(sideways)} pixels at the side of ${nameOf(element)}`;
      }
      if (hides(overflowY) && vertically > TOUCH) {
        cut ??= `cut off by ${px(vertically)} pixels above or below in ${nameOf(element)}`;
      }
      if (overflowX !== "visible") {
        [left, right] = [Math.max(left, rect.left), Math.min(right, rect.right)];
      }
      if (overflowY !== "visible") {
        [top, bottom] = [Math.max(top, rect.top), Math.min(bottom, rect.bottom)];
      }
      if (right <= left || bottom <= top) return { box: null, cut };
    }
    return { box: { left, top, right, bottom }, cut };
  }

  function documentTexts(faults: string[]): Shown[] {
    const shown: Shown[] = [];
    const range = document.createRange();
    for (const { node, element } of textNodes()) {
      const text = node.data;
      if (!seen(element) || visuallyHidden(element) || element.localName === "option") continue;
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter(
        (rect) => rect.width >= 1 && clip(node, rect).box !== null,
      );
      if (rects.length === 0) continue;
      const { above, below } = inkOf(text, getComputedStyle(element));
      for (const { left, right, top, bottom } of rects) {
        const ink = { left, right, top: top + above, bottom: bottom - below };
        const { box, cut } = clip(node, ink);
        // A header of a table has its word in full among the words above.
        if (
          cut !== null &&
          !(cut.startsWith("shortened") && element.closest(".scroll th") !== null)
        ) {
          faults.push(`“${short(text)}” is ${cut}`);
        }
        if (box === null) continue;
        if (box.left < -TOUCH) faults.push(`“${short(text)}” begins left of the page`);
        shown.push({ node, text, box });
      }
    }
    return shown;
  }

  const cornersOf = ({ left, top, right, bottom }: Box): Point[] => [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];

  /**
   * The bar, and the frame of a training, lie over what is below them, which the reader scrolls.
   */
  const inBar = ({ node }: Shown) => parentOf(node)?.closest(".bar, .stage") !== null;

  function overlaps(shown: readonly Shown[]): string[] {
    const faults: string[] = [];
    const sorted = [...shown].sort((a, b) => a.box.top - b.box.top);
    for (const [index, one] of sorted.entries()) {
      for (const other of sorted.slice(index + 1)) {
        if (other.box.top > one.box.bottom) break;
        if (other.node === one.node || other.node.contains(one.node)) continue;
        if (one.node.contains(other.node) || inBar(one) !== inBar(other)) continue;
        const by = depth(cornersOf(one.box), cornersOf(other.box));
        if (by > TOUCH) {
          faults.push(
            `“${short(one.text)}” and “${short(other.text)}” overlap by ${px(by)} pixels`,
          );
        }
      }
    }
    return faults;
  }

  /** Fields and pictures, on which no text may lie either. */
  function objects(): Shown[] {
    return matching("input[type=text], select, textarea, canvas, svg")
      .filter((element) => seen(element) && !visuallyHidden(element))
      .flatMap((element) => {
        const { box } = clip(element, element.getBoundingClientRect());
        return box === null ? [] : [{ node: element, text: nameOf(element), box }];
      });
  }

  /**
   * The values that do not fit into their fields. A sentence, a list or a link may be longer than
   * its field, which scrolls.
   */
  function fieldFaults(): string[] {
    const numbers = matching("input[role=spinbutton], .editor input") as HTMLInputElement[];
    const selects = matching("select") as HTMLSelectElement[];
    const cut = (element: Element, value: string) =>
      `“${short(value)}” does not fit into its field ${nameOf(element)}`;
    return [
      ...numbers
        .filter((input) => seen(input) && input.scrollWidth > input.clientWidth + TOUCH)
        .map((input) => cut(input, input.value)),
      ...selects.filter(seen).flatMap((select) => {
        if (measuring === null) return [];
        const style = getComputedStyle(select);
        measuring.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        const value = select.selectedOptions[0]?.text ?? "";
        const padding =
          Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
        // The arrow takes its place as well.
        const room = select.clientWidth - padding - 16;
        // A word that ends in an ellipsis here stands in full among the words above.
        const shortened = style.textOverflow === "ellipsis" && /^\d+: /.test(value);
        const fits = shortened || measuring.measureText(value).width <= room + TOUCH;
        return fits ? [] : [cut(select, value)];
      }),
    ];
  }

  const TITLES = "h1, h2, h3, h4, figcaption, caption, legend, label, summary, button, a";
  const ATTRIBUTES = ["aria-label", "aria-valuetext", "alt", "title", "placeholder", "data-value"];

  /** The faults of the words of the page, folded parts included. */
  function wordFaults(): string[] {
    const faults: string[] = [];
    for (const { node } of textNodes()) {
      // What libraries answer is quoted in their table, NaN among it.
      if (node.parentElement?.closest(".libraries-table")) continue;
      const found = FORBIDDEN.exec(node.data);
      if (found !== null) faults.push(`“${found[0]}” stands in “${short(node.data)}”`);
    }
    for (const name of ATTRIBUTES) {
      for (const element of matching(`[${name}]`)) {
        const value = element.getAttribute(name) ?? "";
        if (FORBIDDEN.test(value)) faults.push(`${nameOf(element)} has ${name}="${short(value)}"`);
      }
    }
    for (const input of matching("input, textarea") as HTMLInputElement[]) {
      if (FORBIDDEN.test(input.value)) {
        faults.push(`${nameOf(input)} holds “${short(input.value)}”`);
      }
    }
    for (const element of matching(TITLES).filter(seen)) {
      // The sign that links to a heading is no text of it.
      const said = [...element.childNodes].filter(
        (child) => !(child instanceof Element && child.matches(".anchor")),
      );
      const label = element.getAttribute("aria-label") ?? "";
      const words = `${said.map(({ textContent }) => textContent).join("")}${label}`;
      if (words.trim() === "") faults.push(`${nameOf(element)} is empty`);
    }
    return faults;
  }

  function sideways(): string[] {
    return [document.documentElement, scroller()]
      .filter((place) => place.scrollWidth > place.clientWidth)
      .map((place) => {
        const edge = place.getBoundingClientRect().left + place.clientWidth;
        const wide = matching("*").filter(
          (element) =>
            seen(element) &&
            element.getBoundingClientRect().right > edge + 0.5 &&
            ![...around(element)].some(
              (one) => one !== place && getComputedStyle(one).overflowX !== "visible",
            ),
        );
        return `${nameOf(place)} of ${place.clientWidth} pixels scrolls sideways to ${place.scrollWidth}: ${wide.slice(-3).map(nameOf).join(", ")}`;
      });
  }

  function texts(): string[] {
    const faults: string[] = [];
    clips.clear();
    const shown = documentTexts(faults);
    faults.push(...overlaps([...shown, ...objects()]));
    faults.push(...fieldFaults(), ...wordFaults(), ...sideways());
    for (const canvas of matching("canvas").filter(seen)) {
      faults.push(...canvasFaults(canvas as HTMLCanvasElement));
    }
    return [...new Set(faults)];
  }

  Object.assign(inspection, { texts, sideways });
}
