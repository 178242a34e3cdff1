/** What a narrow page cuts off, or is widened by. */
import type { Page } from "playwright-core";

/**
 * Elements that stick out of the window or are clipped, in words; first that the page scrolls
 * sideways, if it does.
 * @param apart what may be wider than its place: it scrolls, or is only read out
 */
export const cutOff = (page: Page, apart: string): Promise<string[]> =>
  page.locator("attention-scale").evaluate((host, wide) => {
    const found: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) found.push(`the page scrolls sideways: ${scrollWidth}`);
    for (const element of host.shadowRoot?.querySelectorAll<HTMLElement>(".page, .page *") ?? []) {
      const hidden = !element.checkVisibility({ visibilityProperty: true });
      if (hidden || element.closest(`.visually-hidden, .chips, svg, pre > *, ${wide}`) !== null) {
        continue;
      }
      const { left, right, width } = element.getBoundingClientRect();
      const text = element.textContent?.trim().slice(0, 30);
      const name = `${element.localName}.${element.className} “${text}”`;
      if (width > 0 && (left < -0.5 || right > innerWidth + 0.5)) {
        found.push(`sticks out: ${name} ${left} to ${right}`);
      }
      const scrolls = element.matches(".scroll, pre, .display");
      const clips = getComputedStyle(element).overflowX !== "visible" && !scrolls;
      if (clips && element.scrollWidth > element.clientWidth + 1) found.push(`is clipped: ${name}`);
    }
    return found;
  }, apart);
