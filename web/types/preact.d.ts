/** <attention-scale> in the JSX of Preact: `import type {} from "attention-scale/preact";` */
import type * as Preact from "preact";
import type {
  AttentionScale,
  AttentionScaleAttributes,
  AttentionScaleChangeEvent,
} from "./embed.js";

// Releases of Preact differ in where they have the attributes of HTML elements; all have them here.
type AttentionScaleProps = Omit<
  Preact.JSX.IntrinsicElements["div"],
  keyof AttentionScaleAttributes | "ref"
> &
  AttentionScaleAttributes & {
    ref?: Preact.Ref<AttentionScale> | undefined;
    "onattention-scale-change"?: ((event: AttentionScaleChangeEvent) => void) | undefined;
  };

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "attention-scale": AttentionScaleProps;
    }
  }
}
