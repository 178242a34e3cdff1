/**
 * <attention-scale> in the JSX of React 19, and 18 with types from 18.2.6 on:
 * `import type {} from "attention-scale/react";`
 */
import type * as React from "react";
import type {
  AttentionScale,
  AttentionScaleAttributes,
  AttentionScaleChangeEvent,
} from "./embed.js";

type AttentionScaleProps = Omit<
  React.DetailedHTMLProps<React.HTMLAttributes<AttentionScale>, AttentionScale>,
  keyof AttentionScaleAttributes
> &
  AttentionScaleAttributes & {
    /** React 19 and later versions set this listener. */
    "onattention-scale-change"?: ((event: AttentionScaleChangeEvent) => void) | undefined;
  };

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "attention-scale": AttentionScaleProps;
    }
  }
}
