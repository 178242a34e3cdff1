/** The view of the part. */
import type { PartView } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/quiz.js";

export type View = PartView<typeof en>;
