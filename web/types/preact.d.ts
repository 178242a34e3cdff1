/** <attention-scale> in the JSX of Preact: `import type {} from "attention-scale/preact";` */
import type * as Preact from "preact";
import type {
  AttentionScale,
  AttentionScaleAttributes,
  AttentionScaleChangeEvent,
} from "./embed.js";

// Releases of Preact differ in where they have the attributes of HTML elements; all have them here.
type HTMLAttributes = Preact.JSX.IntrinsicElements["div"];

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "attention-scale": Omit<HTMLAttributes, keyof AttentionScaleAttributes | "ref"> &
        AttentionScaleAttributes & {
          ref?: Preact.Ref<AttentionScale> | undefined;
          "onattention-scale-change"?: ((event: AttentionScaleChangeEvent) => void) | undefined;
        };
    }
  }
}
