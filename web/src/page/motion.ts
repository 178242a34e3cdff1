/**
 * What is rendered while a number is dragged. All that depends on it takes longer than a frame, most
 * of it for numbers that nobody reads while they change: then a frame renders the pieces that the
 * eye follows, the others some times a second while they are in sight, and the rest of the page once
 * the hand rests.
 */
import type { ChildPart } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";

/**
 * Milliseconds after which a piece that is read is rendered again, one in a frame; and after which
 * it is rendered in any case, so that numbers on screen never contradict each other for long.
 */
const READ_AFTER = 140;
const READ_AT_LAST = 200;

/** "moves": in each frame; "reads": now and then; "draws": the same, but its pictures in each frame. */
type Pace = "moves" | "reads" | "draws";

type Make = () => unknown;

/** A piece of the page that is rendered by itself. */
class Piece extends AsyncDirective {
  pace: Pace = "moves";
  renderedAt = 0;
  private motion: Motion | undefined;
  private make: Make = () => undefined;
  private place: ChildPart | undefined;

  override update(place: ChildPart, [motion, pace, content, make]: Parameters<this["render"]>) {
    Object.assign(this, { place, motion, pace, make });
    this.reconnected();
    return this.render(motion, pace, content, make);
  }

  render(_motion: Motion, _pace: Pace, content: unknown, _make: Make): unknown {
    this.renderedAt = performance.now();
    return content;
  }

  /** @param shows whether the page shows it; else only its pictures are made */
  follow(shows: boolean): void {
    const content = this.make();
    if (!shows) return;
    this.renderedAt = performance.now();
    this.setValue(content);
  }

  /** The element whose place on screen it has: its first one, or the one that it stands in. */
  get box(): Element | null {
    const { startNode, endNode, parentNode } = this.place as ChildPart;
    for (let node = startNode?.nextSibling; node && node !== endNode; node = node.nextSibling) {
      if (node instanceof Element) return node;
    }
    return parentNode as Element | null;
  }

  override reconnected(): void {
    this.motion?.pieces.add(this);
  }

  override disconnected(): void {
    this.motion?.pieces.delete(this);
  }
}

const piece = directive(Piece);
const pieceOf =
  (pace: Pace) =>
  ({ motion }: { readonly motion: Motion }, make: Make) =>
    piece(motion, pace, make(), make);

/** What the eye follows: the number that is dragged. It reads the state when it is made. */
export const moves = pieceOf("moves");
/** What is read: sentences and numbers beside the pictures. */
export const reads = pieceOf("reads");
/** What holds pictures of its own, which are drawn in each frame. */
export const draws = pieceOf("draws");

/** Milliseconds of a frame that is late, and how many late ones make a slow machine. */
const LATE = 20;
const SLOW = 2;

export class Motion {
  readonly pieces = new Set<Piece>();
  private moving = false;
  /** The boxes of pieces that are in sight, and those whose sight is watched. */
  private readonly seen = new Set<Element>();
  private readonly watched = new Set<Element>();
  private readonly sights = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.seen.add(target);
      else this.seen.delete(target);
    }
  });
  /** How many frames of this movement were late. */
  private late = 0;
  private frame = 0;
  private frameAt = 0;
  /** Whether pieces and pictures have their turn in this frame. */
  private turn = { pieces: true, pictures: true };

  /** Whether the page follows in pieces. */
  get goes(): boolean {
    return this.moving;
  }

  /** Whether pictures are drawn now. */
  get draws(): boolean {
    return !this.moving || this.turn.pictures;
  }

  /** A number goes on moving. */
  begin(): void {
    if (this.moving) return;
    this.moving = true;
    this.late = 0;
    this.frameAt = Number.POSITIVE_INFINITY;
    this.frame = requestAnimationFrame(this.count);
  }

  /** It rests: the page is rendered as a whole. */
  end(): void {
    if (!this.moving) return;
    this.moving = false;
    cancelAnimationFrame(this.frame);
    this.sights.disconnect();
    this.seen.clear();
    this.watched.clear();
  }

  private readonly count = (time: number): void => {
    if (time - this.frameAt > LATE) this.late += 1;
    this.frameAt = time;
    this.frame = requestAnimationFrame(this.count);
  };

  /**
   * Renders what follows in this frame. On a slow machine pieces and pictures take turns: each is
   * then drawn in half of the frames, all of which come in time.
   */
  follow(): void {
    const now = performance.now();
    const isSlow = this.late >= SLOW;
    const pictures = !isSlow || !this.turn.pictures;
    this.turn = { pictures, pieces: !(isSlow && pictures) };
    const waiting = [...this.pieces]
      .filter((piece) => piece.pace !== "moves" && this.sees(piece))
      .sort((one, other) => one.renderedAt - other.renderedAt);
    const isDue = ({ renderedAt }: Piece, index: number) =>
      now - renderedAt > (index === 0 ? READ_AFTER : READ_AT_LAST);
    const due = new Set(this.turn.pieces ? waiting.filter(isDue) : []);
    const moves = this.turn.pieces && !(isSlow && due.size > 0);
    for (const piece of this.pieces) {
      // What stands in a piece was rendered with it.
      if (piece.renderedAt >= now) continue;
      const shows = piece.pace === "moves" ? moves : due.has(piece);
      const drawn = piece.pace === "draws" && pictures && waiting.includes(piece);
      if (shows || drawn) piece.follow(shows);
    }
  }

  private sees({ box }: Piece): boolean {
    if (box === null) return false;
    if (!this.watched.has(box)) {
      this.watched.add(box);
      this.sights.observe(box);
    }
    return this.seen.has(box);
  }
}
