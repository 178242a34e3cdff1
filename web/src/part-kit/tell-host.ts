/** What programs are told on the page's element: attributes beside data-ready. */

/**
 * Makes a callback of Lit's ref directive: another function at each rendering, so that each
 * rendering is told.
 * @param ownPage whether the page is ours
 * @param attributes by name; null: absent
 */
export const tellHost =
  (ownPage: boolean, attributes: Readonly<Record<string, string | null>>) =>
  (element: Element | undefined): void =>
    // Sets the attributes after the rendering of what they report.
    queueMicrotask(() => {
      const root = element?.getRootNode() as ShadowRoot | undefined;
      if (root?.host === undefined) return;
      // The attributes go where data-ready is: a framework that has rendered the page of others
      // complains about attributes on its elements that are not its own.
      const carrier = ownPage ? root.host : root.firstElementChild;
      for (const [name, value] of Object.entries(attributes)) {
        if (value === null) carrier?.removeAttribute(name);
        else carrier?.setAttribute(name, value);
      }
    });
