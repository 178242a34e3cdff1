/** <attention-scale> in the JSX of Preact: `import type {} from "attention-scale/preact";` */
import type * as Preact from "preact";
import type {
  AttentionScale,
  AttentionScaleAttributes,
  AttentionScaleChangeEvent,
} from "./embed.js";

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "attention-scale": Omit<
        Preact.JSX.HTMLAttributes<AttentionScale>,
        keyof AttentionScaleAttributes
      > &
        AttentionScaleAttributes & {
          "onattention-scale-change"?: ((event: AttentionScaleChangeEvent) => void) | undefined;
        };
    }
  }
}
