/** The page, for tests without a document. */
import type { Page } from "../../web/src/page/page.js";

/** Members of the page, and of what they hold, as far as a test needs them. */
export type GivenOfPage = { readonly [Name in keyof Page]?: Page[Name] | Partial<Page[Name]> };

/** A page that has what a test gives it, each member of the type that the page's own has. */
export const fakePage = (given: GivenOfPage): Page => given as Page;
