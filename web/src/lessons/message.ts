/**
 * What a lesson in a frame tells the page around it, whenever it changes: the answers so far, and
 * the fragment that opens the lesson at this place again. The page of a course reports it.
 */
import type { SlideName } from "../part-kit/slides.js";
import type { Answer } from "./picked.js";

export interface LessonMessage {
  /** The slide on the screen. */
  readonly slide: SlideName;
  readonly fragment: string;
  readonly answers: readonly Answer[];
  /** How many questions the lesson has. */
  readonly questions: number;
}

const START = '{"context":"attention-scale.lesson",';

/** A message as text, in the form of web/docs/courses.md. */
export const writeMessage = (message: LessonMessage): string =>
  JSON.stringify({ context: "attention-scale.lesson", ...message });

/** The message in what a frame has sent; undefined where it is another one. */
export const readMessage = (data: unknown): LessonMessage | undefined =>
  typeof data === "string" && data.startsWith(START) ? JSON.parse(data) : undefined;
