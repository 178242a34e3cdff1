/** <attention-scale> in the templates of Vue: `import type {} from "attention-scale/vue";` */
import type * as Vue from "vue";
import type { AttentionScaleAttributes, AttentionScaleChangeEvent } from "./embed.js";

declare module "vue" {
  interface GlobalComponents {
    "attention-scale": new () => {
      $props: Omit<Vue.HTMLAttributes, keyof AttentionScaleAttributes> &
        AttentionScaleAttributes & {
          onAttentionScaleChange?: ((event: AttentionScaleChangeEvent) => void) | undefined;
        };
    };
  }
}
