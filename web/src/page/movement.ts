/** A drag: which pieces of the page are rendered in a frame of it. */
import type { Movement, FollowingPiece as Piece } from "./piece.js";

/**
 * Milliseconds after which a piece that is read is rendered again, one in a frame; and after which
 * it is rendered in any case, so that numbers on screen never contradict each other for long.
 */
const READ_AFTER = 140;
const READ_AT_LAST = 200;

/** Milliseconds of a frame that is late, and how many late ones make a slow machine. */
const LATE = 20;
const SLOW = 2;

/** @param shows whether the page shows it; else only its pictures are made */
function make(piece: Piece, shows: boolean): void {
  const content = piece.make();
  if (!shows) return;
  piece.renderedAt = performance.now();
  piece.setValue(content);
}

/** The element whose place on screen a piece has: its first one, or the one that it stands in. */
function boxOf({ place }: Piece): Element | null {
  const { startNode, endNode, parentNode } = place;
  for (let node = startNode?.nextSibling; node && node !== endNode; node = node.nextSibling) {
    if (node instanceof Element) return node;
  }
  return parentNode as Element | null;
}

class Drag implements Movement {
  /** The boxes of pieces that are in sight, and those whose sight is watched. */
  private readonly seen = new Set<Element>();
  private readonly watched = new Set<Element>();
  private readonly sights = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.seen.add(target);
      else this.seen.delete(target);
    }
  });
  /** How many frames were late. */
  private late = 0;
  private frameAt = Number.POSITIVE_INFINITY;
  private readonly count = (time: number): void => {
    if (time - this.frameAt > LATE) this.late += 1;
    this.frameAt = time;
    this.frame = requestAnimationFrame(this.count);
    if (this.owed && !this.followed) {
      this.repays = true;
      this.render();
    }
    this.followed = false;
  };
  private frame = requestAnimationFrame(this.count);
  pictures = true;
  /** Whether there was a change since the last frame. */
  private followed = false;
  /** Whether what had no turn is still to follow, where no change comes; and whether it does now. */
  private owed = false;
  private repays = false;

  /** @param render has the page rendered, and this followed */
  constructor(
    private readonly pieces: ReadonlySet<Piece>,
    private readonly render: () => void,
  ) {}

  end(): void {
    cancelAnimationFrame(this.frame);
    this.sights.disconnect();
  }

  /**
   * Renders what follows in this frame. On a slow machine pictures, what moves and what is read take
   * turns: the frames of each come in time.
   */
  follow(): void {
    const now = performance.now();
    const isSlow = this.late >= SLOW;
    this.pictures = !(isSlow && this.pictures);
    const hasPieces = !(isSlow && this.pictures);
    this.owed = isSlow && !this.repays;
    this.repays = false;
    this.followed = true;
    const inSight = [...this.pieces]
      .filter((piece) => piece.pace !== "moves" && this.sees(piece))
      .sort((one, other) => one.renderedAt - other.renderedAt);
    const isDue = ({ renderedAt }: Piece, index: number) =>
      now - renderedAt > (index === 0 ? READ_AFTER : READ_AT_LAST);
    const due = new Set(hasPieces ? inSight.filter(isDue) : []);
    const moves = hasPieces && !(isSlow && due.size > 0);
    for (const piece of this.pieces) {
      // What stands in a piece was rendered with it.
      if (piece.renderedAt >= now) continue;
      const shows = piece.pace === "moves" ? moves : due.has(piece);
      const drawn = piece.pace === "draws" && this.pictures && inSight.includes(piece);
      if (shows || drawn) make(piece, shows);
    }
  }

  private sees(piece: Piece): boolean {
    const box = boxOf(piece);
    if (box === null) return false;
    if (!this.watched.has(box)) {
      this.watched.add(box);
      this.sights.observe(box);
      // Until the browser tells.
      this.seen.add(box);
    }
    return this.seen.has(box);
  }
}

/** @param render has the page rendered, and this followed */
export const startDrag = (pieces: ReadonlySet<Piece>, render: () => void): Movement =>
  new Drag(pieces, render);
