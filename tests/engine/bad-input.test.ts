import { EngineError, loadEngine } from "attention-scale";
import { describe, expect, it } from "vitest";
import { x } from "./bad-input/calls.js";
import { badDates } from "./bad-input/dates.js";
import { badDisguises } from "./bad-input/disguised.js";
import { badLayers } from "./bad-input/layers.js";
import { badMatrices } from "./bad-input/matrices.js";
import { badNumbers } from "./bad-input/numbers.js";
import { badOptions } from "./bad-input/options.js";
import { badRecall } from "./bad-input/recall.js";
import { badSampling } from "./bad-input/sampling.js";
import { badSaturation } from "./bad-input/saturation.js";

const engine = await loadEngine();
const tables = {
  ...{ ...badMatrices, ...badNumbers, ...badOptions },
  ...{ ...badSampling, ...badSaturation, ...badLayers },
  ...{ ...badDates, ...badRecall, ...badDisguises },
};

describe.each(Object.entries(tables))("a call with bad input for %s", (_argument, rows) => {
  it.each(rows)("is refused in a sentence: %s", (_what, call, code, message) => {
    expect(call).toThrow(EngineError);
    expect(call).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    );
    // And the engine goes on working.
    const { output } = engine.attention(x, x, x, { scale: 1, outputs: ["output"] });
    expect(output.data[1]?.toFixed(6)).toBe("2.957691");
  });
});
