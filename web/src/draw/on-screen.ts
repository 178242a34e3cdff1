/**
 * Pixels on screen and an element's own, in which it is laid out: CSS zoom and transforms of what
 * is around it make the two differ. Where zoom is standardised, `getBoundingClientRect` measures on
 * screen; before (Safari, Chromium up to 127) it left out the zoom. `offsetX` follows transforms
 * and not zoom in all of them.
 */

/**
 * The element and those around it as they are painted, through slots and shadow roots, up to html.
 */
export function pathOf(element: Element): Element[] {
  const path: Element[] = [];
  for (let each: Element | null = element; each !== null; ) {
    path.push(each);
    const root = each.getRootNode();
    const host: Element | null = root instanceof ShadowRoot ? root.host : null;
    each = each.assignedSlot ?? each.parentElement ?? host;
  }
  return path;
}

const isStandard = (element: Element): boolean => element.currentCSSZoom !== undefined;

/** The product of the zoom of an element and of all around it. */
function zoomOf(element: Element): number {
  if (isStandard(element)) return element.currentCSSZoom;
  const zooms = pathOf(element).map((each) => Number(getComputedStyle(each).zoom) || 1);
  return zooms.reduce((product, zoom) => product * zoom, 1);
}

/** How many pixels of `getBoundingClientRect` one of an element's own has. */
export function rectScale(element: HTMLElement): number {
  const zoom = isStandard(element) ? element.currentCSSZoom : 1;
  const { width } = element.getBoundingClientRect();
  const { offsetWidth } = element;
  // A width in whole pixels tells no small transform from none.
  const transformed = Math.abs(width / zoom - offsetWidth) > 1;
  return transformed && offsetWidth > 0 ? width / offsetWidth : zoom;
}

/** How many pixels of the window one of an element's own has. */
export const enlargementOf = (element: HTMLElement): number =>
  isStandard(element) ? rectScale(element) : rectScale(element) * zoomOf(element);

/** Where a pointer is on the target of its event, in that element's own pixels. */
export function pointedAt({ offsetX, offsetY, target }: MouseEvent): { x: number; y: number } {
  const zoom = zoomOf(target as Element);
  return { x: offsetX / zoom, y: offsetY / zoom };
}
