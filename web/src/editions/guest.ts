/** The element in a document of others. What only such an element needs is imported here: the hosted script loads it there alone. */
import { loadVersions } from "edition:later";
import { version } from "../../../package.json";
import { AttentionScale, defineElement } from "../page/element.js";
import { guest } from "../page/guest.js";
import { addProperties } from "../page/host-face.js";

export function showGuest(): void {
  const known = customElements.get("attention-scale") as typeof AttentionScale | undefined;
  if (known !== undefined) {
    known.meets?.(version);
    return;
  }
  Object.assign(AttentionScale, {
    guest,
    version,
    meets(other: string) {
      if (other !== version) loadVersions().then(({ tell }) => tell(AttentionScale, other));
    },
  });
  addProperties(AttentionScale.prototype);
  defineElement();
}
