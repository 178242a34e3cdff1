/** <attention-scale> in the JSX of Solid: `import type {} from "attention-scale/solid";` */
import type * as Solid from "solid-js";
import type {
  AttentionScale,
  AttentionScaleAttributes,
  AttentionScaleChangeEvent,
} from "./embed.js";

declare module "solid-js" {
  namespace JSX {
    interface IntrinsicElements {
      "attention-scale": Omit<
        Solid.JSX.HTMLAttributes<AttentionScale>,
        keyof AttentionScaleAttributes
      > &
        AttentionScaleAttributes & {
          "on:attention-scale-change"?: ((event: AttentionScaleChangeEvent) => void) | undefined;
        };
    }
  }
}
