/**
 * The sentences that follow the state, of class `spoken`: after a change the first of those that
 * are in sight and have changed is read aloud, so that a change is told once. One with `aria-busy`
 * waits.
 */
export class Spoken {
  /** The text of each element at the last rendering. */
  private readonly spokenTexts = new Map<Element, string>();
  private readonly elementsInSight = new Set<Element>();
  private readonly sights = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      this.elementsInSight[isIntersecting ? "add" : "delete"](target);
    }
  });

  /**
   * Follows a rendering. It has to be called in the same task: what is live then is read.
   * @param parts the elements that hold sentences
   */
  follow(parts: Iterable<Element>): void {
    const sentences = new Set([...parts].flatMap((part) => [...part.querySelectorAll(".spoken")]));
    for (const gone of this.spokenTexts.keys()) {
      if (sentences.has(gone)) continue;
      this.sights.unobserve(gone);
      this.spokenTexts.delete(gone);
      this.elementsInSight.delete(gone);
    }
    const busy = (one: Element) => one.getAttribute("aria-busy") === "true";
    const changed = [...sentences].filter(
      (one) => !busy(one) && this.spokenTexts.get(one) !== one.textContent,
    );
    const changedInSight = changed.find((one) => this.elementsInSight.has(one));
    for (const sentence of sentences) {
      if (!this.spokenTexts.has(sentence)) this.sights.observe(sentence);
      this.spokenTexts.set(
        sentence,
        (busy(sentence) ? this.spokenTexts.get(sentence) : sentence.textContent) ?? "",
      );
      if (changed.length > 0 || busy(sentence)) {
        sentence.setAttribute("aria-live", sentence === changedInSight ? "polite" : "off");
      }
    }
  }

  end(): void {
    this.sights.disconnect();
  }
}
